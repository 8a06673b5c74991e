import { byOwnHandler } from '../../kernel/record.ts';
import { giveBackAction, takeAction } from '../../taking.ts';
import { passTransaction } from './held-actions.ts';
import { canReview, type TransactionState } from './rules.ts';

/** A payment in review in somebody's hand. */
const taken = {
  what: 'a payment in review',
  serves: 'ST-03',
  asks: passTransaction.asks,
  audited: ['TAKE_REVIEW', 'GIVE_BACK_REVIEW'],
  whyNot: canReview,
} as const;

export const takeTransaction = byOwnHandler(takeAction<TransactionState>(taken));
export const giveBackTransaction = byOwnHandler(giveBackAction<TransactionState>(taken));
