import { less } from '../../kernel/money.ts';
import { paidAndGone, paidWords, refundOf } from '../../kernel/paid.ts';
import type { Answer } from '../../kernel/story.ts';
import { heldAnswer } from '../../held.ts';
import { lastTryAnswer } from '../../last-try.ts';
import { loanWords, payingAnswer } from '../../loan-stage.ts';
import { ORDER_REJECT_REASONS, type Order } from '../orders.ts';
import { approveOrder } from './decide.ts';

const WAITS = 'Whoever has its payment page can pay it.';

/** By its shopper, or with its purchase by staff: its page takes nothing. */
const GIVEN_UP: Answer = {
  tone: 'ended',
  reason: 'It can’t be paid any more: its payment was cancelled',
  nextStep: 'The shopper orders again; this one expires by itself.',
};

/** How the loan stands that is to pay it; null: it is to be paid in another way, or is. */
const ofLoan = (one: Order): string | null =>
  !one.loanStatus && one.paymentMethod === 'CONSUMER_CREDIT'
    ? 'Nobody has applied for its loan yet'
    : loanWords(one);

/** How an order stands, why, and what can be done, as its screen begins. */
export function orderAnswer(one: Order): Answer | null {
  const { paidAmount, refundedAmount, reversedAmount } = one;
  const kept = less(paidAmount, refundedAmount, reversedAmount);
  if (one.beingPaid && one.status.name !== 'PAID')
    return one.held
      ? heldAnswer(
          one.held,
          one.status.name === 'PENDING'
            ? 'Approving the order does not do that: it is decided by itself.'
            : 'The order itself needs no approval.',
        )
      : payingAnswer(one);
  const loan = ofLoan(one);
  const first = loan ? `${loan}. ` : '';
  // asked for by a loan that failed, it was paid another way
  const lent = one.paymentMethod === 'CONSUMER_CREDIT' && one.loanStatus !== 'FAILED';
  switch (one.status.name) {
    case 'PAID':
      if (paidAmount > 0 && kept <= 0)
        return {
          tone: 'ended',
          reason: paidAndGone(one),
          nextStep: 'Nothing is left to refund.',
        };
      return {
        tone: 'success',
        reason: paidWords(lent ? ' by a loan' : '', paidAmount, one),
        ...refundOf(lent ? 'its loan' : 'its payment', one),
      };
    case 'REJECTED':
      return {
        tone: 'error',
        reason: `Rejected${one.rejectReasonCode ? `: ${ORDER_REJECT_REASONS[one.rejectReasonCode].toLowerCase()}` : ''}`,
        nextStep: 'It can’t be paid any more; the shopper orders again.',
      };
    case 'EXPIRED':
      if (one.superseded)
        return {
          tone: 'ended',
          reason: 'Expired: another order was begun under its external id',
          nextStep: 'Nothing is left to do.',
        };
      return {
        tone: 'ended',
        reason: one.paidElsewhere
          ? 'Expired: its payment link was paid by another order'
          : 'Expired: nobody paid it in time',
        nextStep: one.paidElsewhere ? 'Nothing is left to do.' : 'The shopper orders again.',
      };
    case 'PENDING':
      if (one.paymentState === 'cancelled') return GIVEN_UP;
      return {
        tone: 'warning',
        reason: 'Nobody has decided yet whether it may be paid',
        nextStep: `${first}Approve it, or reject it.`,
        for: {
          asks: approveOrder.asks,
          others: `${first}An administrator approves it, or rejects it.`,
        },
      };
    case 'VERIFIED':
    case 'DRAFT':
      if (one.paidElsewhere)
        return {
          tone: 'ended',
          reason: 'It can’t be paid any more: its payment link was paid by another order',
          nextStep: 'Nothing is left to do; it expires by itself.',
        };
      if (one.paymentState === 'cancelled') return GIVEN_UP;
      return (
        lastTryAnswer(one) ?? {
          tone: 'info',
          reason:
            one.status.name === 'DRAFT'
              ? 'Its shopper has begun it and not paid it yet'
              : 'Not paid yet',
          nextStep: `${first}${one.paymentUrl ? WAITS : 'It is waiting for the shopper.'}`,
        }
      );
  }
}
