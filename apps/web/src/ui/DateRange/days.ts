import { messages } from '@paydesk/contract/kernel/messages.ts';
import {
  addDays,
  formatIsoDay,
  monthBefore,
  parseDay,
  parseIsoDay,
} from '@paydesk/contract/kernel/dates.ts';

/** Days as YYYY-MM-DD, both included; null: open on that side. */
export interface DayRange {
  from: string | null;
  to: string | null;
}

export type End = keyof DayRange;

export interface Preset {
  label: string;
  from: string;
  to: string;
}

/** How many calendar months are offered by their names, this one included. */
const MONTHS = 3;

export const lastWeek = (today: string) => ({ from: addDays(today, -7), to: today });
export const lastMonth = (today: string) => ({ from: monthBefore(today), to: today });

/** 'October 2026' */
export const monthName = (day: string) =>
  new Date(`${day.slice(0, 7)}-01T00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** So many months later, or earlier; the day kept as far as the month has it. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}

/** 'Last Week' and 'Last Month' end today (AM-24); calendar months bear their names (AM-123). */
export function presetsOf(today: string): Preset[] {
  const yesterday = addDays(today, -1);
  const months = Array.from({ length: MONTHS }, (_, back) => {
    const from = `${addMonths(today, -back).slice(0, 7)}-01`;
    const end = addDays(addMonths(from, 1), -1);
    return { label: monthName(from), from, to: end < today ? end : today };
  });
  return [
    { label: 'Today', from: today, to: today },
    { label: 'Yesterday', from: yesterday, to: yesterday },
    { label: 'Last Week', ...lastWeek(today) },
    { label: 'Last Month', ...lastMonth(today) },
    ...months,
  ];
}

/** The day that typed text means: 5.3.2026, 05/03/2026, 05032026 and 2026-03-05 too; null: none. */
export function readDay(text: string): string | null {
  const typed = text.trim().replaceAll(/[/,\s-]+/g, (mark) => (mark.trim() === '-' ? '-' : '.'));
  const joined = /^(\d{2})(\d{2})(\d{4})$/.exec(typed);
  return (
    parseIsoDay(typed) ?? parseDay(joined ? joined.slice(1).join('.') : typed.replaceAll('-', '.'))
  );
}

export const dayText = (day: string | null) => (day ? formatIsoDay(day) : '');

/** The weeks of a month, Monday first, with the days of its neighbours that fill them. */
export function weeksOf(month: string): string[][] {
  const first = `${month.slice(0, 7)}-01`;
  const offset = (new Date(first).getUTCDay() + 6) % 7;
  const weeks: string[][] = [];
  for (let day = addDays(first, -offset); day.slice(0, 7) <= month.slice(0, 7);) {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(day, at)));
    day = addDays(day, 7);
  }
  return weeks;
}

/**
 * What is wrong with what stands in the two fields, and under which of them that is said (BD-03, BD-04);
 * the one that was changed last comes first.
 */
export function wrongWith(
  texts: Readonly<Record<End, string>>,
  changed: End,
  open: boolean,
  more?: (range: { from: string; to: string }) => string | null,
): { end: End; words: string } | null {
  const [from, to] = [readDay(texts.from), readDay(texts.to)];
  const days = { from, to };
  for (const end of [changed, changed === 'from' ? 'to' : 'from'] as const)
    if (!days[end] && (texts[end].trim() || !open)) return { end, words: messages.date };
  if (!from || !to) return null;
  if (from > to)
    return { end: changed, words: changed === 'from' ? messages.dateOrder : messages.toDateOrder };
  const words = more?.({ from, to });
  return words ? { end: changed, words } : null;
}
