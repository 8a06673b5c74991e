import { sql } from 'kysely';
import type { Services } from './services.ts';
import type { Repeating } from './tasks.ts';

const HOUR_MS = 3_600_000;

const old = (days: number) => sql<string>`now() - make_interval(days => ${days})`;

/**
 * Takes away what has served its time: idempotency keys after 30 days (AM-102), what has ended
 * (sessions, links), old failures, counts of calls, signatures that can't come again, runs of
 * tasks after 90 days.
 */
export function housekeeping({ database }: Services): Repeating {
  return {
    name: 'housekeeping',
    everyMs: HOUR_MS,
    async run() {
      const { kysely } = database;
      const deleted = [
        await kysely.deleteFrom('idempotency_keys').where('created_date', '<', old(30)).execute(),
        await kysely.deleteFrom('sessions').where('expires_date', '<', old(30)).execute(),
        await kysely.deleteFrom('tokens').where('expires_date', '<', old(30)).execute(),
        await kysely.deleteFrom('email_changes').where('expires_date', '<', old(30)).execute(),
        await kysely.deleteFrom('known_devices').where('last_seen_date', '<', old(365)).execute(),
        await kysely
          .deleteFrom('login_attempts')
          .where(sql<boolean>`coalesce(dates[cardinality(dates)] < ${old(1)}, true)`)
          .execute(),
      ];
      const rest = [
        // an hour is more than the clocks of two processes are apart
        await sql`delete from call_counts where minute < now() - interval '1 hour'`.execute(kysely),
        // longer than a signature could be sent again
        await sql`delete from seen_signatures where seen_date < pg_catalog.now() - interval '1 hour'`.execute(
          kysely,
        ),
        await sql`delete from task_executions where started_date < ${old(90)}`.execute(kysely),
      ];
      const rows = [
        ...deleted.flat().map(({ numDeletedRows }) => numDeletedRows),
        ...rest.map(({ numAffectedRows }) => numAffectedRows ?? 0n),
      ];
      return { processed: Number(rows.reduce((sum, each) => sum + each, 0n)), failed: 0 };
    },
  };
}
