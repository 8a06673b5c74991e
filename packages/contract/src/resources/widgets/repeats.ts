import {
  INTERVAL_HINTS,
  INTERVAL_UNITS,
  intervalFields,
  MOST_INTERVALS,
  type IntervalUnit,
} from '../../intervals.ts';
import type { Columns } from '../../kernel/columns.ts';
import type { Fields } from '../../kernel/fields.ts';
import { toCents } from '../../kernel/money.ts';

/** How often what is paid at a widget is taken again; the shopper agrees to it in the checkout (AM-14). */
export interface Repeats {
  recurringUnit?: IntervalUnit | null | undefined;
  recurringEvery?: number | null | undefined;
  recurringMost?: number | null | undefined;
}

const every = { label: 'Repeats every', kind: 'number' } as const;
const unit = { label: 'Interval', kind: 'choice' } as const;
const most = { label: 'At most each time', kind: 'amount' } as const;

export const repeatFields = {
  ...intervalFields,
  recurringMost: { ...most, min: 0.01, max: 9_999_999.99 },
} as const satisfies Fields;

export const repeatColumns = {
  recurringUnit: { ...unit, enumeration: INTERVAL_UNITS, nullable: true },
  recurringEvery: { ...every, nullable: true },
  recurringMost: { ...most, nullable: true },
} as const satisfies Columns;

export const REPEAT_HINTS = {
  ...INTERVAL_HINTS,
  recurringMost: 'What the shopper agrees to at most, so that the amount can be changed later.',
} as const;

/** How often makes sense, and each charge may take what the widget asks for. */
export function repeatErrors(
  { recurringUnit, recurringEvery, recurringMost }: Repeats,
  totalCents: bigint | undefined,
): Record<string, string> {
  if (!recurringUnit)
    return recurringEvery || recurringMost
      ? { recurringUnit: 'Say whether it repeats by days, weeks or months' }
      : {};
  const longest = MOST_INTERVALS[recurringUnit];
  return {
    ...((recurringEvery ?? 1) > longest && {
      recurringEvery: `At most ${longest}: about a year`,
    }),
    ...(recurringMost &&
      totalCents !== undefined &&
      toCents(recurringMost)! < totalCents && {
        recurringMost: 'It can’t be less than what is paid now',
      }),
  };
}
