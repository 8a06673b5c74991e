import type { Fields } from '../../kernel/fields.ts';
import { CHARGE_HOLDS } from '../../charging.ts';
import { customerColumn } from '../../customer-column.ts';
import type { RowOf } from '../../kernel/columns.ts';
import { endpoints, listEndpoints } from '../../kernel/endpoint.ts';
import { formatIsoDay } from '../../kernel/dates.ts';
import { CURRENCIES, type Enumeration } from '../../kernel/enumeration.ts';
import { counted, overMany } from '../../kernel/many.ts';
import { formatAmount } from '../../kernel/money.ts';
import { record, recordAction, recordEndpoints } from '../../kernel/record.ts';
import { resource } from '../../kernel/resource.ts';
import { totalsEndpoint } from '../../kernel/totals.ts';
import { ROUTE_SETS } from '../../permissions.ts';
import { RECURRING_STATUSES, SUSPEND_REASONS } from '../recurring.ts';
import { isOver, noteFields, OVER, recurringAsks as asks } from './actions.ts';

/** What became of a day on which a recurring payment was due. */
export const DUE_STATUSES = {
  CHARGING: 'Being charged',
  PAID: 'Paid',
  RETRYING: 'Declined, tried again',
  UNPAID: 'Unpaid',
  MISSED: 'Missed',
  SKIPPED: 'Skipped',
} as const satisfies Enumeration;
export type DueStatus = keyof typeof DUE_STATUSES;

/** Every day on which recurring payments were due, once: what was charged, failed, or waits for a person. */
export const recurringDues = resource({
  slug: 'recurring-dues',
  title: 'Charges Due',
  path: '/api/recurring-dues',
  read: ROUTE_SETS.ADMIN_LEVEL,
  scope: 'merchant',
  created: 'createdDate',
  order: { key: 'dueDay', direction: 'DESC' },
  csv: { persons: 'staff' },
  totals: {
    of: 'amount',
    by: ['currency', 'status'],
    within: ['status'],
    counts: { key: 'status', values: ['PAID'], word: 'paid', without: 'not charged' },
  },
  serves: 'AM-14, AM-122',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: 'screen' },
    dueDay: { label: 'Due', kind: 'text', exact: true, day: true, sort: true },
    merchantName: { label: 'Merchant', kind: 'text', visibleTo: 'staff' },
    customerName: customerColumn,
    paymentInfo: { label: 'Payment Info', kind: 'text', nullable: true, card: true },
    amount: { label: 'Amount', kind: 'amount', sort: true },
    currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES, byChoiceOf: 'staff' },
    status: {
      label: 'Status',
      kind: 'status',
      sort: true,
      enumeration: DUE_STATUSES,
      because: 'paidHow',
    },
    attempts: { label: 'Tries', kind: 'number', byChoiceOf: 'staff' },
    nextAttemptAt: {
      label: 'Tried again',
      kind: 'dateTime',
      nullable: true,
      byChoiceOf: 'staff',
    },
    failure: { label: 'Failed because', kind: 'text', nullable: true },
    decidedBy: { label: 'Decided By', kind: 'text', nullable: true, hidden: 'screen' },
    decidedDate: { label: 'Decided', kind: 'dateTime', nullable: true, hidden: 'screen' },
    // why it was charged, as who asked for it has said
    decidedNote: {
      label: 'Note',
      kind: 'text',
      nullable: true,
      hidden: 'screen',
      lastInFile: 2,
    },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true, hidden: 'screen' },
    // paid after it had been declined
    recovered: { label: 'Recovered', kind: 'boolean', hidden: 'screen', lastInFile: true },
    // which try of the plan it was, who asked for it, and how late: where it was not the first, on its day
    paidHow: {
      label: 'Paid how',
      kind: 'text',
      hidden: 'screen',
      filter: false,
      lastInFile: true,
      nullable: true,
    },
    // of the last try
    transactionId: { label: 'Transaction id', kind: 'id', hidden: true, nullable: true },
    recurringPaymentId: { label: 'Recurring payment id', kind: 'id', hidden: true },
    // what its recurring payment says now: whether anybody may still be charged
    recurringStatus: {
      label: 'Recurring payment',
      kind: 'choice',
      enumeration: RECURRING_STATUSES,
      hidden: true,
    },
    suspendReason: {
      label: 'Suspended because',
      kind: 'choice',
      enumeration: SUSPEND_REASONS,
      nullable: true,
      hidden: true,
    },
    expirationDate: { label: 'Expires', kind: 'dateTime', nullable: true, hidden: true },
    // of a day that waits: why nobody can be charged for it now
    onHold: {
      label: 'On hold because',
      kind: 'choice',
      enumeration: CHARGE_HOLDS,
      filter: false,
      hidden: true,
      nullable: true,
    },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, visibleTo: 'staff' },
  },
});
export type RecurringDueRow = RowOf<typeof recurringDues.columns>;

