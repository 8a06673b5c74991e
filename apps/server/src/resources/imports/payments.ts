import { randomUUIDv7 } from 'node:crypto';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { all, centsOf, insertAll, type Column } from './many.ts';
import type { Changing } from './keeps.ts';
import type { By, Coming } from './rows.ts';

const refusal = (field: string, message: string): FieldError => ({ field, message });
const NO_REVERSED_REFUND = refusal('status', 'A refund that was reversed comes in as CANCELLED');

interface Original {
  id: string;
  merchant_id: string;
  left: bigint;
  status: string;
  /** It is a refund itself. */
  back: boolean;
  customer_id: string | null;
  purchase_id: string | null;
}

const differ = (one: string | null, other: string | null) => one && other && one !== other;

/** Why a refund is none of this payment's: both say whose they are, and another. */
function anothers({ customer_id, purchase_id }: Original, { found }: Coming): FieldError | null {
  return differ(found.customerId, customer_id)
    ? refusal('customer', 'The payment is another customer’s')
    : differ(found.purchaseId, purchase_id)
      ? refusal('purchase', 'The payment is of another purchase')
      : null;
}

/** A purchase is its merchant's, and no more goes back of a payment than is left of it, to nobody else. */
export async function wrongPayments<C extends Coming>(tx: Tx, coming: readonly C[]) {
  const refused = new Map<C, FieldError>();
  const bought = coming.filter(({ found }) => found.purchaseId);
  if (bought.length) {
    const { rows } = await sql<{ id: string }>`
      select p.id from purchases p join unnest(${bought.map(({ found }) => found.purchaseId)}::uuid[],
        ${bought.map(({ found }) => found.merchantId)}::uuid[]) as v (id, merchant_id)
        on v.id = p.id and v.merchant_id = p.merchant_id`.execute(tx);
    const theirs = new Set(rows.map(({ id }) => id));
    for (const one of bought)
      if (!theirs.has(one.found.purchaseId!))
        refused.set(one, refusal('purchase', 'The purchase is another merchant’s'));
  }
  const back = coming.filter(({ found }) => found.originalId);
  if (!back.length) return refused;
  const rows: Original[] = [];
  // a merchant at a time: what holds rows names their merchant by value
  const ofEach = Map.groupBy(back, ({ found }) => found.merchantId);
  for (const [merchantId, theirs] of [...ofEach].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { rows: some } = await sql<Original>`
      select t.id, t.merchant_id, t.status, t.refunded_transaction_id is not null as back,
        t.customer_id, t.purchase_id,
        t.amount_cents - t.refunded_cents - t.pending_refund_cents - t.reversed_cents
          - t.pending_reversal_cents as left
      from transactions t
      where t.merchant_id = ${merchantId} and t.id = any(${theirs.map(({ found }) => found.originalId)}::uuid[])
      order by t.id for no key update`.execute(tx);
    rows.push(...some);
  }
  const originals = new Map(rows.map((one) => [`${one.id} ${one.merchant_id}`, one]));
  for (const one of back) {
    const original = originals.get(`${one.found.originalId} ${one.found.merchantId}`);
    const { status } = one.row.values;
    const why =
      original === undefined
        ? refusal('refundOf', 'The payment is another merchant’s')
        : original.back
          ? refusal('refundOf', 'It is a refund itself')
          : status === 'REVERSED'
            ? NO_REVERSED_REFUND
            : status === 'PROCESSING'
              ? refusal('status', 'A refund comes in when it has ended')
              : status === 'SUCCESS' && original.status !== 'SUCCESS'
                ? refusal('refundOf', `The payment is ${original.status}`)
                : status === 'SUCCESS' && original.left < centsOf(one)
                  ? refusal('amount', `At most ${formatAmount(fromCents(original.left))} is left`)
                  : anothers(original, one);
    if (why) refused.set(one, why);
    else if (status === 'SUCCESS') original!.left -= centsOf(one);
  }
  return refused;
}

/** A payment ends as its rules let it: what is taken back whole was never given back, and a refund has its payment. */
export async function wrongMoves(tx: Tx, changing: readonly Changing[]) {
  const moved = changing.filter(({ set }) => set.status);
  const back = moved.filter(({ found, set }) => found.originalId && set.status === 'SUCCESS');
  const refused = await wrongPayments(tx, back);
  const reversed = moved.filter(({ set }) => set.status === 'REVERSED');
  const { rows } = await sql<{ id: string; left: bigint }>`
    select t.id, t.amount_cents - t.refunded_cents - t.pending_refund_cents - t.reversed_cents
      - t.pending_reversal_cents as left
    from transactions t join unnest(${reversed.map(({ id }) => id)}::uuid[],
      ${reversed.map(({ found }) => found.merchantId)}::uuid[]) as v (id, merchant_id)
      on v.id = t.id and v.merchant_id = t.merchant_id`.execute(tx);
  const left = new Map(rows.map((row) => [row.id, row.left]));
  for (const one of reversed)
    if (one.found.originalId) refused.set(one, NO_REVERSED_REFUND);
    else if (left.get(one.id) !== centsOf(one))
      refused.set(one, refusal('status', 'A part of it has gone back already'));
  return refused;
}

