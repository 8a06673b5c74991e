import type { Columns } from './columns.ts';
import type { Enumeration } from './enumeration.ts';
import { formatAmount, less, together } from './money.ts';
import { moneyLines, type Answer, type MoneyLine, type MoneyStory } from './story.ts';

/** What was paid for an order or by a purchase, and what became of it: sums of its transactions. */
export const PAID = {
  paidAmount: { label: 'Paid', kind: 'amount' },
  refundedAmount: { label: 'Refunded', kind: 'amount' },
  reversedAmount: { label: 'Reversed', kind: 'amount' },
  pendingAmount: { label: 'Pending', kind: 'amount' },
  claimedAmount: { label: 'Claimed in disputes', kind: 'amount' },
  // what of that is lost
  lostAmount: { label: 'Lost in disputes', kind: 'amount' },
  // the one payment that stands; of several, of a reversed one and of a loan none is said
  paymentId: { label: 'Payment', kind: 'id', nullable: true },
  // the one payment, and the loan, that still have money to give back
  refundPaymentId: { label: 'Payment to refund', kind: 'id', nullable: true },
  refundLoanId: { label: 'Loan to refund', kind: 'id', nullable: true },
} as const satisfies Columns;

interface Sums {
  currency: string;
  amount: number;
  paidAmount: number;
  refundedAmount: number;
  reversedAmount: number;
  pendingAmount: number;
  claimedAmount: number;
  lostAmount: number;
}

type Claimed = Pick<Sums, 'claimedAmount' | 'lostAmount'>;

/** What banks claim and have not taken: nobody has decided yet whether it goes back. */
export const openClaim = ({ claimedAmount, lostAmount }: Claimed): number =>
  less(claimedAmount, lostAmount);

/** What is lost, apart from what is still open. */
export const claimLines = (
  one: Claimed,
  lost: string = PAID.lostAmount.label,
  open: string = PAID.claimedAmount.label,
): MoneyLine[] => [
  { label: lost, amount: -one.lostAmount, part: 'back' },
  { label: open, amount: -openClaim(one), part: 'pending' },
];

/** What has not gone back, and is not about to; what banks claim of it may be more than that. */
const leftOf = (one: Sums): number =>
  Math.max(
    0,
    less(
      one.paidAmount,
      one.refundedAmount,
      one.reversedAmount,
      one.pendingAmount,
      one.claimedAmount,
    ),
  );

/** What stays for sure, while somebody decides about the rest. */
export const LEFT_BY_DISPUTE = 'Left if the dispute is lost';

type Back = Pick<Sums, 'currency' | 'refundedAmount' | 'reversedAmount'>;

/** After 'Paid'; what was reversed was no refund. */
const wentBack = ({ reversedAmount }: Pick<Back, 'reversedAmount'>) =>
  reversedAmount > 0 ? 'returned' : 'refunded';

/** 'Paid by card •• 6017; 50.25 of 120.00 EUR refunded' */
export function paidWords(by: string, of: number, one: Back): string {
  const back = together(one.refundedAmount, one.reversedAmount);
  return `Paid${by}${back > 0 ? `; ${formatAmount(back)} of ${formatAmount(of)} ${one.currency} ${wentBack(one)}` : ''}`;
}

/** Nothing of it is left. */
export const paidAndGone = (one: Pick<Back, 'reversedAmount'>): string =>
  `Paid, and ${wentBack(one)} in full`;

function labelOf(one: Sums, stays: boolean): string {
  if (one.paidAmount <= 0) return 'Paid';
  if (openClaim(one) > 0) return LEFT_BY_DISPUTE;
  return stays ? 'Kept' : 'Left to refund';
}

/** Signed, from what was asked for to what is left of it. */
export function paidStory(one: Sums): MoneyStory {
  const left = leftOf(one);
  // of a payment that was reversed nothing more is refunded
  const stays = one.reversedAmount > 0 && left > 0;
  return {
    currency: one.currency,
    of: one.paidAmount || one.amount,
    lines: [
      { label: 'Asked for', amount: one.amount },
      ...moneyLines([
        { label: 'Paid', amount: one.paidAmount },
        { label: 'Refunded', amount: -one.refundedAmount, part: 'back' },
        { label: 'Reversed', amount: -one.reversedAmount, part: 'back' },
        { label: 'Pending', amount: -one.pendingAmount, part: 'pending' },
        ...claimLines(one),
      ]),
    ],
    left: {
      label: labelOf(one, stays),
      amount: left,
    },
  };
}

/** What can go back of it, and from where: nothing more once its payment was reversed, in part too; a dispute that is open is told before. */
export function refundOf(leads: string, one: Sums): Pick<Answer, 'tone' | 'nextStep' | 'leads'> {
  const open = openClaim(one);
  if (open > 0)
    return {
      tone: 'warning',
      nextStep: `The payer’s bank claims ${formatAmount(open)} ${one.currency} back: ${leads} says until when that is answered.`,
      leads,
    };
  if (one.reversedAmount > 0)
    return { nextStep: 'Its payment was reversed: nothing more can be refunded.' };
  const left = leftOf(one);
  return {
    nextStep: left
      ? `${formatAmount(left)} ${one.currency} can still be refunded from ${leads}.`
      : `All there is to know of the rest is on ${leads}.`,
    leads,
  };
}

/** What of an order or a purchase a rule holds until a person has looked at it. */
export const HELD = { PAYMENT: 'Payment', LOAN: 'Loan' } as const satisfies Enumeration;
