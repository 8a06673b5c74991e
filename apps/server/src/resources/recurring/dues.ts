import { recurringDue, recurringDues } from '@paydesk/contract/resources/recurring/dues.ts';
import { isOver } from '@paydesk/contract/resources/recurring/actions.ts';
import { askDue, skipDay } from '../../domain/recurring/actions.ts';
import { holdRecurring } from '../../domain/recurring/rows.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { defineList } from '../../platform/list/definition.ts';
import { defineRecord, lock } from '../../platform/record.ts';
import type { Services } from '../../platform/services.ts';

export const recurringDuesList = defineList({
  resource: recurringDues,
  from: 'recurring_dues d',
  id: 'd.id',
  tenant: 'd.merchant_id',
  joins: {
    m: 'join merchants m on m.id = d.merchant_id',
    r: 'join recurring_payments r on r.id = d.recurring_payment_id and r.merchant_id = d.merchant_id',
  },
  columns: {
    id: 'd.id',
    dueDay: 'd.due_day',
    merchantName: 'm.name',
    paymentInfo: 'r.payment_info',
    amount: 'd.amount_cents',
    currency: 'd.currency',
    status: 'd.status',
    attempts: 'd.attempts',
    nextAttemptAt: 'd.next_attempt_at',
    failure: 'd.failure',
    decidedBy: 'd.decided_by',
    decidedDate: 'd.decided_date',
    createdDate: 'd.created_date',
    recovered: `(d.status = 'PAID' and d.attempts >= 2)`,
    transactionId: 'd.transaction_id',
    recurringPaymentId: 'd.recurring_payment_id',
    merchantId: 'd.merchant_id',
  },
});

/** Days that wait for a person: missed after a standstill, or unpaid after the last try. */
export const recurringDueRecord = defineRecord({
  record: recurringDue,
  list: recurringDuesList,
  table: 'recurring_dues',
  columns: {},
  // the recurring payment first, as its tasks do: nobody pauses or ends it while a day is asked for
  lock: async (tx, actor, id) => {
    const of = await tx
      .selectFrom('recurring_dues')
      .select(['recurring_payment_id as id', 'merchant_id'])
      .where('id', '=', id)
      .$if(actor.merchantId !== null, (query) => query.where('merchant_id', '=', actor.merchantId!))
      .executeTakeFirst();
    if (!of) throw notFound();
    await holdRecurring(tx, of);
    const stored = { list: recurringDuesList, table: 'recurring_dues' } as const;
    return { row: await lock(tx, stored, actor, id, false), actor };
  },
  actions: {
    'POST /api/recurring-dues/{id}/actions/charge': async ({ tx, services, row, actor }) => {
      await refuseEnded(tx, services, row);
      return askDue(tx, services, row, actor.userName);
    },
    'POST /api/recurring-dues/{id}/actions/skip': ({ tx, services, row, actor }) =>
      skipDay(tx, services, row, actor.userName),
  },
});

/** Who has cancelled is not charged for before either, nor who has paused and reads that nothing is taken. */
async function refuseEnded(
  tx: Tx,
  services: Services,
  due: { recurring_payment_id: string; merchant_id: string },
): Promise<void> {
  const one = await tx
    .selectFrom('recurring_payments')
    .select(['status', 'suspend_reason', 'expiration_date'])
    .where('id', '=', due.recurring_payment_id)
    .where('merchant_id', '=', due.merchant_id)
    .executeTakeFirstOrThrow();
  const { status } = one;
  if (status !== 'ACTIVE' && status !== 'SUSPENDED')
    throw invalid('status', `The recurring payment is ${status.toLowerCase()}: nobody is charged`);
  if (one.suspend_reason === 'PAUSED_BY_CUSTOMER')
    throw invalid('status', 'The customer paused it: nothing is taken until it is resumed');
  if (isOver(one.expiration_date, services.now()))
    throw invalid('status', 'The time for which the customer agreed is over');
}
