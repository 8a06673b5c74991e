import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { CLASSED } from '../../platform/db/classes.ts';
import { blindOf, SEALED_VALUES } from '../../platform/sealed-values.ts';
import type { Services } from '../../platform/services.ts';
import { HELD, ROWS } from './held.ts';
import { filled } from './sql.ts';
import { LEAST_OF_NUMBER, outOfAddress } from './words.ts';

export interface Found {
  where: string;
  rows: number;
}

/** What an erasure itself writes down, and what can name nobody as it stands: an erased paper is empty. */
const NOT_SEARCHED = ['erasures.words', 'loan_documents.bytes', 'external_ids.digest'];
const SEARCHED = Map.groupBy(
  CLASSED.filter(
    ({ table, column, of }) =>
      !['none', 'secret', 'actor'].includes(of) && !NOT_SEARCHED.includes(`${table}.${column}`),
  ),
  ({ table }) => table,
);

const hit = (column: string, words: readonly string[]) =>
  sql<boolean>`exists (select from unnest(${words}::text[]) w
    where strpos(lower(t.${sql.ref(column)}::text), w) > 0)`;

type By = Pick<Services, 'encryption'>;

async function inColumns(db: Db, words: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const [table, columns] of SEARCHED) {
    const { rows } = await sql<Record<string, number>>`
      select ${sql.join(
        columns.map(
          ({ column }) =>
            sql`count(*) filter (where ${hit(column, words)})::integer as ${sql.ref(column)}`,
        ),
      )} from ${sql.table(table)} t`.execute(db);
    for (const [column, count] of Object.entries(rows[0]!))
      if (count) found.push({ where: `${table}.${column}`, rows: count });
  }
  return found;
}

/** What lies sealed is found by what follows from it. */
async function inSealed(db: Db, { encryption }: By, words: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const { table, column, kind, indexed } of SEALED_VALUES) {
    if (!indexed) continue;
    const blind = words.flatMap((word) => blindOf(encryption, kind, word));
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} t
      where ${sql.ref(`t.${column}_index`)} = any(${blind}::bytea[])`.execute(db);
    if (rows[0]!.count) found.push({ where: `${table}.${column}`, rows: rows[0]!.count });
  }
  return found;
}

/**
 * Looks for these words through every column that may tell something of a person, of all tables and all
 * rows: not by whose rows they are, so that what was written where nobody thought of is found.
 */
export const searchFor = async (db: Db, by: By, words: readonly string[]): Promise<Found[]> =>
  words.length ? [...(await inColumns(db, words)), ...(await inSealed(db, by, words))] : [];

/** Of an address and a number there is one; a name may be another's. */
function isName(word: string): boolean {
  const said = outOfAddress(word);
  return !said.includes('@') && said.replaceAll(/\D/g, '').length < LEAST_OF_NUMBER;
}

/** A customer who is called by one of these words, or has it within a longer address or number. */
export interface Alike {
  id: string;
  word: string;
}

/** By one look at all customers, whoever's words these are. */
export const alike = async (db: Db, words: readonly string[]): Promise<Alike[]> =>
  (
    await sql<Alike>`
      select c.id, w.word
      from customers c cross join lateral (values (lower(c.first_name || ' ' || c.last_name), true),
          (lower(c.last_name || ' ' || c.first_name), true), (lower(c.last_name || ', ' || c.first_name), true),
          (lower(c.email), false), (lower(c.phone), false)) said (of, named)
        join unnest(${words}::text[]) w (word) on strpos(said.of, w.word) > 0 and (said.named or said.of <> w.word)
      where c.erased_date is null`.execute(db)
  ).rows;

/** Whether a word is another's too, however it is written. */
function sharedBy(others: readonly Alike[]): (word: string) => boolean {
  const shared = new Set(others.map(({ word }) => word));
  return (word) => shared.has(word) || shared.has(outOfAddress(word));
}

/** Those of somebody's words that nobody else is called by. */
export function ownWords(words: readonly string[], others: readonly Alike[]): string[] {
  const isShared = sharedBy(others);
  return words.filter((word) => !isName(word) || !isShared(word));
}

const rowsOf = (table: string, whose: string | string[]) =>
  Object.hasOwn(ROWS, table)
    ? sql`(${filled(ROWS[table]!, { customerId: whose, words: [], days: 0 })}) is true`
    : sql`false`;

/**
 * The same for a customer who was erased, without what is another's: of who is called the same each row of theirs; and
 * of a name whatever stands where people's names do, in rows that are not this customer's.
 */
export async function searchForErased(
  db: Db,
  by: By,
  { customerId, words, alike: all }: { customerId: string; words: string[]; alike: Alike[] },
): Promise<Found[]> {
  const theirs = all.filter(({ word }) => words.includes(word));
  const others = theirs.map(({ id }) => id);
  const isShared = sharedBy(theirs);
  const names = words.filter(isName);
  const both = words.filter((word) => isShared(word) && !names.includes(word));
  const alone = words.filter((word) => !names.includes(word) && !both.includes(word));
  const found: Found[] = [];
  for (const { where } of await inColumns(db, words)) {
    const [table, column] = where.split('.') as [string, string];
    const { of } = SEARCHED.get(table)!.find((one) => one.column === column)!;
    const isPublic = HELD.some((held) => held.table === table && column in (held.stays ?? {}));
    const counts = isPublic
      ? sql`false`
      : of === 'personal'
        ? rowsOf(table, customerId)
        : sql`true`;
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} t
      where ${hit(column, alone)} or not ${rowsOf(table, others)}
        and (${hit(column, both)} or ${hit(column, names)} and ${counts})`.execute(db);
    if (rows[0]!.count) found.push({ where, rows: rows[0]!.count });
  }
  return [...found, ...(await inSealed(db, by, words))];
}
