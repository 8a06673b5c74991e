import { addDays } from '@paydesk/contract/kernel/dates.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import {
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from '@paydesk/contract/kernel/transaction-statuses.ts';
import { ROUTE_SETS } from '@paydesk/contract/permissions.ts';
import {
  SERIES,
  type BusinessDay,
  type Series,
} from '@paydesk/contract/resources/business-days.ts';
import {
  comparedWith,
  rowsOf,
  type Decline,
  type Figures,
  type Period,
} from '@paydesk/contract/resources/business-days/figures.ts';
import { sql } from 'kysely';
import { CAME_TO_NOTHING_SQL, failureSql } from '../../domain/failures.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { businessZone } from '../../platform/installation.ts';
import { boundsOf } from '../../platform/list/days.ts';
import type { ListDefinition } from '../../platform/list/definition.ts';
import { countsUnder } from '../../platform/list/counts.ts';
import { readingFor } from '../../platform/list/reads.ts';
import { scopeOf } from '../../platform/list/scope.ts';
import { mustBeRange } from '../../platform/reports.ts';
import type { Services } from '../../platform/services.ts';
import { eachDay, merchantOf, sums, ofMerchant, type DayRow, type Whose } from './report.ts';

const REPORT = 'GET /api/reports/figures';
const series = Object.keys(SERIES) as Series[];
const STATUSES = Object.keys(TRANSACTION_STATUSES) as TransactionStatus[];

interface Asked {
  actor: SignedIn;
  /** Null where there are no rows for this person. */
  merchant: Whose | null;
  /** The one that staff asked for. */
  chosen: string | undefined;
  zone: string;
}

/** What days brought, and what the days brought that they are fairly held against (AM-23, AM-63). */
export function figureHandlers(
  services: Services,
  lists: readonly ListDefinition[],
): Handlers<typeof REPORT> {
  const { database, now } = services;
  const transactions = lists.find(({ resource }) => resource.slug === 'transactions')!;

  async function figuresOf(
    { actor, merchant, chosen, zone }: Asked,
    period: Period,
  ): Promise<Figures & { days: BusinessDay[] }> {
    const { from, to, until } = period;
    if (!merchant)
      return {
        ...answerOf(
          nothing(),
          STATUSES.map(() => 0),
        ),
        days: eachDay(period, []),
      };
    const whole = { from, to: until === null ? to : addDays(to, -1) };
    const reading = await readingFor(database, actor);
    const [days, rest, statuses] = await Promise.all([
      whole.from > whole.to ? [] : sums(database, actor, merchant, whole, zone),
      until === null ? [] : reading.run(partOfDay(merchant, { day: to, until }, zone), actor.sight),
      // as the list counts them: by its counters, and the rows of the parts of days
      countsUnder(
        database,
        transactions,
        actor,
        STATUSES.map((status) => ({
          ...rowsOf.begun(period, [status]),
          timeZone: zone,
          ...(chosen && { f_merchantId: chosen }),
        })),
      ),
    ]);
    const figures = nothing();
    for (const row of [...days, ...rest])
      for (const name of series) {
        figures[name].count += Number(row[name]);
        figures[name].cents += row[`${name}Cents`];
      }
    return { ...answerOf(figures, statuses), days: eachDay(period, [...days, ...rest]) };
  }

  async function declinesOf({ actor, merchant, zone }: Asked, period: Period): Promise<Decline[]> {
    if (!merchant) return [];
    const { begins, ends } = boundsOf({ from: period.from, to: period.to }, zone);
    const reading = await readingFor(database, actor);
    const rows = await reading.run(
      sql<{ status: TransactionStatus; failure: string; n: bigint; cents: bigint }>`
        select status, ${sql.raw(failureSql('t'))} as failure,
          sum(n)::bigint as n, sum(cents)::bigint as cents
        from (
          select status, external_error_type, external_error_code, null::uuid as refunded_transaction_id,
            count(*) as n, sum(amount_cents) as cents
          from transactions
          where refunded_transaction_id is null and ${sql.raw(CAME_TO_NOTHING_SQL)}
            and date >= ${begins} and date < ${ends}
            and ${ofMerchant(merchant)}
            and ${scopeOf({ read: ROUTE_SETS.TRANSACTION_DASHBOARD, scope: 'merchant' }, 'merchant_id', actor)}
          group by 1, 2, 3
        ) t group by 1, 2 order by n desc, failure, status`,
      actor.sight,
    );
    return rows.map(({ status, failure, n, cents }) => ({
      status,
      failure,
      count: Number(n),
      amount: fromCents(cents),
    }));
  }

  /** The sale that a day’s figure may be no more than. */
  async function largestOf({ actor, merchant, zone }: Asked, { from, to }: Period) {
    if (!merchant || from !== to) return null;
    const { begins, ends } = boundsOf({ from, to }, zone);
    const booked = sql.raw('booked_date(moves_money, status, captured_date, date)');
    const reading = await readingFor(database, actor);
    const [row] = await reading.run(
      // by their day first: an index of amounts would be walked past every other day
      sql<{ id: string; cents: bigint }>`
        select id, cents from (
          select id, amount_cents as cents from transactions
          where refunded_transaction_id is null and ${booked} >= ${begins} and ${booked} < ${ends}
            and ${ofMerchant(merchant)}
            and ${scopeOf({ read: ROUTE_SETS.TRANSACTION_DASHBOARD, scope: 'merchant' }, 'merchant_id', actor)}
          offset 0
        ) t order by cents desc, id limit 1`,
      actor.sight,
    );
    return row ? { id: row.id, amount: fromCents(row.cents) } : null;
  }

  return {
    [REPORT]: async ({ actor, query }) => {
      const { from, to, compare = 'weekday', f_merchantId: chosen } = query;
      mustBeRange({ from, to });
      const merchant = merchantOf(actor, chosen);
      const zone = businessZone(services);
      const asked = { actor, merchant, chosen, zone };
      const at = Temporal.Instant.fromEpochMilliseconds(now().getTime()).toZonedDateTimeISO(zone);
      const today = at.toPlainDate().toString();
      const period = { from, to, until: null };
      const other = comparedWith(period, compare, {
        day: today,
        time: at.toPlainTime().toString({ smallestUnit: 'minute' }),
      });
      const [{ days: _, ...own }, declines, largest, before] = await Promise.all([
        figuresOf(asked, period),
        declinesOf(asked, period),
        largestOf(asked, period),
        figuresOf(asked, other),
      ]);
      return {
        timeZone: zone,
        today,
        now: { ...period, ...own, declines, largest },
        before: { ...other, ...before },
      };
    },
  };
}

