import * as z from 'zod';
import { bodyOf, endpoints, uuid } from '../../kernel/endpoint.ts';
import { CURRENCIES } from '../../kernel/enumeration.ts';
import type { Fields } from '../../kernel/fields.ts';
import { machineList } from '../../kernel/machine-list.ts';
import { messages } from '../../kernel/messages.ts';
import type { IntervalUnit } from '../../intervals.ts';
import type { Capture } from '../../payments.ts';
import { itemCount, MOST_ITEMS, needed, returnFields, shipmentFields, text } from '../../basket.ts';
import {
  ORDER_PAYMENT_METHODS,
  orderEndpoints,
  orders,
  type Order,
  type OrderPaymentMethod,
  type Shipment,
} from '../orders.ts';

/** Orders as a merchant's own systems read and make them, by API key or signature. */

export interface MachineOrderItem {
  label: string;
  /** Gross, of one. */
  amount: number;
  /** 0.21 is 21 %. */
  taxRate: number;
  count: number;
  unit?: string | null;
}

/** What an order is made of; its amount and tax follow from the items. */
export interface NewOrder {
  /** The merchant's own id of it: the same one again, with the same content, is the same order. */
  externalId: string;
  customerEmail: string;
  currency: keyof typeof CURRENCIES;
  items: MachineOrderItem[];
  externalOrderNumber?: string | null;
  label?: string | null;
  paymentMethod?: OrderPaymentMethod | null;
  shipment?: Shipment | null;
  /** Where its shopper is taken back to once it is paid, or given up. */
  successUrl?: string | null;
  cancelUrl?: string | null;
  /** When the money is taken; as the merchant's payments are where nothing is said. */
  capture?: Capture | null;
  /** How often it is paid again, with the shopper's consent; once where nothing is said. */
  recurringUnit?: IntervalUnit | null;
  recurringEvery?: number | null;
  /** What each charge may take at most; the order's amount where nothing is said. */
  recurringMost?: number | null;
}

/** An order with its items; nothing in it that merchants may not see. */
export type MachineOrder = Omit<Order, 'merchantName' | 'merchantId' | 'error' | 'checkoutId'> & {
  items: MachineOrderItem[];
};

const orderFields = {
  externalId: needed('External id'),
  customerEmail: { label: 'Customer Email', kind: 'email', required: true, maxLength: 255 },
  currency: { label: 'Currency', kind: 'choice', required: true, enumeration: CURRENCIES },
  externalOrderNumber: text('Order Number'),
  label: text('Label'),
  paymentMethod: { label: 'Payment Method', kind: 'choice', enumeration: ORDER_PAYMENT_METHODS },
  ...returnFields,
} as const satisfies Fields;

const itemFields = {
  label: needed('Label'),
  amount: { label: 'Amount', kind: 'amount', required: true, min: 0, max: 1_000_000 },
  taxRate: { label: 'Tax Rate', kind: 'amount', required: true, min: 0, max: 1 },
  unit: text('Unit'),
} as const satisfies Fields;

const objectOf = (fields: Fields) => bodyOf(fields) as z.ZodObject;
export const machineOrderEndpoints = endpoints(() => {
  const item = objectOf(itemFields).extend({ count: itemCount() });
  const body: z.ZodType = objectOf(orderFields).extend({
    items: z
      .array(item, { error: messages.required('Items') })
      .min(1, messages.required('Items'))
      .max(MOST_ITEMS, `At most ${MOST_ITEMS} items`),
    shipment: objectOf(shipmentFields).nullish(),
  });
  const order: z.ZodType = orderEndpoints['GET /api/orders/{id}'].answer;
  const answer: z.ZodType = (order as z.ZodObject)
    .omit({ merchantName: true, merchantId: true, error: true, checkoutId: true })
    .extend({
      items: z.array(
        z.strictObject({
          label: z.string(),
          amount: z.number(),
          taxRate: z.number(),
          count: z.int(),
          unit: z.string().nullable(),
        }),
      ),
    })
    .meta({ id: 'MachineOrder' });
  const machine = { access: 'machine', scope: 'own', tag: 'Merchant API' } as const;
  return {
    'GET /api/merchant-api/orders': {
      ...machine,
      summary: 'The merchant’s orders, with the pages, filters and sorts that lists have',
      serves: 'CK-27, SB-32, SB-33',
      ...machineList(orders),
    },
    'GET /api/merchant-api/orders/{id}': {
      ...machine,
      summary: 'One order with its items',
      serves: 'CK-27, SB-32, SB-33',
      params: z.strictObject({ id: uuid() }),
      answer: answer as z.ZodType<MachineOrder>,
    },
    'POST /api/merchant-api/orders': {
      ...machine,
      summary:
        'Make an order; `paymentUrl` is where its shopper pays it. The same externalId with the same content answers the order there is; with other content it is refused',
      serves: 'CK-27, SB-32, SB-33, SB-50',
      body: body as z.ZodType<NewOrder>,
      answer: answer as z.ZodType<MachineOrder>,
    },
  };
});
