import type { Enumeration } from './enumeration.ts';

/** What a card is, whoever speaks of it: a customer's card, or a range of card numbers. */
export const CARD_TYPES = {
  DEBIT: 'Debit',
  CREDIT: 'Credit',
  PREPAID: 'Prepaid',
} as const satisfies Enumeration;

export const PAYMENT_SCHEMES = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMEX: 'American Express',
} as const satisfies Enumeration;

type PaymentScheme = keyof typeof PAYMENT_SCHEMES;

/** What each scheme is called, in small letters: 'american express' and 'amex'. */
export const SCHEME_NAMES: readonly (readonly [PaymentScheme, readonly string[]])[] = (
  Object.entries(PAYMENT_SCHEMES) as [PaymentScheme, string][]
).map(([scheme, words]) => [scheme, [words.toLowerCase(), scheme.toLowerCase()]]);

/** Whose cards are meant by 'visa', 'amex' or 'American Express'; null where it is no scheme's name. */
export const schemeCalled = (words: string): PaymentScheme | null =>
  SCHEME_NAMES.find(([, names]) => names.includes(words.toLowerCase()))?.[0] ?? null;

/** Whose a range of card numbers may be, though no card of it is taken here. */
export const BIN_SCHEMES = {
  ...PAYMENT_SCHEMES,
  MAESTRO: 'Maestro',
  DISCOVER: 'Discover',
  DINERS: 'Diners Club',
  JCB: 'JCB',
  UNIONPAY: 'UnionPay',
  OTHER: 'Other',
} as const satisfies Enumeration;

/** '04/28' of '2028-04', as cards have it. */
export const expiryWords = (month: string): string => `${month.slice(5)}/${month.slice(2, 4)}`;

/** '•• 6017', where the card is known. */
export const shortCard = (pan: string | null): string | null => pan && `•• ${pan.slice(-4)}`;
