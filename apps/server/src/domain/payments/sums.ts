import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { DisputeStatus } from '@paydesk/contract/payments.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { failureSql } from '../failures.ts';

/** What payers' banks claim back, or have taken; of which disputes is to be said yet. */
export const CLAIMED = `select coalesce(sum(amount_cents), 0)::bigint from disputes where status <> 'WON'`;

/** The same of a payment, by all its disputes. */
export const claimedOf = (id: unknown, merchantId: unknown): RawBuilder<bigint> =>
  sql`(${sql.raw(CLAIMED)} and transaction_id = ${id} and merchant_id = ${merchantId})`;

/** Of that what they have taken. */
export const lostOf = (id: unknown, merchantId: unknown): RawBuilder<bigint> =>
  sql`(${sql.raw(CLAIMED)} and status = 'LOST' and transaction_id = ${id} and merchant_id = ${merchantId})`;

/** What can still be refunded of a payment, by the name of its table; null where a dispute or its reversal decides. */
export const leftToRefund = (p: string): string =>
  `case when ${p}.status = 'SUCCESS' and ${p}.dispute is distinct from 'OPEN' and ${p}.dispute is distinct from 'LOST'
    then ${p}.amount_cents - ${p}.refunded_cents - ${p}.pending_refund_cents - ${p}.reversed_cents - ${p}.pending_reversal_cents end`;

/** What is claimed of all that a customer paid, whoever's, or what of that is lost; an amount. */
export async function claimedOfCustomer(
  tx: Tx,
  customerId: string,
  statuses: readonly DisputeStatus[] = ['OPEN', 'LOST'],
): Promise<number> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(d.amount_cents), 0)::bigint as cents from disputes d
    join transactions t on t.id = d.transaction_id and t.merchant_id = d.merchant_id
    where t.customer_id = ${customerId} and d.status = any(${statuses})`.execute(tx);
  return fromCents(rows[0]!.cents);
}

/** What a bank claims of a customer's and nobody has decided, whoever's: the one to answer first, and how many. */
export async function openDisputeOfCustomer(tx: Tx, customerId: string) {
  const { rows } = await sql<{
    id: string;
    cents: bigint;
    currency: 'EUR';
    respond_by: string | null;
    count: number;
  }>`select t.id, d.amount_cents as cents, d.currency, d.respond_by,
      (count(*) over ())::integer as count from disputes d
    join transactions t on t.id = d.transaction_id and t.merchant_id = d.merchant_id
    where t.customer_id = ${customerId} and d.status = 'OPEN'
    order by d.respond_by nulls last, d.created_date, d.id limit 1`.execute(tx);
  const one = rows[0];
  if (!one) return null;
  const { id, cents, currency, respond_by: respondBy, count } = one;
  return { transactionId: id, amount: fromCents(cents), currency, respondBy, count };
}

/** How many of all that a customer paid were ever disputed, whoever's. */
export async function disputesOfCustomer(tx: Tx, customerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from disputes d
    join transactions t on t.id = d.transaction_id and t.merchant_id = d.merchant_id
    where t.customer_id = ${customerId}`.execute(tx);
  return rows[0]!.count;
}

/** Of a customer's transactions those that they paid, whether or not it went back since. */
export const PAID_BY_CUSTOMER = `merchant_id is not null
  and refunded_transaction_id is null and status in ('SUCCESS', 'REVERSED')`;

/** When the money of a payment was taken: what a bank held before may be captured days later. */
export const TAKEN = 'coalesce(captured_date, date)';

/** The last payment of theirs that went through, whoever's. */
export async function lastPaidOfCustomer(tx: Tx, customerId: string) {
  const { rows } = await sql<{ date: string; cents: bigint; currency: 'EUR' }>`
    select ${sql.raw(TAKEN)} as date, amount_cents as cents, currency from transactions
    where customer_id = ${customerId} and ${sql.raw(PAID_BY_CUSTOMER)}
    order by 1 desc limit 1`.execute(tx);
  const one = rows[0];
  if (!one) return null;
  return { date: one.date, amount: fromCents(one.cents), currency: one.currency };
}

