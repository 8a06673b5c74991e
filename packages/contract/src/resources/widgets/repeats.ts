import { INTERVAL_UNITS, MOST_INTERVALS, type IntervalUnit } from '../../intervals.ts';
import type { Columns } from '../../kernel/columns.ts';
import type { Fields } from '../../kernel/fields.ts';
import { toCents } from '../../kernel/money.ts';

/** How often what is paid at a widget is taken again; the shopper agrees to it in the checkout (AM-14). */
export interface Repeats {
  recurringUnit?: IntervalUnit | null | undefined;
  recurringEvery?: number | null | undefined;
  recurringMost?: number | null | undefined;
}

const unit = { label: 'Repeats every', kind: 'choice', enumeration: INTERVAL_UNITS } as const;
const every = { label: 'How many of these', kind: 'number' } as const;
const most = { label: 'At most each time', kind: 'amount' } as const;

export const repeatFields = {
  recurringUnit: unit,
  recurringEvery: { ...every, min: 1, max: 365 },
  recurringMost: { ...most, min: 0.01, max: 9_999_999.99 },
} as const satisfies Fields;

export const repeatColumns = {
  recurringUnit: { ...unit, nullable: true },
  recurringEvery: { ...every, nullable: true },
  recurringMost: { ...most, nullable: true },
} as const satisfies Columns;

export const REPEAT_HINTS = {
  recurringUnit: 'Empty: it is paid once. Otherwise the shopper agrees to it at checkout.',
  recurringEvery: '3 with Month is every quarter. Empty: 1.',
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
