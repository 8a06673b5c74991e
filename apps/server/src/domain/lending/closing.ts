import type { Services } from '../../platform/services.ts';
import type { LoanBy } from './asked.ts';

/** Asks the institution to end the loan by withdrawal, within its days, or by early repayment; it confirms. */
export async function withdrawLoan(
  _services: Services,
  _loanId: string,
  _by?: LoanBy,
): Promise<void> {
  throw new Error('to come');
}

export async function repayEarly(
  _services: Services,
  _loanId: string,
  _by?: LoanBy,
): Promise<void> {
  throw new Error('to come');
}
