import { ApiError } from './api.ts';

/** What the console itself has to say against, in its own words. */
export class UserError extends Error {
  override name = 'UserError';
}

/** What a person reads about a failure: an optional heading and its lines. No lines: say nothing. */
export interface ErrorText {
  title?: string;
  lines: string[];
  /** To quote when asking for help; only where the person can't mend it. */
  requestId?: string;
}

const WORDS: Readonly<Record<number, string>> = {
  0: 'Remote Server is not available.',
  202: 'It is waiting for a second person. You find it under Approvals.',
  400: 'Bad request. Please try again later.',
  403: 'This action is not allowed. Please contact Application administrator.',
  404: 'Resource not found. Please try again later.',
  500: 'Server error. Please try again later.',
  504: 'Application Server is not available. Please try again later.',
};

const REFUSED = 'SECOND_FACTOR_REFUSED';

/** Where a sign-in has more to say than the status (ER-11). */
const LOGIN_WORDS: Readonly<Record<number | typeof REFUSED, string>> = {
  401: 'Wrong Login name or password',
  429: 'Too many sign-ins have failed. Please wait a few minutes and try again.',
  503: 'Too many people are signing in. Please try again in a few seconds.',
  [REFUSED]: 'The authentication code is wrong or has been used',
};

const STALE: Readonly<Record<string, string>> = {
  SECOND_FACTOR_STALE: 'Nothing has been done: it needs a new authentication code.',
  PASSWORD_STALE: 'Nothing has been done: it needs your password.',
  SECOND_PERSON_NEEDED: 'Nothing has been done: a second person has to agree to it.',
  VIEWING: 'Nothing has been done: you are viewing the console as somebody else.',
};

/** Every error of section 8, in one place; the component's name goes before it (ER-06, AM-51). */
export function errorText(error: unknown, component?: string): ErrorText {
  const prefix = component ? `${component}: ` : '';
  if (isAbort(error)) return { lines: [] };
  if (error instanceof UserError) return { lines: [prefix + error.message] };
  if (!(error instanceof ApiError))
    return { lines: [`${prefix}The console failed. Please reload the page and try again.`] };
  const { status, fieldErrors } = error;
  if (error.key === 'POST /api/login') {
    const line = error.answer?.errorCode === REFUSED ? LOGIN_WORDS[REFUSED] : LOGIN_WORDS[status];
    if (line) return { lines: [prefix + line] };
  }
  // elsewhere the session ends and the login page says the rest (ER-12)
  if (status === 401) return { lines: [] };
  const stale = STALE[error.answer?.errorCode ?? ''];
  if (stale) return { lines: [prefix + stale] };
  const lines = fieldErrors.map(({ field, message }) => `${field} ${message}`.trim());
  if (status === 400 && lines.length > 1) return { title: `${prefix}Validation errors`, lines };
  if (status === 400 && lines.length === 1) return { lines: [prefix + lines[0]] };
  const { requestId, errorCode, message } = (status >= 500 && error.answer) || {};
  // our own server knows why, and what to do; a proxy before it does not
  const way = errorCode === 'TIMEOUT' || errorCode === 'UNAVAILABLE' ? [`${message}.`] : [];
  return {
    lines: [prefix + (WORDS[status] ?? `Unexpected server status: ${status}`), ...way],
    ...(requestId ? { requestId } : {}),
  };
}

/** Nobody answered, or the server could not: what was read before may be so still. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** What was read is otherwise by now. */
export const isStale = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.answer?.errorCode === 'STALE';

/** Nothing went wrong: it waits for a second person. */
export const isWaiting = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 202;

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
