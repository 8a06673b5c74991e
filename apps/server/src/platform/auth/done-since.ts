import type { Tx } from '../db/database.ts';

/** The records to which these people did one of these actions since then, by the log; one that failed did nothing. */
export async function doneSince(
  tx: Tx,
  userIds: readonly string[],
  since: string,
  actions: readonly string[],
  entityType?: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('audit_logs')
    .select('entity_id')
    .where('user_id', 'in', userIds)
    .where('created_date', '>=', since)
    .where('action', 'in', actions)
    .where('result', '=', 'SUCCESS')
    .$if(entityType !== undefined, (query) => query.where('entity_type', '=', entityType!))
    .execute();
  return rows.flatMap(({ entity_id: id }) => id ?? []);
}
