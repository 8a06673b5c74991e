import { sql, type RawBuilder } from 'kysely';

/** What payers' banks claim back, or have taken; of which disputes is to be said yet. */
export const CLAIMED = `select coalesce(sum(amount_cents), 0)::bigint from disputes where status <> 'WON'`;

/** The same of a payment, by all its disputes. */
export const claimedOf = (id: unknown, merchantId: unknown): RawBuilder<bigint> =>
  sql`(${sql.raw(CLAIMED)} and transaction_id = ${id} and merchant_id = ${merchantId})`;

/** Sums over the payments of an order or a purchase, by SQL that names the merchant; refunds are counted on their payments. */
export function paidColumns(of: 'order_id' | 'purchase_id', id: string, merchantId: string) {
  // names without a table are those of the transactions
  const sum = (cents: string) =>
    `(select coalesce(sum(${cents}), 0)::bigint from transactions
      where ${of} = ${id} and merchant_id = ${merchantId}
        and refunded_transaction_id is null and status in ('SUCCESS', 'REVERSED'))`;
  return {
    paidAmount: sum('amount_cents'),
    refundedAmount: sum('refunded_cents'),
    reversedAmount: sum('reversed_cents'),
    pendingAmount: sum('pending_refund_cents + pending_reversal_cents'),
    claimedAmount: `(${CLAIMED} and merchant_id = ${merchantId} and transaction_id in (
        select id from transactions where ${of} = ${id} and merchant_id = ${merchantId}))`,
  };
}
