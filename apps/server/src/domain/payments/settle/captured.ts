import type { Tx } from '../../../platform/db/database.ts';
import type { Services } from '../../../platform/services.ts';
import { payerPaid } from '../../customers/payer.ts';
import { orderPaid } from '../../orders/paid.ts';
import { purchasePaid } from '../../purchases.ts';
import { stepPurchase } from '../../purchases/steps.ts';
import { countBeside, movePayment } from '../../transactions/payments.ts';
import { advancing, BY, type Held } from '../attempts.ts';
import { close, countOf, plan, type Known, type Operation } from '../operations.ts';
import { beginRecurring } from '../../recurring/begin.ts';
import { mailReceipt } from '../receipt.ts';
import { doerOf, MOST_ASKED, noteAnswer, saidBy, type How } from './common.ts';

/** The money is taken, and all that hangs on it says so; or it can't be, and is let go. */
export async function captured(
  tx: Tx,
  services: Services,
  held: Held,
  operation: Operation,
  answer: Exclude<Known, { outcome: 'action' }>,
  how: How,
): Promise<Operation | null> {
  const { attempt, order, checkout, payer, purchase } = held;
  const by = doerOf(operation);
  const said = saidBy(operation, how);
  if (answer.outcome === 'declined') {
    const { reason } = answer;
    await close(tx, operation, { approved: false, reason });
    // one that never arrived was lost on its way: the money is held still, and is not taken for what is paid by now
    if (how.inquired && order.status !== 'PAID' && (await countOf(tx, operation)) < MOST_ASKED)
      return plan(tx, services, attempt, 'CAPTURE', by);
    await movePayment(tx, said, attempt, {
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
    if (by.userId) await noteAnswer(tx, attempt, operation, said, 'CAPTURE', reason);
    // nobody takes it any more: the bank need not hold it
    return plan(tx, services, attempt, 'CANCEL', BY, { reason });
  }
  const paid = advancing(tx, attempt, 'PAID');
  await close(paid, operation, { approved: true, reference: answer.reference });
  await movePayment(tx, said, attempt, {
    status: 'SUCCESS',
    event: 'CAPTURED',
    set: {
      hold: null,
      awaiting_acquirer: false,
      external_payment_id: answer.reference,
      // when it was asked for: an answer may come a day later
      captured_date: operation.created_date,
    },
  });
  if (order.status === 'PAID')
    services.log.error(
      { transactionId: attempt.id, orderId: order.id },
      'a payment is taken for an order that was paid otherwise',
    );
  if (order.status === 'PAID' || purchase.status === 'SETTLED')
    await countBeside(tx, order, attempt.id);
  await orderPaid(tx, services, BY, order);
  await purchasePaid(tx, services, attempt.purchase_id, attempt.merchant_id);
  if (payer.customer_id) await payerPaid(tx, payer.customer_id, attempt.card_id);
  await mailReceipt(tx, services, held);
  if (checkout.recurring_unit !== null) await beginRecurring(tx, services, attempt);
  if (by.userId) await noteAnswer(tx, attempt, operation, said, 'CAPTURE');
  return null;
}
