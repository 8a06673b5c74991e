import type { Columns } from './kernel/columns.ts';
import type { Enumeration } from './kernel/enumeration.ts';
import type { Fields } from './kernel/fields.ts';
import { risingDaysOf, type RisingDays } from './kernel/rising-days.ts';

/** A merchant's plan for charges of recurring payments that were declined and may pass later (ADR 120). */

/** What comes after the last try. */
export const RETRIES_END = {
  SUSPEND: 'Suspend the recurring payment',
  CANCEL: 'Cancel the recurring payment',
  KEEP: 'Leave that charge unpaid and carry on',
} as const satisfies Enumeration;

const DAYS = { most: 6, latest: 30, from: 'after the charge failed' } satisfies RisingDays;

export const retryColumns = {
  // '1, 3, 7'; empty: none
  retryDays: { label: 'Retry after days', kind: 'text', nullable: true },
  retryHour: { label: 'Hour of the day', kind: 'number' },
  retriesEnd: { label: 'After the last retry', kind: 'choice', enumeration: RETRIES_END },
} as const satisfies Columns;

export const retryFields = {
  retryDays: { label: retryColumns.retryDays.label, kind: 'text', maxLength: 40, days: DAYS },
  retryHour: {
    label: retryColumns.retryHour.label,
    kind: 'number',
    required: true,
    min: 0,
    max: 23,
    hour: true,
  },
  retriesEnd: {
    label: retryColumns.retriesEnd.label,
    kind: 'choice',
    required: true,
    enumeration: RETRIES_END,
  },
} as const satisfies Fields;

/** '1, 3, 7' as days; null where it is no such list. */
export const retryDaysOf = (text: string | null | undefined): number[] | null =>
  risingDaysOf(text, DAYS);

/** What a field can't say by itself. */
export const checkRetries = ({
  retryDays,
}: {
  retryDays?: string | null;
}): Record<string, string> =>
  retryDaysOf(retryDays)
    ? {}
    : {
        retryDays: `Up to ${DAYS.most} days, each later than the one before and at most ${DAYS.latest}, such as 1, 3, 7`,
      };

/** What follows from it, said before it is changed. */
export const RETRIES_MEAN = [
  'It applies from the next decline on; retries that are planned already stay as they are.',
  'A card that has expired or was reported stolen is never retried: the customer is asked for another one.',
].join('\n');

export const retryHints = (zone: string | null) =>
  ({
    retryDays: 'Counted from the first attempt. Without a day there are no retries.',
    retryHour: `${zone ? `${zone} time. ` : ''}Cards often have money again in the morning.`,
  }) as const;

interface Plan {
  retryDays: string | null;
  retryHour: number;
}

/** The plan in a sentence. */
export function retryWords({ retryDays, retryHour }: Plan): string {
  const days = retryDaysOf(retryDays) ?? [];
  if (!days.length) return 'Never';
  const last = days.at(-1)!;
  const many = days.length > 1 ? `${days.slice(0, -1).join(', ')} and ${last}` : String(last);
  return `After ${many} ${last === 1 ? 'day' : 'days'}, at ${String(retryHour).padStart(2, '0')}:00`;
}
