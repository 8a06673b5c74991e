import { recurringDue, recurringDues } from '@paydesk/contract/resources/recurring/dues.ts';
import { askDue, skipDay } from '../../domain/recurring/actions.ts';
import { chargeHold } from '../../domain/recurring/hold.ts';
import { holdRecurring } from '../../domain/recurring/rows.ts';
import { CUSTOMER_NAME, PLAIN_NAME } from '../../domain/customer-name.ts';
import { notFound } from '../../platform/errors.ts';
import { defineList } from '../../platform/list/definition.ts';
import { defineRecord, lock } from '../../platform/record.ts';
import { nameTold } from '../../platform/told.ts';

const TRIES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** The charge by which a day was paid, as `p`. */
export const payingCharge = (day: string) =>
  `left join recurring_charges p on p.id = ${day}.transaction_id
    and p.merchant_id = ${day}.merchant_id and p.status = 'APPROVED'`;

/** 'at the second try, 3 days after it was due'; null where it was the first, by itself and on its day. */
export function paidHow(day: string): string {
  const settled = `to_char(p.settled_date at time zone 'UTC', 'YYYY-MM-DD')`;
  const late = `(coalesce(${day}.paid_day, ${settled})::date - ${day}.due_day::date)`;
  const tries = `array[${TRIES.map((word) => `'${word}'`).join(', ')}]`;
  return `case when ${day}.status = 'PAID' then nullif(concat_ws(', ',
    case when ${day}.attempts >= 2
      then 'at the ' || coalesce((${tries})[${day}.attempts], ${day}.attempts || 'th') || ' try' end,
    'charged by ' || ${nameTold(`${day}.decided_by`)},
    '‘' || ${day}.decided_note || '’',
    case when ${late} > 0 then ${late} || case ${late} when 1 then ' day' else ' days' end || ' after it was due'
      when ${late} < 0 then 'ahead of its day' end), '') end`;
}

export const recurringDuesList = defineList({
  resource: recurringDues,
  from: 'recurring_dues d',
  id: 'd.id',
  tenant: 'd.merchant_id',
  joins: {
    m: 'join merchants m on m.id = d.merchant_id',
    p: payingCharge('d'),
    r: 'join recurring_payments r on r.id = d.recurring_payment_id and r.merchant_id = d.merchant_id',
    w: 'left join customers w on w.id = r.customer_id',
  },
  columns: {
    id: 'd.id',
    dueDay: 'd.due_day',
    merchantName: 'm.name',
    customerName: CUSTOMER_NAME,
    paymentInfo: 'r.payment_info',
    amount: 'd.amount_cents',
    currency: 'd.currency',
    status: 'd.status',
    attempts: 'd.attempts',
    nextAttemptAt: 'd.next_attempt_at',
    failure: 'd.failure',
    decidedBy: nameTold('d.decided_by'),
    decidedDate: 'd.decided_date',
    decidedNote: 'd.decided_note',
    createdDate: 'd.created_date',
    recovered: `(d.status = 'PAID' and d.attempts >= 2)`,
    paidHow: paidHow('d'),
    transactionId: 'd.transaction_id',
    recurringPaymentId: 'd.recurring_payment_id',
    recurringStatus: 'r.status',
    suspendReason: 'r.suspend_reason',
    expirationDate: 'r.expiration_date',
    onHold: `case when d.status in ('MISSED','UNPAID','RETRYING') then ${chargeHold('d.amount_cents')} end`,
    merchantId: 'd.merchant_id',
  },
  plainNames: PLAIN_NAME,
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
    'POST /api/recurring-dues/{id}/actions/charge': ({ tx, services, row, actor, values }) =>
      askDue(tx, services, row, 'CHARGE_DUE', { ...values, userName: actor.userName }),
    'POST /api/recurring-dues/{id}/actions/skip': ({ tx, services, row, actor }) =>
      skipDay(tx, services, row, actor.userName),
  },
});
