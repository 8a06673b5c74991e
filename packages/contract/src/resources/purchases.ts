import * as z from 'zod';
import { action } from '../kernel/action.ts';
import type { RowOf } from '../kernel/columns.ts';
import {
  bodyOf,
  endpoints,
  listEndpoint,
  listEndpoints,
  rowSchema,
  uuid,
} from '../kernel/endpoint.ts';
import { CURRENCIES, type Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { historyOf } from '../kernel/history.ts';
import { resource } from '../kernel/resource.ts';
import { ROUTE_SETS } from '../permissions.ts';

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
  serves: 'API-69, API-70, PU-07..09, CS-14',
  columns: {
    id: { label: 'ID', kind: 'id' },
    merchantName: { label: 'Merchant', kind: 'text', sort: true, visibleTo: 'staff' },
    amount: { label: 'Amount', kind: 'amount', sort: true },
    currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: PURCHASE_STATUSES },
    paymentInfo: { label: 'Payment Info', kind: 'text', nullable: true },
    lastCallbackStatus: {
      label: 'Last Callback Status',
      kind: 'status',
      enumeration: CALLBACK_STATUSES,
      nullable: true,
    },
    externalId: { label: 'External ID', kind: 'text', exact: true, nullable: true },
    requestDate: { label: 'Requested', kind: 'dateTime', sort: true },
    expirationDate: { label: 'Expires', kind: 'dateTime', nullable: true },
    // of a payment that the acquirer does not have (AM-113)
    markedByHand: {
      label: 'Marked by hand',
      kind: 'boolean',
      hidden: 'screen',
      filter: false,
      lastInFile: true,
    },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, visibleTo: 'staff' },
    customerId: {
      label: 'Customer id',
      kind: 'id',
      hidden: true,
      visibleTo: 'staff',
      nullable: true,
    },
  },
});

export const purchaseHistory = historyOf({
  slug: 'purchase-history',
  path: '/api/purchases/{id}/history',
  read: ROUTE_SETS.ADMIN_LEVEL,
  serves: 'AT-01, SB-46',
});

export type PurchaseRow = RowOf<typeof purchases.columns>;

/** One purchase with everything on it (PU-06); what is limited to an audience may be missing. */
export interface PurchaseDetail extends PurchaseRow {
  reasonCode: string | null;
  reasonNote: string | null;
  /** The merchant has a URL that changes are told to. */
  notifiable: boolean;
}

/** The part of a purchase that its rules look at. */
export interface PurchaseState {
  status: { name: PurchaseStatus };
  notifiable: boolean;
}

/** Who may act on a purchase (AM-15). */
const asks = { anyOf: ['READ_ANY_PURCHASE'], roles: ['BACKOFFICE_ADMIN'] } as const;

/** Why a purchase ended, where staff ended it. */
export const CANCELLED_BY_STAFF = 'CANCELLED_BY_STAFF';
/** And where nobody signed it by its day (AM-118). */
export const EXPIRED = 'EXPIRED';

export const cancelFields = {
  reasonNote: { label: 'Note', kind: 'textarea', maxLength: 255 },
} as const satisfies Fields;

export const cancelPurchase = action<PurchaseState, typeof cancelFields>({
  label: 'Cancel',
  asks,
  whyNot: ({ status: { name } }) =>
    name === 'UNSIGNED' || name === 'SIGNED'
      ? null
      : `Only an unsigned or signed purchase can be cancelled; this one is ${PURCHASE_STATUSES[name].toLowerCase()}`,
  fields: cancelFields,
  success: 'Purchase has been cancelled successfully',
});

const none = {} as const satisfies Fields;

export const resendCallback = action<PurchaseState, typeof none>({
  label: 'Resend callback',
  asks,
  whyNot: ({ notifiable }) => (notifiable ? null : 'The merchant has no Purchase Notification URL'),
  fields: none,
  success: 'Callback is on its way to the merchant',
});

export const purchaseEndpoints = endpoints(() => {
  const row = rowSchema(purchases.columns) as unknown as z.ZodObject;
  const answer = row
    .extend({
      reasonCode: z.string().nullable(),
      reasonNote: z.string().nullable(),
      notifiable: z.boolean(),
    })
    .meta({ id: 'Purchase' }) as unknown as z.ZodType<PurchaseDetail>;
  const one = {
    access: purchases.read,
    scope: 'merchant',
    params: z.strictObject({ id: uuid() }),
    answer,
  } as const;
  const act = { ...one, access: asks.anyOf, roles: asks.roles } as const;
  return {
    ...listEndpoints(purchases),
    'GET /api/purchases/{id}': { ...one, summary: 'One purchase', serves: 'API-71, PU-01, PU-06' },
    'GET /api/purchases/{id}/history': listEndpoint(purchaseHistory),
    'POST /api/purchases/{id}/actions/cancel': {
      ...act,
      summary: 'Cancel a purchase that is not settled yet; its merchant is told',
      serves: 'API-72, PU-10, AM-15, SB-42',
      body: bodyOf(cancelFields),
    },
    'POST /api/purchases/{id}/actions/resend-callback': {
      ...act,
      summary: 'Tell the merchant once more how the purchase stands',
      serves: 'API-72, PU-10, AM-15, AM-48, SB-42',
    },
  };
});
