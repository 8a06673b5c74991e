import { customerIdColumn } from '../customer-column.ts';
import type { RowOf } from '../kernel/columns.ts';
import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import { CURRENCIES, type Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { formatAmount } from '../kernel/money.ts';
import { counted, overMany } from '../kernel/many.ts';
import { ORDER_STATUSES } from '../kernel/order-statuses.ts';
import { HELD, PAID } from '../kernel/paid.ts';
import { LAST_TRY } from '../last-try.ts';
import { OF_LOAN } from '../loan-stage.ts';
import { record, recordAction, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { ROUTE_SETS } from '../permissions.ts';
import { totalsEndpoint } from '../kernel/totals.ts';

export const PURCHASE_STATUSES = {
  UNSIGNED: 'Unsigned',
  SIGNED: 'Signed',
  SETTLED: 'Settled',
  REFUNDED: 'Refunded',
  DECLINED: 'Declined',
  CANCELLED: 'Cancelled',
} as const satisfies Enumeration;

export type PurchaseStatus = keyof typeof PURCHASE_STATUSES;

/** How the last message to the merchant's notification URL ended (PU-08). */
export const CALLBACK_STATUSES = { OK: 'OK', ERROR: 'Error' } as const satisfies Enumeration;

export const purchases = resource({
  slug: 'purchases',
  title: 'Purchases',
  path: '/api/purchases',
  read: ROUTE_SETS.ADMIN_LEVEL,
  scope: 'merchant',
  created: 'requestDate',
  csv: {},
  totals: {
    of: 'amount',
    by: ['currency', 'status'],
    within: ['status'],
    counts: { key: 'status', values: ['SIGNED', 'SETTLED'], word: 'signed or settled' },
  },
  serves: 'API-69, API-70, PU-07..09, CS-14',
  columns: {
    id: { label: 'ID', kind: 'id' },
    merchantName: { label: 'Merchant', kind: 'text', sort: true, visibleTo: 'staff' },
    amount: { label: 'Amount', kind: 'amount', sort: true },
    currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES, byChoiceOf: 'staff' },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: PURCHASE_STATUSES },
    paymentInfo: { label: 'Payment Info', kind: 'text', nullable: true, card: true },
    // one that failed is said beside the status (AM-124)
    lastCallbackStatus: {
      label: 'Last Callback Status',
      kind: 'status',
      enumeration: CALLBACK_STATUSES,
      nullable: true,
      hidden: 'screen',
    },
    externalId: { label: 'External ID', kind: 'text', exact: true, nullable: true },
    requestDate: { label: 'Requested', kind: 'dateTime', sort: true },
    expirationDate: { label: 'Expires', kind: 'dateTime', nullable: true, hidden: 'screen' },
    // of a payment that the acquirer does not have (AM-113)
    markedByHand: {
      label: 'Marked by hand',
      kind: 'boolean',
      hidden: 'screen',
      filter: false,
      lastInFile: true,
    },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, visibleTo: 'staff' },
    customerId: customerIdColumn,
  },
});

export type PurchaseRow = RowOf<typeof purchases.columns>;

/** The part of a purchase that its rules and questions look at. */
type PurchaseState = Pick<PurchaseRow, 'amount' | 'currency' | 'status'> & {
  notifiable: boolean;
  beingPaid: boolean;
};

