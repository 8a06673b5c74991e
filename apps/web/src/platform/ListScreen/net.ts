import type { TotalsAnswer } from '@paydesk/contract/kernel/totals.ts';

export type Total = TotalsAnswer['totals'][number];

/** A sum without a float between: the figures have two places each. */
const asCents = (sum: number) => BigInt(sum.toFixed(2).replace('.', ''));
export const cents = ({ sum }: Total) => asCents(sum);
export const alsoCents = (parts: readonly Total[], name: string) =>
  parts.reduce((sum, { also }) => sum + asCents(also?.[name] ?? 0), 0n);

/**
 * What is left of money that went either way, without what of each is `undone`; null where all of it went one way, or
 * in several currencies.
 */
export function netOf(
  money: readonly Total[],
  undone: string | undefined,
  goesBack: (of: Total) => boolean,
): bigint | null {
  const ways = new Set(money.map(goesBack));
  const currencies = new Set(money.map(({ by }) => by.currency));
  if (!undone || ways.size < 2 || currencies.size > 1) return null;
  return money.reduce((sum, of) => {
    const left = cents(of) - alsoCents([of], undone);
    return goesBack(of) ? sum - left : sum + left;
  }, 0n);
}
