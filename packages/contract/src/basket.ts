import * as z from 'zod';
import { bodyOf } from './kernel/endpoint.ts';
import { CURRENCIES } from './kernel/enumeration.ts';
import type { Fields } from './kernel/fields.ts';
import { messages } from './kernel/messages.ts';
import { INTERVAL_UNITS, type IntervalUnit } from './intervals.ts';
import { CAPTURES, type Capture } from './payments.ts';

/** What a shop says is bought: its own page to a widget, or its system to the API. */

export interface BasketItem {
  label: string;
  /** Gross, of one. */
  amount: number;
  /** 0.21 is 21 %; none where nothing is said. */
  taxRate?: number | null;
  /** One where nothing is said. */
  count?: number | null;
  unit?: string | null;
}

/** Where it goes, and how (OR-09). */
export interface ShipmentGiven {
  type: string;
  contactPhone: string;
  country: string;
  city: string;
  addressLine: string;
  postalCode: string;
  method: string;
}

/** Where the shop takes its shopper back to, and when it takes the money. */
export interface Return {
  successUrl?: string | null;
  cancelUrl?: string | null;
  capture?: Capture | null;
  /** How often it is paid again, where it is: every so many days, weeks or months. */
  recurringUnit?: IntervalUnit | null;
  recurringEvery?: number | null;
  /** What the shopper agrees to at most for each charge; the order's amount where nothing is said. */
  recurringMost?: number | null;
}

/** What a page passes to its widget: items, or an amount alone. */
export interface Basket {
  /** The shop's own id of the order: the same one again is the same order. */
  externalId?: string | null;
  externalOrderNumber?: string | null;
  label?: string | null;
  currency?: keyof typeof CURRENCIES | null;
  items?: BasketItem[] | null;
  amount?: number | null;
  taxRate?: number | null;
  shipment?: ShipmentGiven | null;
}

/** The same, signed by the shop's own key: it can say more, since nobody else wrote it. */
export interface SignedBasket extends Basket, Return {
  externalId: string;
  /** The widget it is for, where it is for one alone. */
  widget?: string | null;
  /** Seconds since 1970, as tokens have them. */
  exp: number;
  iat?: number | null;
}

export const MOST_ITEMS = 200;
const MOST_OF_ONE = 10_000;
/** What an order comes to at most: lists show it whole. */
export const MOST_TOTAL = 9_999_999.99;

export const text = (label: string) => ({ label, kind: 'text', maxLength: 255 }) as const;
export const needed = (label: string) => ({ ...text(label), required: true }) as const;

export const shipmentFields = {
  type: needed('Type'),
  contactPhone: needed('Contact Phone'),
  country: needed('Country'),
  city: needed('City'),
  addressLine: needed('Address Line'),
  postalCode: needed('Postal Code'),
  method: needed('Method'),
} as const satisfies Fields;

const amount = { label: 'Amount', kind: 'amount', min: 0, max: 1_000_000 } as const;
const taxRate = { label: 'Tax Rate', kind: 'amount', min: 0, max: 1 } as const;

const itemFields = {
  label: needed('Label'),
  amount: { ...amount, required: true },
  taxRate,
  count: { label: 'Count', kind: 'number', min: 1, max: MOST_OF_ONE },
  unit: text('Unit'),
} as const satisfies Fields;

const basketFields = {
  externalId: text('External id'),
  externalOrderNumber: text('Order Number'),
  label: text('Label'),
  currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES },
  amount: { ...amount, min: 0.01 },
  taxRate,
} as const satisfies Fields;

/** Looked at once more where it is kept: what they may lead to, the installation says. */
export const returnFields = {
  successUrl: { label: 'Success URL', kind: 'url', maxLength: 2000 },
  cancelUrl: { label: 'Cancel URL', kind: 'url', maxLength: 2000 },
  capture: { label: 'Capture', kind: 'choice', enumeration: CAPTURES },
  recurringUnit: { label: 'Repeats every', kind: 'choice', enumeration: INTERVAL_UNITS },
  recurringEvery: {
    label: 'How many',
    kind: 'number',
    min: 1,
    max: 365,
  },
  recurringMost: { label: 'At most each time', kind: 'amount', min: 0.01, max: MOST_TOTAL },
} as const satisfies Fields;

const objectOf = (fields: Fields) => bodyOf(fields) as z.ZodObject;

export const itemCount = () =>
  z
    .int({ error: messages.wholeNumber })
    .min(1, messages.between('1', String(MOST_OF_ONE)))
    .max(MOST_OF_ONE, messages.between('1', String(MOST_OF_ONE)));

const nested = () => ({
  items: z
    .array(objectOf(itemFields), 'Value must be a list')
    .max(MOST_ITEMS, `At most ${MOST_ITEMS} items`)
    .nullish(),
  shipment: objectOf(shipmentFields).nullish(),
});

export const basketSchema = (): z.ZodType<Basket> => {
  const schema: z.ZodType = objectOf(basketFields).extend(nested());
  return schema as z.ZodType<Basket>;
};

const seconds = () => z.int({ error: messages.wholeNumber }).min(0);

export const signedBasketSchema = (): z.ZodType<SignedBasket> => {
  const fields = { ...basketFields, externalId: needed('External id'), ...returnFields };
  const schema: z.ZodType = objectOf(fields).extend({
    ...nested(),
    widget: z.string().nullish(),
    exp: seconds(),
    iat: seconds().nullish(),
  });
  return schema as z.ZodType<SignedBasket>;
};
