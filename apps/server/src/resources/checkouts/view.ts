import { consentSentence } from '@paydesk/contract/consent.ts';
import { shoppersFailureOf, type Failure } from '@paydesk/contract/declines.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { PaymentState } from '@paydesk/contract/payments.ts';
import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import { TEST_CARDS } from '@paydesk/contract/test-cards.ts';
import type { IntervalUnit } from '@paydesk/contract/intervals.ts';
import { sql } from 'kysely';
import { COUNTING_FIRST } from '../../domain/lending/of-order.ts';
import { borrowedOf, offeredProducts, type Borrowed } from './loan/offered.ts';
import { customerOf, isEmailFixed, mailedTo, toldTo } from './told.ts';
import { methodsOf } from '../../domain/checkouts/details.ts';
import { paidSince } from '../../domain/checkouts/link.ts';
import { shipsOf } from '../../domain/checkouts/ships.ts';
import { merchantOfCheckout } from '../../domain/checkouts/whose.ts';
import { recurringUrl } from '../../domain/recurring/tell.ts';
import { shippingCosts, type Address } from '../../domain/shipping-cost.ts';
import { DECLINED, paymentRow, stateOf } from '../../domain/payments/state.ts';
import type { Tx } from '../../platform/db/database.ts';
import { byKey } from '../../platform/db/plans.ts';
import type { Stage } from '../../platform/db/schema/checkouts.ts';
import type { Shipment } from '../../platform/db/schema/orders.ts';
import { notFound } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';

export interface Row extends Borrowed {
  source: 'WIDGET' | 'API' | 'LINK';
  merchant: string;
  /** Where its shoppers write to. */
  email_of_shop: string | null;
  terms_url: string | null;
  logo_url: string | null;
  label: string | null;
  ships: boolean;
  tax_cents: bigint;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  shipment: Shipment | null;
  shipping_method_id: string | null;
  shipping_cents: bigint;
  reject_reason_code: string | null;
  expires_date: string;
  recurring_unit: IntervalUnit | null;
  recurring_every: number | null;
  recurring_most_cents: bigint | null;
  consent_text: string | null;
  access_token: string | null;
  items: { label: string; cents: number; rate: string; count: number; unit: string | null }[];
  /** What came of the last try of whoever pays now; where no card was given no bank has said so. */
  answered: { stage: Stage; code: string | null; given: boolean } | null;
  loan: CheckoutView['loan'];
  /** Of a link for one payment: when that was made, by whichever order. */
  link_paid: string | null;
  /** Whoever asks is who said who pays. */
  told: boolean;
  /** It was said under a key: what comes of the payment is told by that alone. */
  keyed: boolean;
  /** A mail led to the page of their bank. */
  mailed: boolean;
}

/** By which key, and whether all of it was said in this very call. */
interface Asking {
  key: string | null;
  said?: boolean;
  asksCosts?: boolean;
}

interface Shown {
  id: string;
  row: Row;
  state: PaymentState;
  methods: Awaited<ReturnType<typeof methodsOf>>;
  products: readonly unknown[];
}

