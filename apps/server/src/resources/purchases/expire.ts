import { EXPIRED } from '@paydesk/contract/resources/purchases.ts';
import { sql, type Selectable } from 'kysely';
import type { Purchases } from '../../platform/db/schema/payments.ts';
import type { Services } from '../../platform/services.ts';
import { numberOf } from '../../platform/settings.ts';
import { inPortions } from '../../platform/portions.ts';
import type { Repeating } from '../../platform/tasks.ts';
import { writeDone } from '../../platform/record.ts';
import { purchaseRecord } from './record.ts';

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
      const { rows } = await sql<Selectable<Purchases>>`
        select * from purchases p
        where status = 'UNSIGNED'
          and least(expiration_date, created_date + make_interval(days => ${days})) <= now()
          and not exists (select from transactions t
            where t.purchase_id = p.id and t.status in ('PROCESSING', 'SUCCESS'))
        order by created_date, id limit ${size} for update skip locked`.execute(tx);
      for (const row of rows)
        await writeDone(tx, services, purchaseRecord, BY, row, 'EXPIRE', {
          set: { status: 'CANCELLED', reason_code: EXPIRED, reason_note: null },
        });
      return rows.length;
    },
  });
