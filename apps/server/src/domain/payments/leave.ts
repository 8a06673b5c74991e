import type { Tx } from '../../platform/db/database.ts';
import { advance, openAttempt } from './attempts.ts';

/**
 * Another way to pay begins: a card that was asked for and not given is not waited for any more. Null, or why
 * there is no other way now. Whoever asks holds the order.
 */
export async function leaveCard(
  tx: Tx,
  order: { id: string; merchant_id: string },
): Promise<string | null> {
  const open = await openAttempt(tx, order);
  if (!open) return null;
  if (open.stage !== 'CARD') return 'A payment by card is under way';
  await advance(tx, open, 'ABANDONED', { page_url: null, reason: 'Paid in another way' });
  return null;
}
