import { CARD_TYPES, PAYMENT_SCHEMES } from '../../kernel/cards.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import { CUSTOMER_STATUSES } from '../../kernel/customer-statuses.ts';
import { resource } from '../../kernel/resource.ts';

export const CARD_STATUSES = {
  ACTIVE: 'Active',
  BLOCKED: 'Blocked',
  EXPIRED: 'Expired',
  DELETED: 'Deleted',
} as const satisfies Enumeration;
export type CardStatus = keyof typeof CARD_STATUSES;

/** Why an active card is charged by nobody all the same (SB-42): what stands on its customer, or on the same card elsewhere. */
export const CARD_REFUSALS = {
  CUSTOMER_BLOCKED: 'Customer blocked',
  CUSTOMER_CLOSED: 'Customer closed',
  EMAIL_BLOCKED: 'Email blocked',
  CARD_BLOCKED: 'Blocked elsewhere',
} as const satisfies Enumeration;
export type CardRefusal = keyof typeof CARD_REFUSALS;

/** Whether the customer has proved that the card is theirs. */
export const CARD_ONBOARDING_STATUSES = {
  PENDING: 'Pending',
  VERIFIED: 'Verified',
  FAILED: 'Failed',
} as const satisfies Enumeration;

/** Everybody who pays merchants, for staff. Of a personal id nothing but its ends leaves the server. */
export const customers = resource({
  slug: 'customers',
  title: 'Customers',
  path: '/api/customers',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  csv: { persons: true },
  serves: 'API-21, API-22, CU-01, CU-09',
  columns: {
    id: { label: 'ID', kind: 'id' },
    firstName: { label: 'First Name', kind: 'text', name: true, sort: true },
    lastName: { label: 'Last Name', kind: 'text', name: true, sort: true },
    personalId: { label: 'Personal ID', kind: 'text', filter: false, nullable: true },
    email: { label: 'Email', kind: 'text', sort: true },
    phone: { label: 'Phone', kind: 'text', nullable: true, hidden: 'screen' },
    status: {
      label: 'Status',
      kind: 'status',
      sort: true,
      enumeration: CUSTOMER_STATUSES,
      because: 'statusReason',
    },
    statusReason: {
      label: 'Reason',
      kind: 'text',
      filter: false,
      nullable: true,
      hidden: 'screen',
      lastInFile: true,
    },
    country: { label: 'Country', kind: 'text', sort: true, nullable: true, hidden: 'screen' },
    // counted for the rows that are shown; among all it would be counted for each customer
    cards: { label: 'Cards', kind: 'number', filter: false },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    lastLoginDate: { label: 'Last Login', kind: 'dateTime', sort: true, nullable: true },
  },
});

/** The cards of one customer; there is no list of all cards (AM-27). */
export const cards = resource({
  slug: 'customer-cards',
  title: 'Cards',
  path: '/api/customers/{id}/cards',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'API-24, CU-03, CU-04, CU-10..13, AM-68',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    card: { label: 'Card', kind: 'text', sort: true, card: 'alone' },
    cardType: { label: 'Card Type', kind: 'choice', sort: true, enumeration: CARD_TYPES },
    paymentScheme: {
      label: 'Payment Scheme',
      kind: 'choice',
      sort: true,
      enumeration: PAYMENT_SCHEMES,
    },
    issuer: { label: 'Issuer', kind: 'text', sort: true, nullable: true },
    expires: { label: 'Expires', kind: 'text', sort: true },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: CARD_STATUSES },
    statusReason: {
      label: 'Reason',
      kind: 'text',
      sort: true,
      filter: false,
      nullable: true,
      hidden: 'screen',
    },
    // who blocked or deleted it, and when: what is used changes meanwhile in other ways
    statusBy: {
      label: 'Status changed by',
      kind: 'text',
      filter: false,
      nullable: true,
      hidden: true,
    },
    statusDate: {
      label: 'Status changed',
      kind: 'dateTime',
      filter: false,
      nullable: true,
      hidden: true,
    },
    // said in place of an active status
    refusal: {
      label: 'Not charged because',
      kind: 'choice',
      enumeration: CARD_REFUSALS,
      filter: false,
      sort: true,
      hidden: 'screen',
      lastInFile: true,
      nullable: true,
    },
    onboardingStatus: {
      label: 'Onboarding Status',
      kind: 'status',
      sort: true,
      enumeration: CARD_ONBOARDING_STATUSES,
    },
    isDefault: { label: 'Default', kind: 'boolean', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});
