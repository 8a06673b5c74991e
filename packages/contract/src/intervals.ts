import type { Enumeration } from './kernel/enumeration.ts';
import type { Fields } from './kernel/fields.ts';

/** How often something repeats, by the calendar: days are plain ISO days ('2026-02-28') and know no hour. */

export const INTERVAL_UNITS = {
  DAY: 'Day',
  WEEK: 'Week',
  MONTH: 'Month',
} as const satisfies Enumeration;
/** After a number: every 3 months. */
export const INTERVALS = {
  DAY: 'Days',
  WEEK: 'Weeks',
  MONTH: 'Months',
} as const satisfies Record<keyof typeof INTERVAL_UNITS, string>;
export type IntervalUnit = keyof typeof INTERVAL_UNITS;

/** Every 3 months, in the order in which it is said. */
export const intervalFields = {
  recurringEvery: { label: 'Repeats every', kind: 'number', min: 1, max: 365 },
  recurringUnit: {
    label: 'Interval',
    kind: 'choice',
    enumeration: INTERVALS,
    none: 'Does not repeat',
  },
} as const satisfies Fields;

export const INTERVAL_HINTS = {
  recurringEvery: 'Leave it empty for every one.',
  recurringUnit: 'Agreed to at checkout.',
} as const;

export interface Interval {
  unit: IntervalUnit;
  count: number;
}

/** The most of each that something repeats after: about a year. */
export const MOST_INTERVALS: Readonly<Record<IntervalUnit, number>> = {
  DAY: 365,
  WEEK: 52,
  MONTH: 12,
};

const DAY_MS = 86_400_000;
const at = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/**
 * The day after `day` on which it happens again. Months go by the day on which it began: the 31st is
 * followed by the last day of February, and that by the 31st of March.
 */
export function nextDay(day: string, { unit, count }: Interval, anchorDay: number): string {
  const date = at(day);
  if (unit !== 'MONTH')
    return dayOf(new Date(date.getTime() + count * (unit === 'WEEK' ? 7 : 1) * DAY_MS));
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + count;
  const [year, month] = [Math.floor(months / 12), months % 12];
  return dayOf(new Date(Date.UTC(year, month, Math.min(anchorDay, daysIn(year, month)))));
}

/** 1…31: what the months after the first day go by. */
export const anchorOf = (day: string): number => at(day).getUTCDate();

const WORDS: Readonly<Record<IntervalUnit, string>> = { DAY: 'day', WEEK: 'week', MONTH: 'month' };

/** 'every month', 'every 2 weeks', 'every year' */
export function everyWords({ unit, count }: Interval): string {
  if (unit === 'MONTH' && count === 12) return 'every year';
  return count === 1 ? `every ${WORDS[unit]}` : `every ${count} ${WORDS[unit]}s`;
}

/** What it comes to in a month on the average, in cents: of 52 weeks and 365 days in a year. */
export function monthlyCents(cents: number, { unit, count }: Interval): number {
  const timesAYear = { DAY: 365, WEEK: 52, MONTH: 12 }[unit] / count;
  return Math.round((cents * timesAYear) / 12);
}
