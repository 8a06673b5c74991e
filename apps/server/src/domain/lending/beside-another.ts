import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { Loan } from './loan.ts';

/**
 * Its shopper may have begun another one, or be paying by card; of a link for one payment somebody may in another
 * window. The link is held, so that nobody begins there meanwhile.
 */
export async function refuseBesideAnother(tx: Tx, loan: Loan): Promise<void> {
  const { merchant_id: merchantId } = loan;
  const link = sql`select payment_link_id from checkouts
    where id = ${loan.checkout_id} and merchant_id = ${merchantId}`;
  await sql`select from payment_links where id = (${link}) and merchant_id = ${merchantId}
    for no key update`.execute(tx);
  const { rows: orders } = await sql<{ id: string }>`
    select k.order_id as id from payment_links l
    join checkouts k on k.payment_link_id = l.id and k.merchant_id = l.merchant_id
    where l.id = (${link}) and l.merchant_id = ${merchantId} and l.uses = 'ONE'`.execute(tx);
  const ids = [loan.order_id, ...orders.map(({ id }) => id)];
  const { rows } = await sql<{ other: boolean }>`
    select exists (select from consumer_credits c where c.order_id = any(${ids}::uuid[])
        and c.merchant_id = ${merchantId} and c.status <> 'FAILED')
      or exists (select from payment_attempts a where a.order_id = any(${ids}::uuid[])
        and a.merchant_id = ${merchantId}
        and a.stage not in ('DECLINED','BLOCKED','ABANDONED','CANCELLED','FAILED')) as other`.execute(
    tx,
  );
  if (rows[0]!.other) throw invalid('status', 'Its order is being paid in another way');
}
