import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { forbidden } from '../../platform/errors.ts';
import { saidBy } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';
import { postOrderCallback } from '../callbacks.ts';
import { openCheckout, type Opening } from '../checkouts.ts';
import { paymentUnderWay } from '../payments/under-way.ts';
import { freeExternalId, GIVES_WAY, supersedeOrder, totalsOf } from '../orders.ts';

/** Whoever stands before the page; nobody we know. */
export interface Shopper {
  userId: null;
  userName: null;
  address: string | null;
}
export const SHOPPER: Shopper = { userId: null, userName: null, address: null };

const OTHER = 'This order has been begun with another basket. Please go back to the shop.';
const PAID = 'This order has been paid already.';
const REJECTED = 'The shop does not take this order. Please go back to the shop.';
const UNDER_WAY =
  'This order is being paid at this moment. Please go on where you began, or try again in a few minutes.';

const OF_SHOP =
  'The shop has made this order itself. Please pay it where you began, or at the address that the shop gave you.';

/**
 * Opens it, or finds what was opened before under the same external id. Who sends nothing that the shop
 * signed never finds what another shopper typed: an order that has a name on it and no payment under way
 * makes way for a new one, and so does one that has expired. What the shop made or signed itself makes way for
 * nothing that it has not signed, and its own word takes an id back from a page (ADR 116).
 */
export async function openOnce(
  tx: Tx,
  services: Services,
  opening: Opening,
  by: Shopper,
): Promise<string> {
  const { merchantId, order, refused, signed } = opening;
  const { externalId } = order;
  if (externalId) await freeExternalId(tx, merchantId, externalId);
  let opened = await openCheckout(tx, opening);
  while (!opened) {
    const known = await knownAs(tx, merchantId, externalId!);
    // of several at once another has made it give way
    if (known && signed && isPages(known)) {
      // not found either: whoever began it holds its address, and would read who pays
      await makeWay(tx, services, known, merchantId, by);
    } else if (known) {
      if (!known.checkout_id || known.content !== contentOf(opening)) throw forbidden(OTHER);
      const mayFind = signed || !known.named;
      if (mayFind && known.status !== 'EXPIRED') return known.checkout_id;
      if (known.status === 'PAID') throw forbidden(PAID);
      if (known.status === 'REJECTED') throw forbidden(REJECTED);
      if (!signed && isOfShop(known) && known.status !== 'EXPIRED') throw forbidden(OF_SHOP);
      await makeWay(tx, services, known, merchantId, by);
    }
    opened = await openCheckout(tx, opening);
  }
  await audit(tx, by, {
    action: 'OPEN_CHECKOUT',
    entityType: 'ORDER',
    entityId: opened.orderId,
    merchantId,
    result: 'SUCCESS',
    details: {
      source: opening.source,
      externalId,
      amount: fromCents(totalsOf(order.lines).amountCents),
      ...(refused && { refused: refused.code, reason: refused.reason }),
    },
  });
  if (refused) await postOrderCallback(tx, services, opened.orderId);
  return opened.checkoutId;
}

/**
 * For an order that the shop makes by the API: one that a page has begun under the id, and nobody of the shop has
 * answered for, gives it back. False where none has: another order has the id for good.
 */
export async function takeIdBack(
  tx: Tx,
  services: Services,
  merchantId: string,
  externalId: string,
  by: By,
): Promise<boolean> {
  const known = await knownAs(tx, merchantId, externalId);
  if (!known || !isPages(known) || known.under_way) return false;
  await makeWay(tx, services, known, merchantId, by);
  return true;
}

type By = Parameters<typeof audit>[1];

async function makeWay(tx: Tx, services: Services, known: Known, merchantId: string, by: By) {
  if (known.under_way) throw forbidden(UNDER_WAY);
  await supersedeOrder(tx, { id: known.id, merchantId });
  if (known.status !== 'EXPIRED')
    await audit(tx, by, {
      action: 'EXPIRE_ORDER',
      entityType: 'ORDER',
      entityId: known.id,
      merchantId,
      result: 'SUCCESS',
      details: {
        reason: 'Another one was begun under its external id',
        changes: {
          status: { before: known.status, after: 'EXPIRED' },
          externalId: { before: known.external_id, after: null },
        },
      },
    });
  await postOrderCallback(tx, services, known.id);
}

const isOfShop = ({ source, signed }: Known) => source !== 'WIDGET' || signed;

/** No word of the shop's stands behind it: neither a signature nor its system, which was asked, nor money. */
const isPages = (known: Known) =>
  !isOfShop(known) && !known.verified && GIVES_WAY.some((status) => status === known.status);

interface Known {
  id: string;
  external_id: string;
  status: string;
  source: string | null;
  signed: boolean;
  /** The shop's system said yes when it was asked. */
  verified: boolean;
  checkout_id: string | null;
  named: boolean;
  under_way: boolean;
  content: string;
}

/** Held until the transaction ends, so that no payment begins on what is about to make way. */
async function knownAs(tx: Tx, merchantId: string, externalId: string): Promise<Known | undefined> {
  const its = sql`o.merchant_id = ${merchantId} and o.external_id = ${externalId}`;
  // first, and alone: what one statement reads beside a row that it waits for is as it was before
  await sql`select from orders o where ${its} for no key update`.execute(tx);
  const { rows } = await sql<Known>`
    select o.id, o.external_id, o.status, k.id as checkout_id, k.source, coalesce(k.signed, false) as signed,
      coalesce(k.approved_date > k.created_date, false) as verified,
      k.first_name is not null or o.customer_email is not null as named,
      ${saidBy(paymentUnderWay('o.id', 'o.merchant_id'), 'o.merchant_id', sql`${merchantId}::uuid`)} as under_way,
      (select string_agg(i.label || '|' || i.amount_cents || '|' || i.tax_rate || '|' || i.count,
        e'\n' order by i.position) from order_items i
        where i.order_id = o.id and i.merchant_id = ${merchantId} and i.position < 1000) as content
    from orders o
    left join checkouts k on k.order_id = o.id and k.merchant_id = o.merchant_id
    where ${its}`.execute(tx);
  return rows[0];
}

const contentOf = ({ order }: Opening) =>
  order.lines
    .map(({ label, cents, taxHundredths, count }) =>
      [label, cents, fromCents(taxHundredths).toFixed(2), count].join('|'),
    )
    .join('\n');
