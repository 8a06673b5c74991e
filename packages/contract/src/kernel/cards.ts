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