async function rowOf(tx: Tx, id: string, merchantId: string, key: string | null): Promise<Row> {
  // beyond the thousandth stands what the shipping adds, which is a line of its own
  const { rows } = await sql<Row>`${byKey}
    select k.source, m.name as merchant, m.email as email_of_shop, m.terms_url, m.logo_url, o.label, o.tax_cents,
      o.customer_email as email, k.first_name, k.last_name, k.phone, o.shipment,
      k.shipping_method_id, k.shipping_cents, o.reject_reason_code, k.expires_date,
      k.recurring_unit, k.recurring_every, k.recurring_most_cents, k.consent_text,
      (select r.access_token from recurring_payments r where r.checkout_id = k.id
        and r.merchant_id = ${merchantId}::uuid) as access_token,
      coalesce((
        select jsonb_agg(jsonb_build_object('label', i.label, 'cents', i.amount_cents,
          'rate', i.tax_rate::text, 'count', i.count, 'unit', i.unit) order by i.position)
        from order_items i
        where i.order_id = o.id and i.merchant_id = ${merchantId}::uuid and i.position < 1000
      ), '[]') as items,
      (select jsonb_build_object('stage', a.stage, 'code', t.external_error_code, 'given', t.id is not null)
        from payment_attempts a
        left join transactions t on t.id = a.id and t.merchant_id = ${merchantId}::uuid
        where a.checkout_id = k.id and a.merchant_id = ${merchantId}::uuid and a.stage <> 'CARD'
          and a.created_date >= coalesce(k.payer_since, '-infinity')
        order by a.created_date desc, a.id desc limit 1) as answered,
      (select jsonb_build_object('id', l.id, 'status', l.status) from consumer_credits l
        where l.checkout_id = k.id and l.merchant_id = ${merchantId}::uuid
        order by ${sql.raw(COUNTING_FIRST)} limit 1) as loan,
      (select ${paidSince(sql`l.id`, merchantId)} from payment_links l
        where l.id = k.payment_link_id and l.merchant_id = ${merchantId}::uuid and l.uses = 'ONE') as link_paid,
      ${toldTo(key, merchantId)} as told, k.shopper_key_hash is not null as keyed, ${mailedTo(merchantId)} as mailed,
      ${borrowedOf(merchantId)}, ${shipsOf(merchantId)} as ships
    from checkouts k
    join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
    join merchants m on m.id = k.merchant_id
    left join widgets w on w.id = k.widget_id and w.merchant_id = k.merchant_id
    where k.id = ${id} and k.merchant_id = ${merchantId}::uuid`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** What comes to nothing once the link of it is paid by another order. */
const ENDS_WITH_LINK = new Set<PaymentState['name']>(['open', 'declined', 'expired', 'cancelled']);

/** All that whoever asks sees of a checkout. */
export async function viewOf(
  services: Services,
  id: string,
  { key, said = false, asksCosts = false }: Asking,
): Promise<CheckoutView> {
  const { database } = services;
  const [row, payment, methods, products] = await database.transaction('all', async (tx) => {
    const merchantId = await merchantOfCheckout(tx, id);
    const found = await rowOf(tx, id, merchantId, key);
    const row = { ...found, told: said || found.told };
    return [
      row,
      await paymentRow(tx, id, merchantId),
      row.ships ? await methodsOf(tx, row.merchant_id) : [],
      await offeredProducts(services, row, tx),
    ] as const;
  });
  const state = await stateOf(services, payment);
  const elsewhere = ENDS_WITH_LINK.has(state.name) ? row.link_paid : null;
  // what is paid, or on its way, was sent as it was said: nothing is left to choose
  const offered = TO_AGREE.has(state.name) ? methods : [];
  if (elsewhere === null)
    return shownAs(services, { id, row, state, methods: offered, products }, asksCosts);
  // nothing is left to fill in, and this order was not the one that paid what the link asks for
  const over = { ...state, name: 'expired', reason: null, mayRetry: false } as const;
  const view = await shownAs(services, { id, row, state: over, methods, products });
  return { ...view, linkOver: { why: 'PAID', date: elsewhere } };
}

/** What the page shows of these, whether or not there is an order of it. */
export async function shownAs(
  services: Services,
  { id, row, state, methods, products }: Shown,
  asksCosts = false,
): Promise<CheckoutView> {
  const elsewhere = row.keyed && !row.told;
  const ships = methods.length > 0 || row.shipping_method_id !== null;
  const shippingCents = row.shipping_method_id === null ? 0n : row.shipping_cents;
  const shipment = row.told ? row.shipment : null;
  const costs = shipment
    ? await shippingCosts(services, id, idsOf(methods), addressOf(shipment), asksCosts)
    : new Map<string, bigint>();
  return {
    id,
    merchant: {
      name: row.merchant,
      email: row.email_of_shop,
      termsUrl: row.terms_url,
      logoUrl: row.logo_url,
    },
    label: row.label,
    items: row.items.map(({ label, cents, rate, count, unit }) => ({
      label,
      amount: fromCents(BigInt(cents)),
      count,
      unit,
      taxRate: Number(rate),
    })),
    currency: row.currency,
    itemsAmount: fromCents(row.amount_cents - shippingCents),
    tax: fromCents(row.tax_cents),
    shipping: ships && row.shipping_method_id !== null ? fromCents(shippingCents) : null,
    amount: fromCents(row.amount_cents),
    ships,
    shippingMethods: methods.map((method) => {
      const cents = costs.get(method.id);
      return { ...method, cost: cents === undefined ? null : fromCents(cents) };
    }),
    shippingProblem: null,
    customer: customerOf(row),
    emailFixed: isEmailFixed(row),
    means: meansOf(row, products.length > 0),
    loan: row.loan,
    state: state.name,
    elsewhere,
    page:
      (elsewhere && !row.mailed) || state.url === null
        ? null
        : { url: state.url, framed: state.framed },
    failure: elsewhere ? null : failureOf(state, row),
    mayRetry: state.mayRetry,
    receipt: elsewhere ? null : state.receipt,
    returnUrl: state.returnUrl,
    cancelReturns: state.cancelReturns,
    recurring: repeatedOf(services, row, TO_AGREE.has(state.name)),
    expiresDate: row.expires_date,
    linkOver: null,
    testCards:
      services.gateways.ACQUIRER === 'sandbox'
        ? TEST_CARDS.map(({ number, words }) => ({ number, words }))
        : null,
  };
}

const idsOf = (methods: readonly { id: string }[]) => methods.map(({ id }) => id);

const addressOf = ({ country, city, addressLine, postalCode }: Shipment): Address => ({
  country,
  city,
  addressLine,
  postalCode,
});

/** By what it can be paid: an order that asks for a loan by a card only when nothing came of one. */
export function meansOf(
  { payment_method: method, loan }: Pick<Row, 'payment_method' | 'loan'>,
  lent: boolean,
): CheckoutView['means'] {
  const byCard = method !== 'CONSUMER_CREDIT' || loan?.status === 'FAILED';
  return [...(byCard ? ['CARD' as const] : []), ...(lent ? ['CONSUMER_CREDIT' as const] : [])];
}

/** Whoever pays from here agrees to what it comes to by now, whatever they agreed to before. */
const TO_AGREE = new Set<PaymentState['name']>(['open', 'card', 'declined']);

/** What is agreed to; once it is, those very words. */
function repeatedOf(services: Services, row: Row, anew: boolean): CheckoutView['recurring'] {
  const { recurring_unit: unit, recurring_every: every, recurring_most_cents: most } = row;
  if (unit === null) return null;
  const { merchant: shop, amount_cents: amountCents, currency, access_token } = row;
  const repeated = { unit, every: every!, mostCents: most ?? amountCents };
  return {
    sentence:
      (anew ? null : row.consent_text) ??
      consentSentence(repeated, { shop, amountCents, currency }),
    pageUrl: row.told && access_token ? recurringUrl(services, { access_token }) : null,
  };
}

/** Why the shop's order can't be paid, as far as its shopper is to know. */
const REJECTED: Readonly<Record<string, string>> = {
  AMOUNT_MISMATCH: 'The amount is not the one that the shop asks for',
  VERIFICATION_FAILED: 'The shop does not confirm this order',
};

/** The acquirer had no page for the card, or that was over. */
const NO_PAGE: Failure = {
  reason: 'The page for the card could not be opened',
  nextStep: 'Please try again.',
};

function failureOf(
  { name }: PaymentState,
  { answered, reject_reason_code: rejected }: Row,
): Failure | null {
  if (name === 'declined' && answered && !answered.given) return NO_PAGE;
  // for as long as another card is asked for, too
  const before = answered?.given && DECLINED.includes(answered.stage);
  if (answered && (name === 'declined' || (name === 'card' && before)))
    return shoppersFailureOf(answered.code);
  if (name !== 'rejected') return null;
  return {
    reason: REJECTED[rejected ?? ''] ?? 'The shop has closed this order',
    nextStep: 'Please go back to the shop, and begin again.',
  };
}
