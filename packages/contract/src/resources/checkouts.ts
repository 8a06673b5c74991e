import * as z from 'zod';
import { amount, bodyOf, currency, endpoints, instant, namedId, uuid } from '../kernel/endpoint.ts';
import type { CURRENCIES, Enumeration } from '../kernel/enumeration.ts';
import type { Fields, ValuesOf } from '../kernel/fields.ts';
import {
  CONSUMER_CREDIT_STATUSES,
  type ConsumerCreditStatus,
  type OrderPaymentMethod,
} from '../loan-words.ts';
import { COUNTRIES } from '../merchant-record.ts';
import { PAYMENT_STATES, type PaymentState, type PaymentStateName } from '../payments.ts';
import { choices } from './checkouts/schemas.ts';

/** What a shopper sees and does on the way to a payment: `/pay/…` asks for it, and whoever has the id (ADR 215). */

const name = { kind: 'text', required: true, maxLength: 100 } as const;

/** Who pays. */
export const contactFields = {
  email: { label: 'Email', kind: 'email', required: true, maxLength: 255 },
  firstName: { label: 'First name', ...name },
  lastName: { label: 'Last name', ...name },
  phone: { label: 'Phone', kind: 'text', keys: 'numeric', maxLength: 40 },
} as const satisfies Fields;

/** Where it goes and how, where something is sent. */
const addressFields = {
  addressLine: { label: 'Address', kind: 'text', maxLength: 255 },
  postalCode: { label: 'Postal code', kind: 'text', maxLength: 20 },
  city: { label: 'City', kind: 'text', maxLength: 100 },
  country: { label: 'Country', kind: 'choice', enumeration: COUNTRIES },
} as const satisfies Fields;

const bodyFields = {
  ...contactFields,
  ...addressFields,
  shippingMethodId: { label: 'Delivery', kind: 'id', from: '/api/merchant/shipping/methods' },
} as const satisfies Fields;

/** What is asked of this shopper: a parcel needs an address, and a courier a phone. */
export function fieldsOf(ships: boolean): Fields {
  if (!ships) return contactFields;
  const needed = Object.entries({ ...addressFields, phone: contactFields.phone }).map(
    ([key, field]) => [key, { ...field, required: true }] as const,
  );
  return { ...contactFields, ...Object.fromEntries(needed) };
}

export type CheckoutDetails = ValuesOf<typeof bodyFields>;

/** Why a payment link is over for good. */
export const LINK_OVER = {
  PAID: 'Paid already',
  EXPIRED: 'Expired',
  DISABLED: 'Disabled',
} as const satisfies Enumeration;
export type LinkOver = keyof typeof LINK_OVER;

/** The whole of what the page shows. */
export interface CheckoutView {
  id: string;
  merchant: {
    name: string;
    email: string | null;
    termsUrl: string | null;
    logoUrl: string | null;
  };
  label: string | null;
  /** Gross, of one. */
  items: { label: string; amount: number; count: number; unit: string | null; taxRate: number }[];
  currency: keyof typeof CURRENCIES;
  itemsAmount: number;
  tax: number;
  /** Null while nobody knows what it costs. */
  shipping: number | null;
  amount: number;
  /** Whether something is sent, so that an address is asked for. */
  ships: boolean;
  /** What each costs, as far as the shop has said it for this address. */
  shippingMethods: { id: string; name: string; kind: string; cost: number | null }[];
  /** Why the delivery's cost is not known, in words for the shopper. */
  shippingProblem: string | null;
  /** To nobody but who said it; an email that the shop gave to whoever asks. */
  customer: { [K in keyof CheckoutDetails]-?: string | null };
  /** The shop has said whose order it is. */
  emailFixed: boolean;
  /** By what it can be paid. */
  means: OrderPaymentMethod[];
  /** The latest one that was applied for. */
  loan: { id: string; status: ConsumerCreditStatus } | null;
  state: PaymentStateName;
  /** Another browser said who pays: page, reason, receipt and names are told there alone. */
  elsewhere: boolean;
  /** The acquirer's page, or that of the payer's bank. */
  page: { url: string; framed: boolean } | null;
  /** Why it came to nothing, and what to do next; of the card before, while another one is asked for. */
  failure: { reason: string; nextStep: string } | null;
  mayRetry: boolean;
  receipt: PaymentState['receipt'];
  /** Where the shop takes its shopper back. */
  returnUrl: string | null;
  /** Whether it takes back whoever gives the payment up. */
  cancelReturns: boolean;
  /** Of what is paid again and again: what the shopper agrees to, word for word. */
  recurring: { sentence: string; pageUrl: string | null } | null;
  expiresDate: string;
  /** Of a payment link that nothing more is paid by: why, and since when. */
  linkOver: { why: LinkOver; date: string } | null;
  /** Of a demo alone: cards that the sandbox knows. */
  testCards: { number: string; words: string }[] | null;
}

