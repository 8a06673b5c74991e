import { ONE_CURRENCY } from '@paydesk/contract/kernel/enumeration.ts';
import { formatAmount, fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import { valueWords } from '../../ui/value-words.ts';
import type { AnyRow } from './cells.tsx';
import type { AnyResource } from './useList.ts';

/** What some rows of a list come to, by the amount that its totals sum: '1'234.00 EUR'; null where it has none. */
export function sumsOf({ totals }: AnyResource, rows: readonly AnyRow[]): string | null {
  if (!totals) return null;
  const { of, back } = totals;
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const cents = toCents(valueWords(row[of])) ?? 0n;
    const currency = valueWords(row.currency ?? ONE_CURRENCY);
    const goesBack = back?.values.includes(valueWords(row[back.key]));
    sums.set(currency, (sums.get(currency) ?? 0n) + (goesBack ? -cents : cents));
  }
  return [...sums]
    .map(([currency, cents]) => `${formatAmount(fromCents(cents))} ${currency}`)
    .join(', ');
}
