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
  400: 'Bad request. Please try again later.',
  403: 'This action is not allowed. Please contact Application administrator.',
  404: 'Resource not found. Please try again later.',
  500: 'Server error. Please try again later.',
  504: 'Application Server is not available. Please try again later.',
};

/** Every error of section 8, in one place; the component's name goes before it (ER-06, AM-51). */
export function errorText(error: unknown, component?: string): ErrorText {
  const prefix = component ? `${component}: ` : '';
  if (isAbort(error)) return { lines: [] };
  if (error instanceof UserError) return { lines: [prefix + error.message] };
  if (!(error instanceof ApiError))
    return { lines: [`${prefix}The console failed. Please reload the page and try again.`] };
  const { status, fieldErrors } = error;
  if (status === 401)
    return {
      // elsewhere the session ends and the login page says the rest (ER-12)
      lines: error.key === 'POST /api/login' ? [`${prefix}Wrong Login name or password`] : [],
    };
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

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
