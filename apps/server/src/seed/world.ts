import type { TRANSACTION_EVENTS } from '@paydesk/contract/resources/transactions/record.ts';
import type { Customer, Shop } from './people.ts';
import type { Random } from './random.ts';
import type { RecurringPayment, RecurringPayments } from './recurring.ts';
import type { Emit, PurchaseRow, TransactionLogRow, TransactionRow, UserRow } from './tables.ts';

/** What the generators share. */
export interface World {
  clock: Date;
  random: Random;
  emit: Emit;
  shops: Shop[];
  /** People of the back office. */
  staff: UserRow[];
  customers: Customer[];
  counters: { statement: number };
  recurringPayments: RecurringPayments;
  /** The share of the transactions whose SOAP and 3DS messages are kept. */
  wireShare: number;
  /** The share of the payments for orders that have theirs; the others name none. */
  orderShare: number;
}

/** A transaction in the making: what happens to it later changes its rows until it is emitted. */
export interface Payment {
  shop: Shop;
  transaction: TransactionRow;
  /** Its own one; a charge of a recurring payment shares one with the others. */
  purchase: PurchaseRow | null;
  /** Who pays; a refund says nothing of it. */
  customer?: Customer | null;
  recurring?: RecurringPayment | null;
}

export const HOUR_MS = 3_600_000;
/** How long the card holder is busy with 3-D Secure before the card is charged. */
export const AUTHENTICATION_MS = 20_000;

export const later = (date: Date, ms: number) => new Date(date.getTime() + ms);

/** Some time from the one on to the other. */
export const between = (random: Random, from: Date, to: Date) =>
  later(from, Math.floor((to.getTime() - from.getTime()) * random.fraction()));

export const fullName = (user: { firstName: string; lastName: string }) =>
  `${user.firstName} ${user.lastName}`;

type LogGiven = Partial<TransactionLogRow> & { event: keyof typeof TRANSACTION_EVENTS };

/** A line in the transaction's own log. */
export function log(world: World, transaction: TransactionRow, date: Date, given: LogGiven): void {
  world.emit('transactionLogs', {
    id: world.random.id(date),
    transactionId: transaction.id,
    merchantId: transaction.merchantId,
    createdDate: date,
    fromStatus: null,
    toStatus: null,
    userName: null,
    note: null,
    ...given,
  });
}

/** As long and as random as the server's own, which is all that opens a checkout. */
export function randomUuid({ random }: World): string {
  const hex = random.hex(32);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20)].join('-');
}
