import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { SuspendReason } from '@paydesk/contract/resources/recurring.ts';
import { sql } from 'kysely';
import { dayOf } from '../../platform/business-day.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { askedFor, noteCharged } from './asked.ts';
import { dayAfter, dayToCome } from './days.ts';
import {
  dueOf,
  holdRecurring,
  lookAgain,
  setDue,
  setRecurring,
  WAITING,
  type Recurring,
  type RecurringDue,
} from './rows.ts';
import { giveUpRetries } from './settle.ts';
import { told } from './tell.ts';

/**
 * What people do to a recurring payment, under its lock, its rule asked: a merchant's people and staff on their screen,
 * a merchant's systems, the payer on the page of their own. Each gives what the audit row says.
 */
export type By = 'MERCHANT' | 'CUSTOMER';

const changed = (before: object, after: object) => ({
  details: {
    changes: Object.fromEntries(
      Object.entries(after)
        .map(([key, value]) => [key, (before as Record<string, unknown>)[key] ?? null, value])
        .filter(([, was, is]) => was !== is)
        .map(([key, was, is]) => [key, { before: was, after: is }]),
    ),
  },
});

/** AM-122 */
export async function pause(tx: Tx, services: Services, one: Recurring, by: By) {
  const reason: SuspendReason = by === 'CUSTOMER' ? 'PAUSED_BY_CUSTOMER' : 'PAUSED_BY_MERCHANT';
  const set = { status: 'SUSPENDED', suspend_reason: reason };
  await giveUpRetries(tx, one);
  await setRecurring(tx, one, { ...set, next_charge_at: null });
  await told(tx, services, one, 'PAUSED', { by });
  return changed(one, set);
}

/** From its next day on: what came while it was suspended is not charged later. */
export async function resume(tx: Tx, services: Services, one: Recurring, by: By, tells = true) {
  const first = one.next_due_day ?? dayOf(services, one.created_date);
  const set = {
    status: 'ACTIVE',
    suspend_reason: null,
    next_due_day: dayToCome(services, one, first),
  };
  await setRecurring(tx, one, { ...set, declined_in_a_row: 0 });
  await lookAgain(tx, services, await holdRecurring(tx, one));
  if (tells) await told(tx, services, one, 'RESUMED', { by });
  return changed(one, set);
}

/** For good: its payer would have to agree anew. */
export async function cancel(tx: Tx, services: Services, one: Recurring, by: By) {
  const set = { status: 'CANCELLED', suspend_reason: null };
  await giveUpRetries(tx, one);
  await setRecurring(tx, one, {
    ...set,
    ended_date: sql`now()`,
    next_charge_at: null,
    next_due_day: null,
  });
  await told(tx, services, one, 'CANCELLED', { by });
  return changed(one, set);
}

/** Within what was agreed to; it holds from the next charge on. */
export async function changeAmount(tx: Tx, services: Services, one: Recurring, cents: bigint) {
  await setRecurring(tx, one, { amount_cents: cents });
  if (cents !== one.amount_cents) await told(tx, services, one, 'AMOUNT_CHANGED');
  return {
    details: {
      changes: { amount: { before: fromCents(one.amount_cents), after: fromCents(cents) } },
    },
  };
}

/** A day is charged as soon as a process sees it, once; of a day that is paid or on its way nothing changes. */
export async function chargeNow(
  tx: Tx,
  services: Services,
  one: Recurring,
  { userName, dueDay, note }: { userName: string; dueDay?: string | null; note?: string | null },
) {
  const day = dueDay ?? one.next_due_day;
  const known = day
    ? await tx
        .selectFrom('recurring_dues')
        .selectAll()
        .where('recurring_payment_id', '=', one.id)
        .where('merchant_id', '=', one.merchant_id)
        .where('due_day', '=', day)
        .executeTakeFirst()
    : undefined;
  if (known) {
    if (known.status === 'SKIPPED') throw invalid('dueDay', 'This day was skipped');
    if (isWaiting(known)) return askDue(tx, services, known, 'CHARGE_NOW', { userName, note });
    return { details: { dueDay: day, ...(note && { note }) } };
  }
  if (day === null || day !== one.next_due_day)
    throw invalid('dueDay', 'It is no day of this recurring payment that can be charged now');
  const asked = askedFor(null, 'CHARGE_NOW');
  await dueOf(tx, one, day, 'RETRYING', {
    ...asked,
    next_attempt_at: services.now().toISOString(),
    decided_by: userName,
    decided_date: services.now().toISOString(),
    decided_note: note ?? null,
  });
  await setRecurring(tx, one, { next_due_day: dayAfter(one, day) });
  await lookAgain(tx, services, await holdRecurring(tx, one));
  return only(asked.asked_id, { due_day: day, amount_cents: one.amount_cents }, note);
}

/** It is only asked for: what comes of it has a row of its own. */
const only = (
  requestId: string,
  due: Pick<RecurringDue, 'due_day' | 'amount_cents'>,
  note: string | null | undefined,
) => ({
  pending: true,
  details: {
    requestId,
    dueDay: due.due_day,
    amount: fromCents(due.amount_cents),
    ...(note && { note }),
  },
});

const isWaiting = ({ status }: RecurringDue) => (WAITING as readonly string[]).includes(status);

/** What was missed or stayed unpaid, because a person wants it charged. */
export async function askDue(
  tx: Tx,
  services: Services,
  due: RecurringDue,
  as: 'CHARGE_NOW' | 'CHARGE_DUE',
  { userName, note }: { userName: string; note?: string | null },
) {
  const asked = askedFor(due, as);
  const now = services.now().toISOString();
  await setDue(tx, due, {
    ...asked,
    status: 'RETRYING',
    next_attempt_at: now,
    decided_by: userName,
    decided_date: now,
    decided_note: note ?? null,
  });
  return only(asked.asked_id, due, note);
}

/** Nobody is charged for it any more. */
export async function skipDay(tx: Tx, services: Services, due: RecurringDue, userName: string) {
  await setDue(tx, due, {
    status: 'SKIPPED',
    decided_by: userName,
    decided_date: services.now().toISOString(),
    decided_note: null,
  });
  await noteCharged(tx, due, { refused: 'The day was skipped' });
  return {
    details: { dueDay: due.due_day, changes: { status: { before: due.status, after: 'SKIPPED' } } },
  };
}
