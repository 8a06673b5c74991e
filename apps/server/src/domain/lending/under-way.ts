/** Whether there is such a loan of an order, by the names that the SQL has; one that was made elsewhere is moved by nobody. */
const ofOrder =
  (which: string) =>
  (orderId: string, merchantId: string): string =>
    `exists (select from consumer_credits where order_id = ${orderId} and merchant_id = ${merchantId}
      and checkout_id is not null and ${which})`;

/** The same for the purchase that the order's payer signs. */
const ofPurchase =
  (which: string) =>
  (purchaseId: string, merchantId: string): string =>
    `exists (select from consumer_credits where merchant_id = ${merchantId}
      and order_id in (select id from orders where purchase_id = ${purchaseId} and merchant_id = ${merchantId})
      and checkout_id is not null and ${which})`;

const UNDER_WAY = "status not in ('CONFIRMED', 'REFUNDED', 'FAILED')";
export const loanUnderWay = ofOrder(UNDER_WAY);
export const loanUnderWayOf = ofPurchase(UNDER_WAY);

/** A rule or a list holds it for review. */
const HELD = 'review';
export const loanHeld = ofOrder(HELD);
export const loanHeldOf = ofPurchase(HELD);
