import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { mails, markDelivered, type Deliveries, type WayOut } from '../../platform/outbox.ts';
import type { Services } from '../../platform/services.ts';
import { mailReset } from './mails.ts';

declare module '../../platform/outbox.ts' {
  interface Outgoing {
    /** Somebody forgot a password: answered later, so that no answer tells whether they are known (SB-08). */
    RECOVERY: { email: string; address: string; askedDate: string };
  }
}

/** As many links an hour does a person get; who asks for more is told the same and gets none (SB-08). */
const LINKS_AN_HOUR = 3;

/**
 * Who forgot a password gets a link, if they may reset one: ACTIVATED, and BLOCKED_SELF, which a
 * completed reset lifts (AM-42). It runs after the answer, which therefore tells nothing.
 */
const deliverRecovery =
  (services: Services): Deliveries['RECOVERY'] =>
  async (id, { email, address, askedDate }) => {
    const { database, log } = services;
    await database.transaction('all', async (tx) => {
      if (!(await markDelivered(tx, id))) return;
      const user = await tx
        .selectFrom('users')
        .select(['id', 'email', 'first_name', 'merchant_id'])
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .where('status', 'in', ['ACTIVATED', 'BLOCKED_SELF'])
        // one after the other, so that the count below holds
        .forUpdate()
        .executeTakeFirst();
      if (!user) return;
      const { made } = await tx
        .selectFrom('tokens')
        .select(sql<bigint>`count(*)`.as('made'))
        .where('user_id', '=', user.id)
        .where('purpose', '=', 'RESET')
        .where('created_date', '>', sql<string>`pg_catalog.now() - interval '1 hour'`)
        .executeTakeFirstOrThrow();
      if (made >= BigInt(LINKS_AN_HOUR)) {
        log.info({ userId: user.id }, 'asked for too many links, no further one is mailed');
        return;
      }
      await mailReset(tx, services, user, { address, askedDate });
      await audit(
        tx,
        { userId: null, userName: null, address },
        {
          action: 'PASSWORD_RECOVERY',
          entityType: 'USER',
          entityId: user.id,
          merchantId: user.merchant_id,
          result: 'SUCCESS',
          details: {},
        },
      );
    });
  };

/** With the mails, which it makes. */
export const recoveries: WayOut<'RECOVERY'> = {
  queue: mails.queue,
  deliver: deliverRecovery,
};
