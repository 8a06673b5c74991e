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

/** Whose cards are meant by 'visa', 'amex' or 'American Express'; null where it is no scheme's name. */
export const schemeCalled = (words: string): keyof typeof PAYMENT_SCHEMES | null =>
  (Object.keys(PAYMENT_SCHEMES) as (keyof typeof PAYMENT_SCHEMES)[]).find((name) =>
    [name, PAYMENT_SCHEMES[name]].some((one) => one.toLowerCase() === words.toLowerCase()),
  ) ?? null;

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
