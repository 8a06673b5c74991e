import type { LoanHold } from '../../lending.ts';
import { CHANGES_LOANS } from '../../reviewing.ts';
import { assignAction, giveBackAction, takeAction, type Case, type Taken } from '../../taking.ts';

interface Held extends Taken {
  hold: LoanHold | null;
}

/** A loan that waits for a person's word, in somebody's hand. */
export const loanInHand: Case<Held> = {
  what: 'a loan in review',
  serves: 'ST-03, FI-01',
  asks: CHANGES_LOANS,
  audited: ['TAKE_LOAN_REVIEW', 'GIVE_BACK_LOAN_REVIEW', 'ASSIGN_LOAN_REVIEW'],
  whyNot: ({ hold }) => (hold ? null : 'No automatic decision is waiting for a review'),
};

export const takeLoan = takeAction(loanInHand);
export const giveBackLoan = giveBackAction(loanInHand);
export const assignLoan = assignAction(loanInHand);
