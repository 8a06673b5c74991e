import { tendLenders } from './lenders-tended.ts';
import type { Step } from './financing.ts';
import type { Customer } from './people.ts';
import type {
  AuthenticationRow,
  ConsumerCreditPersonRow,
  ConsumerCreditRow,
  FinancingInstitutionRow,
  FinancingProductRow,
  OfferRow,
  SignatureRow,
} from './tables.ts';
import { HOUR_MS, later, type World } from './world.ts';

/** Who lends, and what lies between a loan's application and its signature. */

export type Lenders = { institution: FinancingInstitutionRow; products: FinancingProductRow[] }[];

const INSTITUTIONS: [name: string, code: string, active: boolean, address: string][] = [
  ['Northern Credit', 'NORTHCR', true, 'Põhja puiestee 3, 10415 Tallinn, Estonia'],
  ['Amberline Finance', 'AMBERLN', true, 'Kalnų gatvė 12, 01103 Vilnius, Lithuania'],
  ['Gulf Savings Bank', 'GULFSAV', true, 'Krasta iela 5, LV-1050 Rīga, Latvia'],
  ['Old Harbour Lending', 'OLDHARB', false, 'Sadama 9, 80012 Pärnu, Estonia'],
];
/** An invented one, of the land that the address names last. */
const supervisorOf = (address: string) =>
  `Lenders’ Supervision of ${address.slice(address.lastIndexOf(' ') + 1)}`;

/** Every institution with its features and its two products; made once. */
export function makeLenders(world: World): Lenders {
  const { random, clock, emit } = world;
  const lenders = INSTITUTIONS.map(([name, code, active, address]) => {
    const createdDate = later(clock, -random.int(500, 1200) * 24 * HOUR_MS);
    // one of the console's own files: a page of ours asks no other site
    const logoUrl = active ? `/logo/institutions/${code.toLowerCase()}.svg` : null;
    const nobody = { createdBy: null, updatedDate: null, updatedBy: null };
    const id = random.id(createdDate);
    const reached = { address, supervisor: supervisorOf(address) };
    const institution = { id, name, code, active, logoUrl, ...reached, createdDate, ...nobody };
    emit('financingInstitutions', institution);
    const products = (['Instalments', 'Pay later'] as const).map((kind, nth) => {
      const product: FinancingProductRow = {
        id: random.id(createdDate),
        financingInstitutionId: institution.id,
        name: kind,
        code: `${code}-${nth + 1}`,
        minAmountCents: 50_00n,
        maxAmountCents: nth ? 1500_00n : 8000_00n,
        minTermMonths: nth ? 1 : 3,
        maxTermMonths: nth ? 3 : 60,
        interestRateBp: nth ? 0 : random.int(690, 1890),
        active,
        createdDate,
        ...nobody,
      };
      return product;
    });
    return { institution, products };
  });
  tendLenders({ ...world, random: random.fork('lenders') }, lenders);
  for (const { products } of lenders)
    for (const product of products) emit('financingProducts', product);
  return lenders;
}

interface Borrowing {
  credit: ConsumerCreditRow;
  customer: Customer;
  /** Whether the loan has come this far. */
  has: (step: Step) => boolean;
  failed: boolean;
}

/** What was offered for the loan, how its customer proved to be who they are, and signed. */
export function lend(world: World, lenders: Lenders, borrowing: Borrowing) {
  const { has } = borrowing;
  const offers = has('OFFER_SELECTION') ? makeOffers(world, lenders, borrowing) : [];
  const chosen = offers.find(({ status }) => status === 'CHOSEN');
  return {
    offers,
    chosen:
      chosen && lenders.find(({ institution }) => institution.id === chosen.financingInstitutionId),
    authentications: makeAuthentications(world, borrowing),
    signature: has('SIGNING_DOCUMENTS_PREPARED') ? makeSignature(world, borrowing) : null,
    person: has('APPLICATION_CREATED') ? makePerson(world, borrowing) : null,
  };
}

const about = ({ id, merchantId }: ConsumerCreditRow) => ({ consumerCreditId: id, merchantId });

