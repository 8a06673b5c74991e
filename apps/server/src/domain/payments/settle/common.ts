import type { AuditAction } from '@paydesk/contract/audited.ts';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { audit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Attempt, Doer } from '../attempts.ts';
import type { Operation } from '../operations.ts';

/** What all that is settled needs. */

/** What never arrived is asked for anew, so often. */
export const MOST_ASKED = 3;

/** Whether it is an answer to an inquiry, and not to the asking itself. */
export interface How {
  inquired: boolean;
  /** Who waits for it, and from where. */
  actor?: Doer | undefined;
}

export const doerOf = (operation: Operation): Doer => ({
  userId: operation.user_id,
  userName: operation.user_name,
  address: null,
});

/** Who did it: whoever asked, as long as they wait for it; later whoever answers. */
export const saidBy = (operation: Operation, { inquired, actor }: How): Doer =>
  inquired && operation.user_id
    ? { userId: null, userName: 'Acquirer', address: null }
    : actor && actor.userId === operation.user_id
      ? actor
      : doerOf(operation);

/** Under which id a person asked for it: what never arrived was asked for anew under others. */
async function firstOf(
  tx: Tx,
  { id, attempt_id, merchant_id, kind, user_id }: Operation,
): Promise<string> {
  const first = await tx
    .selectFrom('payment_operations')
    .select('id')
    .where('attempt_id', '=', attempt_id)
    .where('merchant_id', '=', merchant_id)
    .where('kind', '=', kind)
    .where('user_id', '=', user_id)
    .orderBy('created_date')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.id ?? id;
}

/** What somebody asked for has happened, or why it has not. */
export async function noteAnswer(
  tx: Tx,
  attempt: Attempt,
  operation: Operation,
  by: Doer,
  action: AuditAction,
  refused: string | null = null,
): Promise<void> {
  const { id: operationId } = operation;
  const requestId = await firstOf(tx, operation);
  await audit(tx, by, {
    action,
    entityType: 'TRANSACTION',
    entityId: attempt.id,
    merchantId: attempt.merchant_id,
    result: refused === null ? 'SUCCESS' : 'FAILED',
    details: {
      operationId,
      ...(requestId !== operationId && { requestId }),
      amount: formatAmount(fromCents(attempt.amount_cents)),
      currency: attempt.currency,
      ...(refused !== null && { reason: refused }),
    },
  });
}
