import { SKIP_REASONS } from '../charging.ts';
import { everyWords, INTERVAL_UNITS, type IntervalUnit } from '../intervals.ts';
import type { RowOf } from '../kernel/columns.ts';
import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import { CURRENCIES, type Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { formatAmount } from '../kernel/money.ts';
import { record, recordAction, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { ROUTE_SETS } from '../permissions.ts';
import type { Requirement } from '../policy.ts';

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
  DECLINED: 'The charge was declined too often',
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
    amount: { label: 'Amount', kind: 'amount', hidden: 'screen', lastInFile: true },
    intervalUnit: {
      label: 'Interval',
      kind: 'choice',
      enumeration: INTERVAL_UNITS,
      hidden: 'screen',
      lastInFile: true,
    },
    intervalCount: { label: 'Every', kind: 'number', hidden: 'screen', lastInFile: true },
    nextChargeAt: {
      label: 'Next charge',
      kind: 'dateTime',
      nullable: true,
      hidden: 'screen',
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
  },
});

export type RecurringRow = RowOf<typeof recurring.columns>;

/** What its rules and questions look at. */
export interface RecurringState {
  status: { name: RecurringStatus };
  suspendReason: SuspendReason | null;
  amount: number;
  mostAmount: number;
  currency: string;
  intervalUnit: IntervalUnit;
  intervalCount: number;
  nextDueDay: string | null;
  beingCharged: boolean;
  chargedJustNow: boolean;
  cardId: string | null;
}

/** Staff, and whoever of a merchant reads what it sells and administers it. */
export const recurringAsks = {
  anyOf: ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'],
  roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'],
} as const satisfies Requirement;
const asks = recurringAsks;

const lower = (status: RecurringStatus) => RECURRING_STATUSES[status].toLowerCase();
const UNDER_WAY = 'A charge of it is under way: wait for its end';

/** The rules, by whoever wants it: people, machines and the payer ask the same. */
export const canPause = ({ status: { name } }: Pick<RecurringState, 'status'>) =>
  name === 'ACTIVE'
    ? null
    : `Only an active recurring payment can be paused; this one is ${lower(name)}`;
export const canResume = ({ status: { name } }: Pick<RecurringState, 'status'>) =>
  name === 'SUSPENDED'
    ? null
    : `Only a suspended recurring payment can be resumed; this one is ${lower(name)}`;
export const canCancel = ({ status: { name } }: Pick<RecurringState, 'status'>) =>
  name === 'ACTIVE' || name === 'SUSPENDED' ? null : `It is ${lower(name)} already`;
const isOn = canCancel;

export const noteFields = {
  note: { label: 'Note', kind: 'textarea', maxLength: 255 },
} as const satisfies Fields;

export const pauseRecurring = recordAction<RecurringState, typeof noteFields>({
  label: 'Pause',
  summary: 'Pause a recurring payment: nobody is charged until it is resumed',
  serves: 'AM-122, AM-14',
  asks,
  audited: 'PAUSE',
  whyNot: canPause,
  fields: noteFields,
  dialog: {
    title: 'Pause this recurring payment',
    consequence:
      'Nobody is charged until it is resumed, and what would be due until then is not charged later. The customer is told.',
    submit: 'Pause',
  },
  success: 'Recurring payment paused',
});

export const resumeRecurring = recordAction<RecurringState>({
  label: 'Resume',
  summary:
    'Resume a recurring payment from its next day on; what was not charged meanwhile stays so',
  serves: 'AM-122, AM-14',
  asks,
  audited: 'RESUME',
  whyNot: canResume,
  dialog: {
    title: 'Resume this recurring payment',
    consequence: ({ suspendReason }) =>
      suspendReason === 'PAUSED_BY_CUSTOMER'
        ? 'The customer paused it: resume it only where the customer wants that. It is charged from its next day on; what was not charged meanwhile stays so.'
        : 'It is charged from its next day on; what was not charged meanwhile stays so. The customer is told.',
    submit: 'Resume',
  },
  success: 'Recurring payment resumed',
});

export const cancelRecurring = recordAction<RecurringState, typeof noteFields>({
  label: 'Cancel',
  summary: 'Cancel a recurring payment for good: nobody is charged any more',
  serves: 'AM-122, AM-14',
  asks,
  audited: 'CANCEL',
  whyNot: canCancel,
  fields: noteFields,
  dialog: {
    title: 'Cancel this recurring payment',
    consequence:
      'Nobody is charged any more, and the customer would have to agree anew. What was paid stays paid. The customer is told. This can’t be undone.',
    submit: 'Cancel for good',
  },
  danger: true,
  success: 'Recurring payment cancelled',
});

