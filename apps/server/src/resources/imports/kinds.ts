import type { ImportKind } from '@paydesk/contract/imports.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { alikeSql } from '../../platform/record-values.ts';
import { columnsOfMany, PERSONAL_ID_OF_CUSTOMER } from '../../platform/sealed-values.ts';
import { either, type Refuses } from './either.ts';
import { tellsAnew } from './erased.ts';
import { insertLoans } from './loans.ts';
import { all, insertAll } from './many.ts';
import { insertPayments, wrongPayments } from './payments.ts';
import type { By, Coming } from './rows.ts';

interface Kind {
  /** What only the rows that are there can say of it, under their locks: by row, why it is refused. */
  refuse?: Refuses<Coming>;
  insert: (tx: Tx, by: By, coming: readonly Coming[]) => Promise<void>;
}

/** As people take names for the same: case, blanks and how a letter is encoded tell nothing. */
const alike = (text: unknown) => String(text).normalize('NFKC').replace(/\s+/g, '').toLowerCase();

/** No two merchants have one name or one legal id, however they are written. */
export async function takenMerchants<C extends Coming>(tx: Tx, coming: readonly C[]) {
  await sql`select pg_advisory_xact_lock(hashtext('merchants'), hashtext(''))`.execute(tx);
  const refused = new Map<C, FieldError>();
  for (const [field, label, column] of [
    ['name', 'Name', 'name'],
    ['legalId', 'Legal ID', 'legal_id'],
  ] as const) {
    const some = coming.filter(({ row }) => row.values[field]);
    const known = alikeSql(sql.ref(column));
    const { rows } = await sql<{
      one: string;
      id: string;
    }>`select ${known} as one, id from merchants
      where ${known} = any(${some.map(({ row }) => alike(row.values[field]))})`.execute(tx);
    const taken = new Map(rows.map(({ one, id }) => [one, id]));
    for (const one of some) {
      const its = alike(one.row.values[field]);
      if ((taken.get(its) ?? one.id) !== one.id)
        refused.set(one, { field, message: `Another merchant has this ${label}` });
      else taken.set(its, one.id);
    }
  }
  return refused;
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
    insert: (tx, { encryption }, coming) => {
      const { ids, date, text } = all(coming);
      return insertAll(tx.insertInto('customers'), {
        id: ids,
        first_name: text('firstName'),
        last_name: text('lastName'),
        email: text('email'),
        created_date: date,
        ...columnsOfMany(
          encryption,
          PERSONAL_ID_OF_CUSTOMER,
          coming.map(({ id, row }) => [id, row.values['personalId'] as string | null | undefined]),
        ),
        phone: text('phone'),
        status: text('status'),
        country: text('country'),
      });
    },
  },
  purchases: {
    refuse: tellsAnew('purchases'),
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
  transactions: {
    refuse: either(tellsAnew('transactions'), wrongPayments),
    insert: insertPayments,
  },
  loans: { refuse: tellsAnew('loans'), insert: insertLoans },
};
