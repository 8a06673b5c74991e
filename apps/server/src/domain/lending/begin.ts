import type { Services } from '../../platform/services.ts';
import type { LoanAsked, LoanBy } from './asked.ts';

/** Begins the loan of a checkout's order: one, however often it is asked for; asks rules, lists and institutions. */
export async function beginLoan(
  _services: Services,
  _checkoutId: string,
  _asked: LoanAsked,
  _by?: LoanBy,
): Promise<{ loanId: string }> {
  throw new Error('to come');
}
