import { customerColumn, customerIdColumn } from '../customer-column.ts';
import { CHARGE_HOLDS, SKIP_REASONS } from '../charging.ts';
import { INTERVAL_UNITS } from '../intervals.ts';
import type { RowOf } from '../kernel/columns.ts';
import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import { CURRENCIES, type Enumeration } from '../kernel/enumeration.ts';
import { record, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { totalsEndpoint } from '../kernel/totals.ts';
import { ROUTE_SETS } from '../permissions.ts';
import {
  cancelRecurring,
  changeRecurringAmount,
  chargeRecurringNow,
  pauseRecurring,
  resumeRecurring,
} from './recurring/actions.ts';

export const RECURRING_STATUSES = {
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  CANCELLED: 'Cancelled',
  EXPIRED: 'Expired',
} as const satisfies Enumeration;
export type RecurringStatus = keyof typeof RECURRING_STATUSES;

/** Why nobody is charged while it is suspended (AM-122). */
export const SUSPEND_REASONS = {
  PAUSED_BY_MERCHANT: 'Paused by the merchant',
  PAUSED_BY_CUSTOMER: 'Paused by the customer',
  DECLINED: 'Declined too often',
} as const satisfies Enumeration;
export type SuspendReason = keyof typeof SUSPEND_REASONS;

/** How the payer came to agree to it. */
export const RECURRING_SOURCES = {
  WIDGET: 'Widget',
  LINK: 'Payment link',
  API: 'Machine API',
  EARLIER: 'Before consents were kept',
} as const satisfies Enumeration;
export type RecurringSource = keyof typeof RECURRING_SOURCES;

/** Payments that repeat: each charge is a transaction of the purchase that the payer agreed to. */
export const recurring = resource({
  slug: 'recurring',
  title: 'Recurring Payments',
  path: '/api/recurring',
  read: ROUTE_SETS.ADMIN_LEVEL,
  scope: 'merchant',
  created: 'createdDate',
  csv: { persons: 'staff' },
  totals: {
    of: 'totalAmount',
    called: 'Charged so far',
    by: ['currency', 'status'],
    within: ['status'],
  },
  serves: 'API-73, API-74, RP-01..16, RT-42',
  columns: {
    id: { label: 'ID', kind: 'id' },
    // a merchant's people read their own in each row
    merchantName: { label: 'Merchant Name', kind: 'text', byChoiceOf: 'merchant' },
    customerName: customerColumn,
    // its plan, before what it came to
    amount: { label: 'Amount', kind: 'amount', lastInFile: true },
    intervalUnit: {
      label: 'Interval',
      kind: 'choice',
      enumeration: INTERVAL_UNITS,
      hidden: 'screen',
      lastInFile: true,
    },
    intervalCount: { label: 'Every', kind: 'number', hidden: 'screen', lastInFile: true },
    // empty while it is on hold: its days pass then, and none is promised
    nextChargeAt: {
      label: 'Next charge',
      kind: 'dateTime',
      sort: true,
      nullable: true,
      lastInFile: true,
    },
    suspendReason: {
      label: 'Suspended because',
      kind: 'choice',
      enumeration: SUSPEND_REASONS,
      nullable: true,
      hidden: 'screen',
      lastInFile: true,
    },
    endedDate: {
      label: 'Ended',
      kind: 'dateTime',
      nullable: true,
      hidden: 'screen',
      lastInFile: true,
    },
    totalAmount: { label: 'Total Amount', kind: 'amount', sort: true },
    currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES, byChoiceOf: 'staff' },
    count: { label: 'Charge count', kind: 'number', sort: true, hidden: 'screen' },
    lastChargedAt: {
      label: 'Last Charged at',
      kind: 'dateTime',
      sort: true,
      nullable: true,
      hidden: 'screen',
    },
    status: {
      label: 'Status',
      kind: 'status',
      sort: true,
      enumeration: RECURRING_STATUSES,
      because: 'suspendReason',
    },
    paymentInfo: { label: 'Payment Info', kind: 'text', nullable: true, card: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true, hidden: 'screen' },
    expirationDate: { label: 'Expires', kind: 'dateTime', nullable: true, hidden: 'screen' },
    paymentRequestId: { label: 'Purchase id', kind: 'id', hidden: true },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, visibleTo: 'staff' },
    customerId: customerIdColumn,
    // why the last charge that was due was not made; empty again after one that was
    skippedDate: { label: 'Skipped', kind: 'dateTime', nullable: true, hidden: 'screen' },
    skipReason: {
      hidden: 'screen',
      label: 'Not charged because',
      kind: 'choice',
      enumeration: SKIP_REASONS,
      nullable: true,
    },
    // of an active one: why nothing is charged, as its payer and merchant stand now
    onHold: {
      label: 'On hold because',
      kind: 'choice',
      enumeration: CHARGE_HOLDS,
      hidden: 'screen',
      filter: false,
      lastInFile: true,
      nullable: true,
    },
  },
});

