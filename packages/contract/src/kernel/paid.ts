import type { Columns } from './columns.ts';
import type { Enumeration } from './enumeration.ts';
import { less } from './money.ts';
import { moneyLines, type Answer, type MoneyStory } from './story.ts';

/** What was paid for an order or by a purchase, and what became of it: sums of its transactions. */
export const PAID = {
  paidAmount: { label: 'Paid', kind: 'amount' },
  refundedAmount: { label: 'Refunded', kind: 'amount' },
  reversedAmount: { label: 'Reversed', kind: 'amount' },
  pendingAmount: { label: 'Pending', kind: 'amount' },
} as const satisfies Columns;

interface Sums {
  currency: string;
  amount: number;
  paidAmount: number;
  refundedAmount: number;
  reversedAmount: number;
  pendingAmount: number;
}

/** Signed, from what was asked for to what is left of it. */
export const paidStory = (one: Sums): MoneyStory => ({
  currency: one.currency,
  of: one.paidAmount || one.amount,
  lines: [
    { label: 'Asked for', amount: one.amount },
    ...moneyLines([
      { label: 'Paid', amount: one.paidAmount },
      { label: 'Refunded', amount: -one.refundedAmount, part: 'back' },
      { label: 'Reversed', amount: -one.reversedAmount, part: 'back' },
      { label: 'Pending', amount: -one.pendingAmount, part: 'pending' },
    ]),
  ],
  left: {
    label: one.paidAmount > 0 ? 'Left to refund' : 'Paid',
    amount: less(one.paidAmount, one.refundedAmount, one.reversedAmount, one.pendingAmount),
  },
});

/** How money of it goes back, and what leads there. */
export const refundOf = (leads: string): Pick<Answer, 'nextStep' | 'leads'> => ({
  nextStep: `To return money, refund ${leads}.`,
  leads,
});

/** What of an order or a purchase a rule holds until a person has looked at it. */
export const HELD = { PAYMENT: 'Payment', LOAN: 'Loan' } as const satisfies Enumeration;
export const heldAnswer = (held: keyof typeof HELD): Answer => ({
  tone: 'warning',
  reason: `A rule holds its ${HELD[held].toLowerCase()} for review`,
  nextStep: 'The back office releases or refuses it.',
});
