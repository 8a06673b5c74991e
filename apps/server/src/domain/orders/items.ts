import type { Db } from '../../platform/db/database.ts';

/** The first items of an order as receipts list them, in their order. */
export const itemsOf = (db: Db, order: { id: string; merchant_id: string }, most: number) =>
  db
    .selectFrom('order_items')
    .select(['label', 'count', 'amount_cents'])
    .where('order_id', '=', order.id)
    .where('merchant_id', '=', order.merchant_id)
    .orderBy('position')
    .limit(most)
    .execute();
