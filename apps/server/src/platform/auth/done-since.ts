import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/**
 * The records to which these people did one of these actions since then, by the log; one that failed did nothing.
 * `changed`: those alone of which this is another by it.
 */
export async function doneSince(
  tx: Tx,
  userIds: readonly string[],
  since: string,
  actions: readonly string[],
  entityType?: string,
  changed?: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('audit_logs')
    .select('entity_id')
    .where('user_id', 'in', userIds)
    .where('created_date', '>=', since)
    .where('action', 'in', actions)
    .where('result', '=', 'SUCCESS')
    .$if(entityType !== undefined, (query) => query.where('entity_type', '=', entityType!))
    .$if(changed !== undefined, (query) =>
      query.where(sql<boolean>`details -> 'changes' ? ${changed}`),
    )
    .execute();
  return rows.flatMap(({ entity_id: id }) => id ?? []);
}
