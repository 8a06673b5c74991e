import { purchaseRow } from './factories.ts';
import { consumerCreditRow } from './factories/financing.ts';
import { lend, makeLenders, type Lenders } from './lenders.ts';
import { live } from './loan-life.ts';
import { refundsOf, waitsForAnswer } from './loan-refunds.ts';
import type { ConsumerCreditRow, ConsumerCreditsRefundRow } from './loan-rows.ts';
import { HELD_ABOVE, isHeld, STATUSES, wayOf, type Status, type Way } from './loan-way.ts';
import { makeOrder } from './orders.ts';
import type { Customer, Shop } from './people.ts';
import type { OrderRow } from './tables.ts';
import { HOUR_MS, later, randomUuid, type World } from './world.ts';

const COMMENTS = [
  'Customer called: wants the first instalment moved to the fifth.',
  'Merchant asked twice about the delivery; all papers are here.',
  'Second application within a month, checked by hand.',
];

/** Each named merchant has so many of every status; the others some of what comes: most of them have been lent. */
const OF_EACH_STATUS = 4;
const OF_OTHERS = 12;
const OTHER_SHOPS = 18;
const OF_OTHER_SHOPS: readonly (readonly [share: number, status: Status])[] = STATUSES.map(
  (status) => [status === 'CONFIRMED' ? 10 : 1, status],
);

/** Loans in every status, with the orders they pay for and all that led to them (SB-53). */
export async function loans(world: World, publicUrl: string): Promise<void> {
  const { random } = world;
  const lenders = makeLenders(world);
  const one = (shop: Shop, status: Status, nth: number) =>
    loan(world, lenders, { shop, status, nth, publicUrl });
  for (const shop of world.shops.slice(0, 2))
    for (const status of STATUSES)
      for (let nth = 0; nth < OF_EACH_STATUS; nth++) await one(shop, status, nth);
  for (const shop of world.shops.slice(2, 2 + OTHER_SHOPS))
    for (let count = 0; count < OF_OTHERS; count++)
      await one(shop, random.weighted(OF_OTHER_SHOPS), random.int(0, 9));
}

interface Which {
  shop: Shop;
  status: Status;
  nth: number;
  publicUrl: string;
}

async function loan(world: World, lenders: Lenders, which: Which): Promise<void> {
  const { random, emit } = world;
  const { shop, status, nth, publicUrl } = which;
  const way = wayOf(world, status, nth);
  const { createdDate, at, has } = way;
  const customer = borrower(world);
  const { order, checkoutId } = opened(world, shop, customer, way);
  const base = consumerCreditRow({
    id: random.id(createdDate),
    merchantId: shop.merchant.id,
    orderId: order.id,
    customerId: customer.id,
    status,
    failureReason: way.failureReason,
    amountCents: order.amountCents,
    createdDate,
    updatedDate: way.lives ? way.since : at(random.int(6, 40)),
    deviceOs: random.pick(['iOS', 'Android', 'Windows', 'macOS']),
    offerRetrievalFinished: has('OFFER_SELECTION'),
    comment: random.chance(0.2) ? random.pick(COMMENTS) : null,
    checkoutId,
    termMonths: way.lives ? random.pick([6, 12, 24, 36]) : null,
  });
  const lent = lend(world, lenders, { credit: base, customer, way });
  const { chosen } = lent;
  const refunds = refundsOf(world, shop, base, nth, at(60), chosen?.institution.name ?? null);
  const credit: ConsumerCreditRow = {
    ...base,
    ...((way.lives || has('APPLICATION_CREATED')) && {
      incomeType: random.pick(['SALARY', 'SALARY', 'PENSION', 'SELF_EMPLOYED', 'OTHER']),
    }),
    ...(has('APPLICATION_CREATED') && {
      externalId: `app-${random.hex(8)}`,
      applicationUrl: `https://apply.paydesk.test/a/${random.hex(10)}`,
      graceRepaymentCount: random.int(0, 3),
      downPaymentType: 'NONE',
    }),
    ...(chosen && {
      financingInstitutionId: chosen.institution.id,
      // of one that lives the institution says it when it confirms
      ...((!way.lives || status === 'CONFIRMED') && {
        loanNumber: `${chosen.institution.code.slice(0, 2)}-${random.digits(6)}`,
      }),
    }),
    ...(has('AGREEMENT_DOCUMENT_SIGNED') && { agreementSigningDate: at(5) }),
    ...(refunds.length && { updatedDate: lastOf(refunds) }),
    totalRequestedRefundsCents: refunds
      .filter(({ status: now }) => now === 'REQUESTED' || now === 'CONFIRMED')
      .reduce((sum, refund) => sum + refund.amountCents, 0n),
    okOfferCount: lent.offers.filter((offer) => offer.status !== 'EXPIRED').length,
    allOfferCount: lent.offers.length,
    allAuthenticationCount: lent.authentications.length,
  };
  if (status === 'WAITING_FOR_CONFIRMATION' && nth % 2 === 0)
    Object.assign(credit, downPayment(world, credit, at(5)));
  const life = way.lives
    ? await live(world, { shop, way, credit, order, lenders, lent, publicUrl })
    : null;
  emit('consumerCredits', { ...credit, ...life?.columns });
  if (lent.person) emit('consumerCreditPersons', lent.person);
  life?.emit();
  for (const offer of lent.offers) emit('offers', offer);
  for (const tried of lent.authentications) emit('authentications', tried);
  if (lent.signature)
    emit('signatures', { ...lent.signature, documentId: life?.documentId ?? null });
  for (const refund of refunds) {
    emit('consumerCreditsRefunds', refund);
    if (refund.status === 'REQUESTED') waitsForAnswer(world, credit, refund);
  }
}

