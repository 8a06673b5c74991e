import type { Filter, RelativeDays } from '@paydesk/contract/kernel/filters.ts';
import { sql, type RawBuilder } from 'kysely';

type DayFilter = Extract<Filter, { op: 'days' | 'relative' }>;

/** From the first instant of the first day to the first after the last one, in the zone; null is open. */
export function instantsOf(
  filter: Filter,
  timeZone: string,
): [Temporal.Instant | null, Temporal.Instant | null] {
  const { from, to, until } = daysOf(filter as DayFilter, timeZone);
  return [
    from ? startOfDay(Temporal.PlainDate.from(from), timeZone) : null,
    to && until
      ? Temporal.PlainDateTime.from(`${to}T${until}`).toZonedDateTime(timeZone).toInstant()
      : to
        ? startOfDay(Temporal.PlainDate.from(to).add({ days: 1 }), timeZone)
        : null,
  ];
}

/** The same for a report, which is always of some days: the last there is ends with time itself. */
export function boundsOf(
  days: { from: string; to: string; until?: string },
  timeZone: string,
): { begins: RawBuilder<string>; ends: RawBuilder<string> } {
  const [begins, ends] = instantsOf({ op: 'days', ...days }, timeZone);
  return { begins: bound(begins), ends: bound(ends) };
}

const bound = (at: Temporal.Instant | null) =>
  sql<string>`${at?.toString() ?? 'infinity'}::timestamptz`;

type Days = Partial<Record<'from' | 'to' | 'until', string>>;

/** The days themselves, as a column of days has them. */
export function daysOf(filter: DayFilter, timeZone: string): Days {
  if (filter.op === 'days') return filter;
  const [from, to] = relativeDays(filter.days, timeZone);
  return { from, to };
}

/**
 * The first instant of the day, where the clocks turn back at midnight too: there PostgreSQL takes
 * the second midnight, and the day would lack its first hour. After the year 9999 nothing is cut.
 */
function startOfDay(day: Temporal.PlainDate, timeZone: string): Temporal.Instant | null {
  return day.year > 9999 ? null : day.toZonedDateTime(timeZone).toInstant();
}

/** Since when it is today. */
export const todayBegan = (now: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .startOfDay()
    .toInstant()
    .toString();

export const todayIn = (timeZone: string): string => Temporal.Now.plainDateISO(timeZone).toString();

/** First and last day, as the calendar of the zone has them. */
export function relativeDays(
  name: RelativeDays,
  timeZone: string,
  now = Temporal.Now.instant(),
): [string, string] {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const yesterday = today.subtract({ days: 1 });
  const from = {
    today,
    yesterday,
    last7days: today.subtract({ days: 6 }),
    last30days: today.subtract({ days: 29 }),
    thisMonth: today.with({ day: 1 }),
  }[name];
  return [from.toString(), (name === 'yesterday' ? yesterday : today).toString()];
}
