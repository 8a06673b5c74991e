import type { IdentificationMethod } from '@paydesk/contract/loan-view.ts';
import type {
  CheckoutLoan,
  LoanBody,
  LoanPage,
  Paper,
} from '@paydesk/contract/resources/shopper-loans/view.ts';
import { mayFrame } from '../address.ts';
import { call } from '../api.ts';

/** What a borrower's browser asks. */

const of = (id: string) => `/checkouts/${id}/loan`;
const post = (id: string, what: string, body?: object) =>
  call<CheckoutLoan>('POST', `${of(id)}${what}`, body);

export const read = (id: string) => call<CheckoutLoan>('GET', of(id));
export const papers = (id: string, months: number) =>
  call<Paper[]>('GET', `${of(id)}/information?months=${months}`);
export const apply = (id: string, body: LoanBody) => post(id, '', body);
export const choose = (id: string, offerId: string) => post(id, '/offer', { offerId });
export const identify = (id: string, method: IdentificationMethod) =>
  post(id, '/authentication', { method, frame: mayFrame() });
export const sign = (id: string, method: IdentificationMethod, agreementSha256: string) =>
  post(id, '/signing', {
    method,
    frame: mayFrame(),
    agreementSha256,
    agreed: true,
  });
export const goOn = (id: string) => post(id, '/continue');
export const cancel = (id: string) => post(id, '/cancel');
export const review = (id: string) => post(id, '/review');

export const page = (token: string) => call<LoanPage>('GET', `/loans/${token}`);
export const withdraw = (token: string, amount: number) =>
  call<LoanPage>('POST', `/loans/${token}/withdraw`, { amount });
export const repay = (token: string, amount: number) =>
  call<LoanPage>('POST', `/loans/${token}/repay`, { amount });
