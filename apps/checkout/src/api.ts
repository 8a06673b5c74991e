import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import type { RecurringPage } from '@paydesk/contract/resources/recurring/page.ts';
import type { IdentificationMethod } from '@paydesk/contract/loan-view.ts';
import type {
  CheckoutLoan,
  LoanBody,
  LoanPage,
  Paper,
} from '@paydesk/contract/resources/checkouts/view.ts';
import { mayFrame } from './address.ts';
import { ownKey, shopperKey } from './kept.ts';
import type { CheckoutDetails, CheckoutView } from '@paydesk/contract/resources/checkouts.ts';

/** Whoever asks for longer has lost the line. */
const PATIENCE_MS = 20_000;

/** The server understood, and said no. */
export class Refused extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly requestId: string | null;

  constructor(
    status: number,
    said: { message?: string; errors?: FieldError[]; requestId?: string },
  ) {
    super(said.message ?? 'This did not work');
    this.status = status;
    this.errors = said.errors ?? [];
    this.requestId = said.requestId ?? null;
  }
}

/** Nobody answered: the call may have arrived or not. */
export class Unreachable extends Error {}

async function call<T>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  key: string | null = null,
): Promise<T> {
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'shopper-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    answer = await response.json();
  } catch {
    throw new Unreachable();
  }
  // what stands before the server has no line to it either
  if (response.status >= 500) throw new Unreachable();
  if (!response.ok) throw new Refused(response.status, answer as object);
  return answer as T;
}

export interface Way {
  widget?: string;
  link?: string;
  order?: unknown;
}

export const open = (way: Way) => call<{ id: string }>('POST', '/checkouts', way);
/** A link as its page shows it, before anything is opened by it. */
export const look = (link: string) => call<CheckoutView>('GET', `/link-pages/${link}`);
export const lookAtLoan = (link: string) => call<CheckoutLoan>('GET', `/link-pages/${link}/loan`);
const post = (id: string, what: string, body?: object) =>
  call<CheckoutView>('POST', `/checkouts/${id}/${what}`, body, shopperKey(id));

export const read = (id: string) =>
  call<CheckoutView>('GET', `/checkouts/${id}`, undefined, shopperKey(id));
export const say = (id: string, details: CheckoutDetails) =>
  call<CheckoutView>('PUT', `/checkouts/${id}`, details, ownKey(id));
export const pay = (id: string, frame: boolean, here = false) =>
  post(id, 'pay', { frame, consent: true, ...(here && { here }) });
export const goOn = (id: string) => post(id, 'continue');
export const cancel = (id: string) => post(id, 'cancel');

/** The payer's page of what is taken again and again, or what became of what the payer did. */
export const recurringPage = (
  token: string,
  doing: 'pause' | 'resume' | 'cancel' | 'card' | 'card/continue' | null,
) =>
  call<RecurringPage>(
    doing ? 'POST' : 'GET',
    `/recurring-pages/${token}${doing ? `/${doing}` : ''}`,
    ...(doing === 'card' ? [{ frame: mayFrame() }] : []),
  );

/** What a borrower asks. */
const loanOf = (id: string) => `/checkouts/${id}/loan`;
const postLoan = (id: string, what: string, body?: object) =>
  call<CheckoutLoan>('POST', `${loanOf(id)}${what}`, body, shopperKey(id));

export const readLoan = (id: string) =>
  call<CheckoutLoan>('GET', loanOf(id), undefined, shopperKey(id));
export const loanPapers = (id: string, months: number) =>
  call<Paper[]>('GET', `${loanOf(id)}/information?months=${months}`);
export function applyForLoan(id: string, body: LoanBody) {
  ownKey(id);
  return postLoan(id, '', body);
}
export const chooseOffer = (id: string, offerId: string) => postLoan(id, '/offer', { offerId });
export const identify = (id: string, method: IdentificationMethod) =>
  postLoan(id, '/authentication', { method, frame: mayFrame() });
export const signLoan = (id: string, method: IdentificationMethod, agreementSha256: string) =>
  postLoan(id, '/signing', {
    method,
    frame: mayFrame(),
    agreementSha256,
    agreed: true,
  });
export const goOnWithLoan = (id: string) => postLoan(id, '/continue');
export const cancelLoan = (id: string) => postLoan(id, '/cancel');
export const askReview = (id: string) => postLoan(id, '/review');

export const loanPage = (token: string) => call<LoanPage>('GET', `/loans/${token}`);
export const withdrawLoan = (token: string, amount: number) =>
  call<LoanPage>('POST', `/loans/${token}/withdraw`, { amount });
export const repayLoan = (token: string, amount: number) =>
  call<LoanPage>('POST', `/loans/${token}/repay`, { amount });
