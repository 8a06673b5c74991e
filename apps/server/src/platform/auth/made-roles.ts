import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { doneSince } from './done-since.ts';

/** As the actions are called, which the platform does not know. */
const RAISES = ['ACTIVATE', 'GRANT_ROLE', 'REVOKE_ROLE', 'SET_ROLE'];

/**
 * Whom these people have let in again since then, or given a role that may hold more than the one before, as any does in
 * place of one of the firm's own; not where somebody else has said the last word. Who was given less is no danger.
 */
export async function raisedSince(tx: Tx, by: readonly string[], since: string): Promise<string[]> {
  const ids = await doneSince(tx, by, since, RAISES, 'USER');
  if (!ids.length) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct id from (
      select distinct on (entity_id, action = 'ACTIVATE') entity_id as id, user_id as who,
        case when action <> 'SET_ROLE' then action <> 'REVOKE_ROLE'
          when details -> 'changes' ? 'userRole' then details -> 'changes' -> 'userRole' ->> 'before' !~ '_ADMIN$'
          else details -> 'changes' -> 'role' ->> 'before' is not null end as more
      from audit_logs where entity_type = 'USER' and result = 'SUCCESS' and created_date >= ${since}
        and action = any(${RAISES}::text[]) and entity_id = any(${ids})
      order by entity_id, action = 'ACTIVATE', created_date desc, id desc
    ) last where more and who = any(${by}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}
