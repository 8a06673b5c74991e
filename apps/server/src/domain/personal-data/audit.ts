import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { digestOf, holdSeals, rowHashes } from '../../platform/seals/redactions.ts';
import { ENTITIES } from './held/whose.ts';
import { filled, type Of } from './sql.ts';

/** Rows that say what a list was filtered by, as an index has them. */
const FILTERED = sql`(f.entity_type = 'SAVED_VIEW' or f.action in ('EXPORT_CSV', 'EXPORT_JSON_LINES'))`;

/**
 * Which rows of the log name them, or say from where they came: those about what is theirs, and those of files and
 * views that were filtered by them, of a view with all that was written of it.
 */
export async function auditRowsOf(db: Db, of: Of): Promise<string[]> {
  const { rows: about } = await sql<{ id: string }>`
    select a.id from audit_logs a where a.entity_id in (${filled(ENTITIES, of)})
      and (a.details is distinct from erased_json(a.details, ${of.words}::text[])
        or a.entity_type = 'CUSTOMER_NOTE' and a.details <> '{"erased": true}'
        or a.user_id is null and a.address is not null)`.execute(db);
  const { rows: filtered } = await sql<{ id: string }>`
    select f.id from (
      select f.id, f.details, bool_or(
          coalesce(f.details #>> '{filters}', f.details #>> '{changes,search}') ~* any(${of.words}::text[])
          or ${filled(`f.details::text ~* any($S)`, of)}
        ) over (partition by coalesce(f.entity_id, f.id)) as theirs
      from audit_logs f where ${FILTERED}
    ) f where f.theirs and f.details is distinct from erased_json(f.details, ${of.words}::text[])`.execute(
    db,
  );
  return [...about, ...filtered].map(({ id }) => id).toSorted();
}

/**
 * Takes their words out of the audit rows of all that is theirs. Each row's hash before and after stands in
 * `audit_redactions`, and what these come to in the audit row of the erasure, which a seal holds: so the
 * chain says of each row that an erasure has changed it, and of any other change that it was none.
 */
export async function redactAudit(
  tx: Tx,
  erasureId: string,
  of: Of,
): Promise<{ auditRows: number; redactions: string }> {
  await holdSeals(tx);
  const ids = await auditRowsOf(tx, of);
  const was = await rowHashes(tx, ids);
  await sql`select erase_added('audit_logs', ${ids}::uuid[], ${of.words}::text[])`.execute(tx);
  const becomes = await rowHashes(tx, ids);
  const redacted = ids.map((id) => ({ id, was: was.get(id)!, becomes: becomes.get(id)! }));
  for (const one of redacted)
    await sql`insert into audit_redactions (audit_id, erasure_id, was, becomes)
      values (${one.id}, ${erasureId}, ${one.was}, ${one.becomes})`.execute(tx);
  return { auditRows: ids.length, redactions: digestOf(redacted) };
}
