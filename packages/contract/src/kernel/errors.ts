/** What every refused call answers (ER-20, ER-21, SB-48, SB-49). */
export interface FieldError {
  field: string;
  message: string;
  /** Of a field that is no longer as it was read: what it is now, and whose change that is (STALE). */
  value?: unknown;
  changedBy?: string | null;
  changedDate?: string | null;
}

export interface ErrorAnswer {
  errorCode: ErrorCode;
  message: string;
  errors: FieldError[];
  requestId: string;
}

export const ERROR_STATUS = {
  VALIDATION_FAILURE: 400,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  SECOND_FACTOR_REFUSED: 401,
  FORBIDDEN: 403,
  PASSWORD_EXPIRED: 403,
  SECOND_FACTOR_MISSING: 403,
  SECOND_FACTOR_STALE: 403,
  PASSWORD_STALE: 403,
  SECOND_PERSON_NEEDED: 403,
  VIEWING: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  STALE: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  SERVER_ERROR: 500,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
