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

/** No two merchants have one name or one legal id, however they are written. */
export async function takenMerchants<C extends Coming>(tx: Tx, coming: readonly C[]) {
  await sql`select pg_advisory_xact_lock(hashtext('merchants'), hashtext(''))`.execute(tx);
  const refused = new Map<C, FieldError>();
  for (const [field, label, column] of [
    ['name', 'Name', 'name'],
    ['legalId', 'Legal ID', 'legal_id'],
  ] as const) {
    const some = coming.filter(({ row }) => row.values[field]);
    if (!some.length) continue;
    // the database takes two for the same, of what is here and of what comes alike
    const { rows } = await sql<{ its: string; id: string | null }>`
      with known as materialized (
        select ${alikeSql(sql.ref(column))} as its, (array_agg(id))[1] as id from merchants group by 1
      ), given as materialized (
        select nth, ${alikeSql(sql.ref('text'))} as its
        from unnest(${some.map(({ row }) => row.values[field])}::text[]) with ordinality as one (text, nth)
      )
      select given.its, known.id from given left join known on known.its = given.its
      order by given.nth`.execute(tx);
    const taken = new Map(rows.flatMap(({ its, id }) => (id ? [[its, id] as const] : [])));
    for (const [at, one] of some.entries()) {
      const { its } = rows[at]!;
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
