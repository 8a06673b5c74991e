import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '../services.ts';

/**
 * Notes how far the log of writes was when a call that changes something was answered, before its
 * answer: whatever the person reads next has it, on whichever server (ADR 176). Without a replica
 * nothing is noted.
 */
export function noteWrites(app: FastifyInstance, { database, log }: Services): void {
  if (!database.replica) return;
  app.addHook('onSend', async ({ method, signedIn }) => {
    if (!signedIn || method === 'GET') return;
    await sql`update sessions set written_lsn = pg_current_wal_insert_lsn()
      where id = ${signedIn.sessionId}::uuid`
      .execute(database.kysely)
      // what was done is done, whether or not it can be noted
      .catch((error: unknown) => log.warn({ err: error }, 'a write was not noted'));
  });
}
