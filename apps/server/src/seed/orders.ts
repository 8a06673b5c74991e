import { lineTax } from '@paydesk/contract/kernel/tax.ts';
import { audit } from './audit.ts';
import { orderItemRow, orderRow } from './factories/orders.ts';
import { daysBefore, type Shop } from './people.ts';
import type { Random } from './random.ts';
import type { OrderItemRow, OrderRow, TransactionRow } from './tables.ts';
import { goodsFor } from './words.ts';
import { fullName, HOUR_MS, later, type Payment, type World } from './world.ts';

/** How long an order waits for its payment. */
const EXPIRES_MS = 24 * HOUR_MS;

type Outcome = Pick<OrderRow, 'status'> &
  Partial<Pick<OrderRow, 'rejectReasonCode' | 'error' | 'paymentMethod'>>;

interface Given extends Partial<OrderRow> {
  createdDate: Date;
  amountCents: bigint;
  /** How many lines; otherwise one to four. */
  lines?: number;
}

/** An order of the shop with its items, whose sum is its amount to the cent. */
export function makeOrder(world: World, shop: Shop, given: Given): OrderRow {
  const { random, emit } = world;
  const { lines = random.int(1, 4), ...overrides } = given;
  const { createdDate, amountCents, label } = overrides;
  const merchantId = shop.merchant.id;
  const id = overrides.id ?? random.id(createdDate);
  const items = makeItems(random, shop, { id, merchantId, createdDate, amountCents }, lines, label);
  const number = overrides.externalOrderNumber ?? `${shop.initials}-${shop.nextOrder++}`;
  const order = orderRow({
    id,
    merchantId,
    externalId: `shop-${number}`,
    externalOrderNumber: number,
    taxCents: items.reduce((sum, item) => sum + taxOf(item), 0n),
    shipment: random.chance(0.85) ? makeShipment(random) : null,
    ...overrides,
    label: items.length > 1 ? `${items[0]!.label} and ${items.length - 1} more` : items[0]!.label,
  });
  emit('orders', order);
  for (const item of items) emit('orderItems', item);
  return order;
}

/** What a payment pays for, once its story is told: a refund's is the one of its payment. */
export function paidOrder(world: World, { shop, transaction, customer }: Payment): void {
  const { orderId, date } = transaction;
  if (orderId === null || transaction.refundedTransactionId !== null) return;
  // of its own, so that what happens to orders leaves the payments alone
  const random = world.random.fork(orderId);
  const [, number, goods] = /^Order (\S+), (.*)/s.exec(transaction.description ?? '') ?? [];
  const createdDate = later(date, -1000 * random.int(30, 900));
  const outcome = outcomeOf(transaction, createdDate, world.clock);
  makeOrder({ ...world, random }, shop, {
    id: orderId,
    createdDate,
    amountCents: transaction.amountCents,
    customerEmail: customer?.email ?? null,
    purchaseId: transaction.purchaseId,
    ...(number && { externalOrderNumber: number, label: goods! }),
    ...outcome,
    updatedDate:
      outcome.status === 'VERIFIED'
        ? null
        : outcome.status === 'EXPIRED'
          ? later(createdDate, EXPIRES_MS)
          : later(date, 10_000),
  });
}

function outcomeOf(payment: TransactionRow, createdDate: Date, clock: Date): Outcome {
  const { status, externalErrorCode, externalErrorDescription } = payment;
  if (status === 'SUCCESS' || status === 'REVERSED') return { status: 'PAID' };
  const error = externalErrorDescription && `Payment failed: ${externalErrorDescription}`;
  if (status === 'FAILED' && externalErrorCode === '68')
    return { status: 'REJECTED', rejectReasonCode: 'TIMEOUT', error };
  if (status === 'FAILED' && externalErrorCode === 'N')
    return { status: 'REJECTED', rejectReasonCode: 'VERIFICATION_FAILED', error };
  // until it expires it can be paid by another try
  const open = later(createdDate, EXPIRES_MS) > clock || status === 'PROCESSING';
  return { status: open ? 'VERIFIED' : 'EXPIRED', error };
}

const REFUSED = 'The shop answered 409: the basket has changed';
const MISMATCH = 'The shop’s amount is 10.00 EUR lower than the order’s';
const SILENT = 'The shop’s verification address did not answer within 10 s';

/** What nobody has paid: everything that can become of an order, and several that wait for a decision. */
const UNPAID: readonly Outcome[] = [
  { status: 'PENDING' },
  { status: 'PENDING' },
  { status: 'PENDING' },
  { status: 'PENDING', paymentMethod: 'CONSUMER_CREDIT' },
  { status: 'PENDING', error: SILENT },
  { status: 'DRAFT', paymentMethod: null },
  { status: 'DRAFT', paymentMethod: 'CONSUMER_CREDIT' },
  { status: 'VERIFIED' },
  { status: 'VERIFIED', paymentMethod: 'CONSUMER_CREDIT' },
  { status: 'REJECTED', rejectReasonCode: 'MANUAL_REJECT' },
  { status: 'REJECTED', rejectReasonCode: 'MANUAL_REJECT', paymentMethod: 'CONSUMER_CREDIT' },
  { status: 'REJECTED', rejectReasonCode: 'VERIFICATION_FAILED', error: REFUSED },
  { status: 'REJECTED', rejectReasonCode: 'AMOUNT_MISMATCH', error: MISMATCH },
  { status: 'REJECTED', rejectReasonCode: 'TIMEOUT', error: SILENT },
  { status: 'EXPIRED' },
  { status: 'EXPIRED', paymentMethod: null },
];

