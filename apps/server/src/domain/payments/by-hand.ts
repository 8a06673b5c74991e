import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { NOBODYS } from '../taking.ts';
import { log } from '../transactions/log.ts';
import { movePayment, unhold } from '../transactions/payments.ts';

import type { Doer, Held } from './attempts.ts';
import { refuse } from './card.ts';
import { plan, type Operation } from './operations.ts';
import { mailAway } from './receipt.ts';

/** What people do with a payment that is not decided; each gives what the acquirer is to be asked then. */

/** Takes the money that the bank holds; not what was paid meanwhile by another try, or marked as paid. */
export async function captureByHand(
  tx: Tx,
  services: Services,
  { attempt, order, linkPaid }: Held,
  by: Doer,
): Promise<Operation> {
  if (order.status === 'PAID' || linkPaid)
    throw invalid(
      'status',
      `${linkPaid ? 'Its payment link, for one payment,' : 'The order'} is paid already: the bank is told to let go of this money`,
    );
  await unhold(tx, attempt);
  await log(tx, by, attempt, 'CAPTURE_REQUESTED', 'PROCESSING', 'PROCESSING');
  return plan(tx, services, attempt, 'CAPTURE', by);
}

/** Lets go of it. */
export async function cancelByHand(
  tx: Tx,
  services: Services,
  { attempt }: Held,
  by: Doer,
): Promise<Operation> {
  await unhold(tx, attempt);
  return plan(tx, services, attempt, 'CANCEL', by, { reason: `Cancelled by ${by.userName}` });
}

/** Whoever looked at it lets it pass: it goes on as if no rule had held it. */
export async function approveReview(
  tx: Tx,
  services: Services,
  { attempt }: Held,
  by: Doer,
  note: string | null,
): Promise<Operation> {
  await movePayment(tx, by, attempt, {
    event: 'REVIEW_APPROVED',
    note,
    set: { hold: null, ...NOBODYS, awaiting_acquirer: true },
  });
  return plan(tx, services, attempt, 'AUTHORISE', by);
}

const LOOKED = 'A reviewer refused the payment';

/** Whoever looked at it refuses it; its shopper, who was told that they may go, hears of it. */
export async function declineReview(
  tx: Tx,
  services: Services,
  held: Held,
  by: Doer,
  note: string,
): Promise<void> {
  await refuse(tx, held.attempt, {}, 'REVIEW_DECLINED', `${LOOKED}: ${note}`, by);
  await mailAway(tx, services, held, 'NOT_TAKEN');
}
