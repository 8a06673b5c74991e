import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';

/**
 * Whether a link for one payment is paid by another order than that of the checkout, by the names that this and its
 * merchant have in the SQL. None begins beside another; but a person may mark one as paid while another is under way.
 */
export const linkPaid = (checkoutId: string, merchantId: string): string =>
  `exists (select from checkouts its
    join payment_links one on one.id = its.payment_link_id and one.merchant_id = its.merchant_id and one.uses = 'ONE'
    join checkouts other on other.payment_link_id = one.id and other.merchant_id = one.merchant_id and other.id <> its.id
    join orders made on made.id = other.order_id and made.merchant_id = other.merchant_id and made.status = 'PAID'
    where its.id = ${checkoutId} and its.merchant_id = ${merchantId})`;

/**
 * Before an order of a link for one payment counts as paid: the orders of the link are held until the transaction
 * ends, its own as well, so that whoever is about to take money for another finds it paid, and lets go. Refused where
 * that money is being taken already: it can't be let go of any more.
 */
export async function refuseWhileLinkPays(
  tx: Tx,
  { id, merchantId }: { id: string; merchantId: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select o.id from checkouts its
    join payment_links one on one.id = its.payment_link_id and one.merchant_id = its.merchant_id and one.uses = 'ONE'
    join checkouts k on k.payment_link_id = one.id and k.merchant_id = one.merchant_id
    join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
    where its.order_id = ${id} and its.merchant_id = ${merchantId}::uuid and o.merchant_id = ${merchantId}::uuid
    order by o.id for no key update of o`.execute(tx);
  const others = rows.flatMap((order) => (order.id === id ? [] : [order.id]));
  if (!others.length) return;
  // read by a statement of its own, after whatever the locks waited for
  const taking = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('order_id', 'in', others)
    .where('stage', '=', 'CAPTURING')
    .executeTakeFirst();
  if (taking)
    throw invalid(
      'status',
      'The payment link, for one payment, is being paid by another order at this moment: see first what becomes of that',
    );
}
