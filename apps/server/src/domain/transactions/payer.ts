import type { PayerRefusal } from '@paydesk/contract/charging.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

interface Payer {
  customer_id: string | null;
  card_pan: string | null;
}

/**
 * Null, or why no money is taken from the payer (SB-42). Whoever is about to reserve some asks here:
 * until that is written nobody blocks the customer or the card, and who is blocked by then is seen.
 */
export async function payerRefusal(tx: Tx, payer: Payer): Promise<PayerRefusal | null> {
  await sql`select hold_payer(${payer.customer_id}::uuid)`.execute(tx);
  const { rows } = await sql<{ refusal: PayerRefusal | null }>`
    select charge_refusal(${payer.customer_id}::uuid, ${payer.card_pan}) as refusal`.execute(tx);
  return rows[0]!.refusal;
}
