import type { Tx } from '../../platform/db/database.ts';
import { advance, openAttempt } from './attempts.ts';

/**
 * Another way to pay begins, or there is none for now: a card that was asked for and not given is not waited for any
 * more. Null, or why that can't be now. Whoever asks holds the order.
 */
export async function leaveCard(
  tx: Tx,
  order: { id: string; merchant_id: string },
  reason = 'Paid in another way',
): Promise<string | null> {
  const open = await openAttempt(tx, order);
  if (!open) return null;
  if (open.stage !== 'CARD') return 'A payment by card is under way';
  await advance(tx, open, 'ABANDONED', { page_url: null, reason });
  return null;
}