type DueState = Pick<
  RecurringDueRow,
  | 'status'
  | 'amount'
  | 'currency'
  | 'dueDay'
  | 'recurringStatus'
  | 'suspendReason'
  | 'expirationDate'
  | 'onHold'
>;

const waits = ({ status: { name } }: DueState) =>
  name === 'MISSED' || name === 'UNPAID' || name === 'RETRYING'
    ? null
    : `It is ${DUE_STATUSES[name].toLowerCase()} already`;

/** Who has cancelled is not charged for before either, nor who has paused and reads that nothing is taken. */
export const canChargeDue = (due: DueState, now: Date): string | null =>
  waits(due) ??
  (due.recurringStatus !== 'ACTIVE' && due.recurringStatus !== 'SUSPENDED'
    ? `The recurring payment is ${RECURRING_STATUSES[due.recurringStatus].toLowerCase()}: nobody is charged any more`
    : due.suspendReason === 'PAUSED_BY_CUSTOMER'
      ? 'The customer paused it: nothing is taken until it is resumed'
      : isOver(due.expirationDate, now)
        ? OVER
        : due.onHold && CHARGE_HOLDS[due.onHold]);

const whyCharged = { note: { ...noteFields.note, asked: false } } as const satisfies Fields;

/** What nobody caught up by itself is charged because a person wants it. */
export const chargeDue = overMany(
  recordAction<DueState, typeof whyCharged>({
    label: 'Charge',
    summary:
      'Charge a day that was missed, or that stayed unpaid; once, however often it is asked for',
    serves: 'AM-14, AM-102, AM-122',
    asks,
    audited: 'CHARGE_DUE',
    sensitive: 'MONEY',
    whyNot: canChargeDue,
    fields: whyCharged,
    dialog: {
      title: 'Charge this day',
      consequence: ({ amount, currency, dueDay }) =>
        `${formatAmount(amount)} ${currency} of ${formatIsoDay(dueDay)} is taken from the customer’s card now.`,
      submit: ({ amount, currency }) => `Charge ${formatAmount(amount)} ${currency}`,
    },
    success: 'The charge is on its way',
  }),
  {
    title: (count) => `Charge ${counted(count, 'day')}`,
    consequence: 'The amounts are taken from the customers’ cards now.',
  },
);

export const skipDue = overMany(
  recordAction<DueState>({
    label: 'Skip',
    summary: 'Skip a day that was missed, or that stayed unpaid: nobody is charged for it any more',
    serves: 'AM-14, AM-122',
    asks,
    audited: 'SKIP_DUE',
    whyNot: waits,
    dialog: {
      title: 'Skip this day',
      consequence: ({ dueDay }) =>
        `${formatIsoDay(dueDay)} will not be charged. This can’t be undone.`,
      submit: 'Skip',
    },
    danger: true,
    success: 'The day is skipped',
  }),
  {
    title: (count) => `Skip ${counted(count, 'day')}`,
    consequence: 'They will not be charged. This can’t be undone.',
  },
);

export const recurringDue = record({
  of: recurringDues,
  name: 'RecurringDue',
  entity: 'RECURRING_DUE',
  fields: {},
  shown: {},
  actions: {
    'POST /api/recurring-dues/{id}/actions/charge': chargeDue,
    'POST /api/recurring-dues/{id}/actions/skip': skipDue,
  },
});

export const recurringDueEndpoints = endpoints(() => ({
  ...listEndpoints(recurringDues),
  ...totalsEndpoint(recurringDues),
  ...recordEndpoints(recurringDue),
}));
