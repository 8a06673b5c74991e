import { MOST_INTERVALS, type IntervalUnit } from '@paydesk/contract/intervals.ts';
import { toCents } from '@paydesk/contract/kernel/money.ts';
import { invalid } from '../../platform/errors.ts';

/** How often what a checkout begins is paid again. */
export interface Repeated {
  unit: IntervalUnit;
  every: number;
  mostCents: bigint;
}

interface Given {
  recurringUnit?: IntervalUnit | null | undefined;
  recurringEvery?: number | null | undefined;
  recurringMost?: number | null | undefined;
}

/** Null where it is paid once; a 400 for what makes no sense. */
export function repeatsOf(given: Given, amountCents: bigint): Repeated | null {
  const { recurringUnit: unit, recurringEvery: every, recurringMost: most } = given;
  if (!unit) {
    if (every || most)
      throw invalid('recurringUnit', 'Say whether it repeats by days, weeks or months');
    return null;
  }
  const count = every || 1;
  if (count > MOST_INTERVALS[unit])
    throw invalid('recurringEvery', `At most ${MOST_INTERVALS[unit]}: about a year`);
  const mostCents = most ? toCents(most)! : amountCents;
  if (mostCents < amountCents)
    throw invalid('recurringMost', 'It can’t be less than what is paid now');
  return { unit, every: count, mostCents };
}
