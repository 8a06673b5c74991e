import type { Tx } from '../../platform/db/database.ts';
import { advance, ENDS } from './attempts.ts';

/**
 * Another way to pay begins: a card that was asked for and not given is not waited for any more. Null, or why
 * there is no other way now. Whoever asks holds the order.
 */
export async function leaveCard(
  tx: Tx,
  order: { id: string; merchant_id: string },
): Promise<string | null> {
  const open = await tx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('merchant_id', '=', order.merchant_id)
    .where('stage', 'not in', ENDS)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!open) return null;
  if (open.stage !== 'CARD') return 'A payment by card is under way';
  await advance(tx, open, 'ABANDONED', { page_url: null, reason: 'Paid in another way' });
  return null;
}
