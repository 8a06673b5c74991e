import { loanOf } from '@paydesk/contract/credit.ts';
import { institutionReference } from '../gateways/institution-sandbox/words.ts';
import { makePerson } from './borrowers.ts';
import { tendLenders } from './lenders-tended.ts';
import type {
  AuthenticationRow,
  ConsumerCreditRow,
  LoanApplicationRow,
  OfferRow,
  SignatureRow,
} from './loan-rows.ts';
import { HOURS, type Way } from './loan-way.ts';
import type { Customer } from './people.ts';
import type { FinancingInstitutionRow, FinancingProductRow } from './tables.ts';
import { HOUR_MS, later, type World } from './world.ts';

/** Who lends, and what lies between a loan's application and its signature. */

export type Lenders = { institution: FinancingInstitutionRow; products: FinancingProductRow[] }[];

const INSTITUTIONS: [name: string, code: string, active: boolean, address: string][] = [
  ['Northern Credit', 'NORTHCR', true, 'Põhja puiestee 3, 10415 Tallinn, Estonia'],
  ['Amberline Finance', 'AMBERLN', true, 'Kalnų gatvė 12, 01103 Vilnius, Lithuania'],
  ['Gulf Savings Bank', 'GULFSAV', true, 'Krasta iela 5, LV-1050 Rīga, Latvia'],
  ['Old Harbour Lending', 'OLDHARB', false, 'Sadama 9, 80012 Pärnu, Estonia'],
];
/** Whom staff ask there, where the institution has said so: numbers that no telephone has. */
const OPERATIONS: Readonly<Record<string, [email: string | null, phone: string | null]>> = {
  NORTHCR: ['operations@northern.test', '+44 1632 960018'],
  AMBERLN: ['refunds@amberline.test', '+44 1632 960125'],
  GULFSAV: [null, '+44 1632 960341'],
};
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
    const [operationsEmail, operationsPhone] = OPERATIONS[code] ?? [null, null];
    const reached = {
      address,
      supervisor: supervisorOf(address),
      operationsEmail,
      operationsPhone,
    };
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

export interface Borrowing {
  credit: ConsumerCreditRow;
  customer: Customer;
  way: Way;
}

/** The installation's own, as a demo has it. */
export const GATEWAY = 'sandbox';
/** As long as an institution of the demo stands by its offer. */
const OFFER_MS = 14 * 24 * HOUR_MS;

/** What was asked of whom and offered for the loan, how its customer proved to be who they are, and signed. */
export function lend(world: World, lenders: Lenders, borrowing: Borrowing) {
  const { lives, has, reached } = borrowing.way;
  const applications =
    lives && has('APPLICATION_CREATED') ? makeApplications(world, lenders, borrowing) : [];
  const offers = has('OFFER_SELECTION') ? makeOffers(world, lenders, borrowing, applications) : [];
  for (const one of applications) decide(one, offers);
  const chosen = offers.find(({ status }) => status === 'CHOSEN');
  return {
    applications,
    offers,
    chosen:
      chosen && lenders.find(({ institution }) => institution.id === chosen.financingInstitutionId),
    authentications:
      has('OFFER_CHOSEN') || reached === 'DRAFT' ? makeAuthentications(world, borrowing) : [],
    signature: has('SIGNING_DOCUMENTS_PREPARED') ? makeSignature(world, borrowing) : null,
    person: lives || has('APPLICATION_CREATED') ? makePerson(world, borrowing) : null,
  };
}
export type Lent = ReturnType<typeof lend>;

const about = ({ id, merchantId }: ConsumerCreditRow) => ({ consumerCreditId: id, merchantId });

const TOO_LITTLE = 'Too little is left of the income';
export const SILENT = 'No answer in time';

/** It went to all who lend; one of them thinks about it still, where nobody has offered yet. */
function makeApplications(
  { random }: World,
  lenders: Lenders,
  { credit, way }: Borrowing,
): LoanApplicationRow[] {
  const createdDate = way.at(HOURS.APPLICATION_CREATED);
  const active = lenders.filter(({ institution }) => institution.active);
  return active.map(({ institution }, index) => {
    const thinks = way.reached === 'APPLICATION_CREATED' && index === active.length - 1;
    const silent = thinks && way.nth % 4 === 2;
    const decidedDate = thinks ? null : later(createdDate, 1500);
    return {
      id: random.id(createdDate),
      ...about(credit),
      financingInstitutionId: institution.id,
      status: silent ? 'ERROR' : thinks ? 'SENT' : 'DECLINED',
      externalId: null,
      rejectReason: thinks ? null : TOO_LITTLE,
      gateway: GATEWAY,
      error: silent ? SILENT : null,
      createdDate,
      decidedDate,
      updatedDate: decidedDate,
    };
  });
}

