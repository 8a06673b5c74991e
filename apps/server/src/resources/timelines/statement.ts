import { isAudience, type Actor } from '@paydesk/contract/permissions.ts';
import { TIMELINES, type TimelineOf } from '@paydesk/contract/resources/timelines.ts';
import { sql, type RawBuilder } from 'kysely';
import { mayRead } from '../../platform/list/scope.ts';
import {
  changes,
  ENOUGH,
  MARKS,
  orderEvents,
  purchaseEvents,
  SKIPPED,
  transactionEvents,
  type Sql,
} from './events.ts';
import type { EventRow } from './words.ts';

/** The record as where its case begins; whose it is is said beside. */
const RECORD: Readonly<Record<TimelineOf, Sql>> = {
  transaction: sql`select r.id, r.merchant_id, r.id as transaction_id,
    r.refunded_transaction_id as original_id, r.purchase_id, r.order_id from transactions r`,
  purchase: sql`select r.id, r.merchant_id, null::uuid as transaction_id, null::uuid as original_id,
    r.id as purchase_id, null::uuid as order_id from purchases r`,
  order: sql`select r.id, r.merchant_id, null::uuid as transaction_id, null::uuid as original_id,
    r.purchase_id, r.id as order_id from orders r`,
  loan: sql`select r.id, r.merchant_id, null::uuid as transaction_id, null::uuid as original_id,
    r.down_payment_purchase_id as purchase_id, r.order_id from consumer_credits r`,
};

/**
 * Orders, then purchases, then transactions: each found from the ones before. Arrays, because the
 * planner takes an index for `= any(array)` however little it knows of what is in it.
 */
const caseOf = (whose: Sql) => sql`with_orders as materialized (
    select r.*, array(
      select r.order_id where r.order_id is not null
      union select o.id from orders o
        where o.purchase_id = r.purchase_id and o.merchant_id = ${whose}
    ) as orders from record r
  ), with_purchases as materialized (
    select c.*, array(
      select c.purchase_id where c.purchase_id is not null
      union select o.purchase_id from orders o
        where o.id = any(c.orders) and o.merchant_id = ${whose}
          and o.purchase_id is not null
      union select l.down_payment_purchase_id from consumer_credits l
        where l.order_id = any(c.orders) and l.merchant_id = ${whose}
          and l.down_payment_purchase_id is not null
      union select t.purchase_id from transactions t
        where t.order_id = any(c.orders) and t.merchant_id = ${whose}
          and t.purchase_id is not null
    ) as purchases from with_orders c
  ) select c.*, array(
      select c.transaction_id where c.transaction_id is not null
      union select c.original_id where c.original_id is not null
      union select t.id from transactions t
        where t.order_id = any(c.orders) and t.merchant_id = ${whose}
      union select t.id from transactions t
        where t.refunded_transaction_id = any(array[c.transaction_id, c.original_id])
          and t.merchant_id = ${whose}
      union (select t.id from transactions t
        where t.purchase_id = any(c.purchases) and t.merchant_id = ${whose}
        order by t.date desc, t.id desc limit ${ENOUGH})
    ) as transactions, array(
      select l.id from consumer_credits l
      where l.order_id = any(c.orders) and l.merchant_id = ${whose}
    ) as loans, array(
      select p.id from recurring_payments p
      where p.payment_request_id = any(c.purchases) and p.merchant_id = ${whose}
    ) as recurring from with_purchases c`;

const NAMES = sql.raw(
  'kind, id, keep, at, status, amount_cents, currency, who, facts, link_of, link_id',
);
const union = (parts: readonly Sql[]) => sql.join(parts, sql` union all `);

const TABLE: Readonly<Record<TimelineOf, string>> = {
  transaction: 'transactions',
  purchase: 'purchases',
  order: 'orders',
  loan: 'consumer_credits',
};

/** Whose the record is, for who reads those of all. */
export const ownerStatement = (of: TimelineOf, id: string): RawBuilder<{ merchant_id: string }> =>
  sql`select merchant_id from ${sql.table(TABLE[of])} where id = ${id}`;

/**
 * Everything of a merchant's case that this person may read, in one statement: the record's own events
 * first, then the newest of the others. No row: there is no such record of this merchant's. What is with the
 * merchant's rows and what is in one place are parts of their own, for where rows are spread.
 */
export function timelineStatement(
  of: TimelineOf,
  actor: Actor,
  id: string,
  merchantId: string,
): RawBuilder<EventRow> {
  const whose = sql`${merchantId}::uuid`;
  const technical = isAudience(actor, 'technical');
  const staff = isAudience(actor, 'staff') && actor.merchantId === null;
  const reads = (kind: TimelineOf) =>
    mayRead(TIMELINES[kind], actor, `GET /api/timelines/${kind}/{id}`);
  const transactions = reads('transaction');
  const purchases = reads('purchase');
  const orders = reads('order');
  const there = [
    ...(transactions ? transactionEvents(whose, technical) : []),
    ...(purchases ? purchaseEvents(whose) : []),
    ...(orders ? orderEvents(whose, technical, isAudience(actor, 'staff')) : []),
  ];
  const here = [
    ...(transactions ? [changes('transaction', 'transactions', staff)] : []),
    ...(purchases ? [SKIPPED, changes('purchase', 'purchases', staff)] : []),
    ...(orders ? [changes('order', 'orders', staff)] : []),
    ...(reads('loan') ? [changes('loan', 'loans', staff)] : []),
  ];
  const parts = [
    sql`c as materialized (
      with record as materialized (${RECORD[of]} where r.id = ${id} and r.merchant_id = ${whose}),
      ${caseOf(whose)})`,
    ...(transactions ? [MARKS] : []),
    ...(there.length ? [sql`events (${NAMES}) as materialized (${union(there)})`] : []),
    sql`noted (${NAMES}) as materialized (${union(here)})`,
  ];
  const all = union([
    ...(there.length ? [sql`select * from events`] : []),
    sql`select * from noted`,
  ]);
  return sql<EventRow>`with ${sql.join(parts)} select * from (${all}) e
    order by coalesce(keep, false) desc, at desc, id desc limit ${ENOUGH}`;
}
