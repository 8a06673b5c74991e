import { MISS_REASONS } from '@paydesk/contract/charging.ts';
import { nextDay } from '@paydesk/contract/intervals.ts';
import { recurringPaymentRow } from './factories/payments.ts';
import { purchaseRow } from './factories.ts';
import { isBarred, payer } from './customers.ts';
import {
  PURCHASE_STATUS,
  emitPayment,
  heard,
  lapsed,
  makePayment,
  purchaseStory,
} from './payments.ts';
import { daysBefore, type Customer, type CustomerCard, type Shop } from './people.ts';
import type { PurchaseRow, RecurringPaymentRow, TransactionRow } from './tables.ts';
import { SUBSCRIPTIONS } from './words.ts';
import { HOUR_MS, later, type World } from './world.ts';

/** A recurring payment in the making: its rows are emitted when all its charges are. */
export interface RecurringPayment {
  row: RecurringPaymentRow;
  purchase: PurchaseRow;
  amountCents: bigint;
  description: string;
  /** Whose card is charged; a stranger's where none is known. */
  paidBy: { customer: Customer; card: CustomerCard } | null;
  /** When it was charged last, or in vain; at first when it was agreed to. */
  tried: Date;
  /** When it was declined once too often. */
  declined: Date | null;
  /** Of the charges that succeeded: all of them, those wholly refunded, those wholly reversed. */
  charged: TransactionRow[];
  refunded: number;
  reversed: number;
}

const PRICES = [499n, 990n, 1499n, 2900n];
/** Nobody is charged sooner after the last time; the day that is shown goes by the calendar. */
const AT_LEAST_MS = 30 * 24 * HOUR_MS;
/** Before a charge is declined too often: on its day, and as the usual plan has it. */
const MOST_TRIES = 4;

/** What the payers of each shop have agreed to; those of a shop in the order in which they are due. */
export class RecurringPayments {
  readonly #due = new Map<Shop, { waiting: RecurringPayment[]; next: number }>();
  readonly #all: RecurringPayment[] = [];

  /** A new one, agreed to by a purchase of the same moment; nobody who pays was barred by `known`. */
  open(
    world: World,
    shop: Shop,
    date: Date,
    given: { amountCents?: bigint | null } = {},
    known: Date = date,
  ) {
    const { random } = world;
    const amountCents = given.amountCents ?? random.pick(PRICES);
    const description = `Subscription, ${random.pick(SUBSCRIPTIONS)}`;
    const paidBy = random.chance(0.95) ? payer(world, date, world.clock, known) : null;
    const about = {
      merchantId: shop.merchant.id,
      customerId: paidBy?.customer.id ?? null,
      paymentInfo: description,
      createdDate: date,
      expirationDate: random.chance(0.3) ? later(date, 45 * 24 * HOUR_MS) : null,
    };
    const purchase = purchaseRow({
      id: random.id(date),
      amountCents,
      status: 'UNSIGNED',
      ...about,
    });
    const row = recurringPaymentRow({
      id: random.id(date),
      paymentRequestId: purchase.id,
      amountCents,
      cardId: paidBy?.card.id ?? null,
      cardPan: paidBy?.card.pan ?? null,
      cardExpires: paidBy?.card.expires ?? null,
      payerEmail: paidBy?.customer.email ?? null,
      ...about,
    });
    const opened = {
      row,
      purchase,
      amountCents,
      description,
      paidBy,
      tried: date,
      declined: null,
    };
    const recurring: RecurringPayment = { ...opened, charged: [], refunded: 0, reversed: 0 };
    this.#all.push(recurring);
    return recurring;
  }

  /** The one that has waited longest for its next charge, or a new one where none is due yet. */
  next(world: World, shop: Shop, date: Date): RecurringPayment {
    const { waiting, next } = this.#due.get(shop) ?? { waiting: [], next: 0 };
    const isDue = ({ tried }: RecurringPayment) => later(tried, AT_LEAST_MS) <= date;
    for (let at = next; at < waiting.length && isDue(waiting[at]!); at++) {
      this.#due.get(shop)!.next = at + 1;
      const recurring = waiting[at]!;
      // from then on nobody is charged, and the date is skipped
      if (recurring.paidBy && isBarred(recurring.paidBy.customer, date)) continue;
      const { expirationDate } = recurring.row;
      if (!expirationDate || expirationDate > date) return recurring;
      recurring.row.status = 'EXPIRED';
    }
    return this.open(world, shop, date);
  }

  /** Counts a charge whose story has ended, and says when the next one is due, if there is to be one. */
  count(world: World, shop: Shop, recurring: RecurringPayment, charge: TransactionRow): void {
    const { row, purchase } = recurring;
    const { status, amountCents, date } = charge;
    if (status === 'SUCCESS' || status === 'REVERSED') {
      recurring.charged.push(charge);
      if (charge.refundedCents === amountCents) recurring.refunded++;
      if (charge.reversedCents === amountCents) recurring.reversed++;
      row.count++;
      row.totalAmountCents += amountCents;
      row.lastChargedAt = date;
    } else if (!recurring.charged.length) purchase.status = PURCHASE_STATUS[status];
    if (status === 'RP_BLOCKED') row.status = 'CANCELLED';
    else if (status === 'DECLINED' && world.random.chance(0.4)) {
      row.status = 'SUSPENDED';
      recurring.declined = date;
    } else {
      recurring.tried = date;
      const queue = this.#due.get(shop) ?? { waiting: [], next: 0 };
      this.#due.set(shop, queue);
      queue.waiting.push(recurring);
    }
  }

