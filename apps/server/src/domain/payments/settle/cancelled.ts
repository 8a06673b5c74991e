import type { Tx } from '../../../platform/db/database.ts';
import type { Services } from '../../../platform/services.ts';
import { stepPurchase } from '../../purchases/steps.ts';
import { log } from '../../transactions/log.ts';
import { movePayment } from '../../transactions/payments.ts';
import { advance, BY, hasEnded, type Attempt, type Doer, type Held } from '../attempts.ts';
import { close, countOf, plan, reserve, type Known, type Operation } from '../operations.ts';
import { doerOf, MOST_ASKED, noteAnswer, saidBy, type How } from './common.ts';

/** The bank has let go of it. */
export async function cancelled(
  tx: Tx,
  services: Services,
  { attempt }: Held,
  operation: Operation,
  answer: Exclude<Known, { outcome: 'action' }>,
  how: How,
): Promise<Operation | null> {
  const by = doerOf(operation);
  const said = saidBy(operation, how);
  await close(
    tx,
    operation,
    answer.outcome === 'approved'
      ? { approved: true, reference: answer.reference }
      : { approved: false, reason: answer.reason },
  );
  if (hasEnded(attempt)) return letGoLate(tx, services, attempt, operation, answer);
  const declined = answer.outcome === 'declined';
  // what came before the bank's yes let go of nothing, as what never arrived
  const late = declined && (await saidYesLate(tx, attempt));
  if (declined && (how.inquired || late) && (await countOf(tx, operation)) < MOST_ASKED)
    return plan(tx, services, attempt, 'CANCEL', by);
  if (answer.outcome === 'declined' && (late || attempt.authorised_date)) {
    await notLetGo(tx, services, attempt, said, answer.reason);
    if (by.userId) await noteAnswer(tx, attempt, operation, said, 'CANCEL', answer.reason);
    return null;
  }
  await advance(tx, attempt, (await wasCaptureDeclined(tx, attempt)) ? 'FAILED' : 'CANCELLED');
  await movePayment(tx, said, attempt, {
    status: 'CANCELLED',
    event: 'CANCELLED',
    note: attempt.reason,
    set: {
      hold: null,
      awaiting_acquirer: false,
      // whoever paid had done all that they could: it was not they who left
      ...(attempt.authorised_date && { external_error_code: 'NOT_TAKEN' }),
    },
  });
  if (attempt.authorised_date)
    await stepPurchase(tx, services, attempt.purchase_id, attempt.merchant_id, by, {
      to: 'CANCELLED',
      reasonCode: by.userId ? 'PAYMENT_CANCELLED' : 'EXPIRED',
    });
  if (by.userId) await noteAnswer(tx, attempt, operation, said, 'CANCEL');
  return null;
}

/** So often the bank is told to let go of what it said yes to once the payment had ended, beside what was asked before. */
const MOST_LATE = 2 * MOST_ASKED;

/** The payment stays what it was; that its money is let go of, or is not, stands in its log. */
async function letGoLate(
  tx: Tx,
  services: Services,
  attempt: Attempt,
  operation: Operation,
  answer: Exclude<Known, { outcome: 'action' }>,
): Promise<Operation | null> {
  if (answer.outcome === 'approved') {
    await log(tx, BY, attempt, 'CANCELLED', null, null);
    return null;
  }
  if ((await countOf(tx, operation)) < MOST_LATE)
    return reserve(tx, services, attempt, 'CANCEL', BY);
  const words = heldWords(services, attempt, answer.reason);
  await log(tx, BY, attempt, 'CANCEL_FAILED', null, null, words);
  await noteAnswer(tx, attempt, operation, BY, 'CANCEL', answer.reason);
  return null;
}

/** The bank said yes to what it, or we, had said no to. */
const saidYesLate = async (tx: Tx, { id, merchant_id }: Attempt): Promise<boolean> =>
  (await tx
    .selectFrom('payment_operations')
    .select('id')
    .where('attempt_id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .where('kind', '=', 'AUTHORISE')
    .where('status', '=', 'DECLINED')
    .where('acquirer_reference', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** The bank keeps what it holds: who runs the house is told, and people by these words. */
function heldWords(services: Services, { id: transactionId }: Attempt, reason: string): string {
  services.log.error({ transactionId, reason }, 'an authorisation could not be cancelled');
  return `The acquirer did not let go of the money: ${reason}`;
}

/** What became of the money is not known here: a person looks at it, with the acquirer's words. */
async function notLetGo(
  tx: Tx,
  services: Services,
  attempt: Attempt,
  by: Doer,
  reason: string,
): Promise<void> {
  const words = heldWords(services, attempt, reason);
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
