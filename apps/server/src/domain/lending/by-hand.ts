import type { Services } from '../../platform/services.ts';
import type { LoanBy } from './asked.ts';

/** The agreement is signed on paper at the merchant's, whose people say so. */
export async function signAtMerchant(
  _services: Services,
  _loanId: string,
  _by: LoanBy,
): Promise<void> {
  throw new Error('to come');
}

/** Ends a loan that is under way; one that the institution has confirmed meanwhile stays. */
export async function cancelLoan(
  _services: Services,
  _loanId: string,
  _given: {
    code: 'WITHDRAWN_BY_SHOPPER' | 'CANCELLED_BY_MERCHANT' | 'CANCELLED_BY_STAFF';
    note?: string | null;
  },
  _by?: LoanBy,
): Promise<void> {
  throw new Error('to come');
}

/** Asks the institutions anew whose answer is missing or was an error. */
export async function sendAgain(_services: Services, _loanId: string, _by: LoanBy): Promise<void> {
  throw new Error('to come');
}

/** Whoever was refused automatically asks a person to look. */
export async function askReview(_services: Services, _loanId: string, _by?: LoanBy): Promise<void> {
  throw new Error('to come');
}

/** A person looks at what a rule held or refused: lets it go on, or refuses it. */
export async function reviewLoan(
  _services: Services,
  _loanId: string,
  _given: { approve: boolean; note: string },
  _by: LoanBy,
): Promise<void> {
  throw new Error('to come');
}
