import type { Hold } from '@paydesk/contract/payments.ts';
import { TEST_CARDS } from '@paydesk/contract/test-cards.ts';
import { sandboxReference } from '../gateways/acquirer-sandbox/booking.ts';
import { tokenOf } from '../gateways/acquirer-sandbox/cards.ts';
import { payer } from './customers.ts';
import { cardRow } from './factories/customers.ts';
import { emitPayment, makePayment } from './payments.ts';
import type { Shop } from './people.ts';
import { HOUR_MS, later, log, randomUuid, type World } from './world.ts';

/** Payments that are not decided: in review, or held and not taken yet. */

interface HeldPlan {
  hold: Hold;
  hours: number;
  cents: bigint;
  goods: string;
  /** Another expiry is another card. */
  expires: string;
}

const HELD: readonly HeldPlan[] = [
  // above what a rule lets through
  { hold: 'REVIEW', hours: 3, cents: 5_480_00n, goods: 'a table for twelve', expires: '2031-03' },
  { hold: 'REVIEW', hours: 19, cents: 6_125_50n, goods: 'chairs for a hall', expires: '2031-05' },
  { hold: 'AUTHORISED', hours: 28, cents: 189_90n, goods: 'made to measure', expires: '2031-07' },
  // its week is nearly over
  { hold: 'AUTHORISED', hours: 150, cents: 349_00n, goods: 'out of stock', expires: '2031-09' },
];

const CAPTURE_MS = 7 * 24 * HOUR_MS;
/** The installation's own, as a demo has it. */
const GATEWAY = 'sandbox';
const CHECKOUT = { userName: 'Checkout' };

/** Each of them, for a named merchant. Gives how many transactions there are. */
export function heldPayments(world: World, shop: Shop): number {
  for (const plan of HELD) held(world, shop, plan);
  return HELD.length;
}

const describe = (shop: Shop, goods: string) =>
  `Order ${shop.initials}-${shop.nextOrder++}, ${goods}`;

function held(world: World, shop: Shop, { hold, hours, cents, goods, expires }: HeldPlan): void {
  const { clock, emit, random } = world;
  const date = later(clock, -hours * HOUR_MS);
  const card = cardOf(world, shop, date, expires);
  const payment = makePayment(world, shop, {
    date,
    status: 'PROCESSING',
    amountCents: cents,
    description: describe(shop, goods),
    recurring: null,
    links: 'all',
    customerId: card.customer.id,
    cardId: card.id,
    cardPan: card.pan,
    externalPaymentId: null,
    xid: null,
    createdBy: CHECKOUT.userName,
    hold,
  });
  payment.customer = card.customer;
  const { transaction, purchase } = payment;
  const { merchantId, currency } = transaction;
  purchase!.customerId = hold === 'REVIEW' ? null : card.customer.id;
  purchase!.status = hold === 'REVIEW' ? 'UNSIGNED' : 'SIGNED';
  purchase!.expirationDate = later(date, CAPTURE_MS);
  const answered = later(date, 2000);
  log(world, transaction, answered, {
    event: hold === 'REVIEW' ? 'HELD' : 'AUTHORISED',
    fromStatus: 'PROCESSING',
    toStatus: 'PROCESSING',
    ...CHECKOUT,
  });
  emitPayment(world, payment);

  const { id, orderId, purchaseId } = transaction;
  const of = { merchantId, orderId: orderId!, purchaseId: purchaseId! };
  const checkoutId = randomUuid(world);
  const opened = later(date, -240_000);
  emit('checkouts', {
    id: checkoutId,
    ...of,
    source: 'API',
    widgetId: null,
    paymentLinkId: null,
    successUrl: null,
    cancelUrl: null,
    capture: hold === 'AUTHORISED' ? 'MANUAL' : 'AUTOMATIC',
    firstName: card.customer.firstName,
    lastName: card.customer.lastName,
    phone: null,
    shippingMethodId: null,
    shippingCents: 0n,
    consentDate: later(date, -30_000),
    cancelledDate: null,
    createdDate: opened,
    expiresDate: later(opened, 24 * HOUR_MS),
  });
  const operationId = hold === 'AUTHORISED' ? random.id(date) : null;
  emit('paymentAttempts', {
    id,
    checkoutId,
    ...of,
    stage: hold,
    amountCents: cents,
    currency,
    frame: true,
    gateway: GATEWAY,
    cardId: card.id,
    operationId,
    pageUrl: null,
    reason: null,
    authorisedDate: operationId ? answered : null,
    captureBefore: operationId ? later(answered, CAPTURE_MS) : null,
    nextAttemptDate: null,
    createdDate: later(date, -20_000),
    updatedDate: answered,
  });
  if (operationId === null) return;
  const reference = sandboxReference(operationId);
  emit('paymentOperations', {
    id: operationId,
    attemptId: id,
    merchantId,
    kind: 'AUTHORISE',
    status: 'APPROVED',
    amountCents: cents,
    currency,
    createdDate: date,
    userId: null,
    ...CHECKOUT,
    settledDate: answered,
    acquirerReference: reference,
    declineReason: null,
    nextAttemptDate: null,
    gateway: GATEWAY,
  });
  const book = { operationId, reference, createdDate: date, bookedDate: answered };
  emit('ledger', { kind: 'AUTHORISE', transactionId: id, amountCents: cents, currency, ...book });
}

const APPROVED = TEST_CARDS.find(({ name }) => name === 'approve')!;

/** A card that the sandbox's acquirer knows, so that its money can be asked for; and whose it is. */
function cardOf(world: World, { initials }: Shop, date: Date, expires: string) {
  const { customer } = payer(world, date);
  const id = world.random.id(date);
  const [first6, last4] = [APPROVED.number.slice(0, 6), APPROVED.number.slice(-4)];
  // of each merchant its own, so that nobody's card is another one's
  const until = initials === 'AO' ? expires : expires.replace('2031', '2032');
  const token = tokenOf(APPROVED, until);
  world.emit('sandboxCards', {
    token,
    testCard: APPROVED.name,
    expires: until,
    createdDate: date,
  });
  world.emit(
    'cards',
    cardRow({
      id,
      customerId: customer.id,
      first6,
      last4,
      cardType: APPROVED.type,
      paymentScheme: APPROVED.scheme,
      issuer: APPROVED.issuer,
      expiresMonth: `${until}-01`,
      token,
      gateway: GATEWAY,
      createdDate: date,
    }),
  );
  return { id, pan: `${first6}******${last4}`, customer };
}
