/** Whether a loan of the order is under way, by the names that the SQL has; one that was made elsewhere is moved by nobody. */
export const loanUnderWay = (orderId: string, merchantId: string): string =>
  `exists (select from consumer_credits where order_id = ${orderId} and merchant_id = ${merchantId}
    and checkout_id is not null and status not in ('CONFIRMED', 'REFUNDED', 'FAILED'))`;

/** The same for the purchase that the order's payer signs. */
export const loanUnderWayOf = (purchaseId: string, merchantId: string): string =>
  `exists (select from consumer_credits where merchant_id = ${merchantId}
    and order_id in (select id from orders where purchase_id = ${purchaseId} and merchant_id = ${merchantId})
    and checkout_id is not null and status not in ('CONFIRMED', 'REFUNDED', 'FAILED'))`;
