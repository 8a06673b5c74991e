import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** What of a customer still goes on; what is not over is theirs to finish first. */
const ALIVE: Readonly<Record<string, string>> = {
  'a loan': `select y.customer_id from consumer_credits y where y.customer_id in ($C)
    and not (y.status in ('FAILED', 'REFUNDED') or y.status = 'CONFIRMED' and y.ended is not null)`,
  'a recurring payment': `select y.customer_id from recurring_payments y where y.customer_id in ($C)
    and y.status in ('ACTIVE', 'SUSPENDED')
    union all select y.customer_id from recurring_payments y
    join recurring_card_changes z on z.recurring_payment_id = y.id and z.merchant_id = y.merchant_id
    where y.customer_id in ($C) and z.stage in ('CARD', 'AUTHORISING', 'CHALLENGE', 'RELEASING')`,
  'a payment': `select y.customer_id from transactions y where y.customer_id in ($C)
    and (y.status = 'PROCESSING' or y.awaiting_acquirer or y.hold is not null)
    union all select y.customer_id from purchases y
    join payment_attempts z on z.purchase_id = y.id and z.merchant_id = y.merchant_id
    where y.customer_id in ($C) and z.stage in
      ('REVIEW', 'AUTHORISING', 'CHALLENGE', 'AUTHORISED', 'CAPTURING', 'CANCELLING')`,
  'a refund': `select y.customer_id from transactions y where y.customer_id in ($C)
    and (y.pending_refund_cents > 0 or y.pending_reversal_cents > 0)
    union all select y.customer_id from consumer_credits y
    join consumer_credits_refunds z on z.consumer_credit_id = y.id and z.merchant_id = y.merchant_id
    where y.customer_id in ($C) and z.status = 'REQUESTED'`,
  'a dispute': `select y.customer_id from transactions y where y.customer_id in ($C)
    and y.dispute = 'OPEN'`,
  'a screening case': `select y.customer_id from screening_cases y where y.customer_id in ($C)
    and y.status in ('OPEN', 'SECOND_READER')`,
};

/** Which of these customers something still goes on for. */
export const unfinishedAmong = (customers: RawBuilder<unknown>): RawBuilder<{ id: string }> =>
  sql`select customer_id as id from (${sql.join(
    Object.values(ALIVE).map((rows) => filled(rows, customers)),
    sql` union all `,
  )}) unfinished`;

/** In words; null: nothing. */
export async function unfinishedOf(tx: Tx, customerId: string): Promise<string | null> {
  const parts = Object.entries(ALIVE).map(
    ([what, of]) =>
      sql`case when exists (${filled(of, sql`${customerId}::uuid`)}) then ${what}::text end`,
  );
  const { rows } = await sql<{ words: string | null }>`
    select nullif(concat_ws(', ', ${sql.join(parts)}), '') as words`.execute(tx);
  return rows[0]!.words;
}

/**
 * The same, with their payments held until the transaction ends: whoever moves money of theirs at this moment is not
 * waited for, since they may wait for the customer in turn, but goes on.
 */
export async function unfinishedHeld(tx: Tx, customerId: string): Promise<string | null> {
  const { rows } = await sql<{ merchant: string; count: number }>`
    select merchant_id as merchant, count(*)::integer as count from transactions
    where customer_id = ${customerId}::uuid group by merchant_id`.execute(tx);
  for (const { merchant, count } of rows) {
    const { rows: held } = await sql`
      select id from transactions where merchant_id = ${merchant}::uuid and customer_id = ${customerId}::uuid
      for no key update skip locked`.execute(tx);
    if (held.length < count) return 'a payment';
  }
  return unfinishedOf(tx, customerId);
}

const filled = (rows: string, customer: RawBuilder<unknown>) =>
  sql.join(
    rows.split('$C').map((part) => sql.raw(part)),
    customer,
  );
