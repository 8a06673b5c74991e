import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import type { RecurringPage } from '@paydesk/contract/resources/recurring/page.ts';
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
  base = '/api/checkouts',
): Promise<T> {
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`${base}${path}`, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
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

export const open = (way: Way) => call<{ id: string }>('POST', '', way);
export const read = (id: string) => call<CheckoutView>('GET', `/${id}`);
export const say = (id: string, details: CheckoutDetails) =>
  call<CheckoutView>('PUT', `/${id}`, details);
export const pay = (id: string, frame: boolean) =>
  call<CheckoutView>('POST', `/${id}/pay`, { frame, consent: true });
export const goOn = (id: string) => call<CheckoutView>('POST', `/${id}/continue`);
export const cancel = (id: string) => call<CheckoutView>('POST', `/${id}/cancel`);

/** The payer's page of what is taken again and again, or what became of what the payer did. */
export const recurringPage = (token: string, doing: 'pause' | 'resume' | 'cancel' | null) =>
  call<RecurringPage>(
    doing ? 'POST' : 'GET',
    `/${token}${doing ? `/${doing}` : ''}`,
    undefined,
    '/api/recurring-pages',
  );
