import { withDots } from '@paydesk/contract/kernel/dots.ts';
import { sql } from 'kysely';
import type { Database, Tx } from './db/database.ts';
import type { Encryption } from './encryption.ts';
import { paperPurpose, sealPapers } from './sealed-papers.ts';

/**
 * Single values of rows that lie sealed (ADR 159): beside the column `x`, in which none is left, stand `x_sealed`,
 * what is shown of it in `x_masked`, and where an equal one is looked for `x_index`.
 */
export interface SealedValue {
  table: 'customers' | 'consumer_credit_persons' | 'merchants';
  column: 'personal_id' | 'iban';
  kind: Kind;
  /** What names its row, where that is not `id`. */
  id?: string;
  /** Its rows are merchants', and named by them (ADR 87). */
  ofMerchants?: true;
  indexed?: true;
}

type Kind = 'personal id' | 'bank account';

export const PERSONAL_ID_OF_CUSTOMER = {
  table: 'customers',
  column: 'personal_id',
  kind: 'personal id',
  indexed: true,
} as const satisfies SealedValue;

export const PERSONAL_ID_OF_BORROWER = {
  table: 'consumer_credit_persons',
  column: 'personal_id',
  id: 'consumer_credit_id',
  kind: 'personal id',
  ofMerchants: true,
  indexed: true,
} as const satisfies SealedValue;

export const IBAN_OF_MERCHANT = {
  table: 'merchants',
  column: 'iban',
  kind: 'bank account',
} as const satisfies SealedValue;

export const SEALED_VALUES: readonly SealedValue[] = [
  PERSONAL_ID_OF_CUSTOMER,
  PERSONAL_ID_OF_BORROWER,
  IBAN_OF_MERCHANT,
];

/** What it is sealed for: its column and its row, so that none can be put in another's place. */
export const purposeOf = ({ table, column }: SealedValue, id: string) => `${table}.${column} ${id}`;

/** As people take two for the same: blanks, dashes and case tell nothing. */
const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** By which one that is equal may be found: under the key that seals first. */
export const blindOf = (encryption: Encryption, kind: Kind, text: string) =>
  encryption.blind(plain(text), kind);

/** What is shown of it; an account is read in groups, and means the same without. */
export const maskedValue = (kind: Kind, text: string): string =>
  kind === 'bank account' ? withDots(text.replaceAll(' ', ''), 4) : withDots(text);

type Columns<V extends SealedValue> = Record<V['column'], string | null> &
  Record<`${V['column']}_sealed`, Buffer | null> &
  Record<`${V['column']}_masked`, string | null> &
  (V extends { indexed: true } ? Record<`${V['column']}_index`, Buffer | null> : unknown);

/**
 * All that its row has of it. The clear one goes along for processes of the version before; where none is left
 * the database drops it.
 */
export function sealedColumns<V extends SealedValue>(
  encryption: Encryption,
  value: V,
  id: string,
  text: string | null,
): Columns<V> {
  const { column, kind, indexed } = value;
  return {
    [column]: text,
    [`${column}_sealed`]: text === null ? null : encryption.seal(text, purposeOf(value, id)),
    [`${column}_masked`]: text === null ? null : maskedValue(kind, text),
    ...(indexed && {
      [`${column}_index`]: text === null ? null : blindOf(encryption, kind, text)[0],
    }),
  } as Columns<V>;
}

/** The same of many rows: by column its type and its values. */
export function columnsOfMany(
  encryption: Encryption,
  value: SealedValue,
  texts: readonly (readonly [id: string, text: string | null | undefined])[],
): Record<string, [type: string, values: unknown[]]> {
  const rows = texts.map(
    ([id, text]) => sealedColumns(encryption, value, id, text ?? null) as Record<string, unknown>,
  );
  const { column, indexed } = value;
  const types = {
    [column]: 'text',
    [`${column}_sealed`]: 'bytea',
    [`${column}_masked`]: 'text',
    ...(indexed && { [`${column}_index`]: 'bytea' }),
  };
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, [type, rows.map((row) => row[name])]]),
  );
}

/** Of a row that was read with both: the sealed one, or what a version before left in clear. */
export function openedOf<V extends SealedValue>(
  encryption: Encryption,
  value: V,
  id: string,
  row: Pick<Columns<V>, V['column'] | `${V['column']}_sealed`>,
): string | null {
  const columns = row as Record<string, unknown>;
  const sealed = columns[`${value.column}_sealed`] as Buffer | null;
  if (sealed) return encryption.open(sealed, purposeOf(value, id));
  return (columns[value.column] as string | null) ?? null;
}

const SEALED = 'sealed:';

