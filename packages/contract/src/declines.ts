import { failureName, type Reason } from './failures.ts';
import type { Enumeration } from './kernel/enumeration.ts';
import { ORDER_SHUT } from './kernel/order-statuses.ts';

/** Why a payment failed, and what to do next, in words that everybody may read. */
export interface Failure {
  reason: string;
  nextStep: string;
}

type Row = readonly [reason: Reason, nextStep: string];

const OTHER_CARD = 'Ask the customer to pay with another card.';
const AGAIN = 'Ask the customer to try again in a few minutes.';
const THEIR_BANK = 'Ask the customer to call their bank, or to pay with another card.';
const CHECK_DETAILS = 'Ask the customer to check the card’s details and to try again.';
const STRONGER = 'Ask the customer to pay again and to confirm it in their bank’s app.';
const NEW_MANDATE = 'Ask the customer to agree to a new recurring payment.';
const SUPPORT = 'Tell our support if it happens again.';
const COMPARE =
  'The money may have been taken: compare with the acquirer before the customer pays again.';
const LOOK = 'Look for the first one before the customer pays again.';

/**
 * What the bank's word is for a card that was lost or stolen, or for a suspicion: who sells must not
 * tell that to who stands before them, so everybody reads the same.
 */
const DISCREET: Row = ['The bank declined the payment', THEIR_BANK];

const CONFIRM: Row = ['The bank asks the customer to confirm it', STRONGER];
const STOPPED: Row = ['Stopped by the customer at their bank', NEW_MANDATE];

/** By the code that issuers, schemes and acquirers answer with: ISO 8583, and what schemes added. */
const BY_CODE: Readonly<Record<string, Row>> = {
  '01': ['The bank wants to speak with the card holder', THEIR_BANK],
  '02': ['The bank wants to speak with the card holder', THEIR_BANK],
  '03': ['The acquirer does not know the merchant', SUPPORT],
  '04': DISCREET,
  '05': ['The bank declined it and gives no reason', THEIR_BANK],
  '06': ['The bank could not handle the payment', AGAIN],
  '07': DISCREET,
  '12': ['The bank does not allow this kind of payment', OTHER_CARD],
  '13': [
    'The bank does not accept this amount',
    'Check the amount, then ask the customer to pay again.',
  ],
  '14': ['The card number is wrong', CHECK_DETAILS],
  '15': ['No bank knows this card', CHECK_DETAILS],
  '19': ['The bank asks to try again', AGAIN],
  '30': ['The bank could not read the request', SUPPORT],
  '34': DISCREET,
  '41': DISCREET,
  '43': DISCREET,
  '46': ['The account of the card is closed', OTHER_CARD],
  '51': ['There is not enough money on the card', OTHER_CARD],
  '54': ['The card has expired', OTHER_CARD],
  '55': ['The PIN was wrong', 'Ask the customer to try again.'],
  '57': ['The card is not allowed for this kind of payment', THEIR_BANK],
  '58': ['The merchant may not take such payments', SUPPORT],
  '59': DISCREET,
  '61': ['The amount exceeds the card’s limit', OTHER_CARD],
  '62': ['The card is restricted', THEIR_BANK],
  '63': DISCREET,
  '65': CONFIRM,
  '1A': CONFIRM,
  '68': ['The acquirer did not answer in time', COMPARE],
  '70': CONFIRM,
  '75': ['The PIN was wrong too often', OTHER_CARD],
  '78': ['The card has not been activated', THEIR_BANK],
  '82': ['The security code is wrong', CHECK_DETAILS],
  N7: ['The security code is wrong', CHECK_DETAILS],
  '91': ['The customer’s bank could not be reached', AGAIN],
  '92': ['The customer’s bank could not be reached', AGAIN],
  '93': ['The law does not allow this payment', OTHER_CARD],
  '94': ['The bank has this payment already', LOOK],
  '96': ['A fault at the bank stopped the payment', AGAIN],
  N: [
    'The bank could not identify the customer',
    'Ask the customer to try again, or to pay with another card.',
  ],
  R0: STOPPED,
  R1: STOPPED,
  R3: ['The customer stopped all recurring payments', NEW_MANDATE],
  V3: DISCREET,
};

const REFUSED_HERE = 'The bank was not asked. The customer can pay another way.';
/**
 * Codes of our own, as they are written: a refusal before any bank or acquirer was asked, and what became of money that
 * the bank held.
 */
const BY_OWN_CODE: Readonly<Record<string, Row>> = {
  BLOCKED_BY_RULE: ['A risk rule refused the payment', REFUSED_HERE],
  REVIEW_DECLINED: ['Refused after review', REFUSED_HERE],
  CANCEL_DECLINED: ['The acquirer did not let go of the money', COMPARE],
  NOT_TAKEN: [
    'Cancelled before its money was taken',
    'The bank lets go of the money: nothing was taken. The shopper orders again.',
  ],
};

/** Where the code says nothing: by who refused, else by how it ended. */
const BY_TYPE: Readonly<Record<string, Row>> = {
  ISSUER: ['The bank declined the payment', THEIR_BANK],
  AUTHENTICATION: BY_CODE['N']!,
  RISK: DISCREET,
  RECURRING: ['The bank stopped the recurring payment', NEW_MANDATE],
  ACQUIRER: ['The acquirer declined it', OTHER_CARD],
  TECHNICAL: ['A technical fault stopped the payment', AGAIN],
};

