import type { IdentificationMethod } from '@paydesk/contract/loan-view.ts';
import type { Services } from '../../platform/services.ts';
import type { LoanBy } from './asked.ts';

/** Has the person prove who they are; of a try that is open the same one again, unless by another method. */
export async function beginAuthentication(
  _services: Services,
  _loanId: string,
  _method: IdentificationMethod,
  _by?: LoanBy,
): Promise<void> {
  throw new Error('to come');
}

/** Has them sign the agreement that they have read, by its hash, online. */
export async function beginSigning(
  _services: Services,
  _loanId: string,
  _given: { method: IdentificationMethod; agreementSha256: string },
  _by?: LoanBy,
): Promise<void> {
  throw new Error('to come');
}
