import type { FileWait } from '@paydesk/contract/kernel/endpoint.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import type { DayRange } from '../../ui/DateRange/days.ts';
import { formatCount, isoDay } from '../format.ts';

/** '{list}_{YYYY-MM-DD}.csv', the day of the download in the browser's zone (AM-36). */
export function fileNameOf(
  slug: string,
  ending: 'csv' | 'jsonl',
  now: Date,
  timeZone: string,
): string {
  return `${slug}_${isoDay(now, timeZone)}.${ending}`;
}

/** How many records the file will hold, before it is begun. */
export const countWords = (total: number | undefined): string | undefined =>
  total === undefined
    ? undefined
    : total === 1
      ? '1 record will be exported'
      : `${formatCount(total)} records will be exported`;

/** Why there is nothing to export. */
export const NOTHING = 'Nothing to export: no record matches these filters and days.';

/** The days of a file; a side that is open has no end. */
export function daysWords({ from, to }: DayRange): string {
  if (from && to)
    return from === to
      ? `The day ${formatIsoDay(from)}`
      : `Days from ${formatIsoDay(from)} to ${formatIsoDay(to)}, both included`;
  if (from) return `Days from ${formatIsoDay(from)} on`;
  return to ? `Days up to ${formatIsoDay(to)}, included` : 'Every day';
}

/** What is said before a file that will not hold everything (AM-34). */
export function limitWarning(total: number | undefined, limit: number | undefined): string | null {
  return total !== undefined && limit !== undefined && total > limit
    ? `Only the first ${formatCount(limit)} of ${formatCount(total)} records will be exported`
    : null;
}

/** 1234567 → '1.2 MB' */
export function fileSize(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Whose files one waits for that has no turn yet. */
export function waitWords({ ahead, of }: FileWait): string {
  const files = ahead === 1 ? 'file' : 'files';
  switch (of) {
    case 'PERSON':
      return `Waiting for ${ahead} other ${files} of yours`;
    case 'MERCHANT':
      return `Waiting for ${ahead} ${files} of your colleagues or yours`;
    default:
      return ahead === 1 ? 'Waiting for 1 other' : `Waiting for ${ahead} others`;
  }
}
