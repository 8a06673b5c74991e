import { randomUUIDv7 } from 'node:crypto';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import { updatePurchase } from '../../domain/purchases.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { invalid } from '../../platform/errors.ts';
import { remainingCents, type TransactionRow } from './detail.ts';
import { journal } from './entries.ts';

/**
 * A refund that is marked as successful counts like one made in another system: it must fit what is
 * left of its original, whose row the caller has locked (SB-18).
 */
export async function countMarkedRefund(
  tx: Tx,
  actor: SignedIn,
  original: TransactionRow,
  refund: TransactionRow,
) {
  const cents = refund.amount_cents;
  const guarded = await tx
    .updateTable('transactions')
    .set({ refunded_cents: sql`refunded_cents + ${cents}` })
    .where(theRow(original.id, original.merchant_id))
    .where(
      sql<boolean>`refunded_cents + pending_refund_cents + reversed_cents + pending_reversal_cents + ${cents} <= amount_cents`,
    )
    .executeTakeFirst();
  if (guarded.numUpdatedRows !== 1n) {
    const left = formatAmount(fromCents(remainingCents(original)));
    throw invalid(
      'status',
      `Only ${left} ${original.currency} is left of the original transaction`,
    );
  }
  const attempt = await tx
    .selectFrom('money_operations')
    .select(['reason_code', 'reason_note'])
    .where('refund_transaction_id', '=', refund.id)
    .where('merchant_id', '=', refund.merchant_id)
    .executeTakeFirst();
  const operation = {
    id: randomUUIDv7(),
    kind: 'MANUAL_REFUND',
    transaction_id: original.id,
    merchant_id: original.merchant_id,
    amount_cents: cents,
    currency: original.currency,
  } as const;
  await tx
    .insertInto('money_operations')
    .values({
      ...operation,
      status: 'APPROVED',
      refund_transaction_id: refund.id,
      reason_code: attempt?.reason_code ?? 'OTHER_REFUND',
      reason_note: attempt?.reason_note ?? null,
      created_date: sql`now()`,
      settled_date: sql`now()`,
      user_id: actor.userId,
      user_name: actor.userName,
    })
    .execute();
  await journal(tx, operation, '');
  await updatePurchase(tx, original.id, original.merchant_id);
}