export const chargeFields = {
  dueDay: { label: 'Due day', kind: 'text', maxLength: 10 },
} as const satisfies Fields;

export const chargeRecurringNow = recordAction<RecurringState, typeof chargeFields>({
  label: 'Charge now',
  summary:
    'Charge a recurring payment now, in place of its next day; each day is charged once, so that the same asked again takes nothing more',
  serves: 'AM-14, AM-102',
  asks,
  audited: 'CHARGE_NOW',
  sensitive: 'MONEY',
  whyNot: ({ status: { name }, beingCharged, chargedJustNow, cardId }) =>
    name !== 'ACTIVE'
      ? `Only an active recurring payment can be charged; this one is ${lower(name)}`
      : !cardId
        ? 'No card of it is known that could be charged'
        : beingCharged
          ? UNDER_WAY
          : chargedJustNow
            ? 'It was charged a moment ago: wait some minutes'
            : null,
  fields: chargeFields,
  dialog: {
    title: 'Charge this recurring payment now',
    consequence: ({ amount, currency, nextDueDay }) =>
      `${formatAmount(amount)} ${currency} ${amount === 1 ? 'is' : 'are'} taken from the customer’s card now, in place of the charge of ${nextDueDay ?? 'its next day'}.`,
    submit: 'Charge now',
  },
  success: 'The charge is on its way',
});

export const amountFields = {
  amount: { label: 'Amount', kind: 'amount', required: true, min: 0.01, max: 1_000_000 },
} as const satisfies Fields;

export const changeRecurringAmount = recordAction<RecurringState, typeof amountFields>({
  label: 'Change amount',
  summary: 'Change what each charge takes, up to what the payer agreed to',
  serves: 'AM-14',
  asks,
  audited: 'CHANGE_AMOUNT',
  sensitive: 'MONEY',
  whyNot: isOn,
  fields: amountFields,
  fieldsOf: ({ mostAmount, currency }) => ({
    amount: {
      ...amountFields.amount,
      max: mostAmount,
      maxMessage: `The customer agreed to at most ${formatAmount(mostAmount)} ${currency}`,
    },
  }),
  dialog: {
    title: 'Change the amount',
    consequence: ({ mostAmount, currency, intervalUnit, intervalCount }) =>
      `It holds from the next charge on. The customer agreed to at most ${formatAmount(mostAmount)} ${currency} ${everyWords({ unit: intervalUnit, count: intervalCount })}, and is told.`,
    submit: 'Change the amount',
  },
  success: 'The amount has been changed',
});

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
    nextDueDay: { label: 'Next due day', kind: 'text', nullable: true },
    anchorDay: { label: 'Day of the month', kind: 'number' },
    mostAmount: { label: 'Most agreed to', kind: 'amount' },
    consentDate: { label: 'Agreed', kind: 'dateTime', nullable: true },
    consentText: { label: 'Agreed to', kind: 'text', nullable: true },
    source: { label: 'Source', kind: 'choice', enumeration: RECURRING_SOURCES },
    cardId: { label: 'Card id', kind: 'id', nullable: true },
    card: { label: 'Card', kind: 'text', nullable: true },
    cardExpires: { label: 'Card expires', kind: 'text', nullable: true },
    networkReference: { label: 'Network reference', kind: 'text', nullable: true },
    endedDate: { label: 'Ended', kind: 'dateTime', nullable: true },
    // days that wait for a person: missed after a standstill, or unpaid at the end of the retries
    openDues: { label: 'Unpaid days', kind: 'number' },
    retryAt: { label: 'Tried again', kind: 'dateTime', nullable: true },
    beingCharged: { label: 'Being charged', kind: 'boolean' },
    chargedJustNow: { label: 'Charged just now', kind: 'boolean' },
  },
  shown: {
    id: 'ID',
    merchantName: 'Merchant Name',
    merchantId: 'Merchant Id',
    customerId: 'Customer Id',
    status: 'Status',
    suspendReason: 'Suspended because',
    amount: 'Amount',
    mostAmount: 'Most agreed to',
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
  ...recordEndpoints(recurringPayment),
}));
