import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { found, type Repeating, type Task } from '../../platform/tasks.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Folds the deltas of the transaction counters; while one process folds, another one does nothing. */
export function foldCounters({ database }: Services): Task {
  return {
    name: 'fold-transaction-counts',
    everyMs: 1000,
    inEachProcess: true,
    run: async () =>
      void (await database.run(sql<object>`select fold_transaction_counts()`, 'all')),
  };
}

/** Compares counters and rows every day; a difference is an error in the log, and is not mended in silence. */
export function checkCounters({ database, log }: Services): Repeating {
  return {
    name: 'check-transaction-counts',
    everyMs: DAY_MS,
    // it reads every transaction, which a start or a rolling restart must not set off
    firstAfterMs: HOUR_MS,
    async run() {
      const wrong = await wrongCounts(database);
      if (wrong.length) log.error({ wrong: wrong.slice(0, 20) }, 'transaction counters are wrong');
      return found(wrong.length);
    },
  };
}

export interface WrongCount {
  merchant_id: string;
  day: string;
  status: string;
  kind: string;
  counted: bigint;
  there: bigint;
}

/** Every cell of the counters, deltas included, that is not what the rows say; all from one snapshot. */
export async function wrongCounts(database: Database): Promise<WrongCount[]> {
  return database.snapshot('all', async (client) => {
    await client.query('set local statement_timeout = 0');
    const { rows } = await client.query<WrongCount>(WRONG);
    return rows;
  });
}

/** What the counters of each merchant should be, from the rows themselves. */
export const COUNTS_OF_ROWS = `
  select merchant_id, utc_day(date) as day, status,
    transaction_kind(refunded_transaction_id, moves_money) as kind,
    count(*) as n, sum(amount_cents) as cents
  from transactions group by 1, 2, 3, 4`;

const WRONG = `
  with rows as (${COUNTS_OF_ROWS}), there as (
    select * from rows
    union all
    select '00000000-0000-0000-0000-000000000000', day, status, kind, sum(n), sum(cents)
    from rows group by 2, 3, 4
  ), waiting as (
    select merchant_id, day, status, kind, transactions as n, amount_cents as cents
    from transaction_count_deltas
  ), counted as (
    select merchant_id, day, status, kind, sum(n) as n, sum(cents) as cents from (
      select merchant_id, day, status, kind, transactions as n, amount_cents as cents
      from transaction_counts
      union all select * from waiting
      union all select '00000000-0000-0000-0000-000000000000', day, status, kind, n, cents
      from waiting
    ) parts group by 1, 2, 3, 4
  )
  select merchant_id, day::text, status, kind,
    coalesce(counted.n, 0)::bigint as counted, coalesce(there.n, 0)::bigint as there
  from there full join counted using (merchant_id, day, status, kind)
  where coalesce(there.n, 0) <> coalesce(counted.n, 0)
    or coalesce(there.cents, 0) <> coalesce(counted.cents, 0)`;
