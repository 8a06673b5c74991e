import { EXPIRED } from '@paydesk/contract/resources/purchases.ts';
import { sql, type Selectable } from 'kysely';
import { purchaseUnderWay } from '../../domain/payments/under-way.ts';
import { lockStill } from '../../platform/db/rows.ts';
import type { Purchases } from '../../platform/db/schema/payments.ts';
import type { Services } from '../../platform/services.ts';
import { numberOf } from '../../platform/settings.ts';
import { inPortions } from '../../platform/portions.ts';
import type { Repeating } from '../../platform/tasks.ts';
import { writeDone } from '../../platform/record.ts';
import { purchaseRecord } from './record.ts';

/** No payment of a purchase `r` is under way either, nor a loan for it, which may take weeks. */
const UNPAID = `status = 'UNSIGNED' and not exists (select from transactions t
  where t.purchase_id = r.id and t.merchant_id = r.merchant_id
    and t.status in ('PROCESSING', 'SUCCESS'))
  and not ${purchaseUnderWay('r.id', 'r.merchant_id')}`;

const BY = { userId: null, userName: 'Expiry', address: null };

/**
 * A purchase that nobody signed by its day is cancelled, and its merchant is told (AM-118). One with a
 * payment under way has found its payer.
 */
export const expirePurchases = (services: Services): Repeating =>
  inPortions(services, {
    name: 'expire-purchases',
    async portion(tx, size) {
      const days = await numberOf(tx, 'purchases.expire.days');
      const { rows: found } = await sql<{ id: string; merchant_id: string }>`
        select id, merchant_id from purchases r
        where ${sql.raw(UNPAID)}
          and least(expiration_date, created_date + make_interval(days => ${days})) <= now()
        order by created_date, id limit ${size}`.execute(tx);
      const rows = await lockStill<Selectable<Purchases>>(tx, 'purchases', found, UNPAID);
      for (const row of rows)
        await writeDone(tx, services, purchaseRecord, BY, row, 'EXPIRE', {
          set: { status: 'CANCELLED', reason_code: EXPIRED, reason_note: null },
        });
      return rows.length;
    },
  });
