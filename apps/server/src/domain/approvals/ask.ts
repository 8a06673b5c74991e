import { randomUUIDv7 } from 'node:crypto';
import { APPROVAL_HOURS, type ApprovalKind } from '@paydesk/contract/resources/approvals.ts';
import { sql } from 'kysely';
import { tellHolder } from '../../platform/auth/notices.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';

interface Request {
  kind: ApprovalKind;
  entityType: string;
  entityId: string;
  merchantId: string | null;
  reason: string;
  /** In words: 'the second factor of Ana Birch to be removed'. */
  what: string;
}

/**
 * Asks for the word of a second administrator, under the lock of what it is about; all who could say it are
 * told. One request of a kind waits at a time. Gives its id.
 */
export async function askApproval(
  tx: Tx,
  services: Services,
  actor: SignedIn,
  { what, ...request }: Request,
): Promise<string> {
  await tx
    .updateTable('approvals')
    .set({ status: 'EXPIRED' })
    .where('kind', '=', request.kind)
    .where('entity_id', '=', request.entityId)
    .where('status', '=', 'PENDING')
    .where('expires_date', '<=', sql<string>`now()`)
    .execute();
  const id = randomUUIDv7();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('approvals')
    .values({
      id,
      kind: request.kind,
      entity_type: request.entityType,
      entity_id: request.entityId,
      merchant_id: request.merchantId,
      reason: request.reason,
      status: 'PENDING',
      asked_by_id: actor.userId,
      created_by: actor.userName,
      created_date: sql`now()`,
      expires_date: sql`now() + make_interval(hours => ${APPROVAL_HOURS})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw invalid('status', 'It is asked for already');
  const others = await tx
    .selectFrom('users')
    .select(['email', 'first_name as name'])
    .where('user_role', '=', 'BACKOFFICE_ADMIN')
    .where('role_id', 'is', null)
    .where('status', '=', 'ACTIVATED')
    .where('id', 'not in', [actor.userId, request.entityId])
    .execute();
  for (const holder of others)
    await tellHolder(tx, services, holder, 'APPROVAL_ASKED', {
      by: actor.userName,
      what,
      reason: request.reason,
    });
  return id;
}
