import type { Enumeration } from './enumeration.ts';

/** LN-35; in the order in which a loan goes through them. */
export const CONSUMER_CREDIT_STATUSES = {
  DRAFT: 'Draft',
  CUSTOMER_RISK_EVALUATION_SUCCEEDED: 'Customer risk evaluated',
  APPLICATION_CREATED: 'Application created',
  OFFER_SELECTION: 'Offer selection',
  OFFER_CHOSEN: 'Offer chosen',
  SIGNING_DOCUMENTS_PREPARED: 'Documents prepared',
  AGREEMENT_DOCUMENT_SIGNED: 'Agreement signed',
  WAITING_FOR_CONFIRMATION: 'Waiting for confirmation',
  CONFIRMED: 'Confirmed',
  REFUNDED: 'Refunded',
  FAILED: 'Failed',
} as const satisfies Enumeration;

export type ConsumerCreditStatus = keyof typeof CONSUMER_CREDIT_STATUSES;

/** The end of a sentence that says why something can't be done to a loan. */
export const loanStands = (name: ConsumerCreditStatus): string =>
  `the status of this loan is ‘${CONSUMER_CREDIT_STATUSES[name]}’`;

/** Who sees one loan: staff every one, a merchant's people those of their merchant. */
export const loanAccess = {
  read: ['READ_ANY_USER', 'READ_MERCHANT_ORDER'],
  scope: 'merchant',
} as const;
