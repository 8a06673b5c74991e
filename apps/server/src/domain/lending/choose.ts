import type { Services } from '../../platform/services.ts';
import type { LoanBy } from './asked.ts';

/** Takes one of the offers; the others are declined, and their institutions told. The same one again changes nothing. */
export async function chooseOffer(
  _services: Services,
  _loanId: string,
  _offerId: string,
  _by?: LoanBy,
): Promise<void> {
  throw new Error('to come');
}
