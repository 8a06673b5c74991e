import { sql } from 'kysely';
import type { Services } from './services.ts';
import type { Task } from './tasks.ts';

const HOUR_MS = 3_600_000;

const old = (days: number) => sql<string>`now() - make_interval(days => ${days})`;

/**
 * Takes away what has served its time: idempotency keys after 30 days (AM-102), what has
 * ended (sessions, links, mails), old failures and counts of calls.
 */
export function housekeeping({ database }: Services): Task {
  return {
    name: 'housekeeping',
    everyMs: HOUR_MS,
    async run() {
      const { kysely } = database;
      await kysely.deleteFrom('idempotency_keys').where('created_date', '<', old(30)).execute();
      await kysely.deleteFrom('sessions').where('expires_date', '<', old(30)).execute();
      await kysely.deleteFrom('tokens').where('expires_date', '<', old(30)).execute();
      // delivered or not, what it was good for is over
      await kysely.deleteFrom('outbox').where('expires_date', '<', old(7)).execute();
      // an hour is more than the clocks of two processes are apart
      await sql`delete from call_counts where minute < now() - interval '1 hour'`.execute(kysely);
      await kysely
        .deleteFrom('login_attempts')
        .where(sql<boolean>`coalesce(dates[cardinality(dates)] < ${old(1)}, true)`)
        .execute();
    },
  };
}
