import { sandboxReference } from '../gateways/acquirer-sandbox/booking.ts';
import { audit } from './audit.ts';
import type { TransactionRow, UserRow } from './tables.ts';
import { fullName, log, type Payment, type World } from './world.ts';

/** Somebody says that the payment was made; the acquirer has no record of it (SB-18, AM-113). */
export function markSuccessful(world: World, payment: Payment, user: UserRow, date: Date): void {
  const { transaction, purchase } = payment;
  const { status } = transaction;
  const words = { fromStatus: status, toStatus: 'SUCCESS', userName: fullName(user) } as const;
  const note = 'The acquirer has no record of the payment';
  log(world, transaction, date, { event: 'MARKED_SUCCESSFUL', ...words, note });
  audit(world, date, user, {
    action: 'MARK_SUCCESSFUL',
    entityType: 'TRANSACTION',
    entityId: transaction.id,
    result: 'SUCCESS',
    merchantId: transaction.merchantId,
    details: {
      changes: {
        status: { before: status, after: 'SUCCESS' },
        moves_money: { before: true, after: false },
      },
      acquirer: 'notTaken',
    },
  });
  Object.assign(transaction, {
    status: 'SUCCESS',
    movesMoney: false,
    updatedDate: date,
    updatedBy: fullName(user),
  } satisfies Partial<TransactionRow>);
  if (purchase) purchase.status = 'SETTLED';
}

/** The acquirer has the money, though its answer never came (AM-113); gives its reference. */
export function taken({ emit }: World, { transaction }: Payment): string {
  const { id, amountCents, currency, date } = transaction;
  const reference = sandboxReference(id);
  const book = { operationId: id, reference, createdDate: date, bookedDate: date };
  emit('ledger', { kind: 'CHARGE', transactionId: id, amountCents, currency, ...book });
  return reference;
}

/** Asked again, the acquirer says that it has the money. */
export function confirm(world: World, payment: Payment, user: UserRow, date: Date): void {
  const { transaction } = payment;
  const reference = taken(world, payment);
  const after = { movesMoney: true, externalPaymentId: reference };
  log(world, transaction, date, {
    event: 'PAYMENT_CONFIRMED',
    fromStatus: 'SUCCESS',
    toStatus: 'SUCCESS',
    userName: fullName(user),
    note: `The acquirer has the money, reference ${reference}`,
  });
  audit(world, date, user, {
    action: 'CONFIRM_PAYMENT',
    entityType: 'TRANSACTION',
    entityId: transaction.id,
    merchantId: transaction.merchantId,
    result: 'SUCCESS',
    details: {
      changes: {
        moves_money: { before: false, after: true },
        external_payment_id: { before: transaction.externalPaymentId, after: reference },
      },
    },
  });
  Object.assign(transaction, after);
}