  #nth = 0;

  /** The days of its charges but the one that began it, and one that was missed or decided by a person; and the one that ended it. */
  #days(world: World, { row, amountCents, declined, charged }: RecurringPayment): void {
    const { id: recurringPaymentId, merchantId, currency } = row;
    const day = (
      date: Date,
      status: 'PAID' | 'UNPAID' | 'MISSED' | 'SKIPPED',
      transactionId: string | null = null,
    ) =>
      world.emit('recurringDues', {
        id: world.random.id(date),
        recurringPaymentId,
        merchantId,
        dueDay: date.toISOString().slice(0, 10),
        amountCents,
        currency,
        status,
        attempts: { PAID: 1, UNPAID: MOST_TRIES, MISSED: 0, SKIPPED: 0 }[status],
        nextAttemptAt: null,
        transactionId,
        failure:
          status === 'UNPAID'
            ? 'Insufficient funds'
            : status === 'MISSED'
              ? MISS_REASONS.AWAY
              : null,
        decidedBy: status === 'SKIPPED' ? 'Anna Ozola' : null,
        decidedDate: status === 'SKIPPED' ? date : null,
        createdDate: date,
        updatedDate: null,
        updatedBy: null,
      });
    if (declined) day(declined, 'UNPAID');
    const [first, ...later] = charged;
    if (!first) return;
    for (const { date, id } of later) day(date, 'PAID', id);
    const earlier = monthsAfter(charged.at(-1)!.date, -1);
    const isFree = charged.every(({ date }) => Math.abs(+date - +earlier) > AT_LEAST_MS / 2);
    const kinds = ['MISSED', 'SKIPPED'] as const;
    if (!declined && earlier > first.date && isFree)
      day(earlier, kinds[this.#nth++ % kinds.length]!);
  }

  /** All of them with their purchases, when no charge is to come. */
  emit(world: World): void {
    const refused = new Set(
      world.customers.flatMap(({ id, status }) =>
        status === 'BLOCKED' || status === 'CLOSED' ? [id] : [],
      ),
    );
    const days = { ...world, random: world.random.fork('days of recurring payments') };
    for (const recurring of this.#all) {
      const { row, purchase, tried, charged, refunded, reversed } = recurring;
      if (charged.length)
        purchase.status =
          reversed === charged.length
            ? 'CANCELLED'
            : refunded + reversed === charged.length
              ? 'REFUNDED'
              : 'SETTLED';
      const stands = {
        ...purchase,
        ...purchaseStory(world.random, purchase),
        ...lapsed(purchase, world.clock),
      };
      world.emit('purchases', { ...stands, ...heard(stands, false) });
      const months = row.status === 'ACTIVE' ? monthsUntil(tried, world.clock) : null;
      const next = months === null ? null : monthsAfter(tried, months);
      // its last date has gone by: the payer may not be charged
      const skipped = months !== null && months > 1 && refused.has(row.customerId!);
      const ended = row.status === 'CANCELLED' || row.status === 'EXPIRED';
      world.emit('recurringPayments', {
        ...row,
        nextChargeAt: next,
        nextDueDay: next?.toISOString().slice(0, 10) ?? null,
        anchorDay: tried.getUTCDate(),
        suspendReason: row.status === 'SUSPENDED' ? 'DECLINED' : null,
        endedDate: ended ? (row.lastChargedAt ?? row.createdDate) : null,
        skippedDate: skipped ? monthsAfter(tried, months - 1) : null,
        skipReason: skipped ? 'CUSTOMER' : null,
      });
      this.#days(days, recurring);
    }
  }
}

/** So many months after a moment, at its hour, by the calendar that charges go by: of 31 January 28 February. */
function monthsAfter(date: Date, count: number): Date {
  const iso = date.toISOString();
  const day = nextDay(iso.slice(0, 10), { unit: 'MONTH', count }, date.getUTCDate());
  return new Date(`${day}${iso.slice(10)}`);
}

/** A demo begins with nobody to be charged at once: the first time after its now that is months from the last. */
function monthsUntil(last: Date, clock: Date): number {
  let months = 1;
  while (monthsAfter(last, months) <= clock) months++;
  return months;
}

const STATUSES = ['ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED'] as const;

/** One in every state, charged three times (SB-53). Gives how many charges there are. */
export function namedRecurringPayments(world: World, shop: Shop): number {
  const days = [80, 50, 20];
  for (const status of STATUSES) {
    const start = later(daysBefore(world.clock, days[0]!), HOUR_MS);
    const recurring = world.recurringPayments.open(world, shop, start, {}, world.clock);
    for (const ago of days) {
      const date = later(daysBefore(world.clock, ago), HOUR_MS);
      const payment = makePayment(world, shop, { date, status: 'SUCCESS', recurring });
      emitPayment(world, payment);
    }
    const { row } = recurring;
    row.status = status;
    const ended = daysBefore(world.clock, 5);
    row.expirationDate = status === 'EXPIRED' ? ended : null;
    recurring.declined = status === 'SUSPENDED' ? ended : null;
  }
  return STATUSES.length * days.length;
}
