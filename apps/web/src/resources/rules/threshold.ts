import { ONE_CURRENCY } from '@paydesk/contract/kernel/enumeration.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  ruleField,
  type RuleCondition,
  type RuleFieldName,
} from '@paydesk/contract/resources/rules/conditions.ts';
import { formatCount } from '../../platform/format.ts';

/** What one of a number is of which a field counts several, and within how long. */
const UNITS: Partial<Record<RuleFieldName, readonly [one: string | null, within?: string]>> = {
  customerAge: ['year'],
  customerDays: ['day'],
  countHour: ['payment', 'an hour'],
  countDay: ['payment', 'a day'],
  countMonth: ['payment', 'in 30 days'],
  sumHour: [null, 'an hour'],
  sumDay: [null, 'a day'],
  sumMonth: [null, 'in 30 days'],
  cardsDay: ['card', 'a day'],
};

/** '5'000.00 EUR', '10 payments an hour': the first number that a rule has as its limit; null where it has none. */
export function thresholdWords(conditions: readonly RuleCondition[]): string | null {
  const first = conditions.find(({ value }) => typeof value === 'number');
  if (!first) return null;
  const { field, value } = first as { field: RuleFieldName; value: number };
  const [one, within] = UNITS[field] ?? [];
  const words =
    ruleField(field)?.kind === 'amount'
      ? [formatAmount(value), ONE_CURRENCY]
      : [formatCount(value), one && (value === 1 ? one : `${one}s`)];
  return [...words, within].filter(Boolean).join(' ');
}
