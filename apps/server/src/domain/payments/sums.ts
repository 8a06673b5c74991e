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
  };
}
