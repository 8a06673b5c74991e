/** Whose rows they are, by the merchant and the id; $C is the customer, $D the days that loans are kept. */
export const PURCHASES = `select y.merchant_id, y.id from purchases y where y.customer_id = $C`;
export const PAYMENTS = `select y.merchant_id, y.id from transactions y where y.customer_id = $C`;
export const SUBSCRIPTIONS = `select y.merchant_id, y.id from recurring_payments y
  where y.customer_id = $C`;
export const LOANS = `select y.merchant_id, y.id from consumer_credits y where y.customer_id = $C`;
/** An order that no payment or loan says the customer of, made for the address that they alone have. */
const ORDERS_ASKED = `select y.merchant_id, y.id from customers z
    join orders y on lower(y.customer_email) = lower(z.email)
    where z.id = $C
      and not exists (select from customers x where lower(x.email) = lower(z.email) and not x.id = $C)
      and not exists (select from transactions x where x.order_id = y.id
        and x.merchant_id = y.merchant_id and x.customer_id is not null)
      and not exists (select from purchases x where x.id = y.purchase_id
        and x.merchant_id = y.merchant_id and x.customer_id is not null)
      and not exists (select from consumer_credits x where x.order_id = y.id
        and x.merchant_id = y.merchant_id and x.customer_id is not null)`;
export const ORDERS = `select y.merchant_id, y.order_id from consumer_credits y
    where y.customer_id = $C and y.order_id is not null
  union select y.merchant_id, y.order_id from transactions y
    where y.customer_id = $C and y.order_id is not null
  union select y.merchant_id, z.id from purchases y
    join orders z on z.purchase_id = y.id and z.merchant_id = y.merchant_id
    where y.customer_id = $C
  union ${ORDERS_ASKED}`;
export const ATTEMPTS = `select y.merchant_id, z.id from purchases y
  join payment_attempts z on z.purchase_id = y.id and z.merchant_id = y.merchant_id
  where y.customer_id = $C`;

/** What was agreed to is kept for some years after its end: laws on money laundering and on consumer credit. */
const AGREED = `y.agreement_signing_date is not null and coalesce(y.ended_date, y.updated_date,
  y.created_date) > now() - make_interval(days => $D)`;
export const LOANS_KEPT = `${LOANS} and ${AGREED}`;
export const LOANS_OVER = `${LOANS} and not (${AGREED})`;
/** Until when the last of them is. */
export const KEPT_UNTIL = `select max(coalesce(y.ended_date, y.updated_date, y.created_date))
  + make_interval(days => $D) as until from consumer_credits y where y.customer_id = $C and ${AGREED}`;

/** All that audit rows and requests may be about. */
export const ENTITIES = `select y.id from customers y where y.id = $C
  union select y.id from purchases y
    where y.customer_id = $C
  union select y.id from transactions y where y.customer_id = $C
  union select y.id from recurring_payments y where y.customer_id = $C
  union select y.id from consumer_credits y where y.customer_id = $C
  union select y.order_id from consumer_credits y where y.customer_id = $C
  union select y.order_id from transactions y where y.customer_id = $C
  union select z.id from purchases y join orders z on z.purchase_id = y.id
    and z.merchant_id = y.merchant_id where y.customer_id = $C
  union select o.id from (${ORDERS_ASKED}) o
  union select s.id from screening_cases s where s.customer_id = $C
  union select n.id from customer_notes n where n.customer_id = $C`;

export const within = (whose: string, column = 'id') =>
  `(t.merchant_id, t.${column}) in (${whose})`;
/** Their words taken out of it. */
export const out = (...columns: string[]) =>
  Object.fromEntries(columns.map((column) => [column, `erased(t.${column}, $W)`]));
export const outOfJson = (column: string) => ({
  [column]: `erased_json(t.${column}, $W)`,
});
/** A personal id, with all that goes along with it (ADR 159). */
export const PERSONAL_ID = [
  'personal_id',
  'personal_id_sealed',
  'personal_id_masked',
  'personal_id_index',
] as const;
export const none = (...columns: string[]) =>
  Object.fromEntries(columns.map((column) => [column, 'null']));
