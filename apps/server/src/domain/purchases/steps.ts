import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';
import { tellPurchase, toldAt } from '../callbacks.ts';

type Step =
  | { to: 'SIGNED'; customerId: string | null }
  | { to: 'DECLINED' }
  | { to: 'CANCELLED'; reasonCode: string };

const FROM = {
  SIGNED: ['UNSIGNED', 'DECLINED'],
  DECLINED: ['SIGNED'],
  CANCELLED: ['SIGNED'],
} as const;

/**
 * A purchase follows its payment until the money is there: signed when the payer agreed and the bank holds the
 * money, declined when it could not be taken, cancelled when it is let go. Its merchant is told (AM-48).
 */
export async function stepPurchase(
  tx: Tx,
  services: Services,
  id: string,
  merchantId: string,
  by: { userName: string },
  step: Step,
): Promise<void> {
  const stepped = await tx
    .updateTable('purchases')
    .set({
      status: step.to,
      reason_code: step.to === 'CANCELLED' ? step.reasonCode : null,
      reason_note: null,
      ...(step.to === 'SIGNED' && { customer_id: step.customerId }),
      updated_date: sql`now()`,
      updated_by: by.userName,
    })
    .where(theRow(id, merchantId))
    .where('status', 'in', FROM[step.to])
    .returningAll()
    .returning(toldAt('purchases'))
    .executeTakeFirst();
  if (stepped) await tellPurchase(tx, services, stepped);
}
