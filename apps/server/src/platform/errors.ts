import { decide, type Requirements } from '@paydesk/contract/policy.ts';
import type { ErrorCode, FieldError } from '@paydesk/contract/kernel/errors.ts';

const WORDS: Record<ErrorCode, string> = {
  VALIDATION_FAILURE: 'Some values are refused',
  BAD_REQUEST: 'The request can’t be read',
  UNAUTHORIZED: 'Sign in first',
  SECOND_FACTOR_REQUIRED: 'An authentication code is needed',
  SECOND_FACTOR_REFUSED: 'The authentication code is wrong or has been used',
  FORBIDDEN: 'This action is not allowed',
  PASSWORD_EXPIRED: 'The password has expired and must be renewed first',
  SECOND_FACTOR_MISSING: 'Two-factor sign-in must be set up first',
  SECOND_FACTOR_STALE: 'A new authentication code is needed first',
  PASSWORD_STALE: 'The own password is needed once more first',
  SECOND_PERSON_NEEDED: 'A second person has to agree',
  VIEWING: 'You are viewing the console as somebody else: nothing can be changed',
  NOT_FOUND: 'There is no such resource',
  STALE: 'Somebody has changed this since it was read',
  METHOD_NOT_ALLOWED: 'This path does not take that method',
  PAYLOAD_TOO_LARGE: 'The request is too large',
  UNSUPPORTED_MEDIA_TYPE: 'The body must be application/json',
  TOO_MANY_REQUESTS: 'Too many requests, try again later',
  SERVER_ERROR: 'Something went wrong on our side',
  UNAVAILABLE: 'The server can’t answer now, try again later',
  TIMEOUT: 'The answer took too long, try narrower filters',
};

/** A refusal on purpose: it becomes the error answer as it is, and is no fault to be logged. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[];
  readonly headers: Record<string, string>;
  /** A row of its own tells of it already, committed with what was done until then. */
  audited = false;

  constructor(code: ErrorCode, errors: FieldError[] = [], headers: Record<string, string> = {}) {
    super(WORDS[code]);
    this.name = 'Refusal';
    this.code = code;
    this.errors = errors;
    this.headers = headers;
  }
}

export const invalid = (field: string, message: string) =>
  new Refusal('VALIDATION_FAILURE', [{ field, message }]);
export const notFound = () => new Refusal('NOT_FOUND');
export const forbidden = (reason?: string) => {
  const refusal = new Refusal('FORBIDDEN');
  if (reason) refusal.message = reason;
  return refusal;
};
/** Refuses, with the reason, whoever the policy does not allow. */
export function refuseUnless(actor: Parameters<typeof decide>[0], asked: Requirements): void {
  const decision = decide(actor, asked);
  if (!decision.allowed) throw forbidden(decision.reason);
}

export const unauthorized = (reason?: string) => {
  const refusal = new Refusal('UNAUTHORIZED');
  if (reason) refusal.message = reason;
  return refusal;
};