/** What came of an application by the offers that were made. */
function decide(one: LoanApplicationRow, offers: OfferRow[]): void {
  const offer = offers.find(({ applicationId }) => applicationId === one.id);
  if (offer)
    Object.assign(one, {
      status: offer.status === 'DECLINED' ? 'WITHDRAWN' : 'OFFERED',
      externalId: institutionReference(one.id, 'A'),
      rejectReason: null,
      decidedDate: offer.createdDate,
      updatedDate: offer.createdDate,
    });
}

function makeOffers(
  { random }: World,
  lenders: Lenders,
  { credit, way }: Borrowing,
  applications: LoanApplicationRow[],
): OfferRow[] {
  // which of them is chosen must not depend on its place
  const count = random.int(1, 3);
  const chosen = way.has('OFFER_CHOSEN') ? random.int(1, count) : null;
  const failed = way.status === 'FAILED';
  return lenders.slice(0, count).map(({ institution, products }, index) => {
    const sequence = index + 1;
    const createdDate = later(credit.createdDate, 2 * HOUR_MS + sequence * 60_000);
    const product = products[0]!;
    const termMonths = credit.termMonths ?? random.pick([6, 12, 24, 36]);
    const { apr, monthlyCents, totalCents } = loanOf({
      amountCents: credit.amountCents,
      rate: BigInt(product.interestRateBp),
      months: termMonths,
    });
    const application = applications[index];
    const reference = application
      ? institutionReference(`${application.id} ${product.code}`, 'O')
      : `offer-${random.hex(8)}`;
    return {
      id: random.id(createdDate),
      ...about(credit),
      sequence,
      financingInstitutionId: institution.id,
      financingProductId: product.id,
      amountCents: credit.amountCents,
      currency: 'EUR',
      termMonths,
      interestRateBp: product.interestRateBp,
      aprBp: Math.round(apr * 100),
      monthlyPaymentCents: monthlyCents,
      totalCents,
      status:
        sequence === chosen ? 'CHOSEN' : chosen ? 'DECLINED' : failed ? 'EXPIRED' : 'RECEIVED',
      externalId: application || random.chance(0.9) ? reference : null,
      createdDate,
      applicationId: application?.id ?? null,
      validUntil: later(createdDate, OFFER_MS),
      chosenDate: sequence === chosen ? way.at(HOURS.OFFER_CHOSEN) : null,
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
/** So long somebody has, and when they are asked about. */
const [TRY_MS, LOOK_MS] = [10 * 60_000, 5_000];

function makeAuthentications({ random, clock }: World, borrowing: Borrowing): AuthenticationRow[] {
  const { credit, customer, way } = borrowing;
  const { has, at, reached, status: of } = way;
  const failed = of === 'FAILED';
  const last = has('SIGNING_DOCUMENTS_PREPARED')
    ? 'SUCCESS'
    : failed
      ? random.pick(['FAILED', 'EXPIRED'])
      : 'STARTED';
  // a first try may go wrong
  const before = random.chance(0.2) ? [random.pick(['FAILED', 'EXPIRED'])] : [];
  if (reached === 'DRAFT' && !failed) return [];
  const statuses = last === 'STARTED' && random.chance(0.5) ? before : [...before, last];
  return statuses.map((status, index) => {
    const asked = status === 'STARTED';
    // whoever is being asked has been for a minute
    const createdDate = asked
      ? later(clock, -60_000)
      : later(at(failed ? 0 : HOURS.OFFER_CHOSEN), (index + 1) * 10 * 60_000);
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
      completedDate: asked ? null : later(createdDate, random.int(8, 110) * 1000),
      expiresDate: asked ? later(createdDate, TRY_MS) : null,
      nextAttemptDate: asked ? later(clock, LOOK_MS) : null,
    };
  });
}

function makeSignature({ random }: World, { credit, way }: Borrowing): SignatureRow {
  const createdDate = way.at(HOURS.SIGNING_DOCUMENTS_PREPARED);
  const signed = way.has('AGREEMENT_DOCUMENT_SIGNED');
  const failed = way.status === 'FAILED';
  const status = signed ? 'SIGNED' : failed ? random.pick(['FAILED', 'EXPIRED']) : 'PENDING';
  const error = status === 'FAILED' ? 'The certificate of the signature is revoked' : null;
  const service = random.pick(['dokobit', 'esign-lv']);
  return {
    id: random.id(createdDate),
    ...about(credit),
    signingServiceId: status === 'PENDING' ? 'online' : service,
    status,
    signedObjectId: signed ? `agreement-${random.hex(8)}` : null,
    externalId: `sign-${random.hex(8)}`,
    error: status === 'EXPIRED' ? 'The documents were not signed in time' : error,
    createdDate,
    documentId: null,
    completedDate: signed ? way.at(HOURS.AGREEMENT_DOCUMENT_SIGNED) : null,
  };
}
