import { BIN_SCHEMES, shortCard } from './cards.ts';

export type Scheme = Exclude<keyof typeof BIN_SCHEMES, 'OTHER'>;

/** How each scheme's numbers begin, which is no other's way, and how long they are. */
const SCHEMES: Readonly<Record<Scheme, readonly [begins: string, lengths: readonly number[]]>> = {
  VISA: ['4', [13, 16, 19]],
  // 51 to 55, 2221 to 2720
  MASTERCARD: ['5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720', [16]],
  AMEX: ['3[47]', [15]],
  DINERS: ['30[0-5]|3095|36|3[89]', [14, 15, 16, 17, 18, 19]],
  DISCOVER: ['6011|64[4-9]|65', [16, 17, 18, 19]],
  // 3528 to 3589
  JCB: ['35(2[89]|[3-8])', [16, 17, 18, 19]],
  UNIONPAY: ['62|81', [16, 17, 18, 19]],
  MAESTRO: ['50|5[6-8]|6304|639|67', [13, 14, 15, 16, 17, 18, 19]],
};

/**
 * What a number of the scheme looks like, whole or masked, as an expression that PostgreSQL reads too. Of which only
 * the last four digits are known it is none: they say nothing of how it begins.
 */
export const beginningOf = (scheme: Scheme): string => `^(?=\\d{6})(${SCHEMES[scheme][0]})`;

const KNOWN = Object.entries(SCHEMES).map(([scheme, [, lengths]]) => ({
  scheme: scheme as Scheme,
  begins: new RegExp(beginningOf(scheme as Scheme)),
  lengths,
}));

/** Whether so many digits that begin so may be a scheme's. */
export const isOfScheme = (digits: string): boolean =>
  KNOWN.some(({ begins, lengths }) => lengths.includes(digits.length) && begins.test(digits));

/** Whose card it is, by its masked number; null where that does not say it. */
export const schemeOf = (masked: string): Scheme | null =>
  KNOWN.find(({ begins }) => begins.test(masked))?.scheme ?? null;

/** 'Visa •• 6017' where there is room for it. */
export function namedCard(pan: string | null): string | null {
  const scheme = pan && schemeOf(pan);
  return scheme ? `${BIN_SCHEMES[scheme]} ${shortCard(pan)}` : shortCard(pan);
}
