import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';
import { linkPaid } from '../checkouts/link-paid.ts';
import { BY, hold, whyNotWanted } from './attempts.ts';
import { carryOut } from './carry-out.ts';
import { plan } from './operations.ts';

const MINUTE_MS = 60_000;
const MOST = 100;

/**
 * Lets go of money that is held for nothing: nobody took it within its days, or the order or the purchase was
 * given up meanwhile. Who pays then is not charged.
 */
export function releasePayments(services: Services): Task {
  const { database } = services;
  return {
    name: 'release-payments',
    everyMs: MINUTE_MS,
    inEachProcess: true,
    async run(stopping) {
      const { rows } = await sql<{ id: string }>`
        select a.id from payment_attempts a
        where a.stage = 'AUTHORISED' and (a.capture_before <= now()
          or exists (select from orders o where o.id = a.order_id and o.merchant_id = a.merchant_id
            and o.status not in ('PENDING', 'VERIFIED'))
          or exists (select from purchases p where p.id = a.purchase_id and p.merchant_id = a.merchant_id
            and p.status = 'CANCELLED')
          or ${sql.raw(linkPaid('a.checkout_id', 'a.merchant_id'))})
        order by a.capture_before limit ${MOST}`.execute(database.kysely);
      for (const { id } of rows) {
        if (stopping?.aborted) break;
        const next = await database.transaction('all', async (tx) => {
          const held = await hold(tx, id);
          if (held?.attempt.stage !== 'AUTHORISED') return null;
          const { attempt } = held;
          const over = new Date(attempt.capture_before!) <= services.now();
          const reason = whyNotWanted(held) ?? (over ? 'Nobody took the money in time' : null);
          return reason && plan(tx, services, attempt, 'CANCEL', BY, { reason });
        });
        await carryOut(services, next || null);
      }
    },
  };
}
