import { order } from '@paydesk/contract/resources/orders.ts';
import { postOrderCallback } from '../../domain/callbacks.ts';
import { BEGUN_ANEW } from '../../domain/orders.ts';
import { paymentUrl } from '../../domain/checkouts.ts';
import { lends } from '../../domain/lending/lends.ts';
import { LOAN_OF_ORDER, OF_LOAN_COLUMNS, OFFERS_ASKED } from '../../domain/lending/of-order.ts';
import { LAST_TRY_COLUMNS, lastTryJoin, paidColumns } from '../../domain/payments/sums.ts';
import { paymentHeld, paymentUnderWay } from '../../domain/payments/under-way.ts';
import { openTo } from '../../domain/merchant-features.ts';
import { defineRecord } from '../../platform/record.ts';
import { ordersList } from './lists.ts';

const DECLINED_SQL = `('DECLINED', 'BLOCKED', 'FAILED')`;

/** One order, read and decided about by people; its merchant is told of every change (API-134, API-136, API-137, AM-48). */
export const orderRecord = defineRecord({
  record: order,
  list: ordersList,
  table: 'orders',
  joins: {
    c: LOAN_OF_ORDER,
    asked: OFFERS_ASKED,
    last: `left join lateral (select stage from payment_attempts
      where checkout_id = k.id and merchant_id = k.merchant_id
      order by created_date desc, id desc limit 1) last on true`,
    answered: `left join lateral (select stage from payment_attempts
      where checkout_id = k.id and merchant_id = k.merchant_id and stage <> 'CARD'
      order by created_date desc, id desc limit 1) answered on true`,
    elsewhere: `left join lateral (select true as paid from payment_links l
      join checkouts x on x.payment_link_id = l.id and x.merchant_id = l.merchant_id and x.id <> k.id
      join orders y on y.id = x.order_id and y.merchant_id = x.merchant_id and y.status = 'PAID'
      where l.id = k.payment_link_id and l.merchant_id = o.merchant_id and l.uses = 'ONE'
      limit 1) elsewhere on true`,
    ...lastTryJoin('order_id', '= o.id', 'o.merchant_id'),
    // nobody has paid one whose payment is held or whose loan is under way, yet whoever made that is known
    w: 'left join customers w on w.id = coalesce(p.customer_id, pay.customer_id, c.customer_id)',
  },
  columns: {
    payerId: 'w.id',
    customerName: "w.first_name || ' ' || w.last_name",
    consumerCreditId: 'c.id',
    loanNumber: 'c.loan_number',
    // an id on a payment is what its merchant sent: it leads to that merchant's orders alone
    transactionIds: `array(select id from transactions
      where order_id = o.id and merchant_id = o.merchant_id order by date, id)`,
    allOfferCount: 'coalesce(c.all_offer_count, 0)',
    ...OF_LOAN_COLUMNS,
    shipment: 'o.shipment',
    // a loan is a means of payment only while consumer credit is open to the merchant (AM-116)
    paymentMethodClosed: `o.payment_method is not distinct from 'CONSUMER_CREDIT'
      and not ${openTo('o.merchant_id', 'CONSUMER_CREDIT')}`,
    // whoever pays otherwise needs nobody to lend
    beingPaid: paymentUnderWay('o.id', 'o.merchant_id'),
    held: paymentHeld('o.id', 'o.merchant_id'),
    paidElsewhere: 'coalesce(elsewhere.paid, false)',
    superseded: `coalesce(o.updated_by = '${BEGUN_ANEW}', false)`,
    lent: `o.payment_method is distinct from 'CONSUMER_CREDIT' or ${lends('o.amount_cents')}`,
    checkoutId: 'k.id',
    paymentUrl: ({ checkoutId }, services) => checkoutId && paymentUrl(services, checkoutId),
    // as the shopper's page has it; it asks for another card at once, and what became of the one before is said here
    paymentState: `case when k.id is null then null
      when last.stage = 'CARD' and o.status in ('PENDING', 'VERIFIED') and k.cancelled_date is null
        and p.status is distinct from 'CANCELLED' and k.expires_date > now() then case when answered.stage in ${DECLINED_SQL} then 'declined' else 'card' end
      when last.stage = 'REVIEW' then 'review'
      when last.stage = 'CHALLENGE' then 'challenge'
      when last.stage in ('AUTHORISING', 'CAPTURING', 'CANCELLING') then 'working'
      when last.stage = 'AUTHORISED' then 'authorised'
      when o.status = 'PAID' then 'paid'
      when o.status = 'REJECTED' then 'rejected'
      when o.status = 'EXPIRED' then 'expired'
      when k.cancelled_date is not null or p.status = 'CANCELLED' then 'cancelled'
      when last.stage in ${DECLINED_SQL} then 'declined'
      when k.expires_date <= now() then 'expired'
      else 'open' end`,
    successUrl: 'k.success_url',
    cancelUrl: 'k.cancel_url',
    capture: 'k.capture',
    recurringUnit: 'k.recurring_unit',
    recurringEvery: 'k.recurring_every',
    recurringMost: `case when k.recurring_most_cents is not null
      then greatest(k.recurring_most_cents, o.amount_cents) end`,
    ...LAST_TRY_COLUMNS,
    ...paidColumns('order_id', 'o.id', 'o.merchant_id'),
  },
  tell: (tx, services, { id }) => postOrderCallback(tx, services, id),
  actions: {
    'PUT /api/orders/{id}/approve': () => ({
      set: { status: 'VERIFIED', reject_reason_code: null },
    }),
    'PUT /api/orders/{id}/reject': () => ({
      set: { status: 'REJECTED', reject_reason_code: 'MANUAL_REJECT' },
    }),
  },
});
