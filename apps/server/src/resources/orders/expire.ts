import { sql, type Selectable } from 'kysely';
import type { Orders } from '../../platform/db/schema/orders.ts';
import { writeDone } from '../../platform/record.ts';
import { inPortions } from '../../platform/portions.ts';
import type { Repeating } from '../../platform/tasks.ts';
import type { Services } from '../../platform/services.ts';
import { numberOf } from '../../platform/settings.ts';
import { orderRecord } from './record.ts';

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
      const { rows } = await sql<Selectable<Orders>>`
        select * from orders o
        where status = 'PENDING' and created_date <= now() - make_interval(days => ${days})
          and not exists (select from consumer_credits c
            where c.order_id = o.id and c.status <> 'FAILED')
        order by created_date, id limit ${size} for update skip locked`.execute(tx);
      for (const row of rows)
        await writeDone(tx, services, orderRecord, BY, row, 'EXPIRE_ORDER', {
          set: { status: 'EXPIRED' },
        });
      return rows.length;
    },
  });
