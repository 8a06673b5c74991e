import type { LoanHold } from '../../lending.ts';
import { giveBackAction, takeAction, type Taken } from '../../taking.ts';
import { LOAN_ACTIONS } from './loan-actions.ts';

interface Held extends Taken {
  hold: LoanHold | null;
}

/** A loan that waits for a person's word, in somebody's hand. */
const taken = {
  what: 'a loan in review',
  serves: 'ST-03, FI-01',
  asks: LOAN_ACTIONS.pass.asks,
  audited: ['TAKE_LOAN_REVIEW', 'GIVE_BACK_LOAN_REVIEW'],
  whyNot: ({ hold }: Held) => (hold ? null : 'No automatic decision is waiting for a review'),
} as const;

export const takeLoan = takeAction<Held>(taken);
export const giveBackLoan = giveBackAction<Held>(taken);
