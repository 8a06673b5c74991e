import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { Authentication } from '../../gateways/acquirer.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';
import { payerPaid } from '../customers/payer.ts';
import { noteMessages } from '../mpi-logs.ts';
import { orderPaid } from '../orders/paid.ts';
import { purchasePaid } from '../purchases.ts';
import { stepPurchase } from '../purchases/steps.ts';
import { log } from '../transactions/log.ts';
import { holdPayment, movePayment, notePayer } from '../transactions/payments.ts';
import {
  advance,
  BY,
  hasEnded,
  hold,
  whyNotWanted,
  type Attempt,
  type Doer,
  type Held,
} from './attempts.ts';
import {
  close,
  countOf,
  holdOperation,
  plan,
  reserve,
  type Known,
  type Operation,
} from './operations.ts';
import { mailReceipt } from './receipt.ts';

/** The bank holds the money so long. */
export const CAPTURE_DAYS = 7;
/** A payer who was sent to the bank has so long. */
const CHALLENGE_MINUTES = 30;
const CHALLENGE_SECONDS = 20;
/** What never arrived is asked for anew, so often. */
const MOST_ASKED = 3;

/** Whoever asked for it, and what of the answer is an answer to an inquiry. */
interface How {
  inquired: boolean;
}

/**
 * Writes the acquirer's answer down, once: whoever comes second finds it settled and changes nothing. Gives what
 * is to be asked next, which is reserved by then.
 */
export const settleIn = async (
  tx: Tx,
  services: Services,
  id: string,
  answer: Known,
  how: How,
): Promise<Operation | null> => {
  const found = await holdOperation(tx, id);
  if (!found) return null;
  const { held, operation } = found;
  if (operation.kind === 'AUTHORISE') return authorised(tx, services, held, operation, answer);
  if (answer.outcome === 'action') throw new Error('Nobody is asked at that');
  return operation.kind === 'CAPTURE'
    ? captured(tx, services, held, operation, answer, how)
    : cancelled(tx, services, held, operation, answer, how);
};

const doerOf = (operation: Operation): Doer => ({
  userId: operation.user_id,
  userName: operation.user_name,
  address: null,
});