/** As a select has it whose answer is opened by `openedText`: sealed as text, or in clear. */
export const sealedSql = (alias: string, { column }: SealedValue) =>
  `coalesce('${SEALED}' || encode(${alias}.${column}_sealed, 'hex'), ${alias}.${column})`;

export const maskedSql = (alias: string, { column }: SealedValue) =>
  `coalesce(${alias}.${column}_masked, masked_personal_id(${alias}.${column}))`;

/** What `sealedSql` gave, opened. */
export function openedText(
  encryption: Encryption,
  value: SealedValue,
  id: string,
  text: string | null,
): string | null {
  if (!text?.startsWith(SEALED)) return text;
  return encryption.open(Buffer.from(text.slice(SEALED.length), 'hex'), purposeOf(value, id));
}

const BY_TABLE = new Map<string, SealedValue>(SEALED_VALUES.map((value) => [value.table, value]));

const camel = (name: string) => name.replace(/_(\w)/g, (_, one: string) => one.toUpperCase());

/** A row as the generator of the demo writes it: nothing of it is clear. */
export function withSealed<R extends object>(encryption: Encryption, table: string, row: R): R {
  if (table === 'loan_documents') return paperSealed(encryption, row);
  const value = BY_TABLE.get(table);
  if (!value) return row;
  const given = row as Record<string, unknown>;
  const id = given[camel(value.id ?? 'id')] as string;
  const text = (given[camel(value.column)] as string | null) ?? null;
  const columns = Object.entries(sealedColumns(encryption, value, id, text));
  return {
    ...row,
    ...Object.fromEntries(columns.map(([name, one]) => [camel(name), one])),
    [camel(value.column)]: null,
  };
}

function paperSealed<R extends object>(encryption: Encryption, row: R): R {
  const { id, bytes } = row as R & { id: string; bytes: Buffer };
  return { ...row, bytes: null, bytesSealed: encryption.seal(bytes, paperPurpose(id)) };
}

/** So long processes of the version before may go on beside those that seal. */
const BESIDE = '15 minutes';

interface Given {
  database: Pick<Database, 'transaction'>;
  encryption: Encryption;
}

/**
 * Seals what a version before left in clear, in portions; what is clear beside its sealed one goes once no
 * process reads it any more. Gives how many rows it changed.
 */
export async function sealRows(
  { database, encryption }: Given,
  size: number,
  stopping?: AbortSignal,
): Promise<number> {
  const forGood = await database.transaction('all', async (tx) => {
    const { rows } = await sql<{ is: boolean }>`
      select seal_for_good(${BESIDE}::interval) as is`.execute(tx);
    return rows[0]!.is;
  });
  let done = 0;
  for (const value of SEALED_VALUES)
    for (let more = true; more;) {
      if (stopping?.aborted) return done;
      const changed = await database.transaction('all', (tx) =>
        sealPortion(tx, encryption, value, size, forGood),
      );
      done += changed;
      more = changed === size;
    }
  for (let more = true; more;) {
    if (stopping?.aborted) return done;
    const papers = await database.transaction('all', (tx) => sealPapers(tx, encryption, forGood));
    done += papers.changed;
    more = papers.more;
  }
  return done;
}

async function sealPortion(
  tx: Tx,
  encryption: Encryption,
  value: SealedValue,
  size: number,
  forGood: boolean,
): Promise<number> {
  const { table, column, id = 'id', ofMerchants } = value;
  const [of, key, clear] = [sql.table(table), sql.ref(id), sql.ref(column)];
  const sealed = sql.ref(`${column}_sealed`);
  const { rows } = await sql<{ id: string; merchant: string | null; text: string }>`
    select ${key} as id, ${ofMerchants ? sql.ref('merchant_id') : sql`null`} as merchant, ${clear} as text
    from ${of} where ${clear} is not null ${forGood ? sql`` : sql`and ${sealed} is null`}
    order by ${key} limit ${size}`.execute(tx);
  if (!rows.length) return 0;
  const texts = rows.map(({ id: one, text }) => [one, text] as const);
  const columns = Object.entries(columnsOfMany(encryption, value, texts));
  // the trigger drops the clear one where it is written beside its sealed one; who has written it in between
  // is met the next time
  await sql`update ${of} t set ${sql.join(columns.map(([name]) => sql`${sql.ref(name)} = v.${sql.ref(name)}`))}
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.merchant)}::uuid[],
      ${sql.join(columns.map(([, [type, all]]) => sql`${all}::${sql.raw(type)}[]`))})
      as v (id, merchant_id, ${sql.join(columns.map(([name]) => sql.ref(name)))})
    where t.${key} = v.id and t.${clear} = v.${clear}
      ${ofMerchants ? sql`and t.merchant_id = v.merchant_id` : sql``}`.execute(tx);
  return rows.length;
}
