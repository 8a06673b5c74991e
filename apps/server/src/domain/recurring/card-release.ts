import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Decided, MoneyRequest } from '../../gateways/acquirer.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';
import { advance, HELD_NOW, holdChange, noted, type CardChange, type Doer } from './card-change.ts';
import { BY } from './rows.ts';

/** What a bank held for a card's check is let go of; what all steps of a new card are settled by. */

/** True where it moved, by whomever, and the next can be asked. */
export type Step = (services: Services, change: CardChange, by: Doer) => Promise<boolean>;

export const routeOf = ({ gateway, merchant_id }: CardChange) => ({ gateway, of: merchant_id });

type Held = NonNullable<Awaited<ReturnType<typeof holdChange>>>;
export type Also = (tx: Tx) => Promise<void>;

/** Under the locks, where it is still at that stage, with what is done beside; false where somebody was quicker. */
export const settled = (
  services: Services,
  { id, stage, release_id }: CardChange,
  move: (tx: Tx, held: Held) => Promise<void>,
  also?: Also,
): Promise<boolean> =>
  services.database.transaction('all', async (tx) => {
    const held = await holdChange(tx, id);
    // of an answer to a release that was asked for anew nothing follows
    if (held?.change.stage !== stage || held.change.release_id !== release_id) return false;
    await move(tx, held);
    await also?.(tx);
    return true;
  });

const releaseOf = (change: CardChange): MoneyRequest => ({
  operationId: change.release_id,
  kind: 'CANCEL',
  transactionId: change.id,
  amountCents: change.amount_cents,
  currency: change.currency,
  route: routeOf(change),
});

/** Nothing is taken for a card: what its bank held is let go of, until the acquirer has said so. */
export const released: Step = async (services, change, by) => {
  const answer = await services.acquirer.move(releaseOf(change));
  if (answer.outcome !== 'unknown') await letGo(services, change, answer, by);
  // nothing follows, and a no is answered by a pause
  return false;
};

/** False where that was known. */
export const letGo = (
  services: Services,
  change: CardChange,
  answer: Decided,
  by: Doer,
  also?: Also,
): Promise<boolean> => {
  const move = async (tx: Tx, held: Held) => {
    const now = held.change;
    if (answer.outcome === 'declined' && now.held_date) {
      // under another id: what was said to this one would only be said again
      if (now.attempts < MOST_ASKED) return releaseAnew(tx, now);
      services.log.error({ changeId: now.id, reason: answer.reason }, 'a hold was not let go of');
      await noted(tx, now, now.stage, by, answer.reason);
    }
    return advance(tx, now, now.replaced ? 'DONE' : 'FAILED', by);
  };
  return settled(services, change, move, also);
};

/** So often the bank is asked to let go of what it holds, and then a person is told that it does not. */
const MOST_ASKED = 3;

const releaseAnew = async (tx: Tx, { id, merchant_id, attempts }: CardChange): Promise<void> => {
  await tx
    .updateTable('recurring_card_changes')
    .set({
      release_id: randomUUIDv7(),
      attempts: attempts + 1,
      next_attempt_date: sql`now() + make_interval(secs => ${ANEW_SECONDS})`,
    })
    .where(theRow(id, merchant_id))
    .execute();
};
const ANEW_SECONDS = 5;

/**
 * Its bank says yes to a check that is over: what it holds is let go of, once, however often it says so. One that is
 * being let go of may have been asked too early, and learns that there is something to let go of.
 */
export const heldLate = async (
  services: Services,
  change: CardChange,
  also: Also,
): Promise<boolean> => {
  let isNew = false;
  await settled(services, change, async (tx, { change: now }) => {
    if (now.held_date) return;
    isNew = true;
    await advance(tx, now, 'RELEASING', BY, {
      held_date: HELD_NOW,
      ...(now.stage === 'FAILED' && { release_id: randomUUIDv7() }),
    });
    await also(tx);
  });
  return isNew;
};
