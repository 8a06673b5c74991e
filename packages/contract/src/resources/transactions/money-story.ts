import { less } from '../../kernel/money.ts';
import { claimLines, LEFT_BY_DISPUTE } from '../../kernel/paid.ts';
import { moneyLines, type MoneyStory } from '../../kernel/story.ts';
import type { Told } from './story.ts';

/** What became of the money of a payment or a refund. */

/** What the bank claims, and what it has taken; nothing any more once the dispute is won. */
function claimsOf({ dispute, claimedAmount, lostAmount = 0 }: Told) {
  if (!dispute || dispute === 'WON') return [];
  return claimLines(
    { claimedAmount, lostAmount: dispute === 'LOST' ? claimedAmount : lostAmount },
    'Lost in the dispute',
    'Claimed back by the payer’s bank',
  );
}

const LEFT_BESIDE = { OPEN: LEFT_BY_DISPUTE, LOST: 'Left', WON: null } as const;

/** Signed, from what was paid to what is left. */
export function transactionMoney(one: Told): MoneyStory {
  const { amount, currency, type, pendingAmount } = one;
  const beside = one.dispute && LEFT_BESIDE[one.dispute];
  const taken = one.status.name === 'SUCCESS' || one.status.name === 'REVERSED';
  if (type !== 'PAYMENT')
    return {
      currency,
      of: amount,
      lines: moneyLines([
        { label: TAKEN_BACK[type][taken ? 'done' : 'open'], amount: -amount },
        { label: 'Withdrawn by a reversal', amount: one.reversedAmount, part: 'back' },
        { label: 'Pending', amount: pendingAmount, part: 'pending' },
      ]),
      left: { label: 'Stays with the payer', amount: taken ? less(amount, one.reversedAmount) : 0 },
    };
  if (!taken)
    return {
      currency,
      of: amount,
      lines: [
        { label: one.hold === 'AUTHORISED' ? 'Held by the bank' : 'Asked for', amount },
        ...moneyLines([{ label: 'Pending', amount: pendingAmount, part: 'pending' }]),
      ],
      left: { label: 'Taken', amount: 0 },
    };
  return {
    currency,
    of: amount,
    lines: [
      { label: 'Paid', amount },
      ...moneyLines([
        { label: 'Refunded', amount: -one.refundedAmount, part: 'back' },
        { label: 'Reversed', amount: -one.reversedAmount, part: 'back' },
        { label: 'Pending', amount: -pendingAmount, part: 'pending' },
        ...claimsOf(one),
      ]),
    ],
    left: {
      label:
        beside ??
        (one.status.name === 'REVERSED' && one.remainingAmount > 0 ? 'Kept' : 'Left to refund'),
      amount: Math.max(0, less(one.remainingAmount, one.claimedAmount)),
    },
    beside: [
      ...(one.acquirerFee ? [{ label: 'Acquirer’s fee', amount: -one.acquirerFee }] : []),
      ...(one.paidOutDay ? [{ label: 'Paid out', day: one.paidOutDay }] : []),
    ],
  };
}

const TAKEN_BACK = {
  REFUND: { done: 'Refunded', open: 'To be refunded' },
  MANUAL_REFUND: { done: 'Marked as refunded', open: 'To be refunded' },
} as const;
