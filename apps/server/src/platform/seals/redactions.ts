import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { ROW_TEXT } from './text.ts';

/** A connection within a snapshot. */
type Snapshot = Parameters<Parameters<Database['snapshot']>[1]>[0];

/** What an erasure took out of a row of the audit log: its hash as it was, and as it is since. */
export interface Redaction {
  id: string;
  was: Buffer;
  becomes: Buffer;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Nobody seals meanwhile: a row is sealed as it was, or as it is. */
export const holdSeals = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('seal_audit'))`.execute(tx);

export async function rowHashes(tx: Tx, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ id: string; text: string }>`
    select a.id, ${sql.raw(ROW_TEXT)} as text from audit_logs a
    where a.id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, text }) => [id, sha256(text)]));
}

/** What the audit row of an erasure says of all that it changed in the log. */
export const digestOf = (redactions: readonly Redaction[]): string =>
  sha256(
    redactions
      .map(({ id, was, becomes }) => `${id} ${was.toString('hex')} ${becomes.toString('hex')}`)
      .toSorted()
      .join('\n'),
  ).toString('hex');

type Known = ReadonlyMap<string, readonly Redaction[]>;

/** Those of these rows. */
export async function redactionsOf(client: Snapshot, ids: readonly string[]): Promise<Known> {
  const { rows } = await client.query<Redaction>(
    `select audit_id as id, was, becomes from audit_redactions
     where audit_id = any($1::uuid[])`,
    [ids],
  );
  return Map.groupBy(rows, ({ id }) => id);
}

/** Whether erasures have made of the row that was sealed the one that is there. */
export function ledTo(known: Known, id: string, sealed: Buffer, is: Buffer): boolean {
  let at = sealed;
  const left = [...(known.get(id) ?? [])];
  for (;;) {
    if (at.equals(is)) return true;
    const nth = left.findIndex(({ was }) => was.equals(at));
    if (nth < 0) return false;
    at = left.splice(nth, 1)[0]!.becomes;
  }
}

/** Each erasure must say in the log itself what it changed there: whoever adds a redaction alone is found. */
export async function checkRedactions(
  client: Snapshot,
  say: (fault: string) => void,
): Promise<void> {
  const { rows } = await client.query<Redaction & { erasure: string; said: string | null }>(
    `select r.audit_id as id, r.was, r.becomes, r.erasure_id as erasure,
       (select a.details->>'redactions' from audit_logs a where a.action = 'ERASE_PERSON'
         and a.details->>'erasureId' = r.erasure_id::text limit 1) as said
     from audit_redactions r`,
  );
  for (const [erasure, some] of Map.groupBy(rows, (row) => row.erasure))
    if (some[0]!.said !== digestOf(some))
      say(`erasure ${erasure} does not say in the audit log what it changed there`);
}
