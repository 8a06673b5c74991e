import type { Requirement } from './policy.ts';

/** Who decides about a payment that a rule holds for a look. */
export const REVIEWS_PAYMENTS = {
  anyOf: ['READ_ANY_TRANSACTION'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'REVIEW',
} as const satisfies Requirement;

/** And about a loan. */
export const CHANGES_LOANS = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'LOANS_CHANGE',
} as const satisfies Requirement;

/** Who decides about what a rule holds. */
export const REVIEWS_HELD = { PAYMENT: REVIEWS_PAYMENTS, LOAN: CHANGES_LOANS } as const;