type Sums = Record<Series, { count: number; cents: bigint }>;

const nothing = () =>
  Object.fromEntries(series.map((name) => [name, { count: 0, cents: 0n }])) as Sums;

/** As they are sent, with a count for each status in its order. */
const answerOf = (figures: Sums, statuses: readonly number[]): Figures => ({
  ...(Object.fromEntries(
    series.map((name) => [
      name,
      { count: figures[name].count, amount: fromCents(figures[name].cents) },
    ]),
  ) as Record<Series, Figures[Series]>),
  statuses: STATUSES.map((status, nth) => ({ status, count: statuses[nth]! })),
});

/** Count and sum of the rows that are refunds, or are none, under the name of a series. */
const sumOf = (name: Series, refund: boolean, cents: string) => sql`
  count(*) filter (where ${sql.lit(refund)} = (refunded_transaction_id is not null)) as ${sql.ref(name)},
  coalesce(sum(${sql.ref(cents)}) filter (
    where ${sql.lit(refund)} = (refunded_transaction_id is not null)), 0)::bigint as ${sql.ref(`${name}Cents`)}`;

/** What moved on a day up to a time, out of the rows: the counters know whole days alone. */
function partOfDay(merchant: Whose, { day, until }: { day: string; until: string }, zone: string) {
  const { begins, ends } = boundsOf({ from: day, to: day, until }, zone);
  const within = (moment: string) => sql`${sql.raw(moment)} >= ${begins}
    and ${sql.raw(moment)} < ${ends} and ${ofMerchant(merchant)}`;
  return sql<DayRow>`
    select ${zone} as zone, ${day} as date, * from (
      select ${sumOf('debitTransactions', false, 'amount_cents')},
        ${sumOf('creditTransactions', true, 'amount_cents')}
      from transactions where ${within('booked_date(moves_money, status, captured_date, date)')}
    ) booked, (
      select ${sumOf('debitReversals', false, 'reversed_cents')},
        ${sumOf('creditReversals', true, 'reversed_cents')}
      from transactions where ${within('reversed_date(moves_money, status, reversal_date)')}
    ) reversed`;
}
