/**
 * Money is bigint cents in code and in the database and a decimal number on the wire (SB-50).
 * The digits are read as text, so that no float is ever summed or scaled.
 */

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,2}))?$/;

/** 12.5 → 1250n; null when it is no decimal with at most 2 places. */
export function toCents(decimal: number | string): bigint | null {
  const match = DECIMAL.exec(String(decimal));
  if (!match) return null;
  const cents = BigInt(match[2]!) * 100n + BigInt((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -cents : cents;
}

/** 1250n → 12.5, the number that prints back as the same cents. */
export function fromCents(cents: bigint): number {
  return Number(cents) / 100;
}

/** What is left of an amount, counted in cents: 0.8 less 0.7 and 0.1 is 0. */
export const less = (from: number, ...parts: number[]): number =>
  fromCents(parts.reduce((cents, part) => cents - (toCents(part) ?? 0n), toCents(from) ?? 0n));

/** Amounts together, counted in cents: 0.1 and 0.2 are 0.3. */
export const together = (...parts: number[]): number =>
  fromCents(parts.reduce((cents, part) => cents + (toCents(part) ?? 0n), 0n));

/** 1234567.5 → "1'234'567.50"; null → "0.00" (FC-06..08). */
export function formatAmount(amount: number | null | undefined): string {
  const cents = toCents((amount ?? 0).toFixed(2)) ?? 0n;
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, "'");
  return `${cents < 0n ? '-' : ''}${whole}.${digits.slice(-2)}`;
}

/** '1.000', as many write a thousand, and never to be taken for one. */
export const mayBeThousands = (input: string): boolean => /\d[.,]\d\d0\s*$/.test(input);

/** What a person types: point or comma, apostrophes and spaces ignored (AM-52). Null when it is no number, or may be another. */
export function parseAmount(input: string): number | null {
  if (mayBeThousands(input)) return null;
  const plain = input.replace(/['’\s]/g, '').replace(',', '.');
  return /^-?\d{1,15}(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : null;
}

/** What was typed as an amount, as screens show it; what is none, or may be another, as it was typed. */
export function shownAmount(typed: string): string {
  const amount = parseAmount(typed);
  return amount === null || toCents(amount) === null ? typed : formatAmount(amount);
}

/** '12.50 EUR' of what is typed as the amount of a form; null while that is no amount. */
export function typedAmount(
  { amount }: Readonly<Record<string, unknown>>,
  currency: string,
): string | null {
  const typed = parseAmount(String(amount ?? ''));
  return typed === null ? null : `${formatAmount(typed)} ${currency}`;
}
