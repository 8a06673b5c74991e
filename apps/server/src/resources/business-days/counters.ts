import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { found, type Repeating, type Task } from '../../platform/tasks.ts';
import { businessZone } from '../../platform/installation.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;

/** Folds the deltas of business days; while one process folds, another one does nothing. */
export function foldBusinessDays({ database }: Services): Task {
  return {
    name: 'fold-business-days',
    everyMs: 1000,
    inEachProcess: true,
    run: async () => void (await database.run(sql<object>`select fold_business_days()`, 'all')),
  };
}

/**
 * Counts anew where the business time zone is another than the days were counted in. Each process looks
 * when it starts and every minute, since staff may change it; of two that find the same one rebuilds, and
 * the other finds it done. Until then reports add up the rows.
 */
export function followBusinessZone(services: Services): Task {
  const { database, log } = services;
  return {
    name: 'follow-business-zone',
    everyMs: MINUTE_MS,
    inEachProcess: true,
    async run() {
      const zone = businessZone(services);
      const [state] = await database.run(
        sql<{ zone: string }>`select zone from business_day_zone`,
        'all',
      );
      if (state!.zone === zone) return;
      // every transaction there is
      const rebuilt = await database.longTransaction(async (tx) => {
        const { rows } = await sql<{ done: boolean }>`
          select rebuild_business_days(${zone}) as done`.execute(tx);
        return rows[0]!.done;
      });
      if (rebuilt) log.info({ from: state!.zone, to: zone }, 'business days counted anew');
    },
  };
}

/** Compares business days and rows every day; a difference is an error in the log, and is not mended in silence. */
export function checkBusinessDays({ database, log }: Services): Repeating {
  return {
    name: 'check-business-days',
    everyMs: DAY_MS,
    // it reads every transaction, which a start or a rolling restart must not set off
    firstAfterMs: HOUR_MS,
    async run() {
      const wrong = await wrongDays(database);
      if (wrong.length) log.error({ wrong: wrong.slice(0, 20) }, 'business days are wrong');
      return found(wrong.length);
    },
  };
}

export interface WrongDay {
  merchant_id: string;
  day: string;
  kind: string;
  counted: bigint;
  there: bigint;
}

/** Every cell of the business days, deltas included, that is not what the rows say; all from one snapshot. */
export async function wrongDays(database: Database): Promise<WrongDay[]> {
  return database.snapshot('all', async (client) => {
    await client.query('set local statement_timeout = 0');
    const { rows } = await client.query<WrongDay>(WRONG);
    return rows;
  });
}

const WRONG = `
  with rows as (
    select t.merchant_id, (e.moment at time zone z.zone)::date as day, e.kind,
      count(*) as n, sum(e.cents) as cents
    from business_day_zone z, transactions t, business_day_entries(t.refunded_transaction_id,
      t.moves_money, t.status, coalesce(t.captured_date, t.date), t.amount_cents, t.reversal_date, t.reversed_cents) e
    group by 1, 2, 3
  ), there as (
    select * from rows
    union all
    select '00000000-0000-0000-0000-000000000000', day, kind, sum(n), sum(cents)
    from rows group by 2, 3
  ), waiting as (
    select merchant_id, (quarter at time zone zone)::date as day, kind, transactions as n,
      amount_cents as cents
    from business_day_deltas, business_day_zone
  ), counted as (
    select merchant_id, day, kind, sum(n) as n, sum(cents) as cents from (
      select merchant_id, day, kind, transactions as n, amount_cents as cents
      from business_day_counts
      union all select * from waiting
      union all select '00000000-0000-0000-0000-000000000000', day, kind, n, cents from waiting
    ) parts group by 1, 2, 3
  )
  select merchant_id, day::text, kind,
    coalesce(counted.n, 0)::bigint as counted, coalesce(there.n, 0)::bigint as there
  from there full join counted using (merchant_id, day, kind)
  where coalesce(there.n, 0) <> coalesce(counted.n, 0)
    or coalesce(there.cents, 0) <> coalesce(counted.cents, 0)`;
