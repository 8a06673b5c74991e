import type { Enumeration } from './kernel/enumeration.ts';

/** Why a payment failed, in words that everybody may read and that two lines of a list have room for. */
const REASONS = [
  'The acquirer declined the refund',
  'The bank declined the payment',
  'The bank asks the customer to confirm it',
  'Stopped by the customer at their bank',
  'The bank wants to speak with the card holder',
  'The acquirer does not know the merchant',
  'The bank declined it and gives no reason',
  'The bank could not handle the payment',
  'The bank does not allow this kind of payment',
  'The bank does not accept this amount',
  'The card number is wrong',
  'No bank knows this card',
  'The bank asks to try again',
  'The bank could not read the request',
  'The account of the card is closed',
  'There is not enough money on the card',
  'The card has expired',
  'The PIN was wrong',
  'The card is not allowed for this kind of payment',
  'The merchant may not take such payments',
  'The amount exceeds the card’s limit',
  'The card is restricted',
  'The acquirer did not answer in time',
  'The PIN was wrong too often',
  'The card has not been activated',
  'The security code is wrong',
  'The customer’s bank could not be reached',
  'The law does not allow this payment',
  'The bank has this payment already',
  'A fault at the bank stopped the payment',
  'The bank could not identify the customer',
  'The customer stopped all recurring payments',
  'A risk rule refused the payment',
  'Refused after review',
  'The bank stopped the recurring payment',
  'The acquirer declined it',
  'A technical fault stopped the payment',
  'The payment failed, and no reason was given',
  'It was declined, and no reason was given',
  'The recurring payment is blocked',
  'The customer left before paying',
] as const;

export type Reason = (typeof REASONS)[number];

/** Of those that were said in more words before: links and saved views have these names. */
const NAMED: Readonly<Partial<Record<Reason, string>>> = {
  'The bank asks the customer to confirm it': 'THE_BANK_ASKS_FOR_A_CONFIRMATION_BY_THE_CUSTOMER',
  'Stopped by the customer at their bank':
    'THE_CUSTOMER_STOPPED_THIS_RECURRING_PAYMENT_AT_THEIR_BANK',
  'The bank declined it and gives no reason': 'THE_BANK_DECLINED_THE_PAYMENT_AND_GIVES_NO_REASON',
  'The merchant may not take such payments': 'THE_MERCHANT_IS_NOT_ALLOWED_THIS_KIND_OF_PAYMENT',
  'The bank could not identify the customer': 'THE_CUSTOMER_COULD_NOT_BE_IDENTIFIED_BY_THEIR_BANK',
  'The customer stopped all recurring payments':
    'THE_CUSTOMER_STOPPED_ALL_RECURRING_PAYMENTS_OF_THE_CARD',
  'It was declined, and no reason was given': 'THE_PAYMENT_WAS_DECLINED_AND_NO_REASON_WAS_GIVEN',
  'The customer left before paying': 'THE_CUSTOMER_LEFT_THE_PAYMENT_PAGE_BEFORE_PAYING',
  'The acquirer declined the refund': 'THE_ACQUIRER_DECLINED_THE_REFUND_NO_MONEY_WAS_RETURNED',
};

/** By what the filter of a list has it. */
export const failureName = (reason: Reason): string =>
  NAMED[reason] ?? reason.toUpperCase().replaceAll(/[^A-Z]+/g, '_');

/** Every reason by its name, for the filter of a list. */
export const FAILURES: Enumeration = Object.fromEntries(
  REASONS.map((reason) => [failureName(reason), reason]),
);
