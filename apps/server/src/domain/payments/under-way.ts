import { loanHeld, loanHeldOf, loanUnderWay, loanUnderWayOf } from '../lending/under-way.ts';

/** Whether a payment is held, asked for, or looked at, by the names that its order or purchase has in the SQL. */
const attempts =
  (column: string, stages: string) =>
  (id: string, merchantId: string): string =>
    `exists (select from payment_attempts where ${column} = ${id} and merchant_id = ${merchantId}
      and stage in (${stages}))`;

const UNDER_WAY = "'REVIEW', 'AUTHORISING', 'CHALLENGE', 'AUTHORISED', 'CAPTURING', 'CANCELLING'";
const cardUnderWay = attempts('order_id', UNDER_WAY);
const cardUnderWayOf = attempts('purchase_id', UNDER_WAY);
const cardHeld = attempts('order_id', "'REVIEW'");
const cardHeldOf = attempts('purchase_id', "'REVIEW'");

/** The same, by card or by loan: nothing ends beneath it, and none begins beside it. */
export const paymentUnderWay = (id: string, merchantId: string): string =>
  `(${cardUnderWay(id, merchantId)} or ${loanUnderWay(id, merchantId)})`;
export const purchaseUnderWay = (id: string, merchantId: string): string =>
  `(${cardUnderWayOf(id, merchantId)} or ${loanUnderWayOf(id, merchantId)})`;

type Whether = (id: string, merchantId: string) => string;
const held =
  (card: Whether, loan: Whether): Whether =>
  (id, merchantId) =>
    `case when ${card(id, merchantId)} then 'PAYMENT' when ${loan(id, merchantId)} then 'LOAN' end`;

/** Which of them a rule holds until a person has looked at it; null: neither. */
export const paymentHeld = held(cardHeld, loanHeld);
export const purchaseHeld = held(cardHeldOf, loanHeldOf);
