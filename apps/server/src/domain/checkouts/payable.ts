import { sql } from 'kysely';
import { byKey } from '../../platform/db/plans.ts';
import type { Tx } from '../../platform/db/database.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { refuseElsewhere } from './elsewhere.ts';
import { whyLinkIsClosed, type LinkState } from './link.ts';
import { shipsOf } from './ships.ts';
import { NOT_AVAILABLE } from './words.ts';

interface Found {
  merchant_id: string;
  payment_link_id: string | null;
  status: string;
  trades: boolean;
  expired: boolean;
  described: boolean;
  unshipped: boolean;
}

/**
 * Refuses, in words for the shopper, what can't be paid at this moment, in the transaction in which a
 * payment begins: of a link for one payment the row is held, so that of two shoppers one begins.
 */
export async function refuseUnlessPayable(
  tx: Tx,
  checkoutId: string,
  merchantId: string,
  /** What was begun elsewhere by the same link is left, where that can be; null: nobody was asked. */
  here: boolean | null = null,
): Promise<void> {
  const { rows } = await sql<Found>`
    ${byKey} select k.merchant_id, k.payment_link_id, o.status, m.status = 'ACTIVE' as trades,
      k.expires_date <= now() as expired, k.first_name is not null as described,
      k.shipping_method_id is null and ${shipsOf(merchantId)} as unshipped
    from checkouts k
    join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
    join merchants m on m.id = k.merchant_id
    left join widgets w on w.id = k.widget_id and w.merchant_id = k.merchant_id
    where k.id = ${checkoutId} and k.merchant_id = ${merchantId}::uuid`.execute(tx);
  const [found] = rows;
  if (!found) throw notFound();
  const why = whyNot(found);
  if (why) throw forbidden(why);
  await refuseByLink(tx, checkoutId, found, here);
}

function whyNot({ status, trades, expired, described, unshipped }: Found): string | null {
  if (status === 'PAID') return 'This order has been paid already.';
  if (status === 'REJECTED')
    return 'The shop does not take this order. Please go back to the shop.';
  if (expired || status === 'EXPIRED')
    return 'This order has expired. Please go back to the shop and begin anew.';
  if (!trades) return NOT_AVAILABLE;
  if (unshipped) return 'Choose how it is shipped first.';
  if (!described) return 'Say who pays first.';
  return status === 'DRAFT' ? 'The shop has not confirmed this order yet. Please try again.' : null;
}

/** Of a link for one payment the row is held until the transaction ends, so that of two shoppers one begins. */
async function refuseByLink(
  tx: Tx,
  checkoutId: string,
  { payment_link_id: id, merchant_id: merchantId }: Found,
  here: boolean | null,
): Promise<void> {
  if (id === null) return;
  await sql`select from payment_links
    where id = ${id} and merchant_id = ${merchantId} for no key update`.execute(tx);
  const { rows } = await sql<LinkState>`
    select l.uses, l.disabled_date is not null as disabled,
      coalesce(l.expires_date <= now(), false) as expired,
      exists (select from checkouts k
        join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
        where k.payment_link_id = l.id and k.merchant_id = ${merchantId}::uuid and k.id <> ${checkoutId}
          and o.status = 'PAID') as paid
    from payment_links l where l.id = ${id} and l.merchant_id = ${merchantId}`.execute(tx);
  const link = rows[0]!;
  const closed = whyLinkIsClosed(link);
  if (closed) throw forbidden(closed);
  if (link.uses === 'ONE') await refuseElsewhere(tx, { id, merchantId, checkoutId }, here);
}
