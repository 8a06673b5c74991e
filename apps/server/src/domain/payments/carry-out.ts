import { sql } from 'kysely';
import type { Route } from '../../gateways/acquirer.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { askAgain } from '../transactions/ask-again.ts';
import { log } from '../transactions/log.ts';
import type { Doer } from './attempts.ts';
import { ask, type Known, type Operation } from './operations.ts';
import { settleIn } from './settle.ts';
import { approvedLate } from './settle/authorised.ts';

/** Asks, settles, and goes on with what comes next, until somebody else is waited for. */
export async function carryOut(
  services: Services,
  first: Operation | null,
  actor?: Doer,
): Promise<void> {
  let next = first;
  while (next) {
    const operation = next;
    const answer = await ask(services, operation);
    if (answer.outcome === 'unknown') {
      const { attempt_id: id, merchant_id, user_name: userName } = operation;
      await services.database.transaction('all', (tx) =>
        log(
          tx,
          { userName },
          { id, merchant_id },
          'ANSWER_UNKNOWN',
          'PROCESSING',
          'PROCESSING',
          answer.reason,
        ),
      );
      return;
    }
    next = await services.database.transaction('all', (tx) =>
      settleIn(tx, services, operation.id, answer, { inquired: false, actor }),
    );
  }
}

/** What an inquiry or a late answer says of it. */
export async function settlePayment(
  services: Services,
  id: string,
  answer: Known,
  also?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const next = await services.database.transaction('all', (tx) =>
    settleIn(tx, services, id, answer, { inquired: true }, also),
  );
  await carryOut(services, next);
}

interface Asked {
  kind: Operation['kind'];
}

/** What became of it, by whom it was sent to. */
export const inquire = ({ acquirer }: Services, id: string, { kind, gateway, of }: Route & Asked) =>
  kind === 'AUTHORISE'
    ? acquirer.inquireAuthorisation(id, { gateway, of })
    : acquirer.inquire(id, { gateway, of });

/** Asks about authorisations, captures and cancellations whose answer is open. */
export const resolvePayments = (services: Services) =>
  askAgain<Known, Asked>(services, {
    name: 'resolve-pending-payments',
    table: 'payment_operations',
    open: sql<boolean>`status = 'PENDING'`,
    also: sql`kind`,
    ask: (id, row) => inquire(services, id, row),
    settle: settlePayment,
    atOnce: 4,
  });

/** The acquirer says later that it holds money which nobody waits for any more: it is told to let go. */
export async function letGo(services: Services, id: string, reference: string): Promise<boolean> {
  const next = await services.database.transaction('all', (tx) =>
    approvedLate(tx, services, id, reference),
  );
  await carryOut(services, next);
  return next !== null;
}
