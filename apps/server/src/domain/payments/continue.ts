import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { saidBy, theRow } from '../../platform/db/rows.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import type { CardAnswer } from '../../gateways/acquirer.ts';
import { askAgain } from '../transactions/ask-again.ts';
import { markCancelled } from '../checkouts/marks.ts';
import { loanUnderWay } from '../lending/under-way.ts';
import { movePayment } from '../transactions/payments.ts';
import {
  advance,
  BY,
  ENDS,
  NOBODY,
  hasEnded,
  hold,
  readAttempt,
  type Attempt,
  type Held,
} from './attempts.ts';
import { cardKnown } from './card.ts';
import { carryOut, inquire, settlePayment } from './carry-out.ts';
import type { Operation } from './operations.ts';
import { CARD_MINUTES } from './patience.ts';
import { giveUpChallenge } from './settle/authorised.ts';

type By = Parameters<typeof audit>[1];

/**
 * Goes on after the acquirer's page, or the bank's, sent the payer back: asks what came of it, and does what
 * follows. Ten at once do it once: what changes is decided under the lock of the try.
 */
export async function continuePayment(
  services: Services,
  checkoutId: string,
  by: By = NOBODY,
): Promise<void> {
  const attempt = await services.database.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .where('stage', 'in', ['CARD', 'CHALLENGE'])
    .executeTakeFirst();
  if (!attempt) return;
  const { id, gateway, merchant_id: of, operation_id: operationId } = attempt;
  const note = async (tx: Tx) => {
    const { stage } = (await readAttempt(tx, id))!;
    if (stage === attempt.stage) return;
    await audit(tx, by, {
      action: 'CONTINUE_PAYMENT',
      entityType: 'ORDER',
      entityId: attempt.order_id,
      merchantId: of,
      result: 'SUCCESS',
      details: { transactionId: id, changes: { stage: { before: attempt.stage, after: stage } } },
    });
  };
  if (attempt.stage === 'CARD') {
    const answer = await services.acquirer.inquireCard(id, { gateway, of });
    if (answer.outcome === 'card' || answer.outcome === 'abandoned')
      await cardAnswered(services, id, answer, note);
  } else {
    const answer = await inquire(services, operationId!, { gateway, of, kind: 'AUTHORISE' });
    if (answer.outcome !== 'unknown') await settlePayment(services, operationId!, answer, note);
  }
}

type Answered = Exclude<CardAnswer, { outcome: 'unknown' }>;

async function cardAnswered(
  services: Services,
  id: string,
  answer: Answered,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const next = await services.database.transaction('all', async (tx) => {
    const held = await hold(tx, id);
    // whoever comes second finds it decided, changes and does nothing
    if (held?.attempt.stage !== 'CARD') return null;
    const planned = await decided(tx, services, held, answer);
    await also(tx);
    return planned;
  });
  await carryOut(services, next);
}

async function decided(
  tx: Tx,
  services: Services,
  held: Held,
  answer: Answered,
): Promise<Operation | null> {
  const { attempt } = held;
  if (answer.outcome === 'card') return cardKnown(tx, services, held, answer.card);
  if (answer.outcome === 'abandoned' || (await isLeft(tx, attempt)))
    await advance(tx, attempt, 'ABANDONED', {
      page_url: null,
      reason: answer.outcome === 'abandoned' ? answer.reason : 'No card was given in time',
    });
  return null;
}

async function isLeft(tx: Tx, { created_date: since }: Attempt): Promise<boolean> {
  const { rows } = await sql<{ left: boolean }>`
    select ${since}::timestamptz <= now() - make_interval(mins => ${CARD_MINUTES}) as left`.execute(
    tx,
  );
  return rows[0]!.left;
}

/** For shoppers who never come back: looks whether they gave a card, and goes on; else they have left. */
export const continuePayments = (services: Services) =>
  askAgain<Answered>(services, {
    name: 'continue-payments',
    table: 'payment_attempts',
    open: sql<boolean>`stage = 'CARD'`,
    ask: (id, { gateway, of }) => services.acquirer.inquireCard(id, { gateway, of }),
    settle: (by, id, answer) => cardAnswered(by, id, answer),
    atOnce: 4,
  });

