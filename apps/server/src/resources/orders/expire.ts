import { sql, type Selectable } from 'kysely';
import { paymentUnderWay } from '../../domain/payments/under-way.ts';
import { lockStill } from '../../platform/db/rows.ts';
import type { Orders } from '../../platform/db/schema/orders.ts';
import { writeDone } from '../../platform/record.ts';
import { inPortions } from '../../platform/portions.ts';
import type { Repeating } from '../../platform/tasks.ts';
import type { Services } from '../../platform/services.ts';
import { numberOf } from '../../platform/settings.ts';
import { orderRecord } from './record.ts';

/** No loan of an order `r` is under way, nor a payment of it. */
const UNDECIDED = `not exists (select from consumer_credits c
    where c.order_id = r.id and c.merchant_id = r.merchant_id and c.status <> 'FAILED')
  and not ${paymentUnderWay('r.id', 'r.merchant_id')}`;
const PENDING = `status = 'PENDING' and ${UNDECIDED}`;
/** It began in a shop, and its shopper has gone. */
const LEFT = `status in ('DRAFT', 'VERIFIED') and ${UNDECIDED}`;
/** What was left before has been seen to. */
const LOOK_DAYS = 30;

interface Found {
  id: string;
  merchant_id: string;
}

const BY = { userId: null, userName: 'Expiry', address: null };

/**
 * A pending order that nobody has decided about by its day expires, and its merchant is told (AM-118); one that
 * began at a widget or a link does when its checkout is over. One with a loan or a payment under way waits for that.
 */
export const expireOrders = (services: Services): Repeating =>
  inPortions(services, {
    name: 'expire-orders',
    async portion(tx, size) {
      const days = await numberOf(tx, 'orders.expire.days');
      const { rows: old } = await sql<Found>`
        select id, merchant_id from orders r
        where ${sql.raw(PENDING)} and created_date <= now() - make_interval(days => ${days})
        order by created_date, id limit ${size}`.execute(tx);
      const { rows: left } = await sql<Found>`
        select r.id, r.merchant_id from checkouts c
        join orders r on r.id = c.order_id and r.merchant_id = c.merchant_id
        where c.expires_date between now() - make_interval(days => ${LOOK_DAYS}) and now()
          and ${sql.raw(LEFT.replace('status', 'r.status'))}
        order by c.expires_date, c.id limit ${size - old.length}`.execute(tx);
      const rows = [
        ...(await lockStill<Selectable<Orders>>(tx, 'orders', old, PENDING)),
        ...(await lockStill<Selectable<Orders>>(tx, 'orders', left, LEFT)),
      ];
      for (const row of rows)
        await writeDone(tx, services, orderRecord, BY, row, 'EXPIRE_ORDER', {
          set: { status: 'EXPIRED' },
        });
      return rows.length;
    },
  });
