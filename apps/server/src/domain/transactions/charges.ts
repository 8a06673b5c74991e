import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { log } from './log.ts';

/** The transaction of a charge that nobody sits at: reserved, and what became of it. */

export interface Charging {
  id: string;
  merchant_id: string;
  customer_id: string | null;
  purchase_id: string;
  recurring_payment_id: string;
  amount_cents: bigint;
  currency: string;
  description: string | null;
  card_pan: string | null;
  card_id: string | null;
  created_by: string;
}
const BY = { userName: 'Recurring' };

export async function openCharge(tx: Tx, charge: Charging): Promise<void> {
  await tx
    .insertInto('transactions')
    .values({ ...charge, date: sql<string>`now()`, status: 'PROCESSING', awaiting_acquirer: true })
    .execute();
  await log(tx, BY, charge, 'CREATED', null, 'PROCESSING');
}

/** One that a rule refuses: it is on record, and the acquirer never hears of it. */
export async function blockedCharge(tx: Tx, charge: Charging, reason: string): Promise<void> {
  await tx
    .insertInto('transactions')
    .values({
      ...charge,
      date: sql<string>`now()`,
      status: 'RP_BLOCKED',
      external_error_type: 'RISK',
      external_error_code: 'BLOCKED_BY_RULE',
      external_error_description: reason,
    })
    .execute();
  await log(tx, BY, charge, 'CHARGE_FAILED', null, 'RP_BLOCKED', reason);
}

interface Which {
  id: string;
  merchant_id: string;
}

export async function chargeTaken(tx: Tx, charge: Which, reference: string) {
  const taken = await tx
    .updateTable('transactions')
    .set({ status: 'SUCCESS', awaiting_acquirer: false, external_payment_id: reference })
    .where(theRow(charge.id, charge.merchant_id))
    .returning(['amount_cents', 'date'])
    .executeTakeFirstOrThrow();
  await log(tx, BY, charge, 'CHARGED', 'PROCESSING', 'SUCCESS');
  return taken;
}

export async function chargeDeclined(
  tx: Tx,
  charge: Which,
  { reason, code }: { reason: string; code: string | null },
): Promise<void> {
  await tx
    .updateTable('transactions')
    .set({
      status: 'DECLINED',
      awaiting_acquirer: false,
      external_error_type: code ? 'ISSUER' : 'ACQUIRER',
      external_error_code: code ?? 'DECLINED',
      external_error_description: reason,
    })
    .where(theRow(charge.id, charge.merchant_id))
    .execute();
  await log(tx, BY, charge, 'CHARGE_FAILED', 'PROCESSING', 'DECLINED', reason);
}

/** The payment that a recurring one begins with is its first charge. */
export const isFirstCharge = (tx: Tx, charge: Which, recurringId: string) =>
  tx
    .updateTable('transactions')
    .set({ recurring_payment_id: recurringId })
    .where(theRow(charge.id, charge.merchant_id))
    .returning(['card_pan', 'card_id', 'customer_id', 'description', 'date'])
    .executeTakeFirstOrThrow();
