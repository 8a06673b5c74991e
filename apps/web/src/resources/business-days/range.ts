import { formatIsoDay, monthBefore, parseIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { formatCount } from '../../platform/format.ts';
import { lastMonth } from '../../ui/DateRange/days.ts';
import { checkRange } from '@paydesk/contract/kernel/reports.ts';
import {
  SERIES,
  type BusinessDay,
  type Series,
} from '@paydesk/contract/resources/business-days.ts';
import {
  COMPARISONS,
  PRESETS,
  type Comparison,
  type FigureReport,
  type Period,
  type Preset,
} from '@paydesk/contract/resources/business-days/figures.ts';

export interface Range {
  from: string;
  to: string;
}

export const isSame = (one: Range, other: Range) => one.from === other.from && one.to === other.to;

const isDay = (day: string) => parseIsoDay(day) !== null;

/** The days of the address by their name or themselves, the last month where it says nothing (BD-05); or what is wrong. */
export function readRange(
  search: Readonly<Record<string, unknown>>,
  today: string,
): Range & { problem: string | null } {
  const given = (key: string) => (typeof search[key] === 'string' ? search[key] : null);
  const preset = presetOf(search);
  if (preset) return { ...PRESETS[preset].days(today), problem: null };
  const to = given('to') ?? today;
  if (!isDay(to)) return { ...lastMonth(today), problem: messages.isoDate };
  const from = given('from') ?? monthBefore(to);
  if (!isDay(from)) return { ...lastMonth(today), problem: messages.isoDate };
  return { from, to, problem: checkRange(from, to)?.message ?? null };
}

/** The days that the address names. */
export const presetOf = ({ days }: Readonly<Record<string, unknown>>): Preset | null =>
  typeof days === 'string' && Object.hasOwn(PRESETS, days) ? (days as Preset) : null;

export const comparisonOf = ({ compare }: Readonly<Record<string, unknown>>): Comparison =>
  typeof compare === 'string' && Object.hasOwn(COMPARISONS, compare)
    ? (compare as Comparison)
    : 'weekday';

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const dayWords = (day: string) => `${WEEKDAY.format(new Date(day))} ${formatIsoDay(day)}`;

/** 'Mon 16.11.2026 until 09:15', '10.11.2026 to 16.11.2026' */
export function periodWords({ from, to, until }: Period): string {
  const days = from === to ? dayWords(from) : rangeWords({ from, to });
  return until === null ? days : `${days} until ${until}`;
}

/** 'the 32 days of 20.10.2026 to 20.11.2026' */
export const rangeWords = ({ from, to }: Range) => `${formatIsoDay(from)} to ${formatIsoDay(to)}`;

const names = Object.keys(SERIES) as Series[];

export const isEmpty = (days: readonly BusinessDay[]) =>
  days.every((day) => names.every((name) => day[name] === 0));

/** Less than a tenth of a per cent, either way: no change would be a wrong word for it. */
const HARDLY = 0.05;

/** In per cent, one place; null where there was nothing before to compare with. */
export function changeOf(now: number, before: number): number | null {
  if (before === 0) return null;
  return Math.round(((now - before) / before) * 1000) / 10 || Math.sign(now - before) * HARDLY;
}

/** Whether per cent can’t tell it. */
export const isHardly = (change: number) => Math.abs(change) === HARDLY;

/** '8.2', 'under 0.1' */
export const sizeOf = (change: number) =>
  isHardly(change) ? 'under 0.1' : Math.abs(change).toFixed(1);

/** From so many per cent on it is said how many times as much: nobody pictures 1137 %. */
const MANY_TIMES = 200;

/** '12 times', '3.4 times'; null where per cent say it. */
export function timesOf(change: number): string | null {
  if (change < MANY_TIMES) return null;
  const times = change / 100 + 1;
  return `${times < 9.95 ? times.toFixed(1).replace('.0', '') : formatCount(Math.round(times))} times`;
}

/** So many times the next best day, one day is what moved a total. */
const PEAK = 3;
/** Of fewer, each moves it. */
const PEAK_DAYS = 5;

interface SalesPeak {
  date: string;
  amount: number;
  /** What the sales changed by without that day, and without the one that it is held against. */
  change: number | null;
}

/** Of fewer sales than these one is always most of it. */
const LARGE_OF = 3;

/** The one sale that stands far above all others of its day together, and what the sales changed by without it. */
export function largeOf({ now, before }: FigureReport): LargeSale | null {
  const { largest, debitTransactions: sales } = now;
  if (!largest || sales.count < LARGE_OF) return null;
  const rest = sales.amount - largest.amount;
  if (largest.amount < PEAK * rest) return null;
  return { ...largest, change: changeOf(rest, before.debitTransactions.amount) };
}

interface LargeSale {
  id: string;
  amount: number;
  change: number | null;
}

const salesOf = (days: readonly BusinessDay[]) => days.map((day) => day.debitTransactionsAmount);
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

/** The one day that stands far above all others: a total that it moved says nothing of the rest. */
export function peakOf(
  days: readonly BusinessDay[],
  before: readonly BusinessDay[],
): SalesPeak | null {
  if (days.length < PEAK_DAYS) return null;
  const at = salesOf(days).reduce((most, one, nth, all) => (one > all[most]! ? nth : most), 0);
  const rest = (of: readonly BusinessDay[]) => salesOf(of).filter((_, nth) => nth !== at);
  const { date, debitTransactionsAmount: amount } = days[at]!;
  if (amount === 0 || amount < PEAK * Math.max(...rest(days))) return null;
  return { date, amount, change: changeOf(sum(rest(days)), sum(rest(before))) };
}
