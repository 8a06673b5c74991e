import { sql, type Selectable } from 'kysely';
import type { AcquirerAnswer } from '../../gateways/acquirer.ts';
import { audit } from '../../platform/audit.ts';
import { postPurchaseCallback } from '../../domain/callbacks.ts';
import { settlePurchase } from '../../domain/purchases.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockStill, theRow } from '../../platform/db/rows.ts';
import type { RecurringCharges } from '../../platform/db/schema/payments.ts';
import type { Services } from '../../platform/services.ts';
import { BY } from './due-charges.ts';
import { log } from '../../domain/transactions/log.ts';

type Charge = Selectable<RecurringCharges>;
type Known = Exclude<AcquirerAnswer, { outcome: 'unknown' }>;

const DAYS_AFTER_DECLINE = 1;
const MOST_DECLINES = 3;

/** Writes the acquirer's answer down, once: whoever comes second finds the charge settled and changes nothing. */
export async function settleCharge(services: Services, id: string, answer: Known): Promise<void> {
  await services.database.transaction('all', async (tx) => {
    const read = () => tx.selectFrom('recurring_charges').selectAll().where('id', '=', id);
    const { recurring_payment_id: recurringId, merchant_id: merchantId } =
      await read().executeTakeFirstOrThrow();
    // as in reserveDue, the recurring payment first
    const recurring = await tx
      .selectFrom('recurring_payments')
      .select(['id', 'status', 'merchant_id', 'payment_request_id', 'declined_in_a_row'])
      .where(theRow(recurringId, merchantId))
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const charge = await read()
      .where('merchant_id', '=', merchantId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (charge.status !== 'PENDING') return;
    if (answer.outcome === 'approved') {
      await approve(tx, charge, answer.reference);
      await settlePurchase(tx, recurring.payment_request_id, merchantId);
      await postPurchaseCallback(tx, services, recurring.payment_request_id);
    } else await decline(tx, charge, recurring, answer.reason);
    await tx
      .updateTable('recurring_charges')
      .set({
        status: answer.outcome === 'approved' ? 'APPROVED' : 'DECLINED',
        settled_date: sql`now()`,
        next_attempt_date: null,
      })
      .where(theRow(id, merchantId))
      .execute();
  });
}

async function approve(
  tx: Tx,
  { id, merchant_id: merchantId, ...charge }: Charge,
  reference: string,
) {
  const { amount_cents, date } = await tx
    .updateTable('transactions')
    .set({ status: 'SUCCESS', awaiting_acquirer: false, external_payment_id: reference })
    .where(theRow(id, merchantId))
    .returning(['amount_cents', 'date'])
    .executeTakeFirstOrThrow();
  await log(tx, BY, { id, merchant_id: merchantId }, 'CHARGED', 'PROCESSING', 'SUCCESS');
  await tx
    .updateTable('recurring_payments')
    .set({
      count: sql`count + 1`,
      total_amount_cents: sql`total_amount_cents + ${amount_cents}`,
      last_charged_at: date,
      declined_in_a_row: 0,
      skipped_date: null,
      skip_reason: null,
    })
    .where(theRow(charge.recurring_payment_id, merchantId))
    .execute();
}

/** A declined one is tried again the next day, and the third in a row is the last. */
async function decline(
  tx: Tx,
  charge: Charge,
  recurring: { id: string; status: string; merchant_id: string; declined_in_a_row: number },
  reason: string,
) {
  await tx
    .updateTable('transactions')
    .set({
      status: 'DECLINED',
      awaiting_acquirer: false,
      external_error_type: 'ACQUIRER',
      external_error_code: 'DECLINED',
      external_error_description: reason,
    })
    .where(theRow(charge.id, charge.merchant_id))
    .execute();
  const { merchant_id } = recurring;
  const transaction = { id: charge.id, merchant_id };
  await log(tx, BY, transaction, 'CHARGE_FAILED', 'PROCESSING', 'DECLINED', reason);
  const declines = recurring.declined_in_a_row + 1;
  await tx
    .updateTable('recurring_payments')
    .set({
      declined_in_a_row: declines,
      next_charge_at: sql`now() + make_interval(days => ${DAYS_AFTER_DECLINE})`,
    })
    .where(theRow(recurring.id, recurring.merchant_id))
    .execute();
  if (declines >= MOST_DECLINES && recurring.status === 'ACTIVE')
    await end(tx, recurring, 'SUSPENDED');
}

/** What has come to its date is charged no more; gives how many there were, at most so many. */
export async function expireRecurring(tx: Tx, portion: number): Promise<number> {
  const found = await tx
    .selectFrom('recurring_payments')
    .select(['id', 'merchant_id'])
    .where('status', '=', 'ACTIVE')
    .where('expiration_date', '<=', sql<string>`now()`)
    .orderBy('expiration_date')
    .limit(portion)
    .execute();
  const over = await lockStill<(typeof found)[0]>(
    tx,
    'recurring_payments',
    found,
    `status = 'ACTIVE' and expiration_date <= now()`,
  );
  for (const one of over) await end(tx, one, 'EXPIRED');
  return over.length;
}

async function end(
  tx: Tx,
  { id, merchant_id: merchantId }: { id: string; merchant_id: string },
  status: 'SUSPENDED' | 'EXPIRED',
) {
  await tx
    .updateTable('recurring_payments')
    .set({ status })
    .where(theRow(id, merchantId))
    .execute();
  await audit(tx, BY, {
    action: status === 'EXPIRED' ? 'EXPIRE' : 'SUSPEND',
    entityType: 'RECURRING_PAYMENT',
    entityId: id,
    merchantId,
    result: 'SUCCESS',
    details: { changes: { status: { before: 'ACTIVE', after: status } } },
  });
}
