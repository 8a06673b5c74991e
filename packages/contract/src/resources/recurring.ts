import { SKIP_REASONS } from '../charging.ts';
import type { RowOf } from '../kernel/columns.ts';
import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import { CURRENCIES, type Enumeration } from '../kernel/enumeration.ts';
import { record, recordEndpoints } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { ROUTE_SETS } from '../permissions.ts';

export const RECURRING_STATUSES = {
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  CANCELLED: 'Cancelled',
  EXPIRED: 'Expired',
} as const satisfies Enumeration;

/** Payments that repeat: each charge is a transaction of the purchase that the payer agreed to. */
export const recurring = resource({
  slug: 'recurring',
  title: 'Recurring Payments',
  path: '/api/recurring',
  read: ROUTE_SETS.ADMIN_LEVEL,
  scope: 'merchant',
  created: 'createdDate',
  csv: {},
  serves: 'API-73, API-74, RP-01..16, RT-42',
  columns: {
    id: { label: 'ID', kind: 'id' },
    merchantName: { label: 'Merchant Name', kind: 'text' },
    totalAmount: { label: 'Total Amount', kind: 'amount', sort: true },
    currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES },
    count: { label: 'Charge count', kind: 'number', sort: true },
    lastChargedAt: { label: 'Last Charged at', kind: 'dateTime', sort: true, nullable: true },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: RECURRING_STATUSES },
    paymentInfo: { label: 'Payment Info', kind: 'text', nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    expirationDate: { label: 'Expires', kind: 'dateTime', nullable: true },
    paymentRequestId: { label: 'Purchase id', kind: 'id', hidden: true },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, visibleTo: 'staff' },
    customerId: {
      label: 'Customer id',
      kind: 'id',
      hidden: true,
      visibleTo: 'staff',
      nullable: true,
    },
    // why the last charge that was due was not made; empty again after one that was
    skippedDate: { label: 'Skipped', kind: 'dateTime', nullable: true },
    skipReason: {
      label: 'Not charged because',
      kind: 'choice',
      enumeration: SKIP_REASONS,
      nullable: true,
    },
  },
});

export type RecurringRow = RowOf<typeof recurring.columns>;

/** Nothing is on it beside its row, and people do nothing to it. */
export const recurringPayment = record({
  of: recurring,
  name: 'RecurringPayment',
  entity: 'RECURRING_PAYMENT',
  one: { path: '/api/recurring/{id}', summary: 'One recurring payment', serves: 'API-75, RP-15' },
  fields: {},
  shown: {},
  actions: {},
});

export const recurringEndpoints = endpoints(() => ({
  ...listEndpoints(recurring),
  ...recordEndpoints(recurringPayment),
}));
