import { lineTax } from '../../kernel/tax.ts';

export interface TotalLine {
  /** Of one, tax included. */
  grossCents: bigint;
  /** 21n for 0.21. */
  rateHundredths: bigint;
  count: bigint;
}

/** The one sum of all amounts of a widget, by form and server alike (AM-71). */
export function widgetTotals(items: readonly TotalLine[]): {
  totalCents: bigint;
  taxCents: bigint;
  amountCents: bigint;
} {
  let totalCents = 0n;
  let taxCents = 0n;
  for (const { grossCents, rateHundredths, count } of items) {
    const line = grossCents * count;
    totalCents += line;
    taxCents += lineTax(line, rateHundredths);
  }
  return { totalCents, taxCents, amountCents: totalCents - taxCents };
}
