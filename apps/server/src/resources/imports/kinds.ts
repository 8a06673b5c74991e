import type { ImportKind } from '@paydesk/contract/imports.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { formatAmount, fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import { sql, type InsertQueryBuilder, type InsertResult } from 'kysely';
import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/schema.ts';
import type { By, Coming } from './write.ts';

interface Kind {
  /** What only the rows that are there can say of it, under their locks: by row, why it is refused. */
  refuse?: (tx: Tx, coming: readonly Coming[]) => Promise<Map<Coming, FieldError>>;
  insert: (tx: Tx, by: By, coming: readonly Coming[]) => Promise<void>;
}

type Column = readonly [type: string, values: readonly unknown[]];

/** Many rows by one statement: a column is its type and its values. */
async function insertAll<T extends keyof Tables>(
  into: InsertQueryBuilder<Tables, T, InsertResult>,
  columns: Readonly<Record<string, Column>>,
): Promise<void> {
  const names = Object.keys(columns);
  const refs = sql.join(names.map((name) => sql.ref(name)));
  const arrays = sql.join(
    Object.values(columns).map(([type, values]) => sql`${values}::${sql.raw(type)}[]`),
  );
  await into
    .columns(names as never)
    .expression(sql`select ${refs} from unnest(${arrays}) as v (${refs})` as never)
    .execute();
}

const centsOf = ({ row }: Coming): bigint => toCents(row.values.amount as number)!;
const all = (coming: readonly Coming[]) => ({
  text: (key: string): Column => ['text', coming.map(({ row }) => row.values[key] ?? null)],
  date: ['timestamptz', coming.map(({ row }) => row.values.date)] as Column,
  ids: ['uuid', coming.map(({ id }) => id)] as Column,
  found: (key: keyof Coming['found']): Column => ['uuid', coming.map(({ found }) => found[key])],
  cents: ['bigint', coming.map(centsOf)] as Column,
  same: (value: unknown, type = 'text'): Column => [type, coming.map(() => value)],
});

const refusal = (field: string, message: string): FieldError => ({ field, message });

/** No two merchants have one name, whoever has it already. */
async function takenNames(tx: Tx, coming: readonly Coming[]) {
  await sql`select pg_advisory_xact_lock(hashtext('merchants'), hashtext(''))`.execute(tx);
  const nameOf = ({ row }: Coming) => String(row.values.name).toLowerCase();
  const { rows } = await sql<{ name: string }>`
    select lower(name) as name from merchants where lower(name) = any(${coming.map(nameOf)})`.execute(
    tx,
  );
  const taken = new Set(rows.map(({ name }) => name));
  const refused = new Map<Coming, FieldError>();
  for (const one of coming) {
    if (taken.has(nameOf(one))) refused.set(one, refusal('name', 'Another merchant has this Name'));
    taken.add(nameOf(one));
  }
  return refused;
}

interface Original {
  id: string;
  merchant_id: string;
  left: bigint;
  status: string;
  /** It is a refund itself. */
  back: boolean;
}

/** A purchase is its merchant's, and no more goes back of a payment than is left of it. */
async function wrongPayments(tx: Tx, coming: readonly Coming[]) {
  const refused = new Map<Coming, FieldError>();
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
  const { rows } = await sql<Original>`
    select t.id, t.merchant_id, t.status, t.refunded_transaction_id is not null as back,
      t.amount_cents - t.refunded_cents - t.pending_refund_cents - t.reversed_cents
        - t.pending_reversal_cents as left
    from transactions t join unnest(${back.map(({ found }) => found.originalId)}::uuid[],
      ${back.map(({ found }) => found.merchantId)}::uuid[]) as v (id, merchant_id)
      on v.id = t.id and v.merchant_id = t.merchant_id
    order by t.id for no key update of t`.execute(tx);
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
            ? refusal('status', 'A refund that was reversed comes in as CANCELLED')
            : status === 'SUCCESS' && original.status !== 'SUCCESS'
              ? refusal('refundOf', `The payment is ${original.status}`)
              : status === 'SUCCESS' && original.left < centsOf(one)
                ? refusal('amount', `At most ${formatAmount(fromCents(original.left))} is left`)
                : null;
    if (why) refused.set(one, why);
    else if (status === 'SUCCESS') original!.left -= centsOf(one);
  }
  return refused;
}

async function insertPayments(tx: Tx, by: By, coming: readonly Coming[]): Promise<void> {
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
  await moveOut(tx, by, back, 'REFUND');
  await moveOut(
    tx,
    by,
    coming.filter((_, at) => reversed[at]),
    'REVERSAL',
  );
  if (!back.length) return;
  await sql`update transactions t set refunded_cents = t.refunded_cents + v.cents
    from (select id, merchant_id, sum(cents)::bigint as cents
      from unnest(${back.map((one) => one.found.originalId)}::uuid[], ${back.map((one) => one.found.merchantId)}::uuid[],
        ${back.map(centsOf)}::bigint[]) as u (id, merchant_id, cents) group by 1, 2) v
    where t.id = v.id and t.merchant_id = v.merchant_id`.execute(tx);
}

const REVERSED_FOR = 'OTHER_REVERSAL';
const REFUNDED_FOR = 'OTHER_REFUND';

/** Money that went back elsewhere: its operation, approved there, and its entry in the journal. */
async function moveOut(tx: Tx, by: By, coming: readonly Coming[], kind: 'REFUND' | 'REVERSAL') {
  if (!coming.length) return;
  const { ids, date, found, text, cents, same } = all(coming);
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

async function insertLoans(tx: Tx, _by: By, coming: readonly Coming[]): Promise<void> {
  const { ids, date, found, text, cents, same } = all(coming);
  const orders: Column = ['uuid', coming.map(() => randomUUIDv7())];
  const by = <T>(values: Readonly<Record<string, T>>): T[] =>
    coming.map(({ row }) => values[String(row.values.status)]!);
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
    status: ['text', by({ CONFIRMED: 'PAID', FAILED: 'EXPIRED' })],
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
    agreement_signing_date: [
      'timestamptz',
      coming.map(({ row }) => (row.values.status === 'CONFIRMED' ? row.values.date : null)),
    ],
  });
}

export const KINDS: Readonly<Record<ImportKind, Kind>> = {
  merchants: {
    refuse: takenNames,
    insert: (tx, _by, coming) => {
      const { ids, date, text } = all(coming);
      return insertAll(tx.insertInto('merchants'), {
        id: ids,
        name: text('name'),
        status: text('status'),
        created_date: date,
        legal_id: text('legalId'),
        email: text('email'),
        phone: text('phone'),
        country_code: text('country'),
      });
    },
  },
  customers: {
    insert: (tx, _by, coming) => {
      const { ids, date, text } = all(coming);
      return insertAll(tx.insertInto('customers'), {
        id: ids,
        first_name: text('firstName'),
        last_name: text('lastName'),
        email: text('email'),
        created_date: date,
        personal_id: text('personalId'),
        phone: text('phone'),
        status: text('status'),
        country: text('country'),
      });
    },
  },
  purchases: {
    insert: (tx, _by, coming) => {
      const { ids, date, found, text, cents } = all(coming);
      return insertAll(tx.insertInto('purchases'), {
        id: ids,
        merchant_id: found('merchantId'),
        customer_id: found('customerId'),
        amount_cents: cents,
        currency: text('currency'),
        status: text('status'),
        created_date: date,
        payment_info: text('info'),
        external_id: text('externalId'),
      });
    },
  },
  transactions: { refuse: wrongPayments, insert: insertPayments },
  loans: { insert: insertLoans },
};
