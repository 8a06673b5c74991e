import type { LoanView } from '@paydesk/contract/loan-view.ts';
import type { Services } from '../../platform/services.ts';

/** The loan of a checkout, as its shopper sees it: the latest one; null where none was begun. */
export async function loanView(_services: Services, _checkoutId: string): Promise<LoanView | null> {
  throw new Error('to come');
}

/** The same by the token of its own page. */
export async function loanByToken(_services: Services, _token: string): Promise<LoanView | null> {
  throw new Error('to come');
}

/** What was read or signed, as it was. */
export async function loanDocument(
  _services: Services,
  _loanId: string,
  _documentId: string,
): Promise<{ bytes: Buffer; contentType: string; name: string } | null> {
  throw new Error('to come');
}
