import { failureOf } from '@paydesk/contract/declines.ts';
import { payer } from './customers.ts';
import { purchaseRow, transactionRow } from './factories.ts';
import { paidOrder } from './orders.ts';
import type { Shop } from './people.ts';
import type { Random } from './random.ts';
import type { PurchaseRow, TransactionRow } from './tables.ts';
import { exchangeLogs, toldInVain } from './exchange-logs.ts';
import type { RecurringPayment } from './recurring.ts';
import { wireLogs } from './wire-logs.ts';
import {
  AUTHENTICATION_MS,
  fullName,
  HOUR_MS,
  later,
  log,
  type Payment,
  type World,
} from './world.ts';
import { CITIES, ERRORS, goodsFor } from './words.ts';

type Status = TransactionRow['status'];

const BINS = ['411111', '424242', '400000', '510510', '555555', '222300', '520082', '601100'];
const ENDINGS = [0, 50, 90, 95, 99];

/** How a purchase stands after its one payment. */
export const PURCHASE_STATUS: Record<Status, PurchaseRow['status']> = {
  PROCESSING: 'SIGNED',
  SUCCESS: 'SETTLED',
  REVERSED: 'SETTLED',
  FAILED: 'UNSIGNED',
  CANCELLED: 'CANCELLED',
  DECLINED: 'DECLINED',
  RP_BLOCKED: 'DECLINED',
};

/** As the settings begin: after 30 days. */
const LAPSES_MS = 30 * 24 * HOUR_MS;

/** Small ones often, large ones seldom, never 9000.00 or more. */
export function randomAmount(random: Random): bigint {
  const kind = random.fraction();
  const part = random.fraction() * random.fraction();
  const [least, most] = kind < 0.85 ? [1, 149] : kind < 0.98 ? [100, 999] : [1000, 8998];
  const whole = least + Math.floor(part * (most - least + 1));
  return BigInt(whole * 100 + random.pick(ENDINGS));
}

export function randomStatus(random: Random, age: number, recurring: boolean): Status {
  if (random.chance(age < 36 * HOUR_MS ? 0.08 : 0.001)) return 'PROCESSING';
  const dice = random.fraction();
  if (dice < 0.04) return 'FAILED';
  if (dice < 0.085) return 'DECLINED';
  // nobody sits at a recurring charge who could cancel it
  if (recurring) return dice < 0.16 ? 'RP_BLOCKED' : 'SUCCESS';
  return dice < 0.105 ? 'CANCELLED' : 'SUCCESS';
}

interface Given extends Partial<TransactionRow> {
  date: Date;
  /** Customer, purchase and order: all, none (AM-09), or as it happens. */
  links?: 'all' | 'none';
  /** What it is a charge of; a new one, none, or as it happens where it says nothing. */
  recurring?: RecurringPayment | 'new' | null;
}

