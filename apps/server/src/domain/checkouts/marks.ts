import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';

interface Which {
  id: string;
  merchant_id: string;
}

/** The shopper agreed to pay; the first time counts. */
export const markConsent = (tx: Tx, { id, merchant_id }: Which, words: string | null = null) =>
  tx
    .updateTable('checkouts')
    .set({ consent_date: sql`now()`, consent_text: words })
    .where(theRow(id, merchant_id))
    .where('consent_date', 'is', null)
    .execute();

/** The shopper gave it up. */
export const markCancelled = (tx: Tx, { id, merchant_id }: Which) =>
  tx
    .updateTable('checkouts')
    .set({ cancelled_date: sql`now()` })
    .where(theRow(id, merchant_id))
    .where('cancelled_date', 'is', null)
    .execute();
