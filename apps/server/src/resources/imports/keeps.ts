import type { ImportKind } from '@paydesk/contract/imports.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { lockMerchant } from '../../platform/own-merchant.ts';
import {
  PERSONAL_ID_OF_CUSTOMER,
  sealedSql,
  type SealedValue,
} from '../../platform/sealed-values.ts';
import { either, type Refuses } from './either.ts';
import { erased, tellsOf } from './erased.ts';
import { takenMerchants } from './kinds.ts';
import { followLoans, wrongLoans } from './loans.ts';
import { centsOf } from './many.ts';
import { followPayments, wrongMoves } from './payments.ts';
import type { Found } from './refer.ts';
import type { By, Coming } from './rows.ts';

/** How one stands here, by the fields that it came with: all as texts. */
export type Current = Readonly<Record<string, string | null>>;

/** One that is here and comes with other values: what is set, by its fields. */
export interface Changing extends Coming {
  is: Current;
  set: Readonly<Record<string, string | null>>;
}

/** Where a field of a row is kept. */
export interface Cell {
  name: string;
  /** Of the record `t`, as text, where it is not that column. */
  read?: string;
  /** The type of its column, where it is no text. */
  type?: string;
  /** The same of a row. */
  of: (one: Pick<Coming, 'row' | 'found'>) => string | null;
  /** It lies sealed. */
  sealed?: SealedValue;
  /** What is said of it once is never said otherwise. */
  fixed?: true;
}

interface Keeps {
  table: string;
  /** Its rows are merchants’. */
  tenant: boolean;
  entity: string;
  cells: Readonly<Record<string, Cell>>;
  /** What is held before its rows. */
  lock?: (tx: Tx, ids: readonly string[]) => Promise<void>;
  /** What only other rows can say against a change. */
  refuse?: Refuses<Changing>;
  /** What follows from it. */
  follow?: (tx: Tx, by: By, changing: readonly Changing[]) => Promise<void>;
}

const text = (field: string, column: string): Cell => ({
  name: column,
  of: ({ row }) => (row.values[field] as string | null | undefined) ?? null,
});
const fixed = (cell: Cell): Cell => ({ ...cell, fixed: true });
const found = (field: keyof Found, column: string): Cell => ({
  name: column,
  read: `t.${column}::text`,
  type: 'uuid',
  of: (one) => one.found[field] || null,
});
const instant = (field: string, column: string): Cell => ({
  ...text(field, column),
  type: 'timestamptz',
  // as a row has it
  read: `to_char(t.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
});

const date = (column: string) => fixed(instant('date', column));
const money = {
  amount: fixed({
    name: 'amount_cents',
    read: 't.amount_cents::text',
    of: (one) => String(centsOf(one)),
  }),
  currency: fixed(text('currency', 'currency')),
};

/** No purchase loses its price while payments of it still have money: those are given back first. */
async function stillPaid(tx: Tx, changing: readonly Changing[]) {
  const back = changing.filter(({ set }) =>
    ['REFUNDED', 'CANCELLED', 'DECLINED'].includes(String(set.status)),
  );
  const refused = new Map<Changing, FieldError>();
  if (!back.length) return refused;
  const { rows } = await sql<{ id: string; left: bigint }>`
    select v.id, sum(t.amount_cents - t.refunded_cents - t.reversed_cents)::bigint as left
    from unnest(${back.map(({ id }) => id)}::uuid[], ${back.map(({ found: { merchantId } }) => merchantId)}::uuid[])
      as v (id, merchant_id)
    join transactions t on t.purchase_id = v.id and t.merchant_id = v.merchant_id
    where t.status = 'SUCCESS' and t.refunded_transaction_id is null
    group by v.id having sum(t.amount_cents - t.refunded_cents - t.reversed_cents) > 0`.execute(tx);
  const left = new Map(rows.map((row) => [row.id, row.left]));
  for (const one of back)
    if (left.has(one.id))
      refused.set(one, {
        field: 'status',
        message: `Payments of it still have ${formatAmount(fromCents(left.get(one.id)!))}`,
      });
  return refused;
}

export const KEEPS: Readonly<Record<ImportKind, Keeps>> = {
  merchants: {
    table: 'merchants',
    tenant: false,
    entity: 'MERCHANT',
    cells: {
      name: text('name', 'name'),
      date: date('created_date'),
      legalId: text('legalId', 'legal_id'),
      email: text('email', 'email'),
      phone: text('phone', 'phone'),
      country: text('country', 'country_code'),
    },
    async lock(tx, ids) {
      for (const id of ids) await lockMerchant(tx, id, 'changed');
    },
    refuse: (tx, changing) => takenMerchants(tx, changing),
  },
  customers: {
    table: 'customers',
    tenant: false,
    entity: 'CUSTOMER',
    cells: {
      firstName: text('firstName', 'first_name'),
      lastName: text('lastName', 'last_name'),
      email: text('email', 'email'),
      date: date('created_date'),
      personalId: {
        ...text('personalId', 'personal_id'),
        read: sealedSql('t', PERSONAL_ID_OF_CUSTOMER),
        sealed: PERSONAL_ID_OF_CUSTOMER,
      },
      phone: text('phone', 'phone'),
      country: text('country', 'country'),
    },
    refuse: erased,
  },
  purchases: {
    table: 'purchases',
    tenant: true,
    entity: 'PURCHASE',
    cells: {
      customer: fixed(found('customerId', 'customer_id')),
      date: date('created_date'),
      ...money,
      info: text('info', 'payment_info'),
    },
    refuse: either(tellsOf('purchases'), stillPaid),
  },
  transactions: {
    table: 'transactions',
    tenant: true,
    entity: 'TRANSACTION',
    cells: {
      customer: fixed(found('customerId', 'customer_id')),
      purchase: fixed(found('purchaseId', 'purchase_id')),
      refundOf: fixed(found('originalId', 'refunded_transaction_id')),
      date: date('date'),
      ...money,
      description: text('description', 'description'),
      card: text('card', 'card_pan'),
      statementReference: text('statementReference', 'account_statement_reference'),
      batch: text('batch', 'batch_id'),
      acquirerReference: text('acquirerReference', 'external_payment_id'),
    },
    refuse: either(tellsOf('transactions'), wrongMoves),
    follow: followPayments,
  },
  loans: {
    table: 'consumer_credits',
    tenant: true,
    entity: 'CONSUMER_CREDIT',
    cells: {
      customer: fixed(found('customerId', 'customer_id')),
      date: date('created_date'),
      ...money,
      loanNumber: text('loanNumber', 'loan_number'),
      institution: found('institutionId', 'financing_institution_id'),
      orderNumber: fixed({
        ...text('orderNumber', 'order_id'),
        read: `(select o.external_order_number from orders o
          where o.id = t.order_id and o.merchant_id = t.merchant_id)`,
      }),
      signedDate: instant('signedDate', 'agreement_signing_date'),
      failureReason: text('failureReason', 'failure_reason'),
    },
    refuse: either(tellsOf('loans'), wrongLoans),
    follow: followLoans,
  },
};
