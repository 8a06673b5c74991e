import { randomUUIDv7 } from 'node:crypto';
import type { ImportKind } from '@paydesk/contract/imports.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { alikeSql } from '../../platform/record-values.ts';
import { all, insertAll, type Column } from './many.ts';
import { insertPayments, wrongPayments } from './payments.ts';
import type { By, Coming } from './write.ts';

interface Kind {
  /** What only the rows that are there can say of it, under their locks: by row, why it is refused. */
  refuse?: (tx: Tx, coming: readonly Coming[]) => Promise<Map<Coming, FieldError>>;
  insert: (tx: Tx, by: By, coming: readonly Coming[]) => Promise<void>;
}

/** As people take names for the same: case, blanks and how a letter is encoded tell nothing. */
const alike = (text: unknown) => String(text).normalize('NFKC').replace(/\s+/g, '').toLowerCase();

/** No two merchants have one name or one legal id, however they are written. */
async function takenMerchants(tx: Tx, coming: readonly Coming[]) {
  await sql`select pg_advisory_xact_lock(hashtext('merchants'), hashtext(''))`.execute(tx);
  const refused = new Map<Coming, FieldError>();
  for (const [field, label, column] of [
    ['name', 'Name', 'name'],
    ['legalId', 'Legal ID', 'legal_id'],
  ] as const) {
    const some = coming.filter(({ row }) => row.values[field]);
    const known = alikeSql(sql.ref(column));
    const { rows } = await sql<{ one: string }>`select ${known} as one from merchants
      where ${known} = any(${some.map(({ row }) => alike(row.values[field]))})`.execute(tx);
    const taken = new Set(rows.map(({ one }) => one));
    for (const one of some) {
      const its = alike(one.row.values[field]);
      if (taken.has(its))
        refused.set(one, { field, message: `Another merchant has this ${label}` });
      taken.add(its);
    }
  }
  return refused;
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
    refuse: takenMerchants,
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
