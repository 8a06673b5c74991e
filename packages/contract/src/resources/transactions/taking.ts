import { byOwnHandler } from '../../kernel/record.ts';
import { REVIEWS_PAYMENTS } from '../../reviewing.ts';
import { assignAction, giveBackAction, takeAction, type Case } from '../../taking.ts';
import { canReview, type TransactionState } from './rules.ts';

/** A payment in review in somebody's hand. */
export const paymentInHand: Case<TransactionState> = {
  what: 'a payment in review',
  serves: 'ST-03',
  asks: REVIEWS_PAYMENTS,
  audited: ['TAKE_REVIEW', 'GIVE_BACK_REVIEW', 'ASSIGN_REVIEW'],
  whyNot: canReview,
};

export const takeTransaction = byOwnHandler(takeAction(paymentInHand));
export const giveBackTransaction = byOwnHandler(giveBackAction(paymentInHand));
export const assignTransaction = byOwnHandler(assignAction(paymentInHand));
