import { sql } from 'kysely';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { stood } from './standing.ts';

/** Blocks a customer of whom something was found, as staff do (SB-42); who is blocked or closed stays so. */
export async function blockCustomer(
  tx: Tx,
  by: Parameters<typeof audit>[1],
  id: string,
  reason: string,
): Promise<void> {
  const before = await tx
    .selectFrom('customers')
    .select('status')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (before.status !== 'ACTIVE' && before.status !== 'REGISTERED') return;
  await tx
    .updateTable('customers')
    .set({
      status: 'BLOCKED',
      ...stood(by, reason),
      updated_date: sql`now()`,
      updated_by: by.userName,
    })
    .where('id', '=', id)
    .execute();
  await audit(tx, by, {
    action: 'BLOCK',
    entityType: 'CUSTOMER',
    entityId: id,
    merchantId: null,
    result: 'SUCCESS',
    details: { reason, changes: { status: { before: before.status, after: 'BLOCKED' } } },
  });
}
