import { customerIdColumn } from '../customer-column.ts';
import { INTERVAL_UNITS } from '../intervals.ts';
import type { Columns, RowOf } from '../kernel/columns.ts';
import { anyOf, endpoints, listEndpoint } from '../kernel/endpoint.ts';
import { CURRENCIES, type Enumeration } from '../kernel/enumeration.ts';
import { ORDER_STATUSES } from '../kernel/order-statuses.ts';
import { HELD, PAID } from '../kernel/paid.ts';
import { LAST_TRY } from '../last-try.ts';
import { record, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { OF_LOAN } from '../loan-stage.ts';
import { CAPTURES, PAYMENT_STATES } from '../payments.ts';
import { approveOrder, rejectOrder } from './orders/decide.ts';
import { totalsEndpoint } from '../kernel/totals.ts';

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

/** Which way it came in. */
export const ORDER_SOURCES = {
  WIDGET: 'Widget',
  API: 'API',
  LINK: 'Payment link',
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
  totals: {
    of: 'amount',
    by: ['currency', 'status'],
    within: ['status'],
    counts: { key: 'status', values: ['PAID'], word: 'paid' },
  },
  serves: 'API-133, OR-01, OR-05, OR-06, OR-11, OR-14, RT-31',
  columns: {
    id: { label: 'ID', kind: 'id' },
    externalOrderNumber: { label: 'Order Number', kind: 'text', nullable: true },
    merchantName: { label: 'Merchant', kind: 'text', sort: true, visibleTo: 'technical' },
    label: { label: 'Label', kind: 'text', nullable: true },
    customerEmail: { label: 'Customer Email', kind: 'text', nullable: true },
    amount: { label: 'Amount', kind: 'amount', sort: true },
    tax: { label: 'Tax', kind: 'amount', hidden: 'screen' },
    // said at the head of the amounts, so that an address is read whole
    currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES, hidden: 'screen' },
    // by choice, so that a payer's address and what a status adds are read whole
    paymentMethod: {
      hidden: 'screen',
      label: 'Payment Method',
      kind: 'choice',
      enumeration: ORDER_PAYMENT_METHODS,
      nullable: true,
    },
    status: {
      label: 'Status',
      kind: 'status',
      sort: true,
      enumeration: ORDER_STATUSES,
      because: 'rejectReasonCode',
    },
    rejectReasonCode: {
      hidden: 'screen',
      label: 'Reject Reason',
      kind: 'choice',
      enumeration: ORDER_REJECT_REASONS,
      nullable: true,
    },
    error: {
      label: 'Error',
      kind: 'text',
      visibleTo: 'technical',
      nullable: true,
      hidden: 'screen',
    },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    externalId: { label: 'External id', kind: 'text', exact: true, hidden: true, nullable: true },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, visibleTo: 'staff' },
    purchaseId: { label: 'Purchase id', kind: 'id', hidden: true, nullable: true },
    // whose purchase pays it
    customerId: customerIdColumn,
    // nobody knows it of an order from before there were checkouts
    source: {
      label: 'Source',
      kind: 'choice',
      enumeration: ORDER_SOURCES,
      hidden: 'screen',
      nullable: true,
    },
    paymentLinkId: { label: 'Payment link id', kind: 'id', hidden: true, nullable: true },
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
    taxRate: { label: 'Tax Rate', kind: 'amount', unit: '', sort: true },
    currency: { label: 'Currency', kind: 'choice', sort: true, enumeration: CURRENCIES },
    count: { label: 'Count', kind: 'number', sort: true },
    unit: { label: 'Unit', kind: 'text', sort: true, nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true, hidden: true },
  },
});

export type OrderRow = RowOf<typeof orders.columns>;

/** True while its shopper may still pay it. */
export const isPayable = ({ status, paymentUrl, paymentState, paidElsewhere }: Payable): boolean =>
  paymentUrl !== null &&
  !paidElsewhere &&
  (paymentState === 'open' || paymentState === 'card' || paymentState === 'declined') &&
  (status.name === 'DRAFT' || status.name === 'PENDING' || status.name === 'VERIFIED');
type Payable = Pick<Order, 'status' | 'paymentUrl' | 'paymentState' | 'paidElsewhere'>;

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
    // who pays it, or tried to last
    payerId: { label: 'Payer', kind: 'id', visibleTo: 'staff', nullable: true },
    customerName: { label: 'Customer Name', kind: 'text', visibleTo: 'staff', nullable: true },
    consumerCreditId: { label: 'Loan', kind: 'id', nullable: true },
    loanNumber: { label: 'Loan number', kind: 'text', nullable: true },
    // payments and refunds, the first one first
    transactionIds: { label: 'Transactions', kind: 'id', many: true },
    allOfferCount: { label: 'Offers', kind: 'number' },
    ...OF_LOAN,
    shipment: { label: 'Shipment', kind: 'group', columns: shipment, nullable: true },
    // it asks for a means of payment that is closed to the merchant (AM-116)
    paymentMethodClosed: { label: 'Payment method closed', kind: 'boolean' },
    lent: { label: 'Lent', kind: 'boolean' },
    // where its shopper pays it, and how that stands
    checkoutId: { label: 'Checkout id', kind: 'id', nullable: true },
    paymentUrl: { label: 'Payment URL', kind: 'text', nullable: true },
    paymentState: {
      label: 'Payment state',
      kind: 'choice',
      enumeration: PAYMENT_STATES,
      nullable: true,
    },
    successUrl: { label: 'Success URL', kind: 'text', nullable: true },
    cancelUrl: { label: 'Cancel URL', kind: 'text', nullable: true },
    capture: { label: 'Capture', kind: 'choice', enumeration: CAPTURES, nullable: true },
    recurringUnit: {
      label: 'Repeats every',
      kind: 'choice',
      enumeration: INTERVAL_UNITS,
      nullable: true,
    },
    recurringEvery: { label: 'How many', kind: 'number', nullable: true },
    recurringMost: { label: 'At most each time', kind: 'amount', nullable: true },
    // a payment of it is held or asked for
    beingPaid: { label: 'Being paid', kind: 'boolean' },
    held: { label: 'Held', kind: 'choice', enumeration: HELD, nullable: true },
    // its payment link was for one payment, and another order was paid by it
    paidElsewhere: { label: 'Paid by another order', kind: 'boolean' },
    // it made way for another order of its external id
    superseded: { label: 'Begun anew', kind: 'boolean' },
    ...LAST_TRY,
    ...PAID,
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
  ...totalsEndpoint(orders),
  'GET /api/orders/{id}/items': listEndpoint(orderItems),
  ...recordEndpoints(order),
}));