const PAID = 'This order has been paid already.';
const UNDER_WAY = 'The payment is under way already, and can’t be given up now';
const LENT =
  'This order is being paid by a loan: go on with that, or give the application up there.';

/** The shopper gives it up; what the acquirer is working on at the moment can't be stopped. */
export async function cancelPayment(
  services: Services,
  checkoutId: string,
  by: By = NOBODY,
): Promise<void> {
  const { database } = services;
  const next = await database.transaction('all', async (tx) => {
    const checkout = await tx
      .selectFrom('checkouts')
      .select(['id', 'merchant_id', 'order_id', 'cancelled_date'])
      .where('id', '=', checkoutId)
      .executeTakeFirst();
    if (!checkout) throw notFound();
    if (checkout.cancelled_date) return null;
    const open = await tx
      .selectFrom('payment_attempts')
      .select('id')
      .where('checkout_id', '=', checkoutId)
      .where('merchant_id', '=', checkout.merchant_id)
      .where('stage', 'not in', ENDS)
      .executeTakeFirst();
    const held = open && (await hold(tx, open.id));
    // given up by another call while this one waited
    if (held?.checkout.cancelled_date) return null;
    if (held && !hasEnded(held.attempt)) {
      const { attempt } = held;
      const reason = 'The shopper abandoned it';
      if (!['CARD', 'REVIEW', 'CHALLENGE'].includes(attempt.stage))
        throw invalid('payment', attempt.stage === 'PAID' ? PAID : UNDER_WAY);
      await giveUp(tx, checkout, by);
      if (attempt.stage === 'CHALLENGE') {
        const operation = await tx
          .selectFrom('payment_operations')
          .selectAll()
          .where('id', '=', attempt.operation_id)
          .where('merchant_id', '=', attempt.merchant_id)
          .executeTakeFirstOrThrow();
        return giveUpChallenge(tx, services, attempt, operation, reason);
      }
      await advance(tx, attempt, 'CANCELLED', { page_url: null, reason });
      await movePayment(tx, BY, attempt, {
        status: 'CANCELLED',
        event: 'CANCELLED',
        note: reason,
        set: { hold: null, awaiting_acquirer: false },
      });
      return null;
    }
    await refuseIfPaid(tx, checkout);
    await giveUp(tx, checkout, by);
    return null;
  });
  await carryOut(services, next);
}

/** Money that comes by a loan, or came otherwise, is not given up; the order is held, so that no loan begins beneath it. */
async function refuseIfPaid(
  tx: Tx,
  { order_id: id, merchant_id: merchantId }: { order_id: string; merchant_id: string },
): Promise<void> {
  await sql`select from orders where ${theRow(id, merchantId)} for no key update`.execute(tx);
  const { rows } = await sql<{ paid: boolean; lent: boolean }>`
    select status = 'PAID' as paid,
      ${saidBy(loanUnderWay('o.id', 'o.merchant_id'), 'o.merchant_id', sql`${merchantId}::uuid`)} as lent
    from orders o where ${theRow(id, merchantId)}`.execute(tx);
  const { paid, lent } = rows[0]!;
  if (paid || lent) throw invalid('payment', paid ? PAID : LENT);
}

async function giveUp(
  tx: Tx,
  checkout: { id: string; merchant_id: string; order_id: string },
  by: By,
): Promise<void> {
  // of two at once the second finds it given up
  if (!(await markCancelled(tx, checkout))) return;
  await audit(tx, by, {
    action: 'CANCEL_CHECKOUT',
    entityType: 'ORDER',
    entityId: checkout.order_id,
    merchantId: checkout.merchant_id,
    result: 'SUCCESS',
    details: { changes: { cancelled: { before: false, after: true } } },
  });
}
