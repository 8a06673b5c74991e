import { CANCELLED_BY_STAFF, purchase } from '@paydesk/contract/resources/purchases.ts';
import { postPurchaseCallback } from '../../domain/callbacks.ts';
import { LOAN_OF_ORDER, OF_LOAN_COLUMNS, OFFERS_ASKED } from '../../domain/lending/of-order.ts';
import { LAST_TRY_COLUMNS, lastTryJoin, paidColumns } from '../../domain/payments/sums.ts';
import { purchaseHeld, purchaseUnderWay } from '../../domain/payments/under-way.ts';
import { tryNow } from '../../platform/outbox/again.ts';
import { defineRecord } from '../../platform/record.ts';
import { purchasesList } from './lists.ts';

/** One purchase, and what staff do with it; its merchant is told of every change (API-71, API-72, AM-48). */
export const purchaseRecord = defineRecord({
  record: purchase,
  list: purchasesList,
  table: 'purchases',
  joins: {
    ...lastTryJoin('purchase_id', '= p.id', 'p.merchant_id'),
    o: `left join lateral (select id, external_order_number, status, merchant_id from orders
      where purchase_id = p.id and merchant_id = p.merchant_id
      order by created_date desc, id desc limit 1) o on true`,
    c: LOAN_OF_ORDER,
    asked: OFFERS_ASKED,
    // nobody has paid what a loan is to pay, yet whoever applied for that is known
    w: 'left join customers w on w.id = coalesce(p.customer_id, pay.customer_id, c.customer_id)',
  },
  columns: {
    customerName: "w.first_name || ' ' || w.last_name",
    reasonCode: 'p.reason_code',
    reasonNote: 'p.reason_note',
    notifiable: 'm.purchase_notification_url is not null',
    beingPaid: purchaseUnderWay('p.id', 'p.merchant_id'),
    held: purchaseHeld('p.id', 'p.merchant_id'),
    orderId: 'o.id',
    orderNumber: 'o.external_order_number',
    orderStatus: 'o.status',
    givenUp: `exists (select from checkouts where order_id = o.id and merchant_id = p.merchant_id
      and cancelled_date is not null)`,
    cardId: 'pay.card_id',
    cardPan: 'pay.card_pan',
    payerId: 'w.id',
    consumerCreditId: 'c.id',
    downPaymentOf: `(select id from consumer_credits where customer_id = p.customer_id
      and merchant_id = p.merchant_id and down_payment_purchase_id = p.id limit 1)`,
    ...OF_LOAN_COLUMNS,
    ...LAST_TRY_COLUMNS,
    ...paidColumns('purchase_id', 'p.id', 'p.merchant_id'),
  },
  tell: (tx, services, { id }) => postPurchaseCallback(tx, services, id),
  actions: {
    'POST /api/purchases/{id}/actions/cancel': ({ values }) => ({
      set: {
        status: 'CANCELLED',
        reason_code: CANCELLED_BY_STAFF,
        reason_note: values.reasonNote ?? null,
      },
    }),
    'POST /api/purchases/{id}/actions/resend-callback': async ({ tx, services, row }) => {
      // behind one that waits for its next try it would wait as long
      await tryNow(tx, services.now(), row.id);
      return { details: { lastCallbackStatus: row.last_callback_status } };
    },
  },
});
