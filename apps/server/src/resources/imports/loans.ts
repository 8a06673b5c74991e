import { randomUUIDv7 } from 'node:crypto';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Values } from './check.ts';
import type { Changing } from './keeps.ts';
import { all, centsOf, insertAll, type Column } from './many.ts';
import type { By, Coming } from './rows.ts';

const isLent = ({ status }: Values) => status === 'CONFIRMED' || status === 'REFUNDED';

/** What has become of the order that a loan pays for. */
const orderOf = (status: string) =>
  isLent({ status }) ? 'PAID' : status === 'FAILED' ? 'EXPIRED' : 'PENDING';

/** Loans with their orders, of which nothing else is known, and what was given back of them. */
export async function insertLoans(tx: Tx, by: By, coming: readonly Coming[]): Promise<void> {
  const { ids, date, found, text, cents, same } = all(coming);
  const orders: Column = ['uuid', coming.map(() => randomUUIDv7())];
  const back = coming.filter(({ row }) => row.values.status === 'REFUNDED');
  const shared = {
    merchant_id: found('merchantId'),
    amount_cents: cents,
    currency: text('currency'),
    created_date: date,
  };
  // a loan pays for an order, of which nothing else has come in
  await insertAll(tx.insertInto('orders'), {
    ...shared,
    id: orders,
    external_order_number: text('orderNumber'),
    tax_cents: same(0n, 'bigint'),
    status: ['text', coming.map(({ row }) => orderOf(String(row.values.status)))],
    payment_method: same('CONSUMER_CREDIT'),
  });
  await insertAll(tx.insertInto('consumer_credits'), {
    ...shared,
    id: ids,
    order_id: orders,
    customer_id: found('customerId'),
    status: text('status'),
    external_id: text('externalId'),
    loan_number: text('loanNumber'),
    financing_institution_id: found('institutionId'),
    failure_reason: text('failureReason'),
    total_requested_refunds_cents: [
      'bigint',
      coming.map((one) => (back.includes(one) ? centsOf(one) : 0n)),
    ],
    agreement_signing_date: [
      'timestamptz',
      coming.map(
        ({ row: { values } }) => values.signedDate ?? (isLent(values) ? values.date : null),
      ),
    ],
  });
  await giveBack(
    tx,
    by,
    back.map((one) => ({ ...one, cents: centsOf(one) })),
  );
}

/** What went back of a loan where it was kept: its request, confirmed there. */
async function giveBack(tx: Tx, by: By, back: readonly (Coming & { cents: bigint })[]) {
  const some = back.filter(({ cents }) => cents > 0n);
  if (!some.length) return;
  const { ids, found, text, same } = all(some);
  await insertAll(tx.insertInto('consumer_credits_refunds'), {
    id: ['uuid', some.map(() => randomUUIDv7())],
    consumer_credit_id: ids,
    merchant_id: found('merchantId'),
    amount_cents: ['bigint', some.map(({ cents }) => cents)],
    currency: text('currency'),
    reason: same('OTHER'),
    status: same('CONFIRMED'),
    user_id: same(by.userId, 'uuid'),
    user_name: same(by.userName),
    created_date: same(new Date().toISOString(), 'timestamptz'),
    settled_date: same(new Date().toISOString(), 'timestamptz'),
  });
}

/** What is asked back of it here is answered first. */
export async function wrongLoans(tx: Tx, changing: readonly Changing[]) {
  const back = changing.filter(({ set }) => set.status === 'REFUNDED');
  const { rows } = await sql<{ id: string }>`
    select distinct v.id from unnest(${back.map(({ id }) => id)}::uuid[],
      ${back.map(({ found }) => found.merchantId)}::uuid[]) as v (id, merchant_id)
    join consumer_credits_refunds r on r.consumer_credit_id = v.id
      and r.merchant_id = v.merchant_id and r.status = 'REQUESTED'`.execute(tx);
  const waits = new Set(rows.map(({ id }) => id));
  const refused = new Map<Changing, FieldError>();
  for (const one of back)
    if (waits.has(one.id))
      refused.set(one, { field: 'status', message: 'A refund of it waits for its answer' });
  return refused;
}

/** The order follows its loan, and what is left of a refunded one has gone back. */
export async function followLoans(tx: Tx, by: By, changing: readonly Changing[]) {
  const moved = changing.filter(({ set }) => set.status);
  if (!moved.length) return;
  const { ids, found } = all(moved);
  const status: Column = ['text', moved.map(({ set }) => orderOf(set.status!))];
  const loans = sql`unnest(${ids[1]}::uuid[], ${found('merchantId')[1]}::uuid[], ${status[1]}::text[])
    as v (id, merchant_id, status)`;
  await sql`update orders o set status = v.status
    from consumer_credits c join ${loans} on v.id = c.id and v.merchant_id = c.merchant_id
    where o.id = c.order_id and o.merchant_id = c.merchant_id and o.merchant_id = v.merchant_id
      and o.status in ('PENDING', 'VERIFIED') and v.status <> o.status`.execute(tx);
  await sql`update consumer_credits c set agreement_signing_date = now() from ${loans}
    where c.id = v.id and c.merchant_id = v.merchant_id and v.status = 'PAID'
      and c.agreement_signing_date is null`.execute(tx);
  const back = moved.filter(({ set }) => set.status === 'REFUNDED');
  if (!back.length) return;
  const { rows } = await sql<{ id: string; left: bigint }>`
    select c.id, c.amount_cents - c.total_requested_refunds_cents as left
    from consumer_credits c join ${loans} on v.id = c.id and v.merchant_id = c.merchant_id`.execute(
    tx,
  );
  const left = new Map(rows.map((row) => [row.id, row.left]));
  await giveBack(
    tx,
    by,
    back.map((one) => ({ ...one, cents: left.get(one.id)! })),
  );
  await sql`update consumer_credits c set total_requested_refunds_cents = c.amount_cents
    from unnest(${back.map(({ id }) => id)}::uuid[],
      ${back.map((one) => one.found.merchantId)}::uuid[]) as v (id, merchant_id)
    where c.id = v.id and c.merchant_id = v.merchant_id`.execute(tx);
}
