import { sql } from 'kysely';
import { STEP_UP_MINUTES } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';

/** The session has shown the factor now; answers until when that is enough. */
export async function showFactor(tx: Tx, sessionId: string): Promise<string> {
  const { until } = await tx
    .updateTable('sessions')
    .set({ second_factor_date: sql`pg_catalog.now()` })
    .where('id', '=', sessionId)
    .returning(
      sql<string>`second_factor_date + make_interval(mins => ${STEP_UP_MINUTES})`.as('until'),
    )
    .executeTakeFirstOrThrow();
  return until;
}
