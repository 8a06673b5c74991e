import { randomUUIDv7 } from 'node:crypto';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { BY, setDue, type RecurringDue } from './rows.ts';

/** A charge that a person asked for, from the asking to its answer: a row of the audit log for each (SB-46). */

type AskedAs = NonNullable<RecurringDue['asked_as']>;

/** Who asks again while it waits asks for the same charge, and there is one answer to both. */
export const askedFor = (
  due: Pick<RecurringDue, 'asked_id' | 'asked_as'> | null,
  as: AskedAs,
): { asked_id: string; asked_as: AskedAs } => ({
  asked_id: due?.asked_id ?? randomUUIDv7(),
  asked_as: due?.asked_as ?? as,
});

/** Who says what came of it, where it is not said by Paydesk itself. */
export const ACQUIRER = { userId: null, userName: 'Acquirer', address: null };

interface Answer {
  by?: typeof BY;
  /** Why it was not charged; null: it was. */
  refused: string | null;
  /** The charge, where one was made. */
  chargeId?: string;
}

/** What came of it, once; nothing of a day that nobody asked for. */
export async function noteCharged(
  tx: Tx,
  due: Pick<
    RecurringDue,
    | 'id'
    | 'merchant_id'
    | 'recurring_payment_id'
    | 'due_day'
    | 'amount_cents'
    | 'currency'
    | 'asked_id'
    | 'asked_as'
  >,
  { by = BY, refused, chargeId }: Answer,
): Promise<void> {
  const { asked_id: requestId, asked_as: action } = due;
  if (requestId === null || action === null) return;
  const ofDay = action === 'CHARGE_DUE';
  await audit(tx, by, {
    action,
    entityType: ofDay ? 'RECURRING_DUE' : 'RECURRING_PAYMENT',
    entityId: ofDay ? due.id : due.recurring_payment_id,
    merchantId: due.merchant_id,
    result: refused === null ? 'SUCCESS' : 'FAILED',
    details: {
      requestId,
      ...(chargeId && { operationId: chargeId }),
      dueDay: due.due_day,
      amount: fromCents(due.amount_cents),
      currency: due.currency,
      ...(refused !== null && { reason: refused }),
    },
  });
  await setDue(tx, due, { asked_id: null, asked_as: null });
}
