import { REVERSAL_ROLES } from '@paydesk/contract/permissions.ts';
import type { Requirement } from '@paydesk/contract/policy.ts';
import type { SearchKind } from '@paydesk/contract/kernel/search.ts';
import { REVIEWS_PAYMENTS } from '@paydesk/contract/reviewing.ts';
import { paths } from '../../paths.ts';

export interface Way {
  label: string;
  /** What else somebody may call it. */
  also?: string;
  href: () => string;
  asks: Requirement;
}

/** To what it is done; of a way that is no deed nothing. */
type Deed = Way & { kind: SearchKind };

export const READS_PAYMENTS: Requirement = {
  anyOf: ['READ_ANY_TRANSACTION', 'READ_MERCHANT_TRANSACTION'],
};
export const ADMINISTRATORS: Requirement = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
};
const CHANGES_MERCHANTS: Requirement = { ...ADMINISTRATORS, right: 'MERCHANTS_CHANGE' };
const CHANGES_CUSTOMERS: Requirement = { ...ADMINISTRATORS, right: 'CUSTOMERS_CHANGE' };
const CHANGES_USERS: Requirement = { ...ADMINISTRATORS, right: 'PEOPLE_CHANGE' };
const CHANGES_EMPLOYEES: Requirement = {
  anyOf: ['UPDATE_MERCHANT_EMPLOYEE'],
  roles: ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'],
  right: 'PEOPLE_CHANGE',
};
const CAPTURES: Requirement = { ...READS_PAYMENTS, right: 'CAPTURE' };
const DECIDES_ORDERS: Requirement = {
  anyOf: ['READ_ANY_USER', 'READ_MERCHANT_ORDER'],
  roles: ['MERCHANT_ADMIN', 'BACKOFFICE_ADMIN'],
  right: 'ORDERS_DECIDE',
};

const held = () => paths.transactions({ f_hold: 'AUTHORISED' });
const inReview = () => paths.transactions({ f_hold: 'REVIEW' });
const pendingOrders = () => paths.orders({ f_status: 'PENDING' });
const applications = () => paths.merchants({ f_status: 'PENDING_APPROVAL' });
const blocked = { f_status: 'BLOCKED,BLOCKED_SELF' };

/** What is said to be done, alone: the list of what it can be done to. Its first word is that of the deed. */
export const DEED_WAYS: readonly Deed[] = [
  {
    label: 'Refund a payment…',
    kind: 'transaction',
    also: 'give money back, return',
    href: () => paths.transactions({ f_type: 'PAYMENT', f_status: 'SUCCESS' }),
    asks: { ...READS_PAYMENTS, right: 'REFUND' },
  },
  {
    label: 'Refund a loan…',
    kind: 'loan',
    href: () => paths.consumerCredits({ f_status: 'CONFIRMED' }),
    asks: { anyOf: ['READ_ANY_USER'], right: 'LOAN_REFUND' },
  },
  {
    label: 'Refund a loan…',
    kind: 'loan',
    href: () => paths.loans({ f_status: 'CONFIRMED' }),
    asks: {
      anyOf: ['READ_MERCHANT_ORDER'],
      roles: ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'],
      right: 'LOAN_REFUND',
    },
  },
  {
    label: 'Reverse a payment…',
    kind: 'transaction',
    also: 'reversal, undo, void',
    href: () => paths.transactions({ f_status: 'SUCCESS' }),
    asks: { ...READS_PAYMENTS, roles: REVERSAL_ROLES, right: 'REVERSE' },
  },
  { label: 'Capture a payment…', kind: 'transaction', href: held, asks: CAPTURES },
  { label: 'Cancel a payment…', kind: 'transaction', href: held, asks: CAPTURES },
  {
    label: 'Cancel a purchase…',
    kind: 'purchase',
    href: () => paths.purchases({ f_status: 'UNSIGNED,SIGNED' }),
    asks: { anyOf: ['READ_ANY_PURCHASE'], roles: ['BACKOFFICE_ADMIN'], right: 'PURCHASES_CHANGE' },
  },
  {
    label: 'Approve a payment…',
    kind: 'transaction',
    href: inReview,
    asks: REVIEWS_PAYMENTS,
  },
  { label: 'Approve an order…', kind: 'order', href: pendingOrders, asks: DECIDES_ORDERS },
  { label: 'Approve a merchant…', kind: 'merchant', href: applications, asks: CHANGES_MERCHANTS },
  {
    label: 'Refuse a payment…',
    kind: 'transaction',
    also: 'reject, decline',
    href: inReview,
    asks: REVIEWS_PAYMENTS,
  },
  {
    label: 'Reject an order…',
    kind: 'order',
    also: 'cancel an order, decline',
    href: pendingOrders,
    asks: DECIDES_ORDERS,
  },
  { label: 'Decline a merchant…', kind: 'merchant', href: applications, asks: CHANGES_MERCHANTS },
  {
    label: 'Block a customer…',
    kind: 'customer',
    href: () => paths.customers({ f_status: 'REGISTERED,ACTIVE' }),
    asks: CHANGES_CUSTOMERS,
  },
  {
    label: 'Block a user…',
    kind: 'user',
    also: 'block a person, block a colleague',
    href: () => paths.users({ f_status: 'ACTIVATED' }),
    asks: CHANGES_USERS,
  },
  {
    label: 'Block an employee…',
    kind: 'user',
    also: 'block a person, block a colleague',
    href: () => paths.merchantEmployees({ f_status: 'ACTIVATED' }),
    asks: CHANGES_EMPLOYEES,
  },
  {
    label: 'Activate a customer…',
    kind: 'customer',
    also: 'unblock a customer, enable',
    // who comes for one that was only registered knows them by name
    href: () => paths.customers({ f_status: 'BLOCKED' }),
    asks: CHANGES_CUSTOMERS,
  },
  {
    label: 'Activate a merchant…',
    kind: 'merchant',
    also: 'unblock a merchant, enable',
    href: () => paths.merchants({ f_status: 'APPROVED,DISABLED' }),
    asks: CHANGES_MERCHANTS,
  },
  {
    label: 'Activate a user…',
    kind: 'user',
    also: 'unblock a user, enable a person, a colleague',
    href: () => paths.users(blocked),
    asks: CHANGES_USERS,
  },
  {
    label: 'Activate an employee…',
    kind: 'user',
    also: 'unblock an employee, enable a person, a colleague',
    href: () => paths.merchantEmployees(blocked),
    asks: CHANGES_EMPLOYEES,
  },
  {
    label: 'Close a customer…',
    kind: 'customer',
    href: () => paths.customers({ f_status: 'REGISTERED,ACTIVE,BLOCKED' }),
    asks: CHANGES_CUSTOMERS,
  },
  {
    label: 'Disable a merchant…',
    kind: 'merchant',
    href: () => paths.merchants({ f_status: 'ACTIVE' }),
    asks: CHANGES_MERCHANTS,
  },
];

/** The list of those that it can be done to. */
export const deedWay = (kind: SearchKind, deed: string): string | undefined =>
  DEED_WAYS.find(
    (way) => way.kind === kind && way.label.toLowerCase().startsWith(`${deed} `),
  )?.href();
