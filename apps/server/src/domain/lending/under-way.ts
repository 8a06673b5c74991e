/** Whether a loan of the order is under way, by the names that the SQL has; one that was made elsewhere is moved by nobody. */
export const loanUnderWay = (orderId: string, merchantId: string): string =>
  `exists (select from consumer_credits where order_id = ${orderId} and merchant_id = ${merchantId}
    and checkout_id is not null and status not in ('CONFIRMED', 'REFUNDED', 'FAILED'))`;

/** The same for the purchase that the order's payer signs. */
export const loanUnderWayOf = (purchaseId: string, merchantId: string): string =>
  `exists (select from consumer_credits join orders
      on orders.id = consumer_credits.order_id and orders.merchant_id = consumer_credits.merchant_id
    where orders.purchase_id = ${purchaseId} and orders.merchant_id = ${merchantId}
      and checkout_id is not null and consumer_credits.status not in ('CONFIRMED', 'REFUNDED', 'FAILED'))`;