/** What a payment that has ended leaves: money that went back has its operation, its entry and its sums. */
export async function followPayments(tx: Tx, by: By, changing: readonly Changing[]) {
  const now = new Date().toISOString();
  const became = (status: string) => changing.filter(({ set }) => set.status === status);
  const back = became('SUCCESS').filter(({ found }) => found.originalId);
  await giveBack(tx, by, back, now);
  const reversed = became('REVERSED');
  await moveOut(tx, by, reversed, 'REVERSAL', now);
  if (reversed.length)
    await sql`update transactions t set reversed_cents = t.amount_cents, reversal_date = ${now},
        reversal_reason_code = ${REVERSED_FOR}
      from unnest(${reversed.map(({ id }) => id)}::uuid[],
        ${reversed.map(({ found }) => found.merchantId)}::uuid[]) as v (id, merchant_id)
      where t.id = v.id and t.merchant_id = v.merchant_id`.execute(tx);
}

/** Payments, and the money that went back of them. */
export async function insertPayments(tx: Tx, by: By, coming: readonly Coming[]): Promise<void> {
  const { ids, date, found, text, cents, same } = all(coming);
  const reversed = coming.map(({ row }) => row.values.status === 'REVERSED');
  const where = (values: readonly unknown[], otherwise: unknown = null) =>
    reversed.map((is, at) => (is ? values[at] : otherwise));
  await insertAll(tx.insertInto('transactions'), {
    id: ids,
    merchant_id: found('merchantId'),
    customer_id: found('customerId'),
    purchase_id: found('purchaseId'),
    refunded_transaction_id: found('originalId'),
    date,
    status: text('status'),
    amount_cents: cents,
    currency: text('currency'),
    description: text('description'),
    card_pan: text('card'),
    account_statement_reference: text('statementReference'),
    batch_id: text('batch'),
    external_payment_id: text('acquirerReference'),
    created_by: same(by.userName),
    reversed_cents: ['bigint', where(cents[1], 0n)],
    reversal_date: ['timestamptz', where(date[1])],
    reversal_reason_code: ['text', where(same(REVERSED_FOR)[1])],
  });
  const back = coming.filter(
    ({ row, found: { originalId } }) => originalId && row.values.status === 'SUCCESS',
  );
  await moveOut(
    tx,
    by,
    coming.filter((_, at) => reversed[at]),
    'REVERSAL',
  );
  await giveBack(tx, by, back);
}

/** The refunds of payments, which have that much less. */
async function giveBack(tx: Tx, by: By, back: readonly Coming[], when?: string) {
  if (!back.length) return;
  await moveOut(tx, by, back, 'REFUND', when);
  await sql`update transactions t set refunded_cents = t.refunded_cents + v.cents
    from (select id, merchant_id, sum(cents)::bigint as cents
      from unnest(${back.map((one) => one.found.originalId)}::uuid[], ${back.map((one) => one.found.merchantId)}::uuid[],
        ${back.map(centsOf)}::bigint[]) as u (id, merchant_id, cents) group by 1, 2) v
    where t.id = v.id and t.merchant_id = v.merchant_id`.execute(tx);
}

const REVERSED_FOR = 'OTHER_REVERSAL';
const REFUNDED_FOR = 'OTHER_REFUND';

/** Money that went back elsewhere: its operation, approved there, and its entry in the journal. */
async function moveOut(
  tx: Tx,
  by: By,
  coming: readonly Coming[],
  kind: 'REFUND' | 'REVERSAL',
  when?: string,
) {
  if (!coming.length) return;
  const { ids, date: itsOwn, found, text, cents, same } = all(coming);
  const date = when ? same(when, 'timestamptz') : itsOwn;
  const operation: Column = ['uuid', coming.map(() => randomUUIDv7())];
  const refund = kind === 'REFUND';
  const shared = {
    kind: same(kind),
    transaction_id: refund ? found('originalId') : ids,
    merchant_id: found('merchantId'),
    amount_cents: cents,
    currency: text('currency'),
    created_date: date,
    acquirer_reference: text('acquirerReference'),
  };
  await insertAll(tx.insertInto('money_operations'), {
    ...shared,
    id: operation,
    status: same('APPROVED'),
    refund_transaction_id: refund ? ids : same(null, 'uuid'),
    reason_code: same(refund ? REFUNDED_FOR : REVERSED_FOR),
    user_id: same(by.userId, 'uuid'),
    user_name: same(by.userName),
    settled_date: date,
  });
  await insertAll(tx.insertInto('money_journal'), {
    ...shared,
    id: ['uuid', coming.map(() => randomUUIDv7())],
    operation_id: operation,
  });
}
