import { sql } from 'kysely';
import { mailLetter } from '../../platform/mail-layout.ts';
import { inPortions } from '../../platform/portions.ts';
import type { Services } from '../../platform/services.ts';
import type { Repeating } from '../../platform/tasks.ts';
import { expiryMail } from './mails.ts';

const DAYS_AHEAD = 7;

/** Tells everybody once whose password ends within a week; a new password's end is told anew. */
export const tellPasswordExpiry = (services: Services): Repeating =>
  inPortions(services, {
    name: 'tell-password-expiry',
    async portion(tx, size) {
      if (services.config.PASSWORD_MAX_AGE_DAYS === 0) return 0;
      const { rows } = await sql<{
        id: string;
        email: string;
        name: string;
        ends: string;
        minutes: number;
      }>`
        select id, email, first_name || ' ' || last_name as name, password_expires_date as ends,
          ceil(extract(epoch from password_expires_date - pg_catalog.now()) / 60)::int as minutes
        from users
        where status = 'ACTIVATED' and password_expires_date > pg_catalog.now()
          and password_expires_date <= pg_catalog.now() + make_interval(days => ${DAYS_AHEAD})
          and told_password_expires_date is distinct from password_expires_date
        order by password_expires_date limit ${size} for no key update skip locked`.execute(tx);
      if (!rows.length) return 0;
      await tx
        .updateTable('users')
        .set((of) => ({ told_password_expires_date: of.ref('password_expires_date') }))
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute();
      for (const { minutes, email, name, ends } of rows) {
        const written = { email, name, ends, link: `${services.publicUrl()}/profile` };
        await mailLetter(tx, services, (house) => expiryMail(written, house), { minutes });
      }
      return rows.length;
    },
  });
