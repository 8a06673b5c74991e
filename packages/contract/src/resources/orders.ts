import type { Columns, RowOf } from '../kernel/columns.ts';
import { anyOf, endpoints, listEndpoint } from '../kernel/endpoint.ts';
import { CURRENCIES, type Enumeration } from '../kernel/enumeration.ts';
import { counted, overMany } from '../kernel/many.ts';
import { formatAmount } from '../kernel/money.ts';
import { ORDER_STATUSES } from '../kernel/order-statuses.ts';
import { record, recordAction, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import type { UserRole } from '../permissions.ts';

export const ORDER_REJECT_REASONS = {
  MANUAL_REJECT: 'Rejected by hand',
  VERIFICATION_FAILED: 'Verification failed',
  AMOUNT_MISMATCH: 'Amount mismatch',
  TIMEOUT: 'Timeout',
} as const satisfies Enumeration;

export const ORDER_PAYMENT_METHODS = {
  CARD: 'Card',
  CONSUMER_CREDIT: 'Consumer credit',
} as const satisfies Enumeration;

export type OrderStatus = keyof typeof ORDER_STATUSES;
export type OrderRejectReason = keyof typeof ORDER_REJECT_REASONS;
export type OrderPaymentMethod = keyof typeof ORDER_PAYMENT_METHODS;

const ORDER_READERS = anyOf('READ_ANY_USER', 'READ_MERCHANT_ORDER');

/** What was bought (OR-01); merchant and error are for the technical role alone (AM-03). */
export const orders = resource({
  slug: 'orders',
  title: 'Orders',
  path: '/api/orders',
  read: ORDER_READERS,
  scope: 'merchant',
  created: 'createdDate',
  serves: 'API-133, OR-01, OR-05, OR-06, OR-11, OR-14, RT-31',
  columns: {
    id: { label: 'ID', kind: 'id' },
    externalOrderNumber: { label: 'Order Number', kind: 'text', nullable: true },
    merchantName: { label: 'Merchant', kind: 'text', sort: true, visibleTo: 'technical' },
    label: { label: 'Label', kind: 'text', nullable: true },
    customerEmail: { label: 'Customer Email', kind: 'text', nullable: true },
    amount: { label: 'Amount', kind: 'amount', sort: true },
    tax: { label: 'Tax', kind: 'amount' },
    currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES },
    paymentMethod: {
      label: 'Payment Method',
      kind: 'choice',
      enumeration: ORDER_PAYMENT_METHODS,
      nullable: true,
    },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: ORDER_STATUSES },
    rejectReasonCode: {
      label: 'Reject Reason',
      kind: 'choice',
      enumeration: ORDER_REJECT_REASONS,
      nullable: true,
    },
    error: { label: 'Error', kind: 'text', visibleTo: 'technical', nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    externalId: { label: 'External id', kind: 'text', exact: true, hidden: true, nullable: true },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, visibleTo: 'staff' },
    purchaseId: { label: 'Purchase id', kind: 'id', hidden: true, nullable: true },
  },
});

/** The lines of one order, in the order of their position. */
export const orderItems = resource({
  slug: 'order-items',
  title: 'Items',
  path: '/api/orders/{id}/items',
  read: ORDER_READERS,
  scope: 'merchant',
  created: 'createdDate',
  order: { key: 'position', direction: 'ASC' },
  serves: 'API-135, OR-03, OR-10',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    position: { label: 'Position', kind: 'number', sort: true, hidden: true },
    label: { label: 'Label', kind: 'text', sort: true },
    amount: { label: 'Amount', kind: 'amount', sort: true },
    /** 0.21 is 21 %. */
    taxRate: { label: 'Tax Rate', kind: 'amount', sort: true },
    currency: { label: 'Currency', kind: 'choice', sort: true, enumeration: CURRENCIES },
    count: { label: 'Count', kind: 'number', sort: true },
    unit: { label: 'Unit', kind: 'text', sort: true, nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true, hidden: true },
  },
});

type OrderState = Pick<OrderRow, 'status'> & Loan & { beingPaid: boolean };
interface Loan {
  paymentMethodClosed: boolean;
  lent: boolean;
}
type OrderRow = RowOf<typeof orders.columns>;

/** Why there is no loan (AM-116). */
export const CREDIT_CLOSED = 'Consumer credit is not open to the merchant';

export const NOBODY_LENDS = 'No financing institution lends this amount';
/** Null, or why an order that asks for a loan gets none. */
export const whyNoLoan = ({ paymentMethodClosed, lent }: Loan): string | null => {
  if (paymentMethodClosed) return CREDIT_CLOSED;
  return lent ? null : NOBODY_LENDS;
};

const pendingAlone = (done: string) => (order: OrderState) =>
  order.status.name === 'PENDING'
    ? null
    : `Only a pending order can be ${done}; this one is ${ORDER_STATUSES[order.status.name].toLowerCase()}`;

/** Null, or why nothing ends while a shopper pays: what is taken by then would be for nothing. */
const whyPaying = ({ beingPaid }: Pick<OrderState, 'beingPaid'>): string | null =>
  beingPaid ? 'A payment of it is under way: cancel that first, or wait for it' : null;

