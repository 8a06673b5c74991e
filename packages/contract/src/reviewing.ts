import type { Requirement } from './policy.ts';

/** Who decides about a payment that a rule holds for a look. */
export const REVIEWS_PAYMENTS = {
  anyOf: ['READ_ANY_TRANSACTION'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'REVIEW',
} as const satisfies Requirement;