/** One payment of a shop: its transaction, its purchase and how it came about in the log. */
export function makePayment(world: World, shop: Shop, given: Given): Payment {
  const { random, clock } = world;
  const { links, recurring: wanted, ...overrides } = given;
  const linked = (usually: number) => (links ? links === 'all' : random.chance(usually));
  const { date } = given;
  const age = clock.getTime() - date.getTime();
  const repeats = wanted === undefined ? random.chance(0.1) : wanted !== null;
  const recurring =
    wanted === 'new'
      ? world.recurringPayments.open(world, shop, date, given)
      : (wanted ?? (repeats ? world.recurringPayments.next(world, shop, date) : null));
  const status = given.status ?? randomStatus(random, age, repeats);
  const errors = status in ERRORS ? ERRORS[status as keyof typeof ERRORS] : null;
  const error = errors && random.pick<readonly [string, string, string]>(errors);
  const charged = status === 'SUCCESS' || status === 'REVERSED';
  const paid = recurring ? recurring.paidBy : linked(0.95) ? payer(world, date) : null;
  const customer = paid?.customer ?? null;
  // the others paid from an account
  const card = paid && random.chance(0.97) ? paid.card : null;
  const kind = random.fraction();
  const id = random.id(date);
  const orderId = linked(recurring ? 0 : 0.73 * world.orderShare) ? random.id(date) : null;
  const amountCents = recurring?.amountCents ?? given.amountCents ?? randomAmount(random);
  const transaction = transactionRow({
    id,
    merchantId: shop.merchant.id,
    customerId: customer?.id ?? null,
    orderId,
    recurringPaymentId: recurring?.row.id ?? null,
    status,
    amountCents,
    description: recurring?.description ?? describe(random, shop, kind, amountCents),
    // a stranger's card is kept by nobody
    cardPan: card?.pan ?? (paid ? null : `${random.pick(BINS)}******${random.digits(4)}`),
    cardId: card?.id ?? null,
    accountStatementReference: charged ? statementReference(world) : null,
    batchId: charged && age > 24 * HOUR_MS ? batchId(date, shop) : null,
    externalErrorType: error?.[0] ?? null,
    externalErrorCode: error?.[1] ?? null,
    externalErrorDescription: error?.[2] ?? null,
    externalPaymentId: status === 'CANCELLED' ? null : `PAY-${random.digits(10)}`,
    xid: !recurring && random.chance(0.45) ? xid(random) : null,
    reportData: random.chance(0.8) ? reportData(random, recurring !== null) : {},
    createdBy: recurring
      ? 'Recurring'
      : kind < 0.04 && shop.staff.length > 0
        ? fullName(random.pick(shop.staff))
        : 'Payment page',
    ...overrides,
  });
  const purchase =
    !recurring && linked(0.94)
      ? purchaseRow({
          id: random.id(date),
          merchantId: shop.merchant.id,
          customerId: transaction.customerId,
          amountCents: transaction.amountCents,
          status: PURCHASE_STATUS[transaction.status],
          createdDate: date,
          paymentInfo: transaction.description,
          externalId: `${shop.initials}-${random.digits(8)}`,
          expirationDate: later(date, 24 * HOUR_MS),
        })
      : null;
  transaction.purchaseId = recurring?.purchase.id ?? purchase?.id ?? null;
  logCharge(world, transaction);
  return { shop, transaction, purchase, customer, recurring };
}

/** How the last message to the merchant went, and why the purchase came to nothing, where it did. */
export function purchaseStory(
  random: Random,
  { status }: PurchaseRow,
  reason: string | null = null,
): Partial<PurchaseRow> {
  if (status === 'UNSIGNED') return {};
  const lastCallbackStatus = random.chance(0.03) ? 'ERROR' : 'OK';
  if (status !== 'DECLINED') return { lastCallbackStatus };
  return { lastCallbackStatus, reasonCode: 'PAYMENT_DECLINED', reasonNote: reason };
}

/** A message that failed stands in the logs as one: of what is not logged there, all arrived. */
export const heard = (purchase: PurchaseRow, failed: boolean): Partial<PurchaseRow> =>
  purchase.lastCallbackStatus === 'ERROR' && !failed ? { lastCallbackStatus: 'OK' } : {};

/** What nobody signed in time is over, as the task would have it. */
export function lapsed(purchase: PurchaseRow, clock: Date): Partial<PurchaseRow> {
  const { status, expirationDate, createdDate } = purchase;
  const ends = Math.min(expirationDate?.getTime() ?? Infinity, createdDate.getTime() + LAPSES_MS);
  return status === 'UNSIGNED' && ends <= clock.getTime()
    ? { status: 'CANCELLED', reasonCode: 'EXPIRED', lastCallbackStatus: 'OK' }
    : {};
}

const COMES_TO_NOTHING: ReadonlySet<Status> = new Set(['FAILED', 'DECLINED', 'RP_BLOCKED']);
/** What came to nothing is looked up in the logs the most: so many times as often it is kept. */
const ASKED = 7;

