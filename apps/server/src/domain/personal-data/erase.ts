import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { numberOf } from '../../platform/settings.ts';
import { redactAudit } from './audit.ts';
import { HELD, type Held } from './held.ts';
import { KEPT_UNTIL } from './held/whose.ts';
import { anyDiffers, countsOf, filled, type Of } from './sql.ts';
import { patternsOf, wordsOf } from './words.ts';

const SEALED_FOR = 'erasure';

type By = Pick<Services, 'encryption'>;

/** What changes in one table, or stays. */
export interface Change {
  table: string;
  rows: number;
  columns: Record<string, number>;
  ids: string[];
}

export async function ofCustomer(db: Db, by: By, customerId: string): Promise<Of> {
  const days = await numberOf(db, 'loans.keep.days');
  const words = await wordsOf(db, by, customerId);
  const strong = patternsOf({ ...words, weak: [] });
  return { customerId, days, words: patternsOf(words), strong };
}

export async function countedIn(db: Db, of: Of, held: Held, where = held.where): Promise<Change> {
  const { rows } = await sql<Omit<Change, 'table'>>`${filled(countsOf(held, where), of)}`.execute(
    db,
  );
  const { rows: count, columns, ids } = rows[0]!;
  const some = Object.entries(columns).filter(([, changed]) => changed > 0);
  return { table: held.table, rows: count, columns: Object.fromEntries(some), ids: ids ?? [] };
}

/** Exactly what an erasure would change. */
export async function changesOf(db: Db, of: Of): Promise<Change[]> {
  const changes: Change[] = [];
  for (const held of HELD) changes.push(await countedIn(db, of, held));
  return changes.filter(({ rows }) => rows > 0);
}

/** Until when something of them has to be kept; null: nothing has. */
export async function keptUntil(db: Db, of: Of): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`${filled(KEPT_UNTIL, of)}`.execute(db);
  return rows[0]!.until;
}

async function change(tx: Tx, of: Of, held: Held): Promise<number> {
  const where = filled(`${held.where} and ${anyDiffers(held)}`, of);
  if (held.added) {
    const { rows } = await sql<{ id: string }>`
      select t.id from ${sql.table(held.table)} t where ${where}`.execute(tx);
    const ids = rows.map(({ id }) => id);
    await sql`select erase_added(${held.table}, ${ids}::uuid[], ${of.words}::text[])`.execute(tx);
    return ids.length;
  }
  const set = Object.entries(held.change).map(([column, becomes]) => `${column} = ${becomes}`);
  const { numAffectedRows } = await sql`
    update ${sql.table(held.table)} t set ${filled(set.join(', '), of)} where ${where}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

interface Asked {
  customerId: string;
  reason: string;
  by: string;
}

/**
 * The person goes and the books stay: every column that `held` names becomes what it says there, in the
 * caller's transaction, and nothing of it is left to change afterwards, or nothing was done. Gives what its
 * audit row says: how much, and nothing of whom.
 */
export async function erasePerson(
  tx: Tx,
  services: By,
  { customerId, reason, by }: Asked,
): Promise<Record<string, unknown>> {
  const words = await wordsOf(tx, services, customerId);
  const of = await ofCustomer(tx, services, customerId);
  const id = randomUUIDv7();
  const until = await keptUntil(tx, of);
  await sql`
    insert into erasures (id, customer_id, reason, created_date, created_by, words, kept_until)
    values (${id}, ${customerId}, ${reason}, now(), ${by},
      ${services.encryption.seal(JSON.stringify(words.strong), SEALED_FOR)}, ${until})`.execute(tx);
  const redacted = await redactAudit(tx, id, of);
  const rows: Record<string, number> = {};
  for (const held of HELD) {
    const changed = await change(tx, of, held);
    if (changed) rows[held.table] = changed;
  }
  const left = await changesOf(tx, of);
  if (left.length) throw new Error(`An erasure left ${left.map(({ table }) => table).join(', ')}`);
  await sql`update erasures set kept_until = null
    where customer_id = ${customerId} and id <> ${id}`.execute(tx);
  return { reason, erasureId: id, rows, ...redacted };
}

export const wordsSealed = (encryption: Services['encryption'], sealed: Buffer): string[] =>
  JSON.parse(encryption.open(sealed, SEALED_FOR)) as string[];
