import { shortCard } from '../../kernel/cards.ts';
import { ORDER_SHUT } from '../../kernel/order-statuses.ts';
import { paidAndGone, paidWords, refundOf } from '../../kernel/paid.ts';
import type { Answer } from '../../kernel/story.ts';
import { heldAnswer } from '../../held.ts';
import { lastTryAnswer } from '../../last-try.ts';
import { isLent } from '../../lending.ts';
import { loanWords, payingAnswer } from '../../loan-stage.ts';
import { CANCELLED_BY_STAFF, EXPIRED, type Purchase } from '../purchases.ts';

/** To the merchant itself the merchant is ‘you’. */
const toThem = (others: string): Pick<Answer, 'for'> => ({
  for: { asks: { anyOf: ['READ_ANY_PURCHASE'] }, others },
});
const THEIRS_FAILED =
  'Your callback address did not take the last message: it is sent again by itself.';

/** How a purchase stands, why, and what can be done, as its screen begins. */
export function purchaseAnswer(one: Purchase): Answer | null {
  const { lastCallbackStatus, loanStatus, cardPan } = one;
  const loan = Boolean(loanStatus && isLent(loanStatus));
  const told: string | null =
    lastCallbackStatus?.name === 'ERROR'
      ? 'The merchant’s address did not take the last callback: it is tried again, or resent by hand.'
      : null;
  const says = { nextStep: told ?? '', ...(told && toThem(THEIRS_FAILED)) };
  // nobody is asked to pay what its order is closed to, or its page
  const shut = SHUT[one.orderStatus ?? ''] ?? (one.givenUp ? GIVEN_UP : undefined);
  switch (one.status.name) {
    case 'SETTLED':
      if (one.markedByHand)
        return {
          tone: 'warning',
          reason: 'Its payment was marked as successful: the acquirer does not have the money',
          nextStep: 'What is refunded another way can be marked as refunded.',
        };
      return {
        tone: told ? 'warning' : 'success',
        reason: paidWords(
          loan ? ' by a loan' : cardPan ? ` by card ${shortCard(cardPan)}` : '',
          one.paidAmount,
          one,
        ),
        ...(told === null ? refundOf(loan ? 'its loan' : 'its payment', one) : says),
      };
    case 'REFUNDED':
      return {
        tone: 'ended',
        reason: paidAndGone(one),
        ...(told === null ? { nextStep: 'Nothing is left to do.' } : says),
      };
    case 'DECLINED': {
      const why = shut || told ? null : lastTryAnswer(one);
      if (why?.tone === 'error') return why;
      return {
        tone: 'error',
        reason: 'Declined: nothing was taken',
        ...(told === null
          ? {
              nextStep: `Its transactions say why; ${shut ? 'the shopper orders again' : 'the shopper can be asked for another card'}.`,
            }
          : says),
      };
    }
    case 'CANCELLED':
      return {
        tone: 'ended',
        reason: ENDED[one.reasonCode ?? ''] ?? 'Cancelled: it can’t be paid any more',
        ...(one.reasonNote
          ? { nextStep: one.reasonNote }
          : told
            ? says
            : lastCallbackStatus
              ? {
                  nextStep: 'The merchant has been told.',
                  ...toThem('Your system has been told.'),
                }
              : { nextStep: 'Nothing is left to do.' }),
      };
    case 'UNSIGNED':
    case 'SIGNED': {
      if (one.held) return heldAnswer(one.held);
      if (shut)
        return {
          tone: 'ended',
          reason: `${shut}: it can’t be paid any more`,
          ...(told === null
            ? { nextStep: 'The shopper orders again; nothing is left to do here.' }
            : says),
        };
      if (one.beingPaid) return payingAnswer(one);
      if (one.downPaymentOf)
        return (
          lastTryAnswer(one) ?? {
            tone: 'info',
            reason: 'Down payment of a loan, not recorded as paid',
            nextStep: 'The lender says whether it was made; see its loan.',
            leads: 'its loan',
          }
        );
      return (
        lastTryAnswer(one) ?? {
          tone: 'info',
          reason: loanWords(one) ?? 'Nobody has paid it yet',
          nextStep:
            'It is waiting for the shopper until it expires; until then it can be cancelled.',
        }
      );
    }
  }
}

const GIVEN_UP = 'Its payment was cancelled';
const SHUT: Readonly<Record<string, string>> = ORDER_SHUT;

const ENDED: Readonly<Record<string, string>> = {
  [CANCELLED_BY_STAFF]: 'Cancelled by staff: it can’t be paid any more',
  [EXPIRED]: 'Expired: nobody paid it in time',
};
