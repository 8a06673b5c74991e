import { totalmem } from 'node:os';
import type { ClientBase } from 'pg';
import { COUNTS_OF_ROWS } from '../resources/transactions/counters.ts';
import { BULK_TABLES, tableName } from './tables.ts';

interface Definition {
  drop: string;
  restore: string;
}

const BULK = BULK_TABLES.map(tableName);

const constraints = (condition: string) => `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) as restore
  from pg_constraint
  where connamespace = 'public'::regnamespace and ${condition}
  order by oid`;

/**
 * Takes away what makes a load slow, within the caller's transaction: every foreign key and plain
 * index in `public`, of the bulk tables the primary keys too, and the triggers that count. Gives back
 * a function that puts it all back as it was: rows are checked and counted all the same, at once
 * instead of one by one. The bulk tables must be empty.
 */
export async function prepareBulk(client: ClientBase): Promise<() => Promise<void>> {
  const foreign = await client.query<Definition>(constraints(`contype = 'f'`));
  const primary = await client.query<Definition>(
    constraints(`contype = 'p' and conrelid = any(array['${BULK.join(`','`)}']::regclass[])`),
  );
  const indexes = await client.query<Definition>(`
    select format('drop index %s', indexrelid::regclass) as drop,
      pg_get_indexdef(indexrelid) as restore
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid`);
  const parts = [...foreign.rows, ...primary.rows, ...indexes.rows];
  for (const { drop } of parts) await client.query(drop);
  await client.query('alter table transactions disable trigger count_inserted');
  await client.query('alter table transactions disable trigger count_inserted_days');
  // only a table that this transaction emptied takes rows that need no vacuum after
  await client.query(`truncate ${BULK.join(', ')}`);
  return async () => {
    await client.query(`set local maintenance_work_mem = '${indexMegabytes()}MB'`);
    for (const { restore } of [...primary.rows, ...indexes.rows, ...foreign.rows])
      await client.query(restore);
    await client.query('alter table transactions enable trigger count_inserted');
    await client.query(`
      insert into transaction_count_deltas (merchant_id, day, status, kind, transactions, amount_cents)
      ${COUNTS_OF_ROWS}`);
    await client.query('select fold_transaction_counts()');
    await client.query('alter table transactions enable trigger count_inserted_days');
    await client.query('select rebuild_business_days(zone, true) from business_day_zone');
  };
}

/** The indexes for 'contains' are built twice as fast in 1 GB as in a quarter of it. */
const indexMegabytes = () => Math.max(64, Math.min(1024, Math.floor(totalmem() / 2 ** 20 / 8)));
