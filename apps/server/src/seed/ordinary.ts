import { refund, reverse, type MoneyOut } from './money-out.ts';
import { emitPayment, makePayment } from './payments.ts';
import type { Random } from './random.ts';
import { HOUR_MS, later, type Payment, type World } from './world.ts';

/** The run of payments over the days before the clock, in the rhythm of shops that sell online. */

const DAYS = 90;
const HOUR_WEIGHTS = [
  2, 1, 1, 1, 1, 2, 4, 7, 10, 12, 13, 14, 14, 13, 12, 12, 13, 14, 16, 18, 18, 14, 9, 5,
];
/** From Sunday to Saturday. */
const DAY_WEIGHTS = [0.75, 1.1, 1.05, 1, 1, 1.05, 0.8];
const REFUND_REASONS = [
  'PRODUCT_OUT_OF_STOCK',
  'RETURNED_PRODUCT',
  'CANCELLED_SERVICE',
  'PRICE_ADJUSTMENT',
  'OTHER_REFUND',
];
const REVERSAL_REASONS = ['WRONG_AMOUNT', 'DUPLICATE', 'OTHER_REVERSAL'];

/**
 * Makes exactly `count` transactions, refunds among them; yields often, so that PostgreSQL never
 * waits for rows that are made already. The last quarter of an hour is left for what follows a
 * payment, so that nothing is of tomorrow.
 */
export function* ordinaryPayments(world: World, count: number): Generator<void> {
  const random = world.random;
  const start = world.clock.getTime() - DAYS * 24 * HOUR_MS;
  const pickShop = shopsByShare(world.shops);
  const weights = Array.from({ length: DAYS * 24 }, (_, hour) => {
    const date = new Date(start + hour * HOUR_MS);
    return HOUR_WEIGHTS[date.getUTCHours()]! * DAY_WEIGHTS[date.getUTCDay()]!;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let made = 0;
  let reached = 0;
  for (const [hour, weight] of weights.entries()) {
    reached += weight;
    const quota = hour === weights.length - 1 ? count : Math.floor((count * reached) / total);
    while (made < quota) {
      const date = new Date(start + hour * HOUR_MS + random.int(0, 0.75 * HOUR_MS));
      const payment = makePayment(world, pickShop(random), { date });
      const refunds = afterwards(world, payment, quota - made - 1);
      emitPayment(world, payment);
      made += 1 + refunds;
      if (made % 50 < 1 + refunds) yield;
    }
  }
}

/** What happens to it later: a refund or several, a reversal, nothing. Gives the refunds made. */
function afterwards(world: World, payment: Payment, room: number): number {
  const { random, clock } = world;
  const { transaction, shop } = payment;
  const age = clock.getTime() - transaction.date.getTime();
  if (transaction.status !== 'SUCCESS' || age < 6 * HOUR_MS) return 0;
  const dice = random.fraction();
  if (dice > 0.065) return 0;
  // the first of them is an administrator, who may reverse too
  const user = dice < 0.012 ? shop.staff[0]! : random.pick(shop.staff);
  const span = Math.min(age - 2 * HOUR_MS, 20 * 24 * HOUR_MS);
  let date = later(transaction.date, HOUR_MS + Math.floor((random.fraction() * span) / 2));
  const amount = transaction.amountCents;
  if (dice < 0.012) {
    const part = random.chance(0.7) ? amount : share(random, amount);
    reverse(world, payment, out(random, user, date, part, random.pick(REVERSAL_REASONS)));
    return 0;
  }
  const parts = Math.min(room, dice < 0.055 ? 1 : 1 + random.int(1, 2));
  for (let nth = 1; nth <= parts; nth++) {
    const left = amount - transaction.refundedCents;
    const whole = nth === parts && random.chance(0.5);
    const reason = random.chance(0.12) ? 'REFUNDED_MANUALLY' : random.pick(REFUND_REASONS);
    const part = whole ? left : share(random, left);
    const refunded = refund(world, payment, out(random, user, date, part, reason));
    emitPayment(world, refunded);
    date = later(date, 60_000 + Math.floor((random.fraction() * span) / 8));
  }
  return parts;
}

function out(
  random: Random,
  user: MoneyOut['user'],
  date: Date,
  amountCents: bigint,
  reasonCode: string,
): MoneyOut {
  const reasonNote = random.chance(0.3) ? random.pick(NOTES) : null;
  return { amountCents, date, user, reasonCode, reasonNote };
}

const NOTES = ['As agreed by phone', 'Parcel came back', 'Paid twice', 'Goodwill', 'Wrong size'];

/** A part of it, at least a cent, never all. */
function share(random: Random, cents: bigint): bigint {
  const part = (cents * BigInt(random.int(10, 60))) / 100n;
  return part > 0n ? part : cents;
}

/** The first shop has a tenth or more, the others ever less. */
export function shopsByShare<S>(shops: readonly S[]): (random: Random) => S {
  const rest = shops.slice(1).map((_, index) => 1 / (index + 4));
  const sum = rest.reduce((total, weight) => total + weight, 0);
  const largest = shops.length > 100 ? 0.1 : 0.2;
  const reached: number[] = [largest];
  for (const weight of rest) reached.push(reached.at(-1)! + ((1 - largest) * weight) / sum);
  return (random) => {
    const at = random.fraction();
    let [low, high] = [0, shops.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (reached[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return shops[low]!;
  };
}
