import type { ClientBase } from 'pg';
import { takeApart } from '../platform/db/apart.ts';
import { eighthOfMemory } from '../platform/memory.ts';
import { COUNTS_OF_ROWS } from '../resources/transactions/counters.ts';
import { BULK_TABLES, tableName } from './tables.ts';

const BULK = BULK_TABLES.map(tableName);

/**
 * Takes away what makes a load slow, within the caller's transaction, the triggers that count too. Gives
 * back a function that puts it all back as it was: rows are checked and counted all the same, at once
 * instead of one by one. The bulk tables must be empty.
 */
export async function prepareBulk(client: ClientBase): Promise<() => Promise<void>> {
  const putTogether = await takeApart(client, BULK);
  await client.query('alter table transactions disable trigger count_inserted');
  await client.query('alter table transactions disable trigger count_inserted_days');
  // only a table that this transaction emptied takes rows that need no vacuum after
  await client.query(`truncate ${BULK.join(', ')}`);
  return async () => {
    // the indexes for 'contains' are built twice as fast in 1 GB as in a quarter of it
    await client.query(`set local maintenance_work_mem = '${eighthOfMemory(64, 1024)}MB'`);
    await putTogether();
    await client.query('alter table transactions enable trigger count_inserted');
    await client.query(`
      insert into transaction_count_deltas (merchant_id, day, status, kind, transactions, amount_cents)
      ${COUNTS_OF_ROWS}`);
    await client.query('select fold_transaction_counts()');
    await client.query('alter table transactions enable trigger count_inserted_days');
    await client.query('select rebuild_business_days(zone, true) from business_day_zone');
  };
}
