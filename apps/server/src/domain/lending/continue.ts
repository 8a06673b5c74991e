import type { Services } from '../../platform/services.ts';
import type { LoanBy } from './asked.ts';

/** Asks everybody outside whose answer is open, and does what follows; ten at once do it once. */
export async function continueLoan(
  _services: Services,
  _loanId: string,
  _by?: LoanBy,
): Promise<void> {
  throw new Error('to come');
}
