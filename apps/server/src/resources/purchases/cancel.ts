import type { Selectable } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import { postPurchaseCallback } from '../../platform/callbacks.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Purchases } from '../../platform/db/schema/payments.ts';
import type { Services } from '../../platform/services.ts';

interface Reason {
  audited: 'CANCEL' | 'EXPIRE';
  code: string;
  note: string | null;
}

/** Every cancelling of a purchase, by whomever: written, audited, and told to its merchant (AM-48). */
export async function cancel(
  tx: Tx,
  services: Services,
  by: Parameters<typeof audit>[1],
  purchase: Selectable<Purchases>,
  { audited, code, note }: Reason,
): Promise<void> {
  const after = { status: 'CANCELLED', reason_code: code, reason_note: note };
  await tx.updateTable('purchases').set(after).where('id', '=', purchase.id).execute();
  await audit(tx, by, {
    action: audited,
    entityType: 'PURCHASE',
    entityId: purchase.id,
    merchantId: purchase.merchant_id,
    result: 'SUCCESS',
    details: { changes: changes<Partial<typeof purchase>>(purchase, after) },
  });
  await postPurchaseCallback(tx, services, purchase.id);
}
