import type { TotalsAnswer } from '@paydesk/contract/kernel/totals.ts';

export type Total = TotalsAnswer['totals'][number];

/** A sum without a float between: the figures have two places each. */
const asCents = (sum: number) => BigInt(sum.toFixed(2).replace('.', ''));
export const cents = ({ sum }: Total) => asCents(sum);
export const alsoCents = (parts: readonly Total[], name: string) =>
  parts.reduce((sum, { also }) => sum + asCents(also?.[name] ?? 0), 0n);

/** One line of what is left: what a kind came to, or what of it was undone. */
export interface Step {
  of: Total;
  undone: boolean;
  sum: bigint;
}

/**
 * What is left of money that went either way, in the steps that it adds up from; null where all of it went one way, or
 * in several currencies. What moved no money here is no part of it, as it is on no business day (SB-17).
 */
export function netOf(
  all: readonly Total[],
  back: { key: string; values: readonly string[]; undone?: string; elsewhere?: readonly string[] },
): { steps: Step[]; net: bigint } | null {
  const kindOf = ({ by }: Total) => by[back.key]!;
  const money = all.filter((of) => !back.elsewhere?.includes(kindOf(of)));
  const kinds = Map.groupBy(money, kindOf);
  const ways = new Set([...kinds.keys()].map((kind) => back.values.includes(kind)));
  const currencies = new Set(money.map(({ by }) => by.currency));
  const { undone } = back;
  if (!undone || ways.size < 2 || currencies.size > 1) return null;
  const steps = [...kinds].flatMap(([kind, parts]) => {
    const sign = back.values.includes(kind) ? -1n : 1n;
    const of = parts[0]!;
    const sum = parts.reduce((whole, part) => whole + cents(part), 0n);
    const taken = alsoCents(parts, undone);
    const whole = { of, undone: false, sum: sign * sum };
    return taken ? [whole, { of, undone: true, sum: -sign * taken }] : [whole];
  });
  return { steps, net: steps.reduce((left, { sum }) => left + sum, 0n) };
}