function makeOffers({ random }: World, lenders: Lenders, borrowing: Borrowing): OfferRow[] {
  const { credit, has, failed } = borrowing;
  // which of them is chosen must not depend on its place
  const count = random.int(1, 3);
  const chosen = has('OFFER_CHOSEN') ? random.int(1, count) : null;
  return lenders.slice(0, count).map(({ institution, products }, index) => {
    const sequence = index + 1;
    const createdDate = later(credit.createdDate, 2 * HOUR_MS + sequence * 60_000);
    const product = products[0]!;
    const termMonths = random.pick([6, 12, 24, 36]);
    const interestRateBp = product.interestRateBp + random.int(0, 200);
    const cost = (credit.amountCents * BigInt(interestRateBp * termMonths)) / 240_000n;
    return {
      id: random.id(createdDate),
      ...about(credit),
      sequence,
      financingInstitutionId: institution.id,
      financingProductId: product.id,
      amountCents: credit.amountCents,
      currency: 'EUR',
      termMonths,
      interestRateBp,
      aprBp: interestRateBp + random.int(100, 400),
      monthlyPaymentCents: (credit.amountCents + cost) / BigInt(termMonths),
      status:
        sequence === chosen ? 'CHOSEN' : chosen ? 'DECLINED' : failed ? 'EXPIRED' : 'RECEIVED',
      externalId: random.chance(0.9) ? `offer-${random.hex(8)}` : null,
      createdDate,
    };
  });
}

const PROVIDERS: [method: string, providers: string[]][] = [
  ['SMART_ID', ['SK ID Solutions']],
  ['MOBILE_ID', ['SK ID Solutions', 'LMT']],
  ['BANK_LINK', ['Amberline Finance', 'Gulf Savings Bank']],
  ['ID_CARD', ['LVRTC']],
];
const ERRORS = { FAILED: 'The customer entered a wrong PIN', EXPIRED: 'No answer in time' };

function makeAuthentications({ random }: World, borrowing: Borrowing): AuthenticationRow[] {
  const { credit, customer, has, failed } = borrowing;
  const done = has('CUSTOMER_RISK_EVALUATION_SUCCEEDED');
  const last = done ? 'SUCCESS' : failed ? random.pick(['FAILED', 'EXPIRED']) : 'STARTED';
  // a draft may wait for its customer; a first try may go wrong
  const before = random.chance(0.2) ? [random.pick(['FAILED', 'EXPIRED'])] : [];
  const statuses = last === 'STARTED' && random.chance(0.5) ? [] : [...before, last];
  return statuses.map((status, index) => {
    const createdDate = later(credit.createdDate, (index + 1) * 10 * 60_000);
    const [method, providers] = random.pick(PROVIDERS);
    return {
      id: random.id(createdDate),
      ...about(credit),
      customerId: customer.id,
      method,
      provider: random.pick(providers),
      status,
      error: status === 'FAILED' || status === 'EXPIRED' ? ERRORS[status] : null,
      createdDate,
      completedDate: status === 'STARTED' ? null : later(createdDate, random.int(8, 110) * 1000),
    };
  });
}

function makeSignature({ random }: World, { credit, has, failed }: Borrowing): SignatureRow {
  const createdDate = later(credit.createdDate, 4 * HOUR_MS);
  const signed = has('AGREEMENT_DOCUMENT_SIGNED');
  const status = signed ? 'SIGNED' : failed ? random.pick(['FAILED', 'EXPIRED']) : 'PENDING';
  const error = status === 'FAILED' ? 'The certificate of the signature is revoked' : null;
  return {
    id: random.id(createdDate),
    ...about(credit),
    signingServiceId: random.pick(['dokobit', 'esign-lv']),
    status,
    signedObjectId: signed ? `agreement-${random.hex(8)}` : null,
    externalId: `sign-${random.hex(8)}`,
    error: status === 'EXPIRED' ? 'The documents were not signed in time' : error,
    createdDate,
  };
}

function makePerson({ random }: World, { credit, customer }: Borrowing): ConsumerCreditPersonRow {
  const [year, month, day] = [random.int(50, 99), random.int(1, 12), random.int(1, 28)].map(
    (part) => String(part).padStart(2, '0'),
  );
  const { firstName, lastName, email } = customer;
  return {
    consumerCreditId: credit.id,
    merchantId: credit.merchantId,
    personalId: `${day}${month}${year}-1${random.digits(4)}`,
    firstName,
    lastName,
    dateOfBirth: `19${year}-${month}-${day}`,
    phoneNumber: `+371 2${random.digits(3)} ${random.digits(4)}`,
    email,
  };
}
