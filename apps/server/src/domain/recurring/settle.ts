import { declineKind } from '@paydesk/contract/declines.ts';
import { sql, type Selectable } from 'kysely';
import type { AcquirerAnswer } from '../../gateways/acquirer.ts';
import { audit } from '../../platform/audit.ts';
import { today } from '../../platform/business-day.ts';
import { settlePurchase } from '../purchases.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockStill, theRow } from '../../platform/db/rows.ts';
import type { RecurringCharges } from '../../platform/db/schema/payments.ts';
import type { Services } from '../../platform/services.ts';
import { chargeDeclined, chargeTaken } from '../transactions/charges.ts';
import { ACQUIRER, noteCharged } from './asked.ts';
import { chargedAt, hourAfter } from './days.ts';
import {
  BY,
  holdRecurring,
  lookAgain,
  setDue,
  setRecurring,
  type Recurring,
  type RecurringDue,
} from './rows.ts';
import { told } from './tell.ts';

type Charge = Selectable<RecurringCharges>;
type Known = Exclude<AcquirerAnswer, { outcome: 'unknown' }>;

/** Writes the acquirer's answer down, once: whoever comes second finds the charge settled, changes and does nothing. */
export async function settleCharge(
  services: Services,
  id: string,
  answer: Known,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  await services.database.transaction('all', async (tx) => {
    const read = () => tx.selectFrom('recurring_charges').selectAll().where('id', '=', id);
    const { recurring_payment_id: recurringId, merchant_id: merchantId } =
      await read().executeTakeFirstOrThrow();
    // as in reserveDue, the recurring payment first
    const recurring = await holdRecurring(tx, { id: recurringId, merchant_id: merchantId });
    const charge = await read()
      .where('merchant_id', '=', merchantId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (charge.status !== 'PENDING') return;
    const day = await tx
      .selectFrom('recurring_dues')
      .selectAll()
      .where('id', '=', charge.due_id)
      .where('merchant_id', '=', merchantId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const declined = answer.outcome === 'declined';
    await tx
      .updateTable('recurring_charges')
      .set({
        status: declined ? 'DECLINED' : 'APPROVED',
        settled_date: sql`now()`,
        next_attempt_date: null,
        ...(declined && { decline_reason: answer.reason, decline_code: answer.code ?? null }),
      })
      .where(theRow(id, merchantId))
      .execute();
    if (declined) await decline(tx, services, { charge, recurring, day }, answer);
    else await approve(tx, services, { charge, recurring, day }, answer.reference);
    await noteCharged(tx, day, {
      by: ACQUIRER,
      refused: declined ? answer.reason : null,
      chargeId: id,
    });
    await lookAgain(tx, services, await holdRecurring(tx, recurring));
    await also(tx);
  });
}

interface Settled {
  charge: Charge;
  recurring: Recurring;
  day: RecurringDue;
}

async function approve(
  tx: Tx,
  services: Services,
  { charge: { id, merchant_id: merchantId }, recurring, day }: Settled,
  reference: string,
): Promise<void> {
  const { amount_cents, date } = await chargeTaken(tx, { id, merchant_id: merchantId }, reference);
  await setDue(tx, day, { status: 'PAID', failure: null, paid_day: today(services) });
  await setRecurring(tx, recurring, {
    count: sql`count + 1`,
    total_amount_cents: sql`total_amount_cents + ${amount_cents}`,
    last_charged_at: date,
    declined_in_a_row: 0,
    skipped_date: null,
    skip_reason: null,
  });
  await settlePurchase(tx, recurring.payment_request_id, merchantId);
  await told(tx, services, recurring, 'CHARGED', { due: day, transactionId: id });
}

/** Soft ones are tried again by the merchant's plan, hard ones never; after the last comes what the merchant has set. */
async function decline(
  tx: Tx,
  services: Services,
  { charge, recurring, day }: Settled,
  { reason, code = null }: { reason: string; code?: string | null },
): Promise<void> {
  const { merchant_id } = recurring;
  await chargeDeclined(tx, charge, { reason, code });
  await setRecurring(tx, recurring, { declined_in_a_row: sql`declined_in_a_row + 1` });
  const marked = await markedOf(tx, day);
  if (marked) {
    await setDue(tx, day, { status: 'PAID', failure: null, transaction_id: marked });
    return;
  }
  const kind = declineKind(code);
  const about = { due: day, transactionId: charge.id, code };
  const again =
    recurring.status === 'ACTIVE' ? await tryAgainAt(tx, services, recurring, day, kind) : null;
  if (again) {
    // before its day it was not due yet
    const early = chargedAt(services, recurring, day.due_day) > services.now().toISOString();
    await setDue(tx, day, {
      status: 'RETRYING',
      next_attempt_at: again,
      failure: reason,
      decided_by: null,
      attempts: early ? 0 : day.attempts,
    });
    await told(tx, services, recurring, 'DECLINED', { ...about, again });
    return;
  }
  await setDue(tx, day, { status: 'UNPAID', failure: reason });
  // a person asked for a day of before: the recurring payment itself goes on, but for a payer who told the bank to stop
  const ends =
    kind === 'REVOKED'
      ? recurring.status === 'ACTIVE' || recurring.status === 'SUSPENDED'
      : recurring.status === 'ACTIVE' && !day.decided_by;
  const end = kind === 'REVOKED' ? 'CANCEL' : (await planOf(tx, merchant_id)).retries_end;
  if (ends && end !== 'KEEP')
    await endRecurring(tx, recurring, end === 'CANCEL' ? 'CANCELLED' : 'SUSPENDED', BY);
  await told(tx, services, recurring, 'UNPAID', {
    ...about,
    ended: ends && end !== 'KEEP' ? end : null,
  });
}

/** An earlier try of the day that somebody marked as successful while a later one was asked for: nothing is owed for it. */
async function markedOf(tx: Tx, day: RecurringDue): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select t.id from recurring_charges c
    join transactions t on t.id = c.id and t.merchant_id = c.merchant_id
    where c.recurring_payment_id = ${day.recurring_payment_id} and c.merchant_id = ${day.merchant_id}
      and c.due_id = ${day.id} and c.status = 'DECLINED'
      and t.status = 'SUCCESS' limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** When a declined day is tried again; null: never. */
async function tryAgainAt(
  tx: Tx,
  services: Services,
  recurring: Recurring,
  day: RecurringDue,
  kind: ReturnType<typeof declineKind>,
): Promise<string | null> {
  const due = chargedAt(services, recurring, day.due_day);
  const now = services.now().toISOString();
  if (due > now && kind !== 'REVOKED') return due;
  if (kind !== 'SOFT' || day.decided_by) return null;
  const { retry_days: days, retry_hour: hour } = await planOf(tx, recurring.merchant_id);
  const next = days[day.attempts - 1];
  if (next === undefined) return null;
  const at = hourAfter(services, next - (days[day.attempts - 2] ?? 0), hour);
  const following =
    recurring.next_due_day && chargedAt(services, recurring, recurring.next_due_day);
  // by then the next day is due
  return (following && at >= following) || at <= now ? null : at;
}

const planOf = (tx: Tx, merchantId: string) =>
  tx
    .selectFrom('merchants')
    .select(['retry_days', 'retry_hour', 'retries_end'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();

/** Each status with its date, so that either is found by its own index: few of so many are suspended. */
const AT_ITS_END = `(status = 'ACTIVE' and expiration_date <= now()
  or status = 'SUSPENDED' and expiration_date <= now())`;

/** What has come to its date is charged no more, and resumed no more; gives how many there were, at most so many. */
export async function expireRecurring(
  tx: Tx,
  services: Services,
  portion: number,
): Promise<number> {
  const found = await tx
    .selectFrom('recurring_payments')
    .select(['id', 'merchant_id'])
    .where(sql<boolean>`${sql.raw(AT_ITS_END)}`)
    .orderBy('expiration_date')
    .limit(portion)
    .execute();
  const over = await lockStill<(typeof found)[0]>(tx, 'recurring_payments', found, AT_ITS_END);
  for (const one of over) {
    const recurring = await holdRecurring(tx, one);
    await endRecurring(tx, recurring, 'EXPIRED', BY);
    await told(tx, services, recurring, 'EXPIRED');
  }
  return over.length;
}

const AUDITED = { SUSPENDED: 'SUSPEND', CANCELLED: 'CANCEL', EXPIRED: 'EXPIRE' } as const;

export async function endRecurring(
  tx: Tx,
  { id, merchant_id: merchantId, status: before }: Pick<Recurring, 'id' | 'merchant_id' | 'status'>,
  status: keyof typeof AUDITED,
  by: Parameters<typeof audit>[1],
): Promise<void> {
  await giveUpRetries(tx, { id, merchant_id: merchantId });
  await setRecurring(
    tx,
    { id, merchant_id: merchantId },
    {
      status,
      suspend_reason: status === 'SUSPENDED' ? 'DECLINED' : null,
      ...(status !== 'SUSPENDED' && {
        ended_date: sql`now()`,
        next_charge_at: null,
        next_due_day: null,
      }),
    },
  );
  await audit(tx, by, {
    action: AUDITED[status],
    entityType: 'RECURRING_PAYMENT',
    entityId: id,
    merchantId,
    result: 'SUCCESS',
    details: { changes: { status: { before, after: status } } },
  });
}

/** What would be tried again waits for a person; what one asked for and nobody charged yet is not charged. */
export async function giveUpRetries(
  tx: Tx,
  { id, merchant_id }: Pick<Recurring, 'id' | 'merchant_id'>,
): Promise<void> {
  const over = await tx
    .updateTable('recurring_dues')
    .set({ status: 'UNPAID', next_attempt_at: null, updated_date: sql`now()` })
    .where('recurring_payment_id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .where('status', '=', 'RETRYING')
    .returningAll()
    .execute();
  for (const day of over)
    await noteCharged(tx, day, { refused: 'The recurring payment was paused, or ended, before' });
}