/** Orders without a payment: all of it for the two named merchants, some for the others. */
export function unpaidOrders(world: World): void {
  const { random, clock } = world;
  for (const [index, shop] of world.shops.entries())
    for (const [nth, outcome] of UNPAID.entries()) {
      if (index >= 2 && random.chance(0.85)) continue;
      const { status, rejectReasonCode } = outcome;
      const waiting = status === 'PENDING' || status === 'DRAFT';
      const createdDate = waiting
        ? later(clock, -random.int(600, 70_000) * 1000)
        : daysBefore(clock, random.int(2, 80));
      const decided = status === 'VERIFIED' || rejectReasonCode === 'MANUAL_REJECT';
      const by = decided ? shop.staff[0] : undefined;
      const hours = by ? random.int(1, 20) : status === 'EXPIRED' ? 24 : 0;
      const updatedDate = hours ? later(createdDate, hours * HOUR_MS) : null;
      const order = makeOrder(world, shop, {
        createdDate,
        amountCents: BigInt(random.int(500, 120_000)),
        customerEmail: status === 'DRAFT' ? null : random.pick(world.customers).email,
        // one of them is long enough for a second page
        ...(index < 2 && nth === 0 && { lines: 12, amountCents: 640_00n }),
        ...(status === 'DRAFT' && { externalId: null, shipment: null }),
        ...outcome,
        updatedDate,
        updatedBy: by ? fullName(by) : null,
      });
      if (!by || !updatedDate) continue;
      audit(world, updatedDate, by, {
        action: status === 'VERIFIED' ? 'APPROVE_ORDER' : 'REJECT_ORDER',
        entityType: 'ORDER',
        entityId: order.id,
        result: 'SUCCESS',
        details: {
          changes: {
            status: { before: 'PENDING', after: status },
            ...(rejectReasonCode && {
              reject_reason_code: { before: null, after: rejectReasonCode },
            }),
          },
        },
      });
    }
}

const RATES = [
  [8, '0.21'],
  [2, '0.12'],
  [1, '0.05'],
  [1, '0.00'],
] as const;
const UNITS = [
  [8, 'pcs'],
  [1, 'set'],
  [1, null],
] as const;

/** So many lines at most, the last one with what is left of the amount. */
function makeItems(
  random: Random,
  shop: Shop,
  order: Pick<OrderRow, 'id' | 'merchantId' | 'createdDate' | 'amountCents'>,
  lines: number,
  first: string | null | undefined,
): OrderItemRow[] {
  const items: OrderItemRow[] = [];
  let left = order.amountCents;
  const add = (amountCents: bigint, count: number) => {
    left -= amountCents * BigInt(count);
    // no two lines of one thing, where there is another
    const others = shop.goods.filter((one) => !items.some(({ label }) => label === one));
    const label =
      (items.length === 0 && first) ||
      goodsFor(random, others.length ? others : shop.goods, amountCents);
    items.push(
      orderItemRow({
        id: random.id(order.createdDate),
        orderId: order.id,
        merchantId: order.merchantId,
        position: items.length + 1,
        label,
        amountCents,
        taxRate: random.weighted(RATES),
        count,
        unit: random.weighted(UNITS),
      }),
    );
  };
  for (let line = 1; line < lines; line++) {
    // what the order is called by is one, and most of it
    const count = random.chance(0.7) || line === 1 ? 1 : random.int(2, 4);
    const share =
      line === 1
        ? (left * BigInt(random.int(60, 90))) / 100n
        : (left * BigInt(random.int(50, 150))) / 100n / BigInt(lines - line + 1);
    const each = share / BigInt(count);
    if (each > 0n) add(each, count);
  }
  add(left, 1);
  return items;
}

/** '0.21' → 21n */
const hundredths = (rate: string) => BigInt(rate.replace('.', ''));

const taxOf = ({ amountCents, count, taxRate }: OrderItemRow) =>
  lineTax(amountCents * BigInt(count), hundredths(taxRate));

const HOMES = [
  ['LV', '+371 2', 'Riga', 'LV-10'],
  ['LV', '+371 2', 'Liepāja', 'LV-34'],
  ['EE', '+372 5', 'Tallinn', '10'],
  ['EE', '+372 5', 'Tartu', '51'],
  ['LT', '+370 6', 'Vilnius', 'LT-01'],
  ['LT', '+370 6', 'Kaunas', 'LT-44'],
] as const;
const STREETS = ['Brīvības 12', 'Harbour Street 4', 'Mill Lane 7', 'Pikk 31', 'Gedimino 9'];
const WAYS = [
  ['COURIER', 'Courier'],
  ['PICKUP_POINT', 'Parcel locker'],
  ['POST', 'Post office'],
] as const;

function makeShipment(random: Random): NonNullable<OrderRow['shipment']> {
  const [country, prefix, city, postal] = random.pick(HOMES);
  const [type, method] = random.pick(WAYS);
  return {
    type,
    contactPhone: `${prefix}${random.digits(3)} ${random.digits(4)}`,
    country,
    city,
    addressLine: `${random.pick(STREETS)}–${random.int(1, 40)}`,
    postalCode: `${postal}${random.digits(country === 'EE' ? 3 : 2)}`,
    method,
  };
}
