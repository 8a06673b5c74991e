/** Calendar days as YYYY-MM-DD text; instants stay ISO text with Z. No clock and no zone in here. */

const DAY_MS = 86_400_000;

/** '05.03.2021' → '2021-03-05'; null when there is no such day (FC-01). */
export function parseDay(input: string): string | null {
  const match = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(input);
  return match ? isoDay(Number(match[3]), Number(match[2]), Number(match[1])) : null;
}

/** '2021-03-05' → the same, null when there is no such day. */
export function parseIsoDay(input: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(input);
  return match ? isoDay(Number(match[1]), Number(match[2]), Number(match[3])) : null;
}

/** '2021-03-05' → '05.03.2021'. */
export function formatIsoDay(day: string): string {
  return day.split('-').reverse().join('.');
}

function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : null;
}

/** Whole days of 24 hours between two instants, as the reversal window counts them (SB-52). */
export function wholeDays(from: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(from)) / DAY_MS);
}

/** So many days later, or earlier where it is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a range has, both ends included. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** The same day of the month before, or its last one: '2021-03-31' → '2021-02-28'. */
export function monthBefore(day: string): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const lastOfMonth = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 2, Math.min(date, lastOfMonth)))
    .toISOString()
    .slice(0, 10);
}
