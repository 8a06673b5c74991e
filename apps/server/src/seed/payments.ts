import { purchaseRow, transactionRow } from './factories.ts';
import type { Customer, Shop } from './people.ts';
import type { Random } from './random.ts';
import type { Emit, PurchaseRow, TransactionLogRow, TransactionRow, UserRow } from './tables.ts';
import { CITIES, SUBSCRIPTIONS } from './words.ts';

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
}

/** A transaction in the making: what happens to it later changes its rows until it is emitted. */
export interface Payment {
  shop: Shop;
  transaction: TransactionRow;
  purchase: PurchaseRow | null;
}

type Status = TransactionRow['status'];

const HOUR_MS = 3_600_000;
const BINS = ['411111', '424242', '400000', '510510', '555555', '222300', '520082', '601100'];
const REGULAR_PRICES = [499n, 990n, 1499n, 2900n];
const ENDINGS = [0, 50, 90, 95, 99];

/** Type, code and words of what went wrong, as the outside reports it. */
export const ERRORS: Record<'FAILED' | 'DECLINED' | 'RP_BLOCKED', [string, string, string][]> = {
  FAILED: [
    ['TECHNICAL', '91', 'Issuer not available'],
    ['TECHNICAL', '96', 'System malfunction'],
    ['AUTHENTICATION', 'N', 'Card holder could not be authenticated'],
    ['ACQUIRER', '68', 'No response in time'],
  ],
  DECLINED: [
    ['ISSUER', '51', 'Insufficient funds'],
    ['ISSUER', '05', 'Do not honour'],
    ['ISSUER', '54', 'Expired card'],
    ['ISSUER', '61', 'Exceeds the withdrawal limit'],
    ['RISK', 'V3', 'Too many attempts with one card'],
  ],
  RP_BLOCKED: [
    ['RECURRING', 'R1', 'The card holder stopped the recurring payment'],
    ['RECURRING', 'R3', 'The card was reported lost'],
  ],
};

const PURCHASE_STATUS: Record<Status, PurchaseRow['status']> = {
  PROCESSING: 'SIGNED',
  SUCCESS: 'SETTLED',
  REVERSED: 'SETTLED',
  FAILED: 'UNSIGNED',
  CANCELLED: 'CANCELLED',
  DECLINED: 'DECLINED',
  RP_BLOCKED: 'DECLINED',
};

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
  if (dice < 0.105) return 'CANCELLED';
  return recurring && dice < 0.16 ? 'RP_BLOCKED' : 'SUCCESS';
}

interface Given extends Partial<TransactionRow> {
  date: Date;
  /** Without purchase, order and customer (AM-09). */
  bare?: boolean;
}

/** One payment of a shop: its transaction, its purchase and how it came about in the log. */
export function makePayment(world: World, shop: Shop, given: Given): Payment {
  const { random, clock } = world;
  const { bare = false, ...overrides } = given;
  const { date } = given;
  const age = clock.getTime() - date.getTime();
  const recurring = given.status === 'RP_BLOCKED' || random.chance(0.1);
  const status = given.status ?? randomStatus(random, age, recurring);
  const error = status in ERRORS ? random.pick(ERRORS[status as keyof typeof ERRORS]) : null;
  const charged = status === 'SUCCESS' || status === 'REVERSED';
  const customer = bare || random.chance(0.05) ? null : random.pick(world.customers);
  const amountCents = given.amountCents ?? (recurring ? random.pick(REGULAR_PRICES) : null);
  const kind = recurring ? 0.8 : random.fraction();
  const id = random.id(date);
  const transaction = transactionRow({
    id,
    merchantId: shop.merchant.id,
    customerId: customer?.id ?? null,
    orderId: bare || recurring || random.chance(0.34) ? null : random.id(date),
    recurringPaymentId: recurring ? random.id(date) : null,
    status,
    amountCents: amountCents ?? randomAmount(random),
    description: describe(random, shop, kind),
    cardPan: random.chance(0.97) ? `${random.pick(BINS)}******${random.digits(4)}` : null,
    accountStatementReference: charged ? statementReference(world) : null,
    batchId: charged && age > 24 * HOUR_MS ? batchId(date, shop) : null,
    externalErrorType: error?.[0] ?? null,
    externalErrorCode: error?.[1] ?? null,
    externalErrorDescription: error?.[2] ?? null,
    externalPaymentId: status === 'CANCELLED' ? null : `PAY-${random.digits(10)}`,
    xid: !recurring && random.chance(0.45) ? xid(random) : null,
    reportData: random.chance(0.8) ? reportData(random, recurring) : {},
    createdBy: recurring
      ? 'Recurring'
      : kind < 0.04 && shop.staff.length > 0
        ? fullName(random.pick(shop.staff))
        : 'Payment page',
    ...overrides,
  });
  const purchase =
    bare || random.chance(0.06)
      ? null
      : purchaseRow({
          id: random.id(date),
          merchantId: shop.merchant.id,
          customerId: transaction.customerId,
          amountCents: transaction.amountCents,
          status: PURCHASE_STATUS[transaction.status],
          createdDate: date,
        });
  transaction.purchaseId = purchase?.id ?? null;
  logCharge(world, transaction);
  return { shop, transaction, purchase };
}

export function emitPayment(world: World, { transaction, purchase }: Payment): void {
  if (purchase) world.emit('purchases', purchase);
  world.emit('transactions', transaction);
}

type LogGiven = Partial<TransactionLogRow> & { event: string };

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

function logCharge(world: World, transaction: TransactionRow): void {
  const { random } = world;
  const { date, status } = transaction;
  log(world, transaction, date, { event: 'CREATED', toStatus: 'PROCESSING' });
  if (status === 'PROCESSING') return;
  const cancelled = status === 'CANCELLED';
  const charged = status === 'SUCCESS' || status === 'REVERSED';
  log(world, transaction, later(date, random.int(400, cancelled ? 600_000 : 9000)), {
    event: cancelled ? 'CANCELLED' : charged ? 'CHARGED' : 'CHARGE_FAILED',
    fromStatus: 'PROCESSING',
    toStatus: charged ? 'SUCCESS' : status,
    note: cancelled ? 'Cancelled on the payment page' : transaction.externalErrorDescription,
  });
}

export const later = (date: Date, ms: number) => new Date(date.getTime() + ms);

export const fullName = (user: { firstName: string; lastName: string }) =>
  `${user.firstName} ${user.lastName}`;

export function statementReference(world: World): string {
  return `ASR${String(world.counters.statement++).padStart(9, '0')}`;
}

/** One batch a merchant and week: 41200017. */
export function batchId(date: Date, shop: Shop): string {
  const week = Math.floor(date.getTime() / (7 * 24 * HOUR_MS)) % 100;
  return `4120${String(week).padStart(2, '0')}${shop.initials.charCodeAt(0) % 90}`;
}

function describe(random: Random, shop: Shop, kind: number): string | null {
  if (kind < 0.72) return `Order ${shop.initials}-${shop.nextOrder++}, ${random.pick(shop.goods)}`;
  if (kind < 0.88) return `Subscription, ${random.pick(SUBSCRIPTIONS)}`;
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
