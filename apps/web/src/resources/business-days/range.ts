import {
  addDays,
  countDays,
  formatIsoDay,
  monthBefore,
  parseIsoDay,
} from '@paydesk/contract/kernel/dates.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { lastMonth } from '../../ui/DateRange/days.ts';
import {
  checkRange,
  SERIES,
  type BusinessDay,
  type Series,
} from '@paydesk/contract/resources/business-days.ts';

export interface Range {
  from: string;
  to: string;
}

export const isSame = (one: Range, other: Range) => one.from === other.from && one.to === other.to;

const isDay = (day: string) => parseIsoDay(day) !== null;

/** The range of the address, the last month where it says nothing (BD-05); or what is wrong with it. */
export function readRange(
  search: Readonly<Record<string, unknown>>,
  today: string,
): Range & { problem: string | null } {
  const given = (key: string) => (typeof search[key] === 'string' ? search[key] : null);
  const to = given('to') ?? today;
  if (!isDay(to)) return { ...lastMonth(today), problem: messages.isoDate };
  const from = given('from') ?? monthBefore(to);
  if (!isDay(from)) return { ...lastMonth(today), problem: messages.isoDate };
  return { from, to, problem: checkRange(from, to)?.message ?? null };
}

/** As many days, right before. */
export function rangeBefore({ from, to }: Range): Range {
  const days = countDays(from, to);
  return { from: addDays(from, -days), to: addDays(from, -1) };
}

export const daysWords = (days: number) => (days === 1 ? 'the day' : `the ${days} days`);

/** 'the 32 days of 20.10.2026 to 20.11.2026' */
export const rangeWords = ({ from, to }: Range) => `${formatIsoDay(from)} to ${formatIsoDay(to)}`;

const names = Object.keys(SERIES) as Series[];

export type Totals = Record<Series | `${Series}Amount`, number>;

/** Added up in whole cents, so that a year of decimals is exact. */
export function totalsOf(days: readonly BusinessDay[]): Totals {
  const sum = (key: keyof Totals) =>
    days.reduce((total, day) => total + Math.round(day[key] * 100), 0) / 100;
  return Object.fromEntries(
    names.flatMap((name) => [
      [name, sum(name)],
      [`${name}Amount`, sum(`${name}Amount`)],
    ]),
  ) as Totals;
}

export const isEmpty = (days: readonly BusinessDay[]) =>
  days.every((day) => names.every((name) => day[name] === 0));

/** In per cent, one place; null where there was nothing before to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10;
}
