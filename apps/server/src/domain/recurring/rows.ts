import { randomUUIDv7 } from 'node:crypto';
import { sql, type Selectable, type UpdateObject } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { RecurringDues, RecurringPayments } from '../../platform/db/schema/payments.ts';
import type { Tables } from '../../platform/db/schema.ts';
import type { Services } from '../../platform/services.ts';
import { chargedAt } from './days.ts';

export type Recurring = Selectable<RecurringPayments>;
export type RecurringDue = Selectable<RecurringDues>;

/** Who makes a charge that nobody sits at. */
export const BY = { userId: null, userName: 'Recurring', address: null };

/** What waits for a person. */
export const WAITING = ['MISSED', 'UNPAID', 'RETRYING'] as const;

/** The recurring payment as nobody else changes it. */
export const holdRecurring = (
  tx: Tx,
  { id, merchant_id }: { id: string; merchant_id: string },
): Promise<Recurring> =>
  tx
    .selectFrom('recurring_payments')
    .selectAll()
    .where(theRow(id, merchant_id))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

export const setRecurring = (
  tx: Tx,
  { id, merchant_id }: { id: string; merchant_id: string },
  set: UpdateObject<Tables, 'recurring_payments'>,
) => tx.updateTable('recurring_payments').set(set).where(theRow(id, merchant_id)).execute();

/** A day of it, once: the row that there is already stays as it is. */
export async function dueOf(
  tx: Tx,
  recurring: Pick<Recurring, 'id' | 'merchant_id' | 'amount_cents' | 'currency'>,
  day: string,
  status: 'CHARGING' | 'MISSED' | 'RETRYING',
  set: Partial<RecurringDue> = {},
): Promise<RecurringDue | null> {
  const made = await tx
    .insertInto('recurring_dues')
    .values({
      id: randomUUIDv7(),
      recurring_payment_id: recurring.id,
      merchant_id: recurring.merchant_id,
      due_day: day,
      amount_cents: recurring.amount_cents,
      currency: recurring.currency,
      status,
      created_date: sql<string>`now()`,
      ...set,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return made ?? null;
}

export const setDue = (
  tx: Tx,
  { id, merchant_id }: { id: string; merchant_id: string },
  set: Partial<Omit<RecurringDue, 'id' | 'merchant_id'>>,
) =>
  tx
    .updateTable('recurring_dues')
    .set({
      // of what is tried again alone
      ...(set.status && set.status !== 'RETRYING' && { next_attempt_at: null }),
      ...set,
      updated_date: sql`now()`,
    })
    .where(theRow(id, merchant_id))
    .execute();

/** When it is to be looked at next: at its next day, or earlier where one is tried again. */
export async function lookAgain(tx: Tx, services: Services, recurring: Recurring): Promise<void> {
  const { rows } = await sql<{ retry: string | null }>`
    select min(next_attempt_at) as retry from recurring_dues
    where recurring_payment_id = ${recurring.id} and merchant_id = ${recurring.merchant_id}
      and status = 'RETRYING'`.execute(tx);
  const { next_due_day: day } = recurring;
  const next = day && chargedAt(services, recurring, day);
  const retry = rows[0]!.retry;
  const at =
    recurring.status !== 'ACTIVE' ? null : next && retry && next < retry ? next : (retry ?? next);
  await setRecurring(tx, recurring, { next_charge_at: at });
}
