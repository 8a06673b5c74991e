import { recurringDue, recurringDues } from '@paydesk/contract/resources/recurring/dues.ts';
import { askDue, skipDay } from '../../domain/recurring/actions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import { defineList } from '../../platform/list/definition.ts';
import { defineRecord } from '../../platform/record.ts';

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
  actions: {
    'POST /api/recurring-dues/{id}/actions/charge': async ({ tx, services, row, actor }) => {
      await refuseEnded(tx, row);
      return askDue(tx, services, row, actor.userName);
    },
    'POST /api/recurring-dues/{id}/actions/skip': ({ tx, services, row, actor }) =>
      skipDay(tx, services, row, actor.userName),
  },
});

/** Who has cancelled is not charged for before either. */
async function refuseEnded(
  tx: Tx,
  due: { recurring_payment_id: string; merchant_id: string },
): Promise<void> {
  const { status } = await tx
    .selectFrom('recurring_payments')
    .select('status')
    .where('id', '=', due.recurring_payment_id)
    .where('merchant_id', '=', due.merchant_id)
    .executeTakeFirstOrThrow();
  if (status !== 'ACTIVE' && status !== 'SUSPENDED')
    throw invalid('status', `The recurring payment is ${status.toLowerCase()}: nobody is charged`);
}
