import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';

interface Which {
  id: string;
  merchant_id: string;
}

/** The first time counts, but for words: another sum a month is agreed to anew. */
const agreed = (on: Pick<Tx, 'updateTable'>, { id, merchant_id }: Which, words: string | null) =>
  on
    .updateTable('checkouts')
    .set({ consent_date: sql`now()`, consent_text: words })
    .where(theRow(id, merchant_id))
    .where(
      words === null
        ? sql<boolean>`consent_date is null`
        : sql<boolean>`consent_text is distinct from ${words}`,
    );

/** The shopper agreed to pay. */
export const markConsent = (tx: Tx, which: Which) => agreed(tx, which, null).execute();

/** The same as a part of the statement that begins the payment, in the words that were agreed to. */
export const consenting = (tx: Tx, which: Which, words: string | null) =>
  tx.with('agreed', (db) => agreed(db as unknown as Tx, which, words));

/** The shopper abandoned it; false where they had before. */
export async function markCancelled(tx: Tx, { id, merchant_id }: Which): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('checkouts')
    .set({ cancelled_date: sql`now()` })
    .where(theRow(id, merchant_id))
    .where('cancelled_date', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
