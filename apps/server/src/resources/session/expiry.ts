import { sql } from 'kysely';
import { post } from '../../platform/outbox.ts';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';
import { expiryMail } from './mails.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 300_000;
const DAYS_AHEAD = 7;
const PORTION = 50;
/** What is left then is the next run's. */
const MOST_PORTIONS = 200;

/** Tells everybody once whose password ends within a week; a new password's end is told anew. */
export function tellPasswordExpiry(services: Services): Task {
  const { database, publicUrl } = services;
  return {
    name: 'tell-password-expiry',
    type: 'PASSWORD_EXPIRY',
    everyMs: HOUR_MS,
    firstAfterMs: SOON_MS,
    async run(stopping) {
      let processed = 0;
      for (let portion = 0; portion < MOST_PORTIONS; portion++) {
        if (stopping?.aborted) break;
        const told = await database.transaction('all', async (tx) => {
          const { rows } = await sql<{
            email: string;
            name: string;
            ends: string;
            minutes: number;
          }>`
            update users u set told_password_expires_date = password_expires_date
            where id in (
              select id from users
              where status = 'ACTIVATED' and password_expires_date > now()
                and password_expires_date <= now() + make_interval(days => ${DAYS_AHEAD})
                and told_password_expires_date is distinct from password_expires_date
              order by password_expires_date limit ${PORTION} for no key update skip locked)
            returning email, first_name || ' ' || last_name as name, password_expires_date as ends,
              ceil(extract(epoch from password_expires_date - now()) / 60)::int as minutes`.execute(
            tx,
          );
          for (const { minutes, ...person } of rows) {
            const mail = expiryMail({ ...person, link: `${publicUrl()}/profile` });
            await post(tx, services, 'MAIL', mail, { minutes });
          }
          return rows.length;
        });
        processed += told;
        if (told < PORTION) break;
      }
      return { processed, failed: 0 };
    },
  };
}
