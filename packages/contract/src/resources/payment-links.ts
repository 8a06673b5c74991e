import { INTERVAL_UNITS, intervalFields } from '../intervals.ts';
import { endpoints, listEndpoint } from '../kernel/endpoint.ts';
import { CURRENCIES, type Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { formatAmount } from '../kernel/money.ts';
import { record, recordAction, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { LAST_TRY } from '../last-try.ts';
import type { UserRole } from '../permissions.ts';

/** Reckoned of its dates and of what was paid by it; kept nowhere. */
export const LINK_STATUSES = {
  ACTIVE: 'Active',
  USED: 'Used',
  EXPIRED: 'Expired',
  DISABLED: 'Disabled',
} as const satisfies Enumeration;

export const LINK_USES = {
  ONE: 'One payment',
  MANY: 'Many payments',
} as const satisfies Enumeration;

/** How far somebody has come who pays by one and is not done. */
export const LINK_UNDER_WAY = {
  CARD: 'The card is asked for',
  CHALLENGE: 'The bank asks for a confirmation',
  WORKING: 'Being paid',
  AUTHORISED: 'Held on the card',
  REVIEW: 'In review',
  LOAN: 'Applying for a loan',
} as const satisfies Enumeration;

/** Addresses that a merchant's people send to whoever is to pay; each payment by one is an order. */
export const paymentLinks = resource({
  slug: 'payment-links',
  title: 'Payment Links',
  path: '/api/payment-links',
  read: ['READ_ANY_USER', 'READ_MERCHANT_ORDER'],
  scope: 'merchant',
  created: 'createdDate',
  serves: 'OR-14, AM-108',
  columns: {
    id: { label: 'ID', kind: 'id' },
    purpose: { label: 'Purpose', kind: 'text' },
    merchantName: { label: 'Merchant', kind: 'text', visibleTo: 'staff' },
    amount: { label: 'Amount', kind: 'amount', sort: true },
    // staff have the merchant in its place
    currency: {
      label: 'Currency',
      kind: 'choice',
      enumeration: CURRENCIES,
      byChoiceOf: 'staff',
    },
    status: { label: 'Status', kind: 'status', enumeration: LINK_STATUSES },
    uses: { label: 'Good for', kind: 'choice', enumeration: LINK_USES },
    paidOrders: { label: 'Payments', kind: 'number' },
    expiresDate: { label: 'Expires', kind: 'dateTime', nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    createdBy: { label: 'Created By', kind: 'text', hidden: 'screen' },
    recurringUnit: {
      label: 'Repeats every',
      kind: 'choice',
      enumeration: INTERVAL_UNITS,
      nullable: true,
      hidden: 'screen',
    },
    recurringEvery: { label: 'How many', kind: 'number', nullable: true, hidden: 'screen' },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, visibleTo: 'staff' },
  },
});

const linkFields = {
  purpose: { label: 'Purpose', kind: 'text', required: true, maxLength: 255 },
  amount: { label: 'Amount', kind: 'amount', required: true, min: 0.01, max: 1_000_000 },
  uses: { label: 'Good for', kind: 'choice', required: true, enumeration: LINK_USES },
  expiresDate: { label: 'Expires', kind: 'dateTime' },
  ...intervalFields,
} as const satisfies Fields;

/** Whoever reads a merchant's orders at work there asks for money too; staff look on. */
const PEOPLE: readonly UserRole[] = ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'];
const asks = {
  anyOf: ['READ_MERCHANT_ORDER'],
  roles: PEOPLE,
  right: 'PAYMENT_LINKS_CHANGE',
} as const;

const createPaymentLink = recordAction<unknown, typeof linkFields>({
  label: 'New payment link',
  summary: 'Make a payment link; it can be paid by at once',
  serves: 'OR-14, AM-108',
  asks,
  audited: 'CREATE_PAYMENT_LINK',
  whyNot: () => null,
  fields: linkFields,
  begins: { uses: 'ONE' },
  dialog: { title: 'New payment link', submit: 'Create link' },
  success: 'Payment link created successfully',
});

const disablePaymentLink = recordAction<PaymentLinkState>({
  label: 'Disable',
  summary: 'Disable a payment link: nothing more is paid by it',
  serves: 'OR-14, AM-108',
  asks,
  audited: 'DISABLE_PAYMENT_LINK',
  whyNot: ({ status }) =>
    status.name === 'ACTIVE'
      ? null
      : `Only an active link can be disabled; this one is ${LINK_STATUSES[status.name].toLowerCase()}`,
  dialog: {
    title: 'Disable this payment link',
    consequence: ({ purpose, amount, currency }) =>
      `Nobody can pay ${formatAmount(amount)} ${currency} for ${purpose} by it any more. What was paid stays paid. This can’t be undone.`,
    submit: 'Disable the link',
  },
  danger: true,
  success: 'Payment link disabled successfully',
});

interface PaymentLinkState {
  status: { name: keyof typeof LINK_STATUSES };
  purpose: string;
  amount: number;
  currency: string;
}

export const paymentLink = record({
  of: paymentLinks,
  name: 'PaymentLink',
  entity: 'PAYMENT_LINK',
  one: {
    path: '/api/payment-links/{id}',
    summary: 'One payment link with its address',
    serves: 'OR-14, AM-108',
    history: 'AT-01, SB-46',
  },
  fields: {
    url: { label: 'Address', kind: 'text' },
    // of the latest order that was paid by it
    paidDate: { label: 'Last paid', kind: 'dateTime', nullable: true },
    paidBy: { label: 'Paid by', kind: 'text', nullable: true },
    transactionId: { label: 'Payment', kind: 'id', nullable: true },
    // begun by whoever went on from its page, paid or not
    orders: { label: 'Orders', kind: 'number' },
    begunDate: { label: 'Last begun', kind: 'dateTime', nullable: true },
    underWay: {
      label: 'Under way',
      kind: 'choice',
      enumeration: LINK_UNDER_WAY,
      nullable: true,
    },
    lastTriedDate: { label: 'Last tried', kind: 'dateTime', nullable: true },
    ...LAST_TRY,
    disabledDate: { label: 'Disabled', kind: 'dateTime', nullable: true },
    disabledBy: { label: 'Disabled By', kind: 'text', nullable: true },
  },
  shown: {
    purpose: 'Purpose',
    amount: 'Amount',
    currency: 'Currency',
    uses: 'Good for',
    expiresDate: 'Expires',
    recurringUnit: 'Repeats',
    paidOrders: 'Payments',
    paidDate: 'Last paid',
    paidBy: 'Paid by',
    createdDate: 'Created',
    createdBy: 'Created By',
    disabledDate: 'Disabled',
    disabledBy: 'Disabled By',
  },
  actions: {
    'POST /api/payment-links': createPaymentLink,
    'PUT /api/payment-links/{id}/disable': disablePaymentLink,
  },
});

/** One of them, whole. */
export type PaymentLink = RecordOf<typeof paymentLink>;

export const paymentLinkEndpoints = endpoints(() => ({
  'GET /api/payment-links': listEndpoint(paymentLinks),
  ...recordEndpoints(paymentLink),
}));
