import type { RowOf } from '../../kernel/columns.ts';
import { formatAmount } from '../../kernel/money.ts';
import { record, recordAction } from '../../kernel/record.ts';
import { creditRefundRequests } from './lists.ts';
import { CREDIT_REFUND_STATUSES, type CreditRefundStatus } from './refund-words.ts';
import { loanAccess } from '../../kernel/loan-statuses.ts';

/** What is done to a refund request while it waits for the institution (SB-39, LN-36). */

type Request = RowOf<typeof creditRefundRequests.columns>;

/** The part of a request that its rules look at. */
export interface RefundRequestState {
  status: { name: CreditRefundStatus };
  sentDate: string | null;
  cancelAskedDate: string | null;
  unreachable: boolean;
}

const waits = ({ status: { name } }: RefundRequestState, done: string) =>
  name === 'REQUESTED'
    ? null
    : `Only a pending request can be ${done}; the status of this one is ‘${CREDIT_REFUND_STATUSES[name]}’`;

/** Null or why it can't be taken back: what the institution has answered stays (SB-39). */
export const canCancelRequest = (request: RefundRequestState): string | null =>
  waits(request, 'cancelled') ??
  (request.cancelAskedDate === null ? null : 'The institution is asked to cancel it already');

/** Null or why it is not sent again: it goes by itself as long as the institution can be reached. */
export const canSendAgain = (request: RefundRequestState): string | null =>
  waits(request, 'sent again') ??
  (request.unreachable
    ? null
    : request.sentDate === null
      ? 'The institution is about to get it'
      : 'The institution has it: ask what became of it');

/** Null or why it is not asked about now: what it may not have got would be refused for good. */
export const canAskAbout = (request: RefundRequestState): string | null =>
  waits(request, 'asked about') ??
  (request.unreachable
    ? 'The institution could not be reached: send the request again'
    : request.sentDate === null
      ? 'The institution is about to get it'
      : null);

const shared = {
  asks: { anyOf: loanAccess.read, right: 'LOAN_REFUND' },
  serves: 'LN-36, SB-39',
} as const;

export const refundRequest = record({
  of: creditRefundRequests,
  name: 'CreditRefundRequest',
  entity: 'CREDIT_REFUND',
  below: 'consumerCreditId',
  tag: 'Consumer credits',
  fields: {},
  shown: {},
  actions: {
    'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/ask':
      recordAction<Request>({
        ...shared,
        label: 'Ask the institution',
        summary:
          'Ask the institution at once what became of a refund request that it has; it is asked by itself every few minutes',
        audited: 'ASK_CREDIT_REFUND',
        whyNot: canAskAbout,
        success: 'The institution is asked now: what it says shows here in a moment',
      }),
    'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/cancel':
      recordAction<Request>({
        ...shared,
        label: 'Cancel the request',
        summary:
          'Take a refund request back while it waits: at once where it has not been sent, else as the institution answers',
        audited: 'CANCEL_CREDIT_REFUND',
        whyNot: canCancelRequest,
        danger: true,
        dialog: {
          title: ({ amount }) => `Cancel the request for ${formatAmount(amount)} EUR?`,
          consequence: ({ sentDate }) =>
            sentDate
              ? 'The financing institution has the request: it is asked to take it back. Where it has decided already, its decision stands.'
              : 'The financing institution has not got it yet, and never will. Another refund can be requested afterwards.',
          submit: ({ amount }) => `Cancel the request for ${formatAmount(amount)} EUR`,
        },
        success: 'The refund request is cancelled',
        outcome: ({ amount, status }) =>
          status.name === 'CANCELLED'
            ? `The refund of ${formatAmount(amount)} EUR is no longer requested`
            : `The institution is asked to cancel the refund of ${formatAmount(amount)} EUR`,
      }),
    'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/send-again':
      recordAction<Request>({
        ...shared,
        label: 'Send again',
        summary: 'Send a refund request again at once, after the institution could not be reached',
        audited: 'SEND_CREDIT_REFUND',
        whyNot: canSendAgain,
        success: 'The refund request is on its way to the institution',
      }),
  },
});
