import { exchangeLog, exchangeLogs } from '@paydesk/contract/resources/exchange-logs.ts';
import { backInLanes, lockLaneOf } from '../domain/callbacks/again.ts';
import { invalid } from '../platform/errors.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';
import { defineRecord, lock } from '../platform/record.ts';

export const exchangeLogsList = defineList({
  resource: exchangeLogs,
  from: 'exchange_logs l',
  id: 'l.id',
  tenant: 'l.merchant_id',
  joins: { m: 'join merchants m on m.id = l.merchant_id' },
  columns: {
    id: 'l.id',
    purchaseId: 'l.purchase_id',
    orderId: 'l.order_id',
    merchantName: 'm.name',
    createdDate: 'l.created_date',
    xmlType: 'l.xml_type',
    xml: 'l.xml',
    outcome: 'l.outcome',
    outcomeDetail: 'l.outcome_detail',
    outcomeDate: 'l.outcome_date',
    attempts: 'l.attempts',
    address: `case l.xml_type when 'ORDERVERREQ' then m.order_verification_url
      when 'PURCHCOMPLREQ' then m.purchase_notification_url end`,
    merchantId: 'l.merchant_id',
  },
});

/** What has not arrived is sent again from where it is read (AM-48). */
const exchangeLogRecord = defineRecord({
  record: exchangeLog,
  list: exchangeLogsList,
  table: 'exchange_logs',
  columns: {},
  // a worker locks the lane first, then what it sends, and writes into the log at last
  lock: async (tx, actor, id) => {
    await lockLaneOf(tx, id);
    const of = { list: exchangeLogsList, table: 'exchange_logs' } as const;
    return { row: await lock(tx, of, actor, id, false), actor };
  },
  // it stands in the history of what it tells of
  about: ({ id, purchase_id: purchaseId, order_id: orderId, merchant_id: merchantId }) => ({
    ...(purchaseId
      ? { entityType: 'PURCHASE', entityId: purchaseId }
      : orderId
        ? { entityType: 'ORDER', entityId: orderId }
        : { entityType: exchangeLog.entity, entityId: id }),
    merchantId,
  }),
  actions: {
    'POST /api/exchange-logs/{id}/actions/send-again': async ({ tx, services, row }) => {
      const { id, merchant_id: lane, attempts, outcome_detail: error } = row;
      // a message and what waits to be sent have one id; what was given up is kept for a time
      const kept = await tx
        .selectFrom('outbox')
        .select('id')
        .where('id', '=', id)
        .where('delivered_date', 'is', null)
        .executeTakeFirst();
      if (!kept)
        throw invalid('outcome', 'It is no longer kept: resend the callback of its purchase');
      await backInLanes(tx, services.now(), [id], [lane]);
      return { details: { message: id, attempts, error } };
    },
  },
});

export const manifest = defineManifest({
  lists: [exchangeLogsList],
  records: [exchangeLogRecord],
});