/** No operator and no technical staff decide about an order (AM-22). */
const ORDER_DECIDERS: readonly UserRole[] = ['MERCHANT_ADMIN', 'BACKOFFICE_ADMIN'];

/** What it is called: with its number, where it has one. */
export const orderName = ({ externalOrderNumber }: Pick<OrderRow, 'externalOrderNumber'>) =>
  externalOrderNumber ? `order ${externalOrderNumber}` : 'order';
export const orderMoney = ({ amount, currency }: Pick<OrderRow, 'amount' | 'currency'>) =>
  `${formatAmount(amount)} ${currency}`;
const which = (order: OrderRow) => `The ${orderName(order)} of ${orderMoney(order)}`;

export const approveOrder = overMany(
  recordAction<OrderRow & OrderState>({
    label: 'Approve',
    summary: 'Approve a pending order: it becomes verified',
    serves: 'API-136, OR-12, AM-22, SB-36',
    audited: 'APPROVE_ORDER',
    asks: { roles: ORDER_DECIDERS },
    whyNot: (order: OrderState) => pendingAlone('approved')(order) ?? whyNoLoan(order),
    dialog: {
      title: 'Approve this order',
      consequence: (order) =>
        `${which(order)} becomes Verified and can be paid. This can’t be undone.`,
      submit: (order) => `Approve ${orderName(order)}`,
    },
    primary: true,
    success: 'Order approved successfully',
  }),
  {
    title: (count) => `Approve ${counted(count, 'order')}`,
    consequence: 'They become Verified and can be paid. This can’t be undone.',
  },
);

export const rejectOrder = overMany(
  recordAction<OrderRow & OrderState>({
    label: 'Reject',
    summary: 'Reject a pending order, by hand',
    serves: 'API-137, OR-13, AM-22, SB-36',
    audited: 'REJECT_ORDER',
    asks: { roles: ORDER_DECIDERS },
    whyNot: (order: OrderState) => pendingAlone('rejected')(order) ?? whyPaying(order),
    dialog: {
      title: 'Reject this order',
      consequence: (order) =>
        `${which(order)} becomes Rejected, by hand, and can’t be paid any more. This can’t be undone.`,
      submit: (order) => `Reject ${orderName(order)}`,
    },
    danger: true,
    success: 'Order rejected successfully',
  }),
  {
    title: (count) => `Reject ${counted(count, 'order')}`,
    consequence: 'They become Rejected, by hand, and can’t be paid any more. This can’t be undone.',
  },
);

/** Where it goes, and how (OR-09). */
const shipment = {
  type: { label: 'Type', kind: 'text' },
  contactPhone: { label: 'Contact Phone', kind: 'text' },
  country: { label: 'Country', kind: 'text' },
  city: { label: 'City', kind: 'text' },
  addressLine: { label: 'Address Line', kind: 'text' },
  postalCode: { label: 'Postal Code', kind: 'text' },
  method: { label: 'Method', kind: 'text' },
} as const satisfies Columns;
export type Shipment = RowOf<typeof shipment>;

export const order = record({
  of: orders,
  name: 'Order',
  entity: 'ORDER',
  one: {
    path: '/api/orders/{id}',
    summary: 'One order',
    serves: 'API-134, OR-02..09, RT-32',
    history: 'AT-01, SB-46',
  },
  fields: {
    consumerCreditId: { label: 'Loan', kind: 'id', nullable: true },
    // payments and refunds, the first one first
    transactionIds: { label: 'Transactions', kind: 'id', many: true },
    okOfferCount: { label: 'Offers accepted', kind: 'number' },
    allOfferCount: { label: 'Offers', kind: 'number' },
    shipment: { label: 'Shipment', kind: 'group', columns: shipment, nullable: true },
    // it asks for a means of payment that is closed to the merchant (AM-116)
    paymentMethodClosed: { label: 'Payment method closed', kind: 'boolean' },
    lent: { label: 'Lent', kind: 'boolean' },
    // a payment of it is held or asked for
    beingPaid: { label: 'Being paid', kind: 'boolean' },
  },
  shown: {
    id: 'ID',
    externalId: 'External Id',
    externalOrderNumber: 'External Order Number',
    customerEmail: 'Customer Email',
    amount: 'Amount',
    tax: 'Tax',
    currency: 'Currency',
    status: 'Status',
    createdDate: 'Created Date',
    merchantName: 'Merchant Name',
    merchantId: 'Merchant Id',
    rejectReasonCode: 'Reject Reason Code',
    error: 'Error',
    paymentMethod: 'Payment Method',
    label: 'Label',
    purchaseId: 'Purchase Id',
    consumerCreditId: 'Consumer Credit Id',
    transactionIds: 'Transaction Ids',
    okOfferCount: 'Ok Offer Count',
    allOfferCount: 'All Offer Count',
    shipment: 'Shipment',
  },
  actions: {
    'PUT /api/orders/{id}/approve': approveOrder,
    'PUT /api/orders/{id}/reject': rejectOrder,
  },
});

/** One order, whole (OR-07, OR-08). */
export type Order = RecordOf<typeof order>;

export const orderEndpoints = endpoints(() => ({
  'GET /api/orders': listEndpoint(orders),
  'GET /api/orders/{id}/items': listEndpoint(orderItems),
  ...recordEndpoints(order),
}));
