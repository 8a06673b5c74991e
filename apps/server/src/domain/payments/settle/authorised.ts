import { sql } from 'kysely';
import type { Authentication } from '../../../gateways/acquirer.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { theRow } from '../../../platform/db/rows.ts';
import type { Services } from '../../../platform/services.ts';
import { noteMessages } from '../../mpi-logs.ts';
import { stepPurchase } from '../../purchases/steps.ts';
import { log } from '../../transactions/log.ts';
import { holdPayment, movePayment, notePayer } from '../../transactions/payments.ts';
import {
  advance,
  advancing,
  BY,
  hasEnded,
  hold,
  whyNotWanted,
  type Attempt,
  type Held,
} from '../attempts.ts';
import { close, plan, reserve, type Known, type Operation } from '../operations.ts';
import { CHALLENGE_MINUTES, isAway, MAILED_MINUTES } from '../patience.ts';
import { mailAway } from '../receipt.ts';
import { doerOf } from './common.ts';

/** The bank holds the money so long. */
const CAPTURE_DAYS = 7;
const CHALLENGE_SECONDS = 20;

/** What the payer's bank said: yes, no, or that it wants the payer first. */
export async function authorised(
  tx: Tx,
  services: Services,
  held: Held,
  operation: Operation,
  answer: Known,
): Promise<Operation | null> {
  const { attempt } = held;
  const known = 'authentication' in answer ? answer.authentication : null;
  if (known) await noteAuthentication(tx, attempt, known);
  const seen = known && { eci: known.eci, liability_shift: known.liabilityShift };
  const by = doerOf(operation);
  if (answer.outcome === 'action')
    return challenge(tx, services, held, operation, answer.url, seen);
  if (answer.outcome === 'declined') {
    const { reason } = answer;
    const decided = advancing(tx, attempt, 'DECLINED', { ...seen, reason });
    await close(decided, operation, { approved: false, reason });
    if (isAway(operation)) await mailAway(tx, services, held, 'NOT_TAKEN');
    const identified = known?.result === 'N' || known?.result === 'R';
    const code = ('code' in answer && answer.code) || (identified ? 'N' : 'DECLINED');
    await movePayment(tx, by, attempt, {
      status: 'DECLINED',
      event: 'DECLINED',
      note: reason,
      set: {
        awaiting_acquirer: false,
        external_error_type: identified ? 'AUTHENTICATION' : 'ISSUER',
        external_error_code: code,
        external_error_description: reason,
      },
    });
    return null;
  }
  await close(tx, operation, { approved: true, reference: answer.reference });
  await log(tx, by, attempt, 'AUTHORISED', 'PROCESSING', 'PROCESSING');
  const dates = {
    ...seen,
    page_url: null,
    network_reference: 'networkReference' in answer ? answer.networkReference : null,
    authorised_date: sql<string>`now()` as never,
    capture_before: sql<string>`now() + make_interval(days => ${CAPTURE_DAYS})` as never,
  };
  const refused = whyNotWanted(held);
  if (refused) {
    if (isAway(operation)) await mailAway(tx, services, held, 'NOT_TAKEN');
    return plan(tx, services, attempt, 'CANCEL', BY, { ...dates, reason: refused });
  }
  await stepPurchase(tx, services, attempt.purchase_id, attempt.merchant_id, by, {
    to: 'SIGNED',
    customerId: held.payer.customer_id,
  });
  if (held.checkout.capture === 'AUTOMATIC')
    return plan(tx, services, attempt, 'CAPTURE', BY, dates);
  await advance(tx, attempt, 'AUTHORISED', dates);
  await holdPayment(tx, attempt);
  if (isAway(operation)) await mailAway(tx, services, held, 'HELD');
  return null;
}

async function noteAuthentication(tx: Tx, attempt: Attempt, known: Authentication): Promise<void> {
  await noteMessages(tx, attempt, known);
  await notePayer(tx, attempt, known);
}

const ASKED_BACK = 'The payer is asked for it by mail';

/** The payer is at the bank's page, or asked there by mail; who does not come back in time is not waited for any more. */
async function challenge(
  tx: Tx,
  services: Services,
  held: Held,
  operation: Operation,
  url: string,
  seen: { eci: string | null; liability_shift: boolean } | null,
): Promise<Operation | null> {
  const { attempt } = held;
  const away = isAway(operation);
  const minutes = away ? MAILED_MINUTES : CHALLENGE_MINUTES;
  const { rows } = await sql<{ late: boolean }>`
    select ${operation.created_date}::timestamptz <= now() - make_interval(mins => ${minutes}) as late`.execute(
    tx,
  );
  if (rows[0]!.late) {
    if (away) await mailAway(tx, services, held, 'NOT_TAKEN');
    return giveUpChallenge(tx, services, attempt, operation);
  }
  if (attempt.stage === 'CHALLENGE') {
    await advance(tx, attempt, 'CHALLENGE', { ...seen, page_url: url });
    return null;
  }
  await advance(tx, attempt, 'CHALLENGE', { ...seen, page_url: url });
  if (away) await mailAway(tx, services, held, 'CHALLENGE');
  const note = away && held.order.customer_email ? ASKED_BACK : null;
  await log(tx, BY, attempt, 'CHALLENGED', 'PROCESSING', 'PROCESSING', note);
  await tx
    .updateTable('payment_operations')
    .set({
      attempts: 0,
      next_attempt_date: sql`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
    })
    .where(theRow(operation.id, operation.merchant_id))
    .execute();
  return null;
}

export const NEVER_BACK = 'The payer did not come back from the bank in time';

/** Whatever the bank says later, the acquirer is told to let go of it. */
export async function giveUpChallenge(
  tx: Tx,
  services: Services,
  attempt: Attempt,
  operation: Operation,
  reason: string = NEVER_BACK,
): Promise<Operation> {
  await close(tx, operation, { approved: false, reason });
  return plan(tx, services, attempt, 'CANCEL', BY, { page_url: null, reason });
}

const SAID_LATE =
  'The bank said yes after the payment had ended: it is told to let go of the money';

/**
 * The bank said yes to what was given up meanwhile: it is told to let go, whatever became of the try. Null where
 * nothing of the kind was asked, or it is known; what is being let go of learns by the reference that there is
 * something to let go of.
 */
export async function approvedLate(
  tx: Tx,
  services: Services,
  id: string,
  reference: string,
): Promise<Operation | null> {
  const operation = await tx
    .selectFrom('payment_operations')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'AUTHORISE')
    .where('status', '=', 'DECLINED')
    .executeTakeFirst();
  if (!operation) return null;
  const { attempt } = (await hold(tx, operation.attempt_id))!;
  const { numUpdatedRows: news } = await tx
    .updateTable('payment_operations')
    .set({ acquirer_reference: reference })
    .where(theRow(id, attempt.merchant_id))
    .where('acquirer_reference', 'is', null)
    .executeTakeFirst();
  if (!news) return null;
  await log(tx, BY, attempt, 'AUTHORISED', null, null, SAID_LATE);
  return hasEnded(attempt) ? reserve(tx, services, attempt, 'CANCEL', BY) : null;
}
