import { sql } from 'kysely';
import type { Services } from './services.ts';
import type { Task } from './tasks.ts';

const HOUR_MS = 3_600_000;

const old = (days: number) => sql<string>`now() - make_interval(days => ${days})`;

/** Takes away what has served its time: idempotency keys after 30 days (AM-102), ended sessions, old failures. */
export function housekeeping({ database }: Services): Task {
  return {
    name: 'housekeeping',
    everyMs: HOUR_MS,
    async run() {
      const { kysely } = database;
      await kysely.deleteFrom('idempotency_keys').where('created_date', '<', old(30)).execute();
      await kysely.deleteFrom('sessions').where('expires_date', '<', old(30)).execute();
      await kysely
        .deleteFrom('login_attempts')
        .where(sql<boolean>`coalesce(dates[cardinality(dates)] < ${old(1)}, true)`)
        .execute();
    },
  };
}
