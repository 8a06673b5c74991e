import { sql } from 'kysely';
import type { Tx } from './db/database.ts';
import type { Encryption } from './encryption.ts';

/** The papers of loans lie sealed, each bound to its row (ADR 181). */

export const paperPurpose = (id: string) => `loan_documents.bytes ${id}`;

interface Kept {
  bytes: Buffer | null;
  bytes_sealed: Buffer | null;
}

/** The clear bytes go along for processes of the version before; where none is left the database drops them. */
export const sealedPaper = (encryption: Encryption, id: string, bytes: Buffer) => ({
  bytes,
  bytes_sealed: encryption.seal(bytes, paperPurpose(id)),
});

/** As it was read or signed; of one that was erased nothing. */
export const openedPaper = (encryption: Encryption, id: string, kept: Kept): Buffer =>
  kept.bytes_sealed
    ? encryption.openBytes(kept.bytes_sealed, paperPurpose(id))
    : (kept.bytes ?? Buffer.alloc(0));

/** Papers are large. */
const AT_ONCE = 20;

/** Seals some that a version before left in clear; whether there may be more, and how many it changed. */
export async function sealPapers(
  tx: Tx,
  encryption: Encryption,
  forGood: boolean,
): Promise<{ changed: number; more: boolean }> {
  const { rows } = await sql<{ id: string; merchant_id: string; bytes: Buffer }>`
    select id, merchant_id, bytes from loan_documents
    where bytes <> ''::bytea ${forGood ? sql`` : sql`and bytes_sealed is null`}
    order by id limit ${AT_ONCE}`.execute(tx);
  if (!rows.length) return { changed: 0, more: false };
  const sealed = rows.map(({ id, bytes }) => encryption.seal(bytes, paperPurpose(id)));
  // who has erased one in between has the last word
  await sql`update loan_documents t set bytes_sealed = v.sealed
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => row.merchant_id)}::uuid[],
      ${sealed}::bytea[]) as v (id, merchant_id, sealed)
    where t.id = v.id and t.merchant_id = v.merchant_id and t.bytes <> ''::bytea`.execute(tx);
  return { changed: rows.length, more: rows.length === AT_ONCE };
}