/** Who may act on a purchase (AM-15). */
const asks = {
  anyOf: ['READ_ANY_PURCHASE'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'PURCHASES_CHANGE',
} as const;

/** Why a purchase ended, where staff ended it. */
export const CANCELLED_BY_STAFF = 'CANCELLED_BY_STAFF';
/** And where nobody signed it by its day (AM-118). */
export const EXPIRED = 'EXPIRED';

export const cancelFields = {
  reasonNote: { label: 'Note', kind: 'textarea', maxLength: 255 },
} as const satisfies Fields;

export const cancelPurchase = overMany(
  recordAction<PurchaseState, typeof cancelFields>({
    label: 'Cancel',
    summary: 'Cancel a purchase that is not settled yet; its merchant is told',
    serves: 'API-72, PU-10, AM-15, SB-42',
    asks,
    audited: 'CANCEL',
    whyNot: ({ status: { name }, beingPaid }) =>
      name === 'UNSIGNED' || name === 'SIGNED'
        ? beingPaid
          ? 'A payment of it is under way: cancel that first, or wait for it'
          : null
        : `Only an unsigned or signed purchase can be cancelled; this one is ${PURCHASE_STATUSES[name].toLowerCase()}`,
    fields: cancelFields,
    dialog: {
      title: 'Cancel this purchase',
      consequence: ({ amount, currency }) =>
        `The purchase of ${formatAmount(amount)} ${currency} can’t be paid any more. Its merchant is notified, and can read the note. This can’t be undone.`,
      submit: 'Cancel the purchase',
    },
    danger: true,
    success: 'Purchase has been cancelled successfully',
    did: ({ amount, currency }) =>
      `${formatAmount(amount)} ${currency} can’t be paid any more; its merchant is notified.`,
  }),
  {
    title: (count) => `Cancel ${counted(count, 'purchase')}`,
    consequence:
      'They can’t be paid any more. Their merchants are notified, and can read the note. This can’t be undone.',
  },
);

export const resendCallback = overMany(
  recordAction<PurchaseState>({
    label: 'Resend callback',
    summary: 'Tell the merchant once more how the purchase stands',
    serves: 'API-72, PU-10, AM-15, AM-48, SB-42',
    asks,
    audited: 'RESEND_CALLBACK',
    whyNot: ({ notifiable }) =>
      notifiable ? null : 'The merchant has no Purchase Notification URL',
    dialog: {
      title: 'Resend the callback',
      consequence:
        'The purchase’s current status is sent again to the merchant’s Purchase Notification URL. No money moves.',
      submit: 'Resend callback',
    },
    success: 'Callback is on its way to the merchant',
  }),
  {
    title: (count) => `Resend the callback of ${counted(count, 'purchase')}`,
    consequence:
      'Their current statuses are sent again to their merchants’ Purchase Notification URLs. No money moves.',
  },
);

export const purchase = record({
  of: purchases,
  name: 'Purchase',
  entity: 'PURCHASE',
  one: {
    path: '/api/purchases/{id}',
    summary: 'One purchase',
    serves: 'API-71, PU-01, PU-06',
    history: 'AT-01, SB-46',
  },
  fields: {
    customerName: { label: 'Customer Name', kind: 'text', visibleTo: 'staff', nullable: true },
    reasonCode: { label: 'Reason Code', kind: 'text', nullable: true },
    reasonNote: { label: 'Reason Note', kind: 'text', nullable: true },
    // the merchant has a URL that changes are told to
    notifiable: { label: 'Notifiable', kind: 'boolean' },
    beingPaid: { label: 'Being paid', kind: 'boolean' },
    held: { label: 'Held', kind: 'choice', enumeration: HELD, nullable: true },
    // the order that it pays, and by what it was paid, or was last tried
    orderId: { label: 'Order', kind: 'id', nullable: true },
    orderNumber: { label: 'Order number', kind: 'text', nullable: true },
    cardId: { label: 'Card id', kind: 'id', visibleTo: 'staff', nullable: true },
    cardPan: { label: 'Card', kind: 'text', nullable: true },
    // who tried to, where nobody has paid
    payerId: { label: 'Payer', kind: 'id', visibleTo: 'staff', nullable: true },
    orderStatus: {
      label: 'Status of its order',
      kind: 'choice',
      enumeration: ORDER_STATUSES,
      nullable: true,
    },
    // its shopper cancelled the payment: its page takes nothing any more
    givenUp: { label: 'Cancelled by its shopper', kind: 'boolean' },
    // the loan that paid it, or is to
    consumerCreditId: { label: 'Loan', kind: 'id', nullable: true },
    // it is what the borrower of another loan pays of it at first
    downPaymentOf: { label: 'Loan that it is the down payment of', kind: 'id', nullable: true },
    ...OF_LOAN,
    ...LAST_TRY,
    ...PAID,
  },
  shown: {
    id: 'ID',
    merchantName: 'Merchant Name',
    merchantId: 'Merchant Id',
    customerId: 'Customer Id',
    amount: 'Amount',
    currency: 'Currency',
    paymentInfo: 'Payment Info',
    status: 'Status',
    requestDate: 'Request Date',
    expirationDate: 'Expiration Date',
    lastCallbackStatus: 'Last Callback Status',
    externalId: 'External Id',
    reasonCode: 'Reason Code',
    reasonNote: 'Reason Note',
  },
  actions: {
    'POST /api/purchases/{id}/actions/resend-callback': resendCallback,
    'POST /api/purchases/{id}/actions/cancel': cancelPurchase,
  },
});

/** One purchase with everything on it (PU-06). */
export type Purchase = RecordOf<typeof purchase>;

export const purchaseEndpoints = endpoints(() => ({
  ...listEndpoints(purchases),
  ...totalsEndpoint(purchases),
  ...recordEndpoints(purchase),
}));
