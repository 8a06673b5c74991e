import type { OrderRejectReason, OrderStatus } from '@paydesk/contract/resources/orders.ts';
import { sql, type Selectable } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import { postOrderCallback } from '../../platform/callbacks.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Orders } from '../../platform/db/schema/orders.ts';
import type { Services } from '../../platform/services.ts';

type By = Parameters<typeof audit>[1];

/** Every change of an order's status, by whomever: written, audited, and told to its merchant (AM-48). */
export async function move(
  tx: Tx,
  services: Services,
  by: By,
  row: Selectable<Orders>,
  action: string,
  values: { status: OrderStatus; reject_reason_code?: OrderRejectReason | null },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ ...values, updated_date: sql`now()`, updated_by: by.userName })
    .where('id', '=', row.id)
    .execute();
  await audit(tx, by, {
    action,
    entityType: 'ORDER',
    entityId: row.id,
    merchantId: row.merchant_id,
    result: 'SUCCESS',
    details: { changes: changes<Partial<typeof row>>(row, values) },
  });
  await postOrderCallback(tx, services, row.id);
}