async function authorised(
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
    await close(tx, operation, { approved: false, reason });
    await advance(tx, attempt, 'DECLINED', { ...seen, reason });
    const identified = known?.result === 'N' || known?.result === 'R';
    await movePayment(tx, by, attempt, {
      status: 'DECLINED',
      event: 'DECLINED',
      note: reason,
      set: {
        awaiting_acquirer: false,
        external_error_type: identified ? 'AUTHENTICATION' : 'ISSUER',
        external_error_code: ('code' in answer && answer.code) || (identified ? 'N' : 'DECLINED'),
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
    authorised_date: sql<string>`now()` as never,
    capture_before: sql<string>`now() + make_interval(days => ${CAPTURE_DAYS})` as never,
  };
  const refused = whyNotWanted(held);
  if (refused) return plan(tx, services, attempt, 'CANCEL', BY, { ...dates, reason: refused });
  await stepPurchase(tx, services, attempt.purchase_id, attempt.merchant_id, by, {
    to: 'SIGNED',
    customerId: await customerOf(tx, attempt),
  });
  if (held.checkout.capture === 'AUTOMATIC')
    return plan(tx, services, attempt, 'CAPTURE', BY, dates);
  await advance(tx, attempt, 'AUTHORISED', dates);
  await holdPayment(tx, attempt);
  return null;
}

async function noteAuthentication(tx: Tx, attempt: Attempt, known: Authentication): Promise<void> {
  await noteMessages(tx, attempt, known);
  await notePayer(tx, attempt, known);
}

const customerOf = async (tx: Tx, { id, merchant_id }: Attempt): Promise<string | null> =>
  (
    await tx
      .selectFrom('transactions')
      .select('customer_id')
      .where(theRow(id, merchant_id))
      .executeTakeFirstOrThrow()
  ).customer_id;

/** The payer is at the bank's page; who does not come back from there in time is not waited for any more. */
async function challenge(
  tx: Tx,
  services: Services,
  { attempt }: Held,
  operation: Operation,
  url: string,
  seen: { eci: string | null; liability_shift: boolean } | null,
): Promise<Operation | null> {
  const { rows } = await sql<{ late: boolean }>`
    select ${operation.created_date}::timestamptz <= now() - make_interval(mins => ${CHALLENGE_MINUTES}) as late`.execute(
    tx,
  );
  if (rows[0]!.late) return giveUpChallenge(tx, services, attempt, operation);
  if (attempt.stage === 'CHALLENGE') {
    await advance(tx, attempt, 'CHALLENGE', { ...seen, page_url: url });
    return null;
  }
  await advance(tx, attempt, 'CHALLENGE', { ...seen, page_url: url });
  await log(tx, BY, attempt, 'CHALLENGED', 'PROCESSING', 'PROCESSING');
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

async function captured(
  tx: Tx,
  services: Services,
  { attempt, order }: Held,
  operation: Operation,
  answer: Exclude<Known, { outcome: 'action' }>,
  { inquired }: How,
): Promise<Operation | null> {
  const by = doerOf(operation);
  if (answer.outcome === 'declined') {
    const { reason } = answer;
    await close(tx, operation, { approved: false, reason });
    // one that never arrived was lost on its way: the money is held still
    if (inquired && (await countOf(tx, operation)) < MOST_ASKED)
      return plan(tx, services, attempt, 'CAPTURE', by);
    await movePayment(tx, by, attempt, {
      status: 'FAILED',
      event: 'CAPTURE_FAILED',
      note: reason,
      set: {
        hold: null,
        awaiting_acquirer: false,
        external_error_type: 'ACQUIRER',
        external_error_code: 'CAPTURE_DECLINED',
        external_error_description: reason,
      },
    });
    await stepPurchase(tx, services, attempt.purchase_id, attempt.merchant_id, by, {
      to: 'DECLINED',
    });
    // nobody takes it any more: the bank need not hold it
    return plan(tx, services, attempt, 'CANCEL', BY, { reason });
  }
  await close(tx, operation, { approved: true, reference: answer.reference });
  await advance(tx, attempt, 'PAID');
  await movePayment(tx, by, attempt, {
    status: 'SUCCESS',
    event: 'CAPTURED',
    set: { hold: null, awaiting_acquirer: false, external_payment_id: answer.reference },
  });
  await orderPaid(tx, services, BY, order);
  await purchasePaid(tx, services, attempt.purchase_id, attempt.merchant_id);
  const customerId = await customerOf(tx, attempt);
  if (customerId) await payerPaid(tx, customerId, attempt.card_id);
  await mailReceipt(tx, services, attempt);
  if (by.userId) await noteDone(tx, attempt, by, 'CAPTURE');
  return null;
}

/** What somebody asked for has happened. */
const noteDone = (tx: Tx, attempt: Attempt, by: Doer, action: string) =>
  audit(tx, by, {
    action,
    entityType: 'TRANSACTION',
    entityId: attempt.id,
    merchantId: attempt.merchant_id,
    result: 'SUCCESS',
    details: { amount: formatAmount(fromCents(attempt.amount_cents)), currency: attempt.currency },
  });

async function cancelled(
  tx: Tx,
  services: Services,
  { attempt }: Held,
  operation: Operation,
  answer: Exclude<Known, { outcome: 'action' }>,
  { inquired }: How,
): Promise<Operation | null> {
  const by = doerOf(operation);
  await close(
    tx,
    operation,
    answer.outcome === 'approved'
      ? { approved: true, reference: answer.reference }
      : { approved: false, reason: answer.reason },
  );
  if (hasEnded(attempt)) return null;
  if (answer.outcome === 'declined' && inquired && (await countOf(tx, operation)) < MOST_ASKED)
    return plan(tx, services, attempt, 'CANCEL', by);
  if (answer.outcome === 'declined' && attempt.authorised_date) {
    await notLetGo(tx, services, attempt, by, answer.reason);
    return null;
  }
  await advance(tx, attempt, (await wasCaptureDeclined(tx, attempt)) ? 'FAILED' : 'CANCELLED');
  await movePayment(tx, by, attempt, {
    status: 'CANCELLED',
    event: 'CANCELLED',
    note: attempt.reason,
    set: { hold: null, awaiting_acquirer: false },
  });
  if (attempt.authorised_date)
    await stepPurchase(tx, services, attempt.purchase_id, attempt.merchant_id, by, {
      to: 'CANCELLED',
      reasonCode: by.userId ? 'PAYMENT_CANCELLED' : 'EXPIRED',
    });
  if (by.userId) await noteDone(tx, attempt, by, 'CANCEL');
  return null;
}

/** What became of the money is not known here: a person looks at it, with the acquirer's words. */
async function notLetGo(
  tx: Tx,
  { log: { error } }: Services,
  attempt: Attempt,
  by: Doer,
  reason: string,
): Promise<void> {
  const words = `The acquirer did not let go of the money: ${reason}`;
  error({ transactionId: attempt.id, reason }, 'an authorisation could not be cancelled');
  await advance(tx, attempt, 'FAILED', { reason: words });
  await movePayment(tx, by, attempt, {
    status: 'FAILED',
    event: 'CANCEL_FAILED',
    note: words,
    set: {
      hold: null,
      awaiting_acquirer: false,
      external_error_type: 'ACQUIRER',
      external_error_code: 'CANCEL_DECLINED',
      external_error_description: words,
    },
  });
}

const wasCaptureDeclined = async (tx: Tx, { id, merchant_id }: Attempt): Promise<boolean> =>
  (await tx
    .selectFrom('payment_operations')
    .select('id')
    .where('attempt_id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .where('kind', '=', 'CAPTURE')
    .where('status', '=', 'DECLINED')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * The bank said yes to what was given up meanwhile: it is told to let go, whatever became of the try. Null where
 * nothing of the kind was asked, or it is known.
 */
export async function approvedLate(
  tx: Tx,
  services: Services,
  id: string,
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
  const before = await tx
    .selectFrom('payment_operations')
    .select('status')
    .where('attempt_id', '=', attempt.id)
    .where('merchant_id', '=', attempt.merchant_id)
    .where('kind', '=', 'CANCEL')
    .execute();
  const underWay = before.some(({ status }) => status === 'PENDING');
  return underWay || before.length >= MOST_ASKED
    ? null
    : reserve(tx, services, attempt, 'CANCEL', BY);
}
