import { recurring, recurringPayment } from '@paydesk/contract/resources/recurring.ts';
import { toCents } from '@paydesk/contract/kernel/money.ts';
import { CUSTOMER_NAME, PLAIN_NAME } from '../../domain/customer-name.ts';
import { CHARGE_HOLD } from '../../domain/recurring/hold.ts';
import { cancel, changeAmount, chargeNow, pause, resume } from '../../domain/recurring/actions.ts';
import { invalid } from '../../platform/errors.ts';
import { defineList } from '../../platform/list/definition.ts';
import { valueOf } from '../../platform/list/partly.ts';
import { defineRecord } from '../../platform/record.ts';
import { paidHow, payingCharge } from './dues.ts';

/** On its last day the agreement is over, and nothing is charged any more; nor is a day promised while it is on hold. */
const NEXT_CHARGE = {
  by: 'r.next_charge_at',
  indexed: `r.status = 'ACTIVE' and r.next_charge_at < coalesce(r.expiration_date, 'infinity')`,
  where: `${CHARGE_HOLD} is null`,
};

export const recurringList = defineList({
  resource: recurring,
  from: 'recurring_payments r',
  id: 'r.id',
  tenant: 'r.merchant_id',
  joins: {
    m: 'join merchants m on m.id = r.merchant_id',
    w: 'left join customers w on w.id = r.customer_id',
  },
  columns: {
    id: 'r.id',
    merchantName: 'm.name',
    customerName: CUSTOMER_NAME,
    totalAmount: 'r.total_amount_cents',
    currency: 'r.currency',
    count: 'r.count',
    lastChargedAt: 'r.last_charged_at',
    status: 'r.status',
    paymentInfo: 'r.payment_info',
    createdDate: 'r.created_date',
    expirationDate: 'r.expiration_date',
    paymentRequestId: 'r.payment_request_id',
    merchantId: 'r.merchant_id',
    customerId: 'r.customer_id',
    skippedDate: 'r.skipped_date',
    skipReason: 'r.skip_reason',
    onHold: `case when r.status = 'ACTIVE' then ${CHARGE_HOLD} end`,
    amount: 'r.amount_cents',
    intervalUnit: 'r.interval_unit',
    intervalCount: 'r.interval_count',
    nextChargeAt: valueOf(NEXT_CHARGE),
    suspendReason: 'r.suspend_reason',
    endedDate: 'r.ended_date',
  },
  plainNames: PLAIN_NAME,
  partly: { nextChargeAt: NEXT_CHARGE },
});

/** What a merchant's people and staff do with one; what machines and payers do goes the same way (AM-122). */
export const recurringRecord = defineRecord({
  record: recurringPayment,
  list: recurringList,
  table: 'recurring_payments',
  joins: {
    d: `cross join lateral (select
        count(*) filter (where status in ('MISSED','UNPAID'))::int as waiting,
        min(next_attempt_at) as retry, coalesce(bool_or(status = 'RETRYING' and decided_by is not null), false) as asked,
        coalesce(bool_or(status not in ('MISSED','SKIPPED')
          and due_day > to_char(now() at time zone (select zone from business_day_zone), 'YYYY-MM-DD')), false) as ahead
      from recurring_dues where recurring_payment_id = r.id and merchant_id = r.merchant_id) d`,
    l: `left join lateral (select ${paidHow('x')} as how from recurring_dues x ${payingCharge('x')}
      where x.recurring_payment_id = r.id and x.merchant_id = r.merchant_id
      order by x.due_day desc limit 1) l on true`,
    c: `cross join lateral (select coalesce(bool_or(status = 'PENDING'), false) as pending,
        coalesce(bool_or(status <> 'DECLINED' and created_date > now() - interval '5 minutes'), false) as lately
      from recurring_charges where recurring_payment_id = r.id and merchant_id = r.merchant_id) c`,
  },
  columns: {
    nextDueDay: 'r.next_due_day',
    anchorDay: 'r.anchor_day',
    mostAmount: 'r.most_cents',
    consentDate: 'r.consent_date',
    consentText: 'r.consent_text',
    source: 'r.source',
    cardId: 'r.card_id',
    card: 'r.card_pan',
    cardExpires: 'r.card_expires',
    networkReference: 'r.network_reference',
    openDues: 'd.waiting',
    retryAt: 'd.retry',
    beingCharged: '(c.pending or d.asked)',
    chargedJustNow: 'c.lately',
    chargedAhead: 'd.ahead',
    lastPaidHow: 'l.how',
  },
  actions: {
    'POST /api/recurring/{id}/actions/charge': ({ tx, services, row, actor, values }) =>
      chargeNow(tx, services, row, { ...values, userName: actor.userName }),
    'POST /api/recurring/{id}/actions/pause': async ({ tx, services, row, values }) =>
      noted(await pause(tx, services, row, 'MERCHANT'), values.note),
    'POST /api/recurring/{id}/actions/resume': ({ tx, services, row, actor }) => {
      // a person may have been asked to; a system resumes what it has paused itself
      if ('machine' in actor && row.suspend_reason === 'PAUSED_BY_CUSTOMER')
        throw invalid(
          'status',
          'The customer paused it, and resumes it by the link in every receipt',
        );
      return resume(tx, services, row, 'MERCHANT');
    },
    'POST /api/recurring/{id}/actions/amount': ({ tx, services, row, values }) =>
      changeAmount(tx, services, row, toCents(values.amount)!),
    'POST /api/recurring/{id}/actions/cancel': async ({ tx, services, row, values }) =>
      noted(await cancel(tx, services, row, 'MERCHANT'), values.note),
  },
});

const noted = ({ details }: { details: object }, note: string | null | undefined) => ({
  details: { ...details, ...(note && { note }) },
});
