import * as z from 'zod';
import { action } from '../kernel/action.ts';
import {
  amount,
  anyOf,
  currency,
  endpoints,
  instant,
  listEndpoint,
  named,
  uuid,
} from '../kernel/endpoint.ts';
import { CURRENCIES, type Enumeration } from '../kernel/enumeration.ts';
import { historyOf } from '../kernel/history.ts';
import { ORDER_STATUSES } from '../kernel/order-statuses.ts';
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

export const orderHistory = historyOf({
  slug: 'order-history',
  path: '/api/orders/{id}/history',
  read: ORDER_READERS,
  serves: 'AT-01, SB-46',
});

/** Where it goes, and how (OR-09). */
export interface Shipment {
  type: string;
  contactPhone: string;
  country: string;
  city: string;
  addressLine: string;
  postalCode: string;
  method: string;
}

/** One order, whole (OR-07, OR-08). */
export interface Order {
  id: string;
  externalId: string | null;
  externalOrderNumber: string | null;
  customerEmail: string | null;
  amount: number;
  tax: number;
  currency: keyof typeof CURRENCIES;
  status: { name: OrderStatus; description: string };
  createdDate: string;
  merchantName: string;
  merchantId: string;
  rejectReasonCode: OrderRejectReason | null;
  error: string | null;
  paymentMethod: OrderPaymentMethod | null;
  label: string | null;
  purchaseId: string | null;
  consumerCreditId: string | null;
  /** Payments and refunds, the first one first. */
  transactionIds: string[];
  okOfferCount: number;
  allOfferCount: number;
  shipment: Shipment | null;
  /** It asks for a means of payment that is closed to the merchant (AM-116). */
  paymentMethodClosed: boolean;
}

/** The same as people get it: what is limited to an audience may be missing. */
export type OrderDetail = Omit<Order, 'merchantName' | 'merchantId' | 'error'> &
  Partial<Pick<Order, 'merchantName' | 'merchantId' | 'error'>>;

type OrderState = Pick<Order, 'status' | 'paymentMethodClosed'>;

/** Why there is no loan (AM-116). */
export const CREDIT_CLOSED = 'Consumer credit is not open to the merchant';

const pendingAlone = (done: string) => (order: OrderState) =>
  order.status.name === 'PENDING'
    ? null
    : `Only a pending order can be ${done}; this one is ${ORDER_STATUSES[order.status.name].toLowerCase()}`;

/** No operator and no technical staff decide about an order (AM-22). */
const ORDER_DECIDERS: readonly UserRole[] = ['MERCHANT_ADMIN', 'BACKOFFICE_ADMIN'];

export const approveOrder = action({
  label: 'Approve',
  asks: { roles: ORDER_DECIDERS },
  whyNot: (order: OrderState) =>
    pendingAlone('approved')(order) ?? (order.paymentMethodClosed ? CREDIT_CLOSED : null),
  fields: {},
  success: 'Order approved successfully',
});

export const rejectOrder = action({
  label: 'Reject',
  asks: { roles: ORDER_DECIDERS },
  whyNot: pendingAlone('rejected'),
  fields: {},
  success: 'Order rejected successfully',
});

const names = <N extends string>(enumeration: Enumeration<N>) => Object.keys(enumeration) as N[];

export const orderEndpoints = endpoints(() => {
  const text = z.string().nullable();
  const answer = z
    .strictObject({
      id: uuid(),
      externalId: text,
      externalOrderNumber: text,
      customerEmail: text,
      amount: amount(),
      tax: amount(),
      currency: currency(),
      status: named(names(ORDER_STATUSES)),
      createdDate: instant(),
      merchantName: z.string().optional().meta({ description: 'BACKOFFICE_TECHNICAL only.' }),
      merchantId: uuid().optional().meta({ description: 'Staff only.' }),
      rejectReasonCode: z.enum(names(ORDER_REJECT_REASONS)).nullable(),
      error: text.optional().meta({ description: 'BACKOFFICE_TECHNICAL only.' }),
      paymentMethod: z.enum(names(ORDER_PAYMENT_METHODS)).nullable(),
      label: text,
      purchaseId: uuid().nullable(),
      consumerCreditId: uuid().nullable(),
      transactionIds: z.array(uuid()),
      okOfferCount: z.int(),
      allOfferCount: z.int(),
      shipment: z
        .strictObject({
          type: z.string(),
          contactPhone: z.string(),
          country: z.string(),
          city: z.string(),
          addressLine: z.string(),
          postalCode: z.string(),
          method: z.string(),
        })
        .nullable(),
      paymentMethodClosed: z.boolean(),
    })
    .meta({ id: 'Order' }) as unknown as z.ZodType<OrderDetail>;
  const one = {
    access: ORDER_READERS,
    scope: 'merchant',
    params: z.strictObject({ id: uuid() }),
    answer,
  } as const;
  const decision = { ...one, roles: ORDER_DECIDERS } as const;
  return {
    'GET /api/orders': listEndpoint(orders),
    'GET /api/orders/{id}': {
      ...one,
      summary: 'One order',
      serves: 'API-134, OR-02..09, RT-32',
    },
    'GET /api/orders/{id}/items': listEndpoint(orderItems),
    'GET /api/orders/{id}/history': listEndpoint(orderHistory),
    'PUT /api/orders/{id}/approve': {
      ...decision,
      summary: 'Approve a pending order: it becomes verified',
      serves: 'API-136, OR-12, AM-22, SB-36',
    },
    'PUT /api/orders/{id}/reject': {
      ...decision,
      summary: 'Reject a pending order, by hand',
      serves: 'API-137, OR-13, AM-22, SB-36',
    },
  };
});
