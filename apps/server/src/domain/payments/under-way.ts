import { loanUnderWay, loanUnderWayOf } from '../lending/under-way.ts';

/** Whether a payment is held, asked for, or looked at, by the names that its order or purchase has in the SQL. */
const underWay =
  (column: string) =>
  (id: string, merchantId: string): string =>
    `exists (select from payment_attempts where ${column} = ${id} and merchant_id = ${merchantId}
      and stage in ('REVIEW', 'AUTHORISING', 'CHALLENGE', 'AUTHORISED', 'CAPTURING', 'CANCELLING'))`;

const cardUnderWay = underWay('order_id');
const cardUnderWayOf = underWay('purchase_id');

/** The same, by card or by loan: nothing ends beneath it, and none begins beside it. */
export const paymentUnderWay = (id: string, merchantId: string): string =>
  `(${cardUnderWay(id, merchantId)} or ${loanUnderWay(id, merchantId)})`;
export const purchaseUnderWay = (id: string, merchantId: string): string =>
  `(${cardUnderWayOf(id, merchantId)} or ${loanUnderWayOf(id, merchantId)})`;
