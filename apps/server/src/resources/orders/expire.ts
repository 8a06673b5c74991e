import { sql, type Selectable } from 'kysely';
import { lockStill } from '../../platform/db/rows.ts';
import type { Orders } from '../../platform/db/schema/orders.ts';
import { writeDone } from '../../platform/record.ts';
import { inPortions } from '../../platform/portions.ts';
import type { Repeating } from '../../platform/tasks.ts';
import type { Services } from '../../platform/services.ts';
import { numberOf } from '../../platform/settings.ts';
import { orderRecord } from './record.ts';

/** No loan of an order `r` is under way either. */
const UNDECIDED = `status = 'PENDING' and not exists (select from consumer_credits c
  where c.order_id = r.id and c.merchant_id = r.merchant_id and c.status <> 'FAILED')`;

const BY = { userId: null, userName: 'Expiry', address: null };

/**
 * A pending order that nobody has decided about by its day expires, and its merchant is told (AM-118).
 * One with a loan under way waits for that.
 */
export const expireOrders = (services: Services): Repeating =>
  inPortions(services, {
    name: 'expire-orders',
    async portion(tx, size) {
      const days = await numberOf(tx, 'orders.expire.days');
      const { rows: found } = await sql<{ id: string; merchant_id: string }>`
        select id, merchant_id from orders r
        where ${sql.raw(UNDECIDED)} and created_date <= now() - make_interval(days => ${days})
        order by created_date, id limit ${size}`.execute(tx);
      const rows = await lockStill<Selectable<Orders>>(tx, 'orders', found, UNDECIDED);
      for (const row of rows)
        await writeDone(tx, services, orderRecord, BY, row, 'EXPIRE_ORDER', {
          set: { status: 'EXPIRED' },
        });
      return rows.length;
    },
  });