/** Nobody lends to whom staff have blocked. */
function borrower({ random, customers }: World): Customer {
  const active = customers.filter(({ status }) => status === 'ACTIVE');
  return random.pick(active);
}

const lastOf = (refunds: ConsumerCreditsRefundRow[]) =>
  refunds.map((one) => one.settledDate ?? one.createdDate).reduce((a, b) => (a > b ? a : b));

/** Agreed by card with the agreement, and charged when the loan is confirmed. */
function downPayment(world: World, credit: ConsumerCreditRow, date: Date) {
  const amountCents = credit.amountCents / 10n;
  const purchase = purchaseRow({
    id: world.random.id(date),
    merchantId: credit.merchantId,
    customerId: credit.customerId,
    amountCents,
    status: 'SIGNED',
    createdDate: date,
  });
  world.emit('purchases', purchase);
  return {
    downPaymentAmountCents: amountCents,
    downPaymentType: 'CARD',
    downPaymentPurchaseId: purchase.id,
  };
}

/** How long a checkout can be begun; a loan of it goes on by its link. */
const OPEN_MS = 24 * HOUR_MS;

/** What is bought, worth lending for, as far as the loan has brought it; and the checkout of a loan that lives. */
function opened(
  world: World,
  shop: Shop,
  customer: Customer,
  way: Way,
): { order: OrderRow; checkoutId: string | null } {
  const { random, emit } = world;
  const { status, lives, createdDate } = way;
  const merchantId = shop.merchant.id;
  const date = later(createdDate, -300_000);
  const drawn = BigInt(random.int(160, 4200)) * 100n;
  const amountCents = isHeld(way) ? BigInt(HELD_ABOVE) * 100n + drawn / 2n : drawn;
  const paid = status === 'CONFIRMED';
  const purchase = purchaseRow({
    id: random.id(date),
    merchantId,
    customerId: paid ? customer.id : null,
    amountCents,
    status: paid ? 'SETTLED' : 'UNSIGNED',
    expirationDate: later(date, OPEN_MS),
    createdDate: date,
  });
  if (lives) emit('purchases', purchase);
  const order = makeOrder(world, shop, {
    createdDate: lives ? date : createdDate,
    amountCents,
    lines: random.int(1, 3),
    customerEmail: customer.email,
    paymentMethod: 'CONSUMER_CREDIT',
    purchaseId: lives ? purchase.id : null,
    updatedDate: later(createdDate, lives && !paid ? 0 : 5 * HOUR_MS),
    ...orderState(status),
  });
  if (!lives) return { order, checkoutId: null };
  const checkoutId = randomUuid(world);
  emit('checkouts', {
    id: checkoutId,
    merchantId,
    orderId: order.id,
    purchaseId: purchase.id,
    source: 'API',
    widgetId: null,
    paymentLinkId: null,
    successUrl: null,
    cancelUrl: null,
    capture: 'AUTOMATIC',
    firstName: customer.firstName,
    lastName: customer.lastName,
    phone: null,
    shippingMethodId: null,
    shippingCents: 0n,
    consentDate: createdDate,
    cancelledDate: null,
    createdDate: date,
    expiresDate: later(date, OPEN_MS),
  });
  return { order, checkoutId };
}

function orderState(loanStatus: Status): Partial<OrderRow> & Pick<OrderRow, 'status'> {
  if (loanStatus === 'CONFIRMED' || loanStatus === 'REFUNDED') return { status: 'PAID' };
  if (loanStatus === 'FAILED')
    return { status: 'REJECTED', rejectReasonCode: 'VERIFICATION_FAILED' };
  return { status: 'PENDING' };
}
