import { purchaseRow } from './factories.ts';
import { consumerCreditRow } from './factories/financing.ts';
import { lend, type Lenders, makeLenders } from './lenders.ts';
import { makeOrder } from './orders.ts';
import type { Customer, Shop } from './people.ts';
import { refundsOf, waitsForAnswer } from './loan-refunds.ts';
import type { ConsumerCreditRow, ConsumerCreditsRefundRow, OrderRow } from './tables.ts';
import { HOUR_MS, later, type World } from './world.ts';

/** The way of a loan; REFUNDED and FAILED are ends of their own. */
export const WAY = [
  'DRAFT',
  'CUSTOMER_RISK_EVALUATION_SUCCEEDED',
  'APPLICATION_CREATED',
  'OFFER_SELECTION',
  'OFFER_CHOSEN',
  'SIGNING_DOCUMENTS_PREPARED',
  'AGREEMENT_DOCUMENT_SIGNED',
  'WAITING_FOR_CONFIRMATION',
  'CONFIRMED',
] as const;
export type Step = (typeof WAY)[number];

const STATUSES = [...WAY, 'REFUNDED', 'FAILED'] as const;
type Status = (typeof STATUSES)[number];

/** Why it failed, and how far it had come by then. */
const FAILURES: [reason: string, reached: Step][] = [
  ['The customer did not pass the risk evaluation', 'DRAFT'],
  ['No institution made an offer', 'APPLICATION_CREATED'],
  ['The customer chose no offer in time', 'OFFER_SELECTION'],
  ['The agreement was not signed in time', 'SIGNING_DOCUMENTS_PREPARED'],
  ['The institution declined the agreement', 'WAITING_FOR_CONFIRMATION'],
];

const COMMENTS = [
  'Customer called: wants the first instalment moved to the fifth.',
  'Merchant asked twice about the delivery; all papers are here.',
  'Second application within a month, checked by hand.',
];

/** Each named merchant has so many of every status; the others some of what comes. */
const OF_EACH_STATUS = 4;
const OF_OTHERS = 12;
const OTHER_SHOPS = 18;

/** Loans in every status, with the orders they pay for and all that led to them (SB-53). */
export function loans(world: World): void {
  const { random } = world;
  const lenders = makeLenders(world);
  for (const shop of world.shops.slice(0, 2))
    for (const status of STATUSES)
      for (let nth = 0; nth < OF_EACH_STATUS; nth++) loan(world, lenders, shop, status, nth);
  for (const shop of world.shops.slice(2, 2 + OTHER_SHOPS))
    for (let count = 0; count < OF_OTHERS; count++)
      loan(world, lenders, shop, random.pick([...STATUSES, 'CONFIRMED']), random.int(0, 9));
}

function loan(world: World, lenders: Lenders, shop: Shop, status: Status, nth: number): void {
  const { random, clock, emit } = world;
  const customer = random.pick(world.customers);
  // two days are enough for all that happens to it
  const createdDate = later(clock, -random.int(4 * 24, 88 * 24) * HOUR_MS - random.int(0, HOUR_MS));
  const [failureReason, failedAt] = status === 'FAILED' ? FAILURES[nth % 5]! : [null, null];
  const reached: Step = failedAt ?? (status === 'REFUNDED' ? 'CONFIRMED' : (status as Step));
  const has = (step: Step) => WAY.indexOf(reached) >= WAY.indexOf(step);
  const at = (hours: number) => later(createdDate, hours * HOUR_MS);
  const order = emitOrder(world, shop, customer, status, createdDate);
  const id = random.id(createdDate);
  const base = consumerCreditRow({
    id,
    merchantId: shop.merchant.id,
    orderId: order.id,
    customerId: customer.id,
    status,
    failureReason,
    amountCents: order.amountCents,
    createdDate,
    updatedDate: at(random.int(6, 40)),
    deviceOs: random.pick(['iOS', 'Android', 'Windows', 'macOS']),
    offerRetrievalFinished: has('OFFER_SELECTION'),
    comment: random.chance(0.2) ? random.pick(COMMENTS) : null,
  });
  const lent = lend(world, lenders, { credit: base, customer, has, failed: status === 'FAILED' });
  const { chosen } = lent;
  const refunds = refundsOf(world, shop, base, nth, at(60));
  const credit: ConsumerCreditRow = {
    ...base,
    ...(has('APPLICATION_CREATED') && {
      externalId: `app-${random.hex(8)}`,
      applicationUrl: `https://apply.paydesk.test/a/${random.hex(10)}`,
      incomeType: random.pick(['SALARY', 'SALARY', 'PENSION', 'SELF_EMPLOYED', 'OTHER']),
      graceRepaymentCount: random.int(0, 3),
      downPaymentType: 'NONE',
    }),
    ...(chosen && {
      financingInstitutionId: chosen.institution.id,
      loanNumber: `${chosen.institution.code.slice(0, 2)}-${random.digits(6)}`,
    }),
    ...(has('AGREEMENT_DOCUMENT_SIGNED') && { agreementSigningDate: at(5) }),
    ...(refunds.length && { updatedDate: lastOf(refunds) }),
    totalRequestedRefundsCents: refunds
      .filter((refund) => refund.status !== 'REJECTED')
      .reduce((sum, refund) => sum + refund.amountCents, 0n),
    okOfferCount: lent.offers.filter((offer) => offer.status !== 'EXPIRED').length,
    allOfferCount: lent.offers.length,
    allAuthenticationCount: lent.authentications.length,
  };
  if (status === 'WAITING_FOR_CONFIRMATION' && nth % 2 === 0)
    Object.assign(credit, downPayment(world, credit, at(5)));
  emit('consumerCredits', credit);
  if (lent.person) emit('consumerCreditPersons', lent.person);
  for (const offer of lent.offers) emit('offers', offer);
  for (const one of lent.authentications) emit('authentications', one);
  if (lent.signature) emit('signatures', lent.signature);
  for (const refund of refunds) {
    emit('consumerCreditsRefunds', refund);
    if (refund.status === 'REQUESTED') waitsForAnswer(world, credit, refund);
  }
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

/** What is bought, worth lending for; as far as the loan has brought it. */
function emitOrder(
  world: World,
  shop: Shop,
  customer: Customer,
  loanStatus: Status,
  createdDate: Date,
): OrderRow {
  return makeOrder(world, shop, {
    createdDate,
    amountCents: BigInt(world.random.int(160, 4200)) * 100n,
    lines: world.random.int(1, 3),
    customerEmail: customer.email,
    paymentMethod: 'CONSUMER_CREDIT',
    updatedDate: later(createdDate, 5 * HOUR_MS),
    ...orderState(loanStatus),
  });
}

function orderState(loanStatus: Status): Partial<OrderRow> & Pick<OrderRow, 'status'> {
  if (loanStatus === 'CONFIRMED' || loanStatus === 'REFUNDED') return { status: 'PAID' };
  if (loanStatus === 'FAILED')
    return { status: 'REJECTED', rejectReasonCode: 'VERIFICATION_FAILED' };
  return { status: 'PENDING' };
}
