import type { Enumeration } from './kernel/enumeration.ts';

/** Why a payment failed, in words that everybody may read; and in fewer, where a list has them beside a status. */
const REASONS = {
  'The acquirer declined the refund': 'Refund declined',
  'The bank declined the payment': 'The bank declined it',
  'The bank asks the customer to confirm it': 'Confirmation required',
  'Stopped by the customer at their bank': 'Stopped by the customer',
  'The bank wants to speak with the card holder': 'The bank wants a call',
  'The acquirer does not know the merchant': 'Merchant unknown',
  'The bank declined it and gives no reason': 'The bank gives no reason',
  'The bank could not handle the payment': 'Not handled by the bank',
  'The bank does not allow this kind of payment': 'Not allowed by the bank',
  'The bank does not accept this amount': 'Amount not accepted',
  'The card number is wrong': '',
  'No bank knows this card': '',
  'The bank asks to try again': 'Bank asks to try again',
  'The bank could not read the request': 'Request not readable',
  'The account of the card is closed': 'The account is closed',
  'There is not enough money on the card': 'Insufficient funds',
  'The card has expired': '',
  'The PIN was wrong': '',
  'The card is not allowed for this kind of payment': 'Not allowed for this card',
  'The merchant may not take such payments': 'Merchant not allowed',
  'The amount exceeds the card’s limit': 'Over the card’s limit',
  'The card is restricted': '',
  'The acquirer did not answer in time': 'No answer in time',
  'The PIN was wrong too often': 'PIN wrong too often',
  'The card has not been activated': 'Card not activated',
  'The security code is wrong': 'Wrong security code',
  'The customer’s bank could not be reached': 'Bank not reached',
  'The law does not allow this payment': 'Not allowed by law',
  'The bank has this payment already': 'Duplicate at the bank',
  'A fault at the bank stopped the payment': 'Fault at the bank',
  'The bank could not identify the customer': 'Customer not identified',
  'The customer stopped all recurring payments': 'Customer stopped all',
  'A risk rule refused the payment': 'Refused by a rule',
  'Refused after review': '',
  'The acquirer did not let go of the money': 'Money not let go',
  'Cancelled before its money was taken': 'The money was let go',
  'The bank stopped the recurring payment': 'Stopped by the bank',
  'The acquirer declined it': '',
  'A technical fault stopped the payment': 'Technical fault',
  'The payment failed, and no reason was given': 'No reason known',
  'It was declined, and no reason was given': 'No reason given',
  'The recurring payment is blocked': 'Recurring payment blocked',
  'The customer left before paying': 'The customer left',
} as const;

export type Reason = keyof typeof REASONS;

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

/** Every reason by its name in a list's words, for its rows and its filter. */
export const FAILURES: Enumeration = Object.fromEntries(
  (Object.keys(REASONS) as Reason[]).map((reason) => [
    failureName(reason),
    REASONS[reason] || reason,
  ]),
);
