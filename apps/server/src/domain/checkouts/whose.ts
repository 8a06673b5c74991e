import type { Db } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';

/** Of so many the merchant is known without a question: whose a checkout is never changes. */
const MOST = 10_000;
const known = new Map<string, string>();

/** Whose a checkout is. What is then asked of it names them by value, so that one machine answers (ADR 185). */
export async function merchantOfCheckout(db: Pick<Db, 'selectFrom'>, id: string): Promise<string> {
  const seen = known.get(id);
  if (seen) return seen;
  const row = await db
    .selectFrom('checkouts')
    .select('merchant_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  if (known.size >= MOST) known.clear();
  known.set(id, row.merchant_id);
  return row.merchant_id;
}
