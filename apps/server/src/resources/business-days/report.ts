import { addDays, countDays, monthBefore } from '@paydesk/contract/kernel/dates.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { ROUTE_SETS } from '@paydesk/contract/permissions.ts';
import { checkRange } from '@paydesk/contract/kernel/reports.ts';
import {
  SERIES,
  type BusinessDay,
  type Series,
} from '@paydesk/contract/resources/business-days.ts';
import { sql, type RawBuilder } from 'kysely';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Database } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import { businessZone } from '../../platform/installation.ts';
import type { Context, Handlers } from '../../platform/http/handlers.ts';
import { EVERY_MERCHANT } from '../../platform/list/counters.ts';
import { readingFor } from '../../platform/list/reads.ts';
import { seesAll } from '../../platform/list/scope.ts';
import { mustBeStaffs } from '../../platform/reports.ts';
import type { Services } from '../../platform/services.ts';

const REPORT = 'GET /api/reports/business-days';
type Query = Context<typeof REPORT>['query'];

interface Range {
  from: string;
  to: string;
}

/** One day of the database: its sums by series, and the zone that the days stand for. */
export type DayRow = { zone: string; date: string | null } & Record<
  Series | `${Series}Cents`,
  bigint
>;

const KINDS: Readonly<Record<Series, string>> = {
  debitTransactions: 'DEBIT',
  debitReversals: 'DEBIT_REVERSAL',
  creditTransactions: 'CREDIT',
  creditReversals: 'CREDIT_REVERSAL',
};
const series = Object.keys(SERIES) as Series[];

/** The report of business days (API-141). */
export function businessDayHandlers(services: Services): Handlers<typeof REPORT> {
  const { database, now } = services;
  return {
    [REPORT]: async ({ actor, query }) => {
      const zone = businessZone(services);
      const range = rangeOf(query, todayIn(zone, now()));
      const merchant = merchantOf(actor, query.f_merchantId);
      return eachDay(range, merchant ? await sums(database, actor, merchant, range, zone) : []);
    },
  };
}

function todayIn(zone: string, now: Date): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  return instant.toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** The days asked for, or the month up to today (AM-24); refused under the name that was given (SB-44). */
function rangeOf(query: Query, today: string): Range {
  for (const end of ['from', 'to'] as const) {
    const [given, other] = [query[end], query[`${end}Date`]];
    if (given && other && given !== other) throw invalid(`${end}Date`, `${end} names another day`);
  }
  const to = query.to ?? query.toDate ?? today;
  const from = query.from ?? query.fromDate ?? monthBefore(to);
  const refused = checkRange(from, to);
  if (refused) throw invalid(query.fromDate && !query.from ? 'fromDate' : 'from', refused.message);
  return { from, to };
}

/** Of one merchant, of every one, or of those that a role reaches. */
export type Whose = string | readonly string[];

/** Whose days: the own merchant's, or all, some or one of them for staff; null where there are none. */
export function merchantOf(actor: SignedIn, wanted: string | undefined): Whose | null {
  mustBeStaffs(wanted, actor);
  const everybody = seesAll({ read: ROUTE_SETS.TRANSACTION_DASHBOARD }, actor);
  const some = actor.role?.merchants ?? EVERY_MERCHANT;
  const own = actor.merchantId ?? (everybody ? some : null);
  if (!wanted || !own) return own;
  const id = wanted.toLowerCase();
  return own === EVERY_MERCHANT || [own].flat().includes(id) ? id : null;
}

/** From the counters; from the rows while the counters are of another zone, at the start after a change. */
export async function sums(
  database: Database,
  actor: SignedIn,
  merchant: Whose,
  range: Range,
  zone: string,
): Promise<DayRow[]> {
  const reading = await readingFor(database, actor);
  const rows = await reading.run(fromCounters(merchant, range), actor.sight);
  if (rows[0]!.zone === zone) return rows.filter(({ date }) => date !== null);
  return reading.run(fromRows(merchant, range, zone), actor.sight);
}

const counted = (merchant: Whose) =>
  typeof merchant === 'string'
    ? sql`merchant_id = ${merchant}::uuid`
    : sql`merchant_id = any(${merchant}::uuid[])`;

export const ofMerchant = (merchant: Whose) =>
  merchant === EVERY_MERCHANT ? sql`true` : counted(merchant);

const bySeries = sql.join(
  series.flatMap((name) => [
    sql`coalesce(sum(n) filter (where kind = ${sql.lit(KINDS[name])}), 0)::bigint as ${sql.ref(name)}`,
    sql`coalesce(sum(cents) filter (where kind = ${sql.lit(KINDS[name])}), 0)::bigint as ${sql.ref(`${name}Cents`)}`,
  ]),
);

/** The zone of the counters always; of the days those with anything on them. */
export const fromCounters = (merchant: Whose, { from, to }: Range): RawBuilder<DayRow> => sql`
  select z.zone, days.* from business_day_zone z left join (
    select day::text as date, ${bySeries} from (
      select day, kind, transactions as n, amount_cents as cents from business_day_counts
      where ${counted(merchant)} and day between ${from}::date and ${to}::date
      union all
      select (quarter at time zone zone)::date, kind, transactions, amount_cents
      from business_day_deltas, business_day_zone
      where ${ofMerchant(merchant)}
        and (quarter at time zone zone)::date between ${from}::date and ${to}::date
    ) parts group by day
  ) days on true`;

/** The same, added up from the transactions themselves. */
export const fromRows = (
  merchant: Whose,
  { from, to }: Range,
  zone: string,
): RawBuilder<DayRow> => sql`
  select ${zone} as zone, day::text as date, ${bySeries} from (
    select (e.moment at time zone ${zone})::date as day, e.kind, 1 as n, e.cents
    from transactions t, business_day_entries(t.refunded_transaction_id, t.moves_money, t.status,
      coalesce(t.captured_date, t.date), t.amount_cents, t.reversal_date, t.reversed_cents) e
    where ${ofMerchant(merchant)}
  ) entries where day between ${from}::date and ${to}::date group by day`;

/** Every day of the range in its order, zeros where nothing was (AM-23). */
export function eachDay({ from, to }: Range, rows: readonly DayRow[]): BusinessDay[] {
  const known = new Map(rows.map((row) => [row.date, row]));
  return Array.from({ length: countDays(from, to) }, (_, nth) => {
    const date = addDays(from, nth);
    const row = known.get(date);
    const figures = series.flatMap((name) => [
      [name, Number(row?.[name] ?? 0n)],
      [`${name}Amount`, fromCents(row?.[`${name}Cents`] ?? 0n)],
    ]);
    return { date, ...Object.fromEntries(figures) } as BusinessDay;
  });
}
