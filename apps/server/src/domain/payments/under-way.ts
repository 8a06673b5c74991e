/** Whether a payment is held, asked for, or looked at, by the names that its order or purchase has in the SQL. */
const underWay =
  (column: string) =>
  (id: string, merchantId: string): string =>
    `exists (select from payment_attempts where ${column} = ${id} and merchant_id = ${merchantId}
      and stage in ('REVIEW', 'AUTHORISING', 'CHALLENGE', 'AUTHORISED', 'CAPTURING', 'CANCELLING'))`;

export const paymentUnderWay = underWay('order_id');
export const purchaseUnderWay = underWay('purchase_id');