/** What a rule or a list holds of a customer's until somebody has decided, whoever's: the first, and how many. */
export async function heldOfCustomer(tx: Tx, customerId: string) {
  const { rows } = await sql<{
    kind: 'PAYMENT' | 'LOAN';
    id: string;
    cents: bigint;
    currency: 'EUR';
    count: number;
  }>`select held.*, (count(*) over ())::integer as count from (
      select 'PAYMENT' as kind, id, amount_cents as cents, currency, date from transactions
      where customer_id = ${customerId} and hold = 'REVIEW'
      union all
      select 'LOAN', id, amount_cents, currency, created_date from consumer_credits
      where customer_id = ${customerId} and review) held
    order by date, id limit 1`.execute(tx);
  const one = rows[0];
  if (!one) return null;
  const { kind, id, cents, currency, count } = one;
  return { kind, id, amount: fromCents(cents), currency, count };
}

/** The loan that paid an order, or a purchase by its order; names without a table are the loan's. */
const LENT = {
  order_id: (id: string) => `order_id = ${id}`,
  purchase_id: (id: string, merchantId: string) =>
    `order_id in (select id from orders where purchase_id = ${id} and merchant_id = ${merchantId})`,
};

type Of = keyof typeof LENT;

const ofLoan = (of: Of, id: string, merchantId: string) =>
  `from consumer_credits where ${LENT[of](id, merchantId)} and merchant_id = ${merchantId}
    and status in ('CONFIRMED', 'REFUNDED')`;

/**
 * Sums over the payments of an order or a purchase, or of the loan that paid it, by SQL that names the merchant;
 * refunds are counted on what they give back of.
 */
export function paidColumns(of: Of, id: string, merchantId: string) {
  // names without a table are those of the transactions
  const sum = (cents: string) =>
    `(select coalesce(sum(${cents}), 0)::bigint from transactions
      where ${of} = ${id} and merchant_id = ${merchantId}
        and refunded_transaction_id is null and status in ('SUCCESS', 'REVERSED'))`;
  const loan = ofLoan(of, id, merchantId);
  const lent = `(select coalesce(sum(amount_cents), 0)::bigint ${loan})`;
  const back = (status: string) =>
    `(select coalesce(sum(amount_cents), 0)::bigint from consumer_credits_refunds
      where merchant_id = ${merchantId} and status = '${status}'
        and consumer_credit_id in (select id ${loan}))`;
  const claimed = (more = '') =>
    `(${CLAIMED} ${more} and merchant_id = ${merchantId} and transaction_id in (
        select id from transactions where ${of} = ${id} and merchant_id = ${merchantId}))`;
  return {
    paidAmount: `(${sum('amount_cents')} + ${lent})`,
    refundedAmount: `(${sum('refunded_cents')} + ${back('CONFIRMED')})`,
    reversedAmount: sum('reversed_cents'),
    pendingAmount: `(${sum('pending_refund_cents + pending_reversal_cents')} + ${back('REQUESTED')})`,
    paymentId: `(select case when count(*) = 1 then (array_agg(id))[1] end from transactions
      where ${of} = ${id} and merchant_id = ${merchantId}
        and refunded_transaction_id is null and status = 'SUCCESS')`,
    // as `canRefund` and `canRefundLoan` have it
    refundPaymentId: `(select case when count(*) = 1 then (array_agg(payment))[1] end from (
        select id as payment, amount_cents - refunded_cents - pending_refund_cents - reversed_cents as remains
        from transactions where ${of} = ${id} and merchant_id = ${merchantId}
          and refunded_transaction_id is null and status = 'SUCCESS'
          and moves_money and pending_reversal_cents = 0) paid
      where remains > (${CLAIMED} and merchant_id = ${merchantId} and transaction_id = payment))`,
    refundLoanId: `(select id ${loan} and total_requested_refunds_cents < amount_cents limit 1)`,
    claimedAmount: claimed(),
    lostAmount: claimed(`and status = 'LOST'`),
  };
}

/** The last try to pay one or some of these, as a table of a record, by SQL that names the merchant. */
export const lastTryJoin = (of: 'order_id' | 'purchase_id', is: string, merchantId: string) => ({
  pay: `left join lateral (
      select status, date, refunded_transaction_id, external_error_code, external_error_type,
        customer_id, card_id, card_pan
      from transactions
      where ${of} ${is} and merchant_id = ${merchantId} and refunded_transaction_id is null
      order by date desc, id desc limit 1) pay on true`,
});

/** How it stands, and why it came to nothing. */
export const LAST_TRY_COLUMNS = {
  lastPaymentStatus: 'pay.status',
  lastPaymentFailure: failureSql('pay'),
};