const BY_STATUS: Readonly<Record<string, Row>> = {
  FAILED: ['The payment failed, and no reason was given', AGAIN],
  DECLINED: ['It was declined, and no reason was given', OTHER_CARD],
  RP_BLOCKED: ['The recurring payment is blocked', NEW_MANDATE],
  CANCELLED: ['The customer left before paying', 'Nothing was taken; the customer can pay again.'],
};

/** A refund that the acquirer did not make: nobody's card is at fault. */
const REFUND: Row = [
  'The acquirer declined the refund',
  'Try again, or refund it another way and mark it as refunded.',
];

/**
 * The reason under the title of a payment that came to nothing (AM-96's red and grey), for merchants
 * too: none of the acquirer's own words stand in it (SB-04). Null where nothing went wrong.
 */
export function failureOf(transaction: {
  status: string;
  isRefund: boolean;
  errorType: string | null;
  errorCode: string | null;
  /** How its order ended, or else how its purchase stands. */
  paidFor?: string | null;
}): Failure | null {
  const { status, isRefund, errorType, errorCode, paidFor } = transaction;
  const end = BY_STATUS[status];
  if (!end) return null;
  const [reason, nextStep] = isRefund
    ? REFUND
    : (errorCode && BY_OWN_CODE[errorCode]) ||
      (status !== 'CANCELLED' &&
        ((errorCode && BY_CODE[errorCode.toUpperCase()]) || (errorType && BY_TYPE[errorType]))) ||
      end;
  const closed = isRefund || STAYS.has(nextStep) ? null : CLOSED[paidFor ?? ''];
  return { reason, nextStep: closed ?? nextStep };
}

/** What is to be done whatever came of the order; all else asks for another payment. */
const STAYS: ReadonlySet<string> = new Set([SUPPORT, COMPARE, LOOK]);
const shut = (what: string) => `${what} and can’t be paid any more; the shopper orders again.`;
const CLOSED: Readonly<Record<string, string>> = {
  REJECTED: shut(ORDER_SHUT.REJECTED),
  EXPIRED: shut(ORDER_SHUT.EXPIRED),
  CANCELLED: shut('Its purchase is cancelled'),
  PAID: 'Its order has been paid since: nothing is left to do.',
  SETTLED: 'Its purchase has been paid since: nothing is left to do.',
};

const keyOf = ([reason]: Row) => failureName(reason);
const keysOf = (rows: Readonly<Record<string, Row>>) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, keyOf(row)]));

const EVERY = [BY_CODE, BY_OWN_CODE, BY_TYPE, BY_STATUS, { REFUND }].flatMap((rows) =>
  Object.values<Row>(rows),
);

/** What each is called where there is room for a sentence, and what to do about it, by its name. */
export const FAILURE_REASONS: Enumeration = Object.fromEntries(
  EVERY.map((row) => [keyOf(row), row[0]]),
);
export const FAILURE_STEPS: Enumeration = Object.fromEntries(
  EVERY.map((row) => [keyOf(row), row[1]]),
);

/** The names by code, type and status in the order of `failureOf`, for the statement that finds the rows of one. */
export const failureKeys = () => ({
  refund: keyOf(REFUND),
  byCode: keysOf(BY_CODE),
  byOwnCode: keysOf(BY_OWN_CODE),
  byType: keysOf(BY_TYPE),
  byStatus: keysOf(BY_STATUS),
});

/** What whoever pays is told to do, by what whoever sells is told. */
const SHOPPERS_STEP: Readonly<Record<string, string>> = {
  [OTHER_CARD]: 'Please use another card.',
  [AGAIN]: 'Please try again in a few minutes.',
  [THEIR_BANK]: 'Please use another card, or call your bank.',
  [CHECK_DETAILS]: 'Please check the card’s details, and try again.',
  [STRONGER]: 'Please try again, and confirm it in your bank’s app.',
};
const SHOPPERS_REASON: Readonly<Record<string, string>> = {
  [BY_CODE['N']![0]]: 'Your bank could not tell that it was you',
  [BY_CODE['65']![0]]: 'Your bank asks you to confirm the payment',
  [BY_CODE['91']![0]]: 'Your bank could not be reached',
};
/** What is the shopper's to know: what the card holder can mend. All else is 'declined'. */
const SHOPPERS_CODES = /^(13|14|15|46|51|54|55|57|61|65|1A|70|75|78|82|N7|91|92|96|06|19|N)$/;

/** The same for whoever pays: nothing of a suspicion, nor of what is wrong between shop and acquirer. */
export function shoppersFailureOf(errorCode: string | null): Failure {
  const code = errorCode?.toUpperCase() ?? '';
  const [reason, nextStep] = (SHOPPERS_CODES.test(code) && BY_CODE[code]) || DISCREET;
  return {
    reason: SHOPPERS_REASON[reason] ?? reason.replace(/^The bank\b/, 'Your bank'),
    nextStep: SHOPPERS_STEP[nextStep] ?? SHOPPERS_STEP[OTHER_CARD]!,
  };
}

/** What a charge that nobody sits at can hope for: soft ones may pass later, hard ones never, revoked ones must not be tried. */
export type DeclineKind = 'SOFT' | 'HARD' | 'REVOKED';

/** No bank approves these however often it is asked; schemes fine who tries. Among them what needs the payer. */
const HARD = /^(03|04|07|12|14|15|41|43|46|54|57|58|59|62|63|75|78|82|N7|93|1A|70|34|V3)$/;

/** A code that nobody knows is soft: it costs a try, where a hard one would cost the merchant a customer. */
export function declineKind(code: string | null): DeclineKind {
  const known = code?.toUpperCase() ?? '';
  return /^R[013]$/.test(known) ? 'REVOKED' : HARD.test(known) ? 'HARD' : 'SOFT';
}