export const checkoutEndpoints = endpoints(() => {
  const open = { access: 'public', scope: 'self', tag: 'Checkout', onCheckoutHost: true } as const;
  const own = { ...open, shopperKey: true } as const;
  const closed = { 403: 'It can’t begin or be changed now: the message says why, to the shopper.' };
  const params = z.strictObject({ id: uuid() });
  const text = z.string().nullable();
  const view: z.ZodType<CheckoutView> = z
    .strictObject({
      id: uuid(),
      merchant: z.strictObject({ name: z.string(), email: text, termsUrl: text, logoUrl: text }),
      label: text,
      items: z.array(
        z.strictObject({
          label: z.string(),
          amount: amount(),
          count: z.int(),
          unit: text,
          taxRate: amount(),
        }),
      ),
      currency: currency(),
      itemsAmount: amount(),
      tax: amount(),
      shipping: amount().nullable(),
      amount: amount(),
      ships: z.boolean(),
      ...choices(),
      shippingProblem: text,
      customer: z.strictObject({
        email: text,
        firstName: text,
        lastName: text,
        phone: text,
        addressLine: text,
        postalCode: text,
        city: text,
        country: z.enum(Object.keys(COUNTRIES) as (keyof typeof COUNTRIES)[]).nullable(),
        shippingMethodId: uuid().nullable(),
      }),
      emailFixed: z.boolean(),
      loan: z
        .strictObject({
          id: uuid(),
          status: z.enum(Object.keys(CONSUMER_CREDIT_STATUSES) as ConsumerCreditStatus[]),
        })
        .nullable(),
      state: z.enum(Object.keys(PAYMENT_STATES) as PaymentStateName[]),
      elsewhere: z.boolean().meta({
        description:
          'Whether it was said under another key who pays: `page`, `failure`, `receipt` and `customer` are told by that one alone.',
      }),
      page: z.strictObject({ url: z.string(), framed: z.boolean() }).nullable(),
      failure: z.strictObject({ reason: z.string(), nextStep: z.string() }).nullable(),
      mayRetry: z.boolean(),
      receipt: z
        .strictObject({
          transactionId: uuid(),
          date: instant(),
          card: z.string(),
          amount: amount(),
        })
        .nullable(),
      returnUrl: text,
      cancelReturns: z.boolean(),
      recurring: z.strictObject({ sentence: z.string(), pageUrl: text }).nullable(),
      expiresDate: instant(),
      linkOver: z
        .strictObject({ why: z.enum(Object.keys(LINK_OVER) as LinkOver[]), date: instant() })
        .nullable(),
      testCards: z.array(z.strictObject({ number: z.string(), words: z.string() })).nullable(),
    })
    .meta({ id: 'Checkout' });
  return {
    'POST /api/checkouts': {
      ...open,
      summary:
        'Open a checkout: by a widget, with the basket that its page passes where it takes one, or by a payment link',
      serves: 'AM-108, WD-13, SB-35',
      alsoAnswers: { ...closed, 404: 'There is no such widget or link.' },
      callsAMinute: 60,
      body: z.strictObject({
        widget: namedId().optional(),
        link: namedId().optional(),
        order: z
          .unknown()
          .optional()
          .meta({ description: 'The basket, or a JWS of it signed by the merchant.' }),
      }),
      answer: params,
    },
    'GET /api/checkouts/{id}': {
      ...own,
      summary:
        'A checkout as its shopper sees it; `customer`, `page`, `failure`, `receipt` and `recurring.pageUrl` by the key alone under which it was said who pays',
      serves: 'AM-108, OR-10',
      params,
      answer: view,
    },
    'GET /api/link-pages/{id}': {
      ...open,
      summary:
        'A payment link as its page shows it, with the link’s id in place of a checkout’s: nothing is opened by it, and of one that is over it says why (`linkOver`)',
      serves: 'AM-108, OR-14',
      alsoAnswers: closed,
      callsAMinute: 120,
      params,
      answer: view,
    },
    'PUT /api/checkouts/{id}': {
      ...own,
      summary: 'Say who pays, where it goes and how; what each delivery costs is asked of the shop',
      serves: 'AM-48, SM-06, OR-09',
      alsoAnswers: closed,
      callsAMinute: 120,
      params,
      body: bodyOf(bodyFields),
      answer: view,
    },
    'POST /api/checkouts/{id}/pay': {
      ...own,
      summary:
        'Open the acquirer’s page for the card; of a try that is open, the same page again. Card data come to no call of ours',
      serves: 'AM-103',
      alsoAnswers: closed,
      callsAMinute: 60,
      params,
      body: z.strictObject({
        frame: z.boolean(),
        consent: z.literal(true, { error: 'Please agree first' }),
        here: z.boolean().optional().meta({
          description:
            'Of a link for one payment that was begun elsewhere, and no card given there: pay here instead.',
        }),
      }),
      answer: view,
    },
    'POST /api/checkouts/{id}/continue': {
      ...own,
      summary:
        'Go on after the acquirer’s page, or that of the payer’s bank: card, rules, authorisation, capture. Safe to be called again',
      serves: 'AM-103, AM-102',
      callsAMinute: 120,
      params,
      answer: view,
    },
    'POST /api/checkouts/{id}/cancel': {
      ...own,
      summary: 'Give a checkout up; what is paid or on its way stays so',
      serves: 'OR-11',
      callsAMinute: 60,
      params,
      answer: view,
    },
  };
});
