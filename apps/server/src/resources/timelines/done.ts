import { formatAmount } from '@paydesk/contract/kernel/money.ts';

/** What a shopper does on the way to a payment; which stage that led to is told by the payment itself. */
export const STEPS: Readonly<Record<string, string>> = {
  GIVE_DETAILS: 'The shopper gave their details',
  BEGIN_PAYMENT: 'The shopper went on to the card',
  CONTINUE_PAYMENT: 'The shopper went on with the payment',
};

/** What was done to a record: the audit log calls it as its button does, a story says that it happened. */
export const DONE: Readonly<Record<string, string>> = {
  OPEN_CHECKOUT: 'Checkout opened',
  CANCEL_CHECKOUT: 'The shopper abandoned the payment',
  CREATE_ORDER: 'Order made',
  PAY_ORDER: 'Order paid',
  EXPIRE_ORDER: 'Order expired',
  APPROVE_ORDER: 'Order approved',
  REJECT_ORDER: 'Order rejected',
  EDIT_COMMENT: 'Comment changed',
  CANCEL: 'Cancelled',
  CAPTURE: 'Captured',
  CONFIRM_PAYMENT: 'The acquirer has its money',
  PASS_REVIEW: 'Approved after review',
  REFUSE_REVIEW: 'Refused after review',
  TAKE_REVIEW: 'Review assigned',
  GIVE_BACK_REVIEW: 'Review unassigned',
  ASSIGN_REVIEW: 'Review handed over',
  TAKE_LOAN_REVIEW: 'Review assigned',
  GIVE_BACK_LOAN_REVIEW: 'Review unassigned',
  ASSIGN_LOAN_REVIEW: 'Review handed over',
  READ_RECEIPT: 'Receipt read',
  READ_DOCUMENT: 'Document read',
  RESEND_CALLBACK: 'Callback sent again',
  CONTINUE_LOAN: 'Loan went on',
  ASK_LOAN_AGAIN: 'Institution asked again',
  ASK_LOAN_REVIEW: 'Review asked for',
  REVIEW_LOAN: 'Loan reviewed',
  SEND_LOAN_AGAIN: 'Sent to the institutions again',
  CANCEL_LOAN: 'Loan cancelled',
  REPAY_LOAN: 'Early repayment asked for',
  WITHDRAW_LOAN: 'Withdrawal asked for',
  END_LOAN: 'Loan ended',
};

/** What was only asked for, and what the outside said no to: not as its button reads. */
export const NOT_DONE: Readonly<Record<string, string>> = {
  'CANCEL_LOAN PENDING': 'Cancellation asked for',
  'CAPTURE FAILED': 'The acquirer declined the capture',
  'CANCEL FAILED': 'The acquirer did not let go of the money',
};

/** Where a loan has come, as its story tells it. */
export const LOAN_MOVED: Readonly<Record<string, string>> = {
  CUSTOMER_RISK_EVALUATION_SUCCEEDED: 'Passed the risk rules',
  APPLICATION_CREATED: 'Sent to the institutions',
  OFFER_SELECTION: 'Offers received',
  OFFER_CHOSEN: 'The shopper chose an offer',
  SIGNING_DOCUMENTS_PREPARED: 'The agreement is prepared for signing',
  AGREEMENT_DOCUMENT_SIGNED: 'The agreement was signed',
  WAITING_FOR_CONFIRMATION: 'The signed agreement went to the institution',
  CONFIRMED: 'The institution confirmed the loan',
  REFUNDED: 'The whole loan was refunded',
  FAILED: 'The loan failed',
};
export const LOAN_EVENTS: Readonly<Record<string, string>> = {
  OFFERED: 'An institution made an offer',
  DECLINED: 'An institution declined',
  HELD: 'Held by a rule for review',
  AUTHENTICATION_BEGUN: 'The shopper began to prove who they are',
  SIGNING_BEGUN: 'The shopper began to sign',
  AUTHENTICATED: 'The shopper proved who they are',
  SIGNED: 'The agreement was signed',
  CONTRADICTED: 'The institution says something else than before',
  CANCEL_REFUSED: 'The institution does not let it go any more',
  WITHDRAW_REFUSED: 'The institution declined the withdrawal',
  REPAY_REFUSED: 'The institution declined the early repayment',
};

/** Steps of a loan that are done in one of several ways. */
export const BY_METHOD: ReadonlySet<string> = new Set(['AUTHENTICATION_BEGUN', 'SIGNING_BEGUN']);

/** Where the audit log has what was asked for and the answer that came later, each is told as what it is. */
const ASKED: Readonly<Record<string, Readonly<Record<string, (money: string) => string>>>> = {
  CREDIT_REFUND: {
    PENDING: (money) => `Loan refund of ${money} requested`,
    SUCCESS: (money) => `The institution confirmed the loan refund of ${money}`,
    FAILED: (money) => `The institution declined the loan refund of ${money}`,
  },
  CANCEL_CREDIT_REFUND: {
    PENDING: (money) => `Cancellation of the loan refund of ${money} asked for`,
    SUCCESS: (money) => `Request for a loan refund of ${money} cancelled`,
  },
  ASK_CREDIT_REFUND: {
    SUCCESS: (money) => `The institution was asked about the loan refund of ${money}`,
  },
  SEND_CREDIT_REFUND: {
    SUCCESS: (money) => `Request for a loan refund of ${money} sent again`,
  },
};

/** Of what is asked of an institution; `only`: it has not answered, as where a request is to be taken back. */
export interface Asked {
  amount: number;
  only: boolean | null;
  answered: boolean;
  refused: string | null;
}

export const askedWords = (action: string, status: string, { amount, only }: Asked): string =>
  ASKED[action]![only ? 'PENDING' : status]!(`${formatAmount(amount)} EUR`);
