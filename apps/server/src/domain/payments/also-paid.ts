import type { AlsoPaidBy } from '@paydesk/contract/resources/transactions/also-paid.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { saidBy } from '../../platform/db/rows.ts';

/**
 * What else pays what a payment pays, by the names that the payment has in the SQL and what its merchant is called
 * there: its order, its purchase, or the day of its recurring payment, each of whose charges pays another day.
 */
const others = (t: string, merchant: string, columns: string, standing: string): string[] => {
  const from = (is: string) => `
    select ${columns} from transactions o where o.merchant_id = ${merchant} and o.id <> ${t}.id
      and ${t}.refunded_transaction_id is null and o.refunded_transaction_id is null and ${is} and ${standing}`;
  return [
    from(`o.order_id = ${t}.order_id`),
    from(`o.purchase_id = ${t}.purchase_id and o.order_id is distinct from ${t}.order_id
      and o.recurring_payment_id is null and ${t}.recurring_payment_id is null`),
    from(`o.recurring_payment_id = ${t}.recurring_payment_id and o.id in (
      select theirs.id from recurring_charges theirs join recurring_charges its
        on its.due_id = theirs.due_id and its.merchant_id = theirs.merchant_id
      where its.id = ${t}.id and its.merchant_id = ${merchant} and theirs.merchant_id = ${merchant}
        and theirs.recurring_payment_id = ${t}.recurring_payment_id)`),
  ];
};

/** Its money came, and was not all given back. */
const STANDS = `o.status = 'SUCCESS' and o.refunded_cents + o.reversed_cents < o.amount_cents`;

/** The loan that pays the order of a payment; a refund of the same order pays nothing. */
const loanOf = (t: string, merchant: string, columns: string) => `
  select ${columns} from consumer_credits l where l.order_id = ${t}.order_id
    and ${t}.refunded_transaction_id is null and l.merchant_id = ${merchant} and l.status = 'CONFIRMED'`;

/**
 * Marked by hand, or taken while something else had paid, and that has paid for the same: counted twice until one of
 * them is given back. An index has those that may be, of which there are few; of them alone the others are asked for.
 */
export const paidTwice = (t: string): string => {
  const merchant = `${t}.merchant_id`;
  const found = [...others(t, merchant, '1', STANDS), loanOf(t, merchant, '1')];
  return `(${t}.refunded_transaction_id is null
    and (${t}.counted_beside or not ${t}.moves_money)
    and ${t}.status = 'SUCCESS' and ${t}.refunded_cents + ${t}.reversed_cents < ${t}.amount_cents
    and (${found.map((one) => `exists (${one})`).join(' or ')}))`;
};

const COLUMNS = `'PAYMENT' as kind, o.id, o.amount_cents, o.status <> 'SUCCESS' as under_way`;
const OPEN = `(${STANDS} or o.status = 'PROCESSING' and o.awaiting_acquirer)`;

/** What was or may be paid beside it, the surest first; null where there is nothing. */
export const alsoPaid = (t: string, merchant: RawBuilder<unknown>): RawBuilder<unknown> => {
  const whose = `${t}.merchant_id`;
  const loan = loanOf(t, whose, `'LOAN' as kind, l.id, l.amount_cents, false`);
  const found = [...others(t, whose, COLUMNS, OPEN), loan].join(' union all ');
  return saidBy(
    `(select json_build_object('kind', x.kind, 'id', x.id,
        'amount', (x.amount_cents / 100.0)::numeric(20, 2), 'underWay', x.under_way)
      from (${found}) x order by x.under_way, x.id limit 1)`,
    whose,
    merchant,
  );
};

/** The same of a payment that is held. */
export async function alsoPaidOf(
  tx: Tx,
  { id, merchant_id: merchant }: { id: string; merchant_id: string },
): Promise<AlsoPaidBy | null> {
  const { rows } = await sql<{ other: AlsoPaidBy | null }>`
    select ${alsoPaid('t', sql`${merchant}::uuid`)} as other from transactions t
    where t.id = ${id} and t.merchant_id = ${merchant}`.execute(tx);
  return rows[0]!.other;
}
