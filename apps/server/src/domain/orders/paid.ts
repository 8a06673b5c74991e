import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';
import { tellOrder, toldAt } from '../callbacks.ts';

interface Which {
  id: string;
  merchant_id: string;
  status: string;
}

/** Its money is there: from whatever it was, so that nobody is charged for what is not paid; its merchant is told. */
export async function orderPaid(
  tx: Tx,
  services: Services,
  by: Parameters<typeof audit>[1] & { userName: string },
  order: Which,
  {
    method = 'CARD',
    happened,
  }: {
    method?: 'CARD' | 'CONSUMER_CREDIT';
    happened?: Parameters<typeof tellOrder>[3];
  } = {},
): Promise<void> {
  if (order.status === 'PAID') return;
  const paid = await tx
    .updateTable('orders')
    .set({
      status: 'PAID',
      payment_method: method,
      reject_reason_code: null,
      updated_date: sql`now()`,
      updated_by: by.userName,
    })
    .where(theRow(order.id, order.merchant_id))
    .returningAll()
    .returning(toldAt('orders'))
    .executeTakeFirstOrThrow();
  await audit(tx, by, {
    action: 'PAY_ORDER',
    entityType: 'ORDER',
    entityId: order.id,
    merchantId: order.merchant_id,
    result: 'SUCCESS',
    details: { changes: { status: { before: order.status, after: 'PAID' } } },
  });
  await tellOrder(tx, services, paid, happened);
}

/** Its shopper means to pay it by a loan. */
export const orderByLoan = (tx: Tx, { id, merchant_id }: Pick<Which, 'id' | 'merchant_id'>) =>
  tx
    .updateTable('orders')
    .set({ payment_method: 'CONSUMER_CREDIT', updated_date: sql`now()`, updated_by: 'Checkout' })
    .where(theRow(id, merchant_id))
    .execute();