export type RecurringRow = RowOf<typeof recurring.columns>;

export const recurringPayment = record({
  of: recurring,
  name: 'RecurringPayment',
  entity: 'RECURRING_PAYMENT',
  one: {
    path: '/api/recurring/{id}',
    summary: 'One recurring payment',
    serves: 'API-75, RP-15',
    history: 'AT-01, SB-46',
  },
  fields: {
    // plain day of the calendar, in the installation's time zone
    nextDueDay: { label: 'Next due day', kind: 'text', nullable: true, day: true },
    anchorDay: { label: 'Day of the month', kind: 'number' },
    mostAmount: { label: 'Agreed maximum', kind: 'amount' },
    consentDate: { label: 'Agreed', kind: 'dateTime', nullable: true },
    consentText: { label: 'Agreed to', kind: 'text', nullable: true },
    source: { label: 'Source', kind: 'choice', enumeration: RECURRING_SOURCES },
    cardId: { label: 'Card id', kind: 'id', nullable: true },
    card: { label: 'Card', kind: 'text', nullable: true, card: true },
    cardExpires: { label: 'Card expires', kind: 'text', nullable: true },
    networkReference: { label: 'Network reference', kind: 'text', nullable: true },
    // days that wait for a person: missed after a standstill, or unpaid at the end of the retries
    openDues: { label: 'Unpaid days', kind: 'number' },
    retryAt: { label: 'Tried again', kind: 'dateTime', nullable: true },
    beingCharged: { label: 'Being charged', kind: 'boolean' },
    chargedJustNow: { label: 'Charged just now', kind: 'boolean' },
    // of its last day, where that was paid, and not at the first try on its day
    lastPaidHow: { label: 'Last charge paid', kind: 'text', nullable: true },
    chargedAhead: { label: 'Charged ahead of its day', kind: 'boolean' },
  },
  shown: {
    id: 'ID',
    merchantName: 'Merchant Name',
    merchantId: 'Merchant Id',
    customerId: 'Customer Id',
    status: 'Status',
    suspendReason: 'Suspended because',
    amount: 'Amount',
    mostAmount: 'Agreed maximum',
    currency: 'Currency',
    intervalUnit: 'Interval',
    intervalCount: 'Every',
    anchorDay: 'Day of the month',
    nextDueDay: 'Next due day',
    nextChargeAt: 'Next charge',
    retryAt: 'Tried again',
    openDues: 'Unpaid days',
    count: 'Charge count',
    totalAmount: 'Total Amount',
    lastChargedAt: 'Last Charged at',
    skippedDate: 'Skipped',
    skipReason: 'Not charged because',
    onHold: 'On hold because',
    card: 'Card',
    cardExpires: 'Card expires',
    cardId: 'Card Id',
    networkReference: 'Network reference',
    source: 'Source',
    consentDate: 'Agreed',
    consentText: 'Agreed to',
    paymentInfo: 'Payment Info',
    paymentRequestId: 'Purchase Id',
    createdDate: 'Created',
    expirationDate: 'Expires',
    endedDate: 'Ended',
  },
  actions: {
    'POST /api/recurring/{id}/actions/charge': chargeRecurringNow,
    'POST /api/recurring/{id}/actions/pause': pauseRecurring,
    'POST /api/recurring/{id}/actions/resume': resumeRecurring,
    'POST /api/recurring/{id}/actions/amount': changeRecurringAmount,
    'POST /api/recurring/{id}/actions/cancel': cancelRecurring,
  },
});
export type RecurringPayment = RecordOf<typeof recurringPayment>;

export const recurringEndpoints = endpoints(() => ({
  ...listEndpoints(recurring),
  ...totalsEndpoint(recurring),
  ...recordEndpoints(recurringPayment),
}));
