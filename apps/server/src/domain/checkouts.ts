import { randomUUID } from 'node:crypto';
import type { Capture } from '@paydesk/contract/payments.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { Checkouts } from '../platform/db/schema/checkouts.ts';
import type { Services } from '../platform/services.ts';
import type { Repeated } from './checkouts/repeats.ts';
import { refuseUnlessOpen } from './merchant-features.ts';
import { exchangeXml, noteExchange } from './callbacks/exchange.ts';
import { insertOrder, signFor, type OrderGiven } from './orders.ts';
import { openPurchase } from './purchases.ts';

/** Whatever the way in: an order, its purchase, and the checkout in which a shopper pays it. */
export interface Opening {
  merchantId: string;
  order: OrderGiven;
  source: Checkouts['source'];
  widgetId?: string;
  /** The shop itself has signed it. */
  signed?: boolean;
  paymentLinkId?: string;
  successUrl?: string | null;
  cancelUrl?: string | null;
  /** As the merchant's payments are captured, where nothing is said. */
  capture?: Capture | null;
  /** How often it is paid again; null: it is paid once. */
  repeats?: Repeated | null;
  /** Until when it can be paid. */
  expires: Date;
  /** PENDING is the merchant's own word for it; DRAFT waits for whoever answers for its amount. */
  status: 'DRAFT' | 'PENDING';
  /** Somebody has answered for the amount already. */
  approved?: boolean;
  /** It is refused as it comes, and stands so that its merchant sees why. */
  refused?: Refused | null;
}

export interface Refused {
  code: 'VERIFICATION_FAILED' | 'AMOUNT_MISMATCH';
  /** For the merchant's people. */
  reason: string;
}

export interface Opened {
  checkoutId: string;
  orderId: string;
  purchaseId: string;
}

/** An hour in milliseconds, so many times. */
export const hoursFrom = (now: Date, hours: number) => new Date(now.getTime() + hours * 3_600_000);

/** As the merchant's payments are captured. */
async function captureOf(tx: Tx, merchantId: string): Promise<Capture> {
  const { capture } = await tx
    .selectFrom('merchants')
    .select('capture')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return capture;
}

/**
 * Where every payment begins. Null where the merchant has an order of this external id: whoever asks
 * decides what that is worth. What was asked for, and what we said, is in the exchange logs (EL-08).
 */
export async function openCheckout(
  tx: Tx,
  { merchantId, order, refused = null, ...given }: Opening,
): Promise<Opened | null> {
  const orderId = await insertOrder(
    tx,
    merchantId,
    order,
    refused
      ? { status: 'REJECTED', rejectReasonCode: refused.code, error: refused.reason }
      : { status: given.status },
  );
  if (orderId === null) return null;
  if (given.repeats) await refuseUnlessOpen(tx, merchantId, 'RECURRING');
  const purchaseId = await openPurchase(tx, { merchantId, orderId, expires: given.expires });
  await signFor(tx, { id: orderId, merchantId }, purchaseId);
  const checkoutId = randomUUID();
  const capture = given.capture ?? (await captureOf(tx, merchantId));
  await sql`
    insert into checkouts (id, merchant_id, order_id, purchase_id, source, widget_id,
      payment_link_id, success_url, cancel_url, capture, recurring_unit, recurring_every,
      recurring_most_cents, signed, approved_date, created_date, expires_date)
    values (${checkoutId}, ${merchantId}, ${orderId}, ${purchaseId}, ${given.source}, ${given.widgetId ?? null},
      ${given.paymentLinkId ?? null}, ${given.successUrl ?? null}, ${given.cancelUrl ?? null},
      ${capture}, ${given.repeats?.unit ?? null},
      ${given.repeats?.every ?? null}::int, ${given.repeats?.mostCents ?? null}::bigint, ${given.signed ?? false},
      ${given.approved ? sql`now()` : null}, now(), ${given.expires.toISOString()})`.execute(tx);
  const about = { merchantId, orderId, purchaseId };
  const items = order.lines.map(({ label, cents, taxHundredths, count, unit }) => ({
    label,
    amount: fromCents(cents).toFixed(2),
    taxRate: fromCents(taxHundredths).toFixed(2),
    count,
    unit,
  }));
  const ids = { orderId, purchaseId, externalId: order.externalId };
  await noteExchange(
    tx,
    about,
    'PMTREQ',
    exchangeXml('PMTREQ', {
      ...ids,
      source: given.source,
      orderNumber: order.externalOrderNumber,
      paymentInfo: order.label,
      currency: order.currency,
      payerEmail: order.customerEmail && '***',
      item: items,
    }),
  );
  await noteExchange(
    tx,
    about,
    'PMTRESP',
    exchangeXml('PMTRESP', {
      ...ids,
      result: refused ? 'REJECTED' : 'ACCEPTED',
      reasonCode: refused?.code ?? null,
      reason: refused?.reason ?? null,
    }),
    { after: 1 },
  );
  return { checkoutId, orderId, purchaseId };
}

/** Where a shopper pays it; its id is all that opens it. */
export const paymentUrl = (
  { config, publicUrl }: Pick<Services, 'config' | 'publicUrl'>,
  checkoutId: string,
): string => `${payBase({ config, publicUrl })}/c/${checkoutId}`;

/** What goes before the ids of links and checkouts. */
export const payBase = ({ config, publicUrl }: Pick<Services, 'config' | 'publicUrl'>): string =>
  `${(config.CHECKOUT_URL ?? publicUrl()).replace(/\/+$/, '')}/pay`;