export function emitPayment(world: World, payment: Payment): void {
  const { transaction, purchase, recurring = null, shop } = payment;
  const { status } = transaction;
  if (purchase) {
    const { externalErrorType: errorType, externalErrorCode: errorCode } = transaction;
    // merchants read it, so it is in our words (SB-04)
    const failure = failureOf({ status, isRefund: false, errorType, errorCode });
    Object.assign(purchase, purchaseStory(world.random, purchase, failure?.reason));
    if (transaction.status === 'CANCELLED') {
      purchase.reasonCode = 'CANCELLED_BY_PAYER';
      purchase.reasonNote = 'Cancelled on the payment page';
    }
  }
  if (recurring) world.recurringPayments.count(world, shop, recurring, transaction);
  const drawn = world.random.chance(world.wireShare);
  // by numbers of its own, so that the rest of the demo stays as it was
  const apart = { ...world, random: world.random.fork(transaction.id) };
  const logged =
    drawn || (COMES_TO_NOTHING.has(status) && apart.random.chance(ASKED * world.wireShare));
  if (purchase) {
    const { clock, emit } = world;
    const over = lapsed(purchase, clock);
    const failed = logged && toldInVain({ ...purchase, ...over }, transaction, clock);
    Object.assign(purchase, heard(purchase, failed));
    emit('purchases', { ...purchase, ...over });
  }
  if (logged) {
    const telling = drawn ? world : apart;
    wireLogs(telling, transaction);
    const about = purchase ?? recurring?.purchase;
    if (about) exchangeLogs(telling, about, transaction);
  }
  world.emit('transactions', transaction);
  paidOrder(world, payment);
}

function logCharge(world: World, transaction: TransactionRow): void {
  const { random } = world;
  const { date, status } = transaction;
  log(world, transaction, date, { event: 'CREATED', toStatus: 'PROCESSING' });
  if (status === 'PROCESSING') return;
  const cancelled = status === 'CANCELLED';
  const charged = status === 'SUCCESS' || status === 'REVERSED';
  const start = transaction.xid ? AUTHENTICATION_MS : 0;
  const end = later(date, start + random.int(2000, cancelled ? 600_000 : 9000));
  log(world, transaction, end, {
    event: cancelled ? 'CANCELLED' : charged ? 'CHARGED' : 'CHARGE_FAILED',
    fromStatus: 'PROCESSING',
    toStatus: charged ? 'SUCCESS' : status,
    note: cancelled ? 'Cancelled on the payment page' : transaction.externalErrorDescription,
  });
}

function statementReference(world: World): string {
  return `ASR${String(world.counters.statement++).padStart(9, '0')}`;
}

/** One batch a merchant and week: 41200017. */
export function batchId(date: Date, shop: Shop): string {
  const week = Math.floor(date.getTime() / (7 * 24 * HOUR_MS)) % 100;
  return `4120${String(week).padStart(2, '0')}${String(shop.initials.charCodeAt(0) % 100).padStart(2, '0')}`;
}

function describe(random: Random, shop: Shop, kind: number, cents: bigint): string | null {
  if (kind < 0.88)
    return `Order ${shop.initials}-${shop.nextOrder++}, ${goodsFor(random, shop.goods, cents)}`;
  return kind < 0.98 ? `Delivery, ${random.pick(CITIES)}` : null;
}

function xid(random: Random): string {
  return Buffer.from(random.hex(40), 'hex').toString('base64');
}

function reportData(random: Random, recurring: boolean): Record<string, string> {
  const data: Record<string, string> = {
    channel: recurring ? 'recurring' : random.pick(['web', 'web', 'app', 'phone']),
    country: random.pick(['LV', 'EE', 'LT', 'FI']),
    terminal: `WEB-${random.pick(['01', '02', '03'])}`,
  };
  if (random.chance(0.3)) data['campaign'] = random.pick(['spring', 'newsletter', 'returning']);
  if (random.chance(0.2)) data['invoice'] = `INV-${random.digits(6)}`;
  return data;
}
