import { agreementPdf, secciPdf } from '../domain/loan-papers.ts';
import { paperOf } from '../domain/lending/papers.ts';
import type { SecciFacts } from '../domain/lending/facts.ts';
import { GATEWAY, SILENT, type Lenders, type Lent } from './lenders.ts';
import { lentBooks, offeredBooks, scheduleOf } from './loan-books.ts';
import type { ConsumerCreditRow, LoanDocumentRow, LoanOperationRow } from './loan-rows.ts';
import { HOURS, isHeld, WAY, type Way } from './loan-way.ts';
import type { Shop } from './people.ts';
import type { OrderRow } from './tables.ts';
import { HOUR_MS, later, randomUuid, type World } from './world.ts';

/** What hangs on a loan that was applied for here, so that the running house moves it (ADR 145). */

export interface Living {
  shop: Shop;
  way: Way;
  credit: ConsumerCreditRow;
  order: OrderRow;
  lenders: Lenders;
  lent: Lent;
  /** Where the institution says what is paid of it. */
  publicUrl: string;
}

export async function live(world: World, living: Living) {
  const { random } = world;
  const { way, lent } = living;
  const { has, at, status } = way;
  const held = isHeld(way);
  const confirmed = status === 'CONFIRMED';
  const schedule = confirmed ? scheduleOf(world, living) : null;
  const operations = operationsOf(world, living);
  const documents = await documentsOf(world, living);
  const books = [
    ...offeredBooks(living),
    ...(schedule ? lentBooks(world, living, operations.at(-1)!, schedule) : []),
  ];
  const columns = {
    incomeCents: BigInt(random.int(900, 4200)) * 100n,
    obligationsCents: BigInt(random.int(0, 300)) * 100n,
    statusSince: way.since,
    statusUntil: way.until,
    riskDate: held || has('CUSTOMER_RISK_EVALUATION_SUCCEEDED') ? at(0.005) : null,
    review: held,
    firstDecisionDate: lent.applications.length ? at(HOURS.OFFER_SELECTION) : null,
    decidedDate: confirmed ? way.since : null,
    token: confirmed ? randomUuid(world) : null,
    withdrawUntil: confirmed ? dayOf(later(at(5), 14 * 24 * HOUR_MS)) : null,
    arrearsCents: schedule?.arrears?.amountCents ?? null,
    arrearsSince: schedule?.arrears?.dueDate ?? null,
  } satisfies Partial<ConsumerCreditRow>;
  return {
    columns,
    documentId: documents.find(({ kind }) => kind === 'AGREEMENT')?.id ?? null,
    emit(): void {
      const { emit } = world;
      for (const one of lent.applications) emit('loanApplications', one);
      for (const one of operations) emit('loanOperations', one);
      for (const one of documents) emit('loanDocuments', one);
      for (const one of schedule?.instalments ?? []) emit('loanInstalments', one);
      story(world, living, held);
      for (const write of books) write(emit);
    },
  };
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const about = ({ id, merchantId }: ConsumerCreditRow) => ({ consumerCreditId: id, merchantId });

/** What its institutions were asked: one that has not answered is asked again when its time has come, or by staff. */
function operationsOf(world: World, { way, credit, lent }: Living): LoanOperationRow[] {
  const { random } = world;
  const chosen = lent.offers.find(({ status }) => status === 'CHOSEN');
  const row = (
    kind: 'APPLY' | 'ACCEPT',
    applicationId: string,
    createdDate: Date,
    answer: Partial<LoanOperationRow>,
  ): LoanOperationRow => ({
    id: random.id(createdDate),
    ...about(credit),
    applicationId,
    kind,
    status: 'PENDING',
    gateway: GATEWAY,
    reference: null,
    declineReason: null,
    error: null,
    userName: 'Paydesk',
    createdDate,
    settledDate: null,
    attempts: 1,
    nextAttemptDate: null,
    ...answer,
  });
  const operations = lent.applications.map((one) =>
    row(
      'APPLY',
      one.id,
      one.createdDate,
      one.decidedDate === null
        ? { ...waiting(world, way), error: one.error }
        : {
            status: one.rejectReason === null ? 'APPROVED' : 'DECLINED',
            reference: one.externalId,
            declineReason: one.rejectReason,
            settledDate: one.decidedDate,
          },
    ),
  );
  if (!way.has('WAITING_FOR_CONFIRMATION')) return operations;
  const answer: Partial<LoanOperationRow> =
    way.status === 'CONFIRMED'
      ? { status: 'APPROVED', reference: credit.loanNumber, settledDate: way.since }
      : { ...waiting(world, way), error: way.nth % 4 === 2 ? SILENT : null };
  const asked = way.at(HOURS.WAITING_FOR_CONFIRMATION);
  return [...operations, row('ACCEPT', chosen!.applicationId!, asked, answer)];
}

/** Some answer soon after the demo has begun, so that one can watch it come; the others within days. */
function waiting({ random, clock }: World, { nth, until }: Way) {
  const soon = nth % 4 === 0;
  const ms = soon ? random.int(2, 25) * 60_000 : random.int(1, 60) * HOUR_MS;
  const date = later(clock, ms);
  return {
    attempts: random.int(2, 9),
    nextAttemptDate: until && date > until ? later(until, -HOUR_MS) : date,
  };
}

/** What was read before one goes to the institutions, and what is signed; later on the institution has them. */
async function documentsOf(world: World, living: Living): Promise<LoanDocumentRow[]> {
  const { shop, way, credit, order, lenders, lent } = living;
  const { reached, at } = way;
  const isRead = WAY.indexOf(reached) < WAY.indexOf('APPLICATION_CREATED');
  const isSigned = way.has('SIGNING_DOCUMENTS_PREPARED') && reached !== 'CONFIRMED';
  if (!isRead && !isSigned) return [];
  const { institution, products } = lent.chosen ?? lenders[way.nth % 2]!;
  const product = products[0]!;
  const date = at(isRead ? 0 : HOURS.SIGNING_DOCUMENTS_PREPARED);
  const facts: SecciFacts = {
    institution: {
      name: institution.name,
      code: institution.code,
      address: institution.address!,
      supervisor: institution.supervisor!,
    },
    merchant: { name: shop.merchant.name },
    label: order.label,
    product: { name: product.name, code: product.code },
    amountCents: credit.amountCents,
    currency: credit.currency,
    months: credit.termMonths!,
    rate: BigInt(product.interestRateBp),
    date: dayOf(isRead ? order.createdDate : date),
  };
  const offer = lent.offers.find(({ status }) => status === 'CHOSEN');
  const { personalId, firstName, lastName, dateOfBirth, email, phoneNumber } = lent.person!;
  const bytes = await (isRead
    ? secciPdf(facts)
    : agreementPdf({
        ...facts,
        loanId: credit.id,
        person: { personalId, firstName, lastName, dateOfBirth, email, phone: phoneNumber },
        offer: {
          externalId: offer!.externalId,
          aprBp: offer!.aprBp,
          monthlyCents: offer!.monthlyPaymentCents,
          totalCents: offer!.totalCents!,
        },
      }));
  const signed = way.has('AGREEMENT_DOCUMENT_SIGNED');
  return [
    {
      id: world.random.id(date),
      ...about(credit),
      kind: isRead ? 'SECCI' : 'AGREEMENT',
      financingProductId: isRead ? product.id : null,
      interestRateBp: isRead ? product.interestRateBp : null,
      ...paperOf(bytes),
      contentType: 'application/pdf',
      createdDate: date,
      consentedDate: isRead ? date : signed ? credit.agreementSigningDate : null,
    },
  ];
}

/** Its story as far as it goes. */
function story(world: World, { way, credit, lent }: Living, held: boolean): void {
  const note = (date: Date, kind: string, userName: string, given: object = {}) =>
    world.emit('loanEvents', {
      id: world.random.id(date),
      ...about(credit),
      kind,
      statusBefore: null,
      statusAfter: null,
      detail: null,
      userName,
      createdDate: date,
      ...given,
    });
  note(way.createdDate, 'BEGUN', 'Checkout', { statusAfter: 'DRAFT' });
  if (held)
    note(way.at(0.005), 'HELD', 'Paydesk', { detail: 'Held by the rule Loan above the limit' });
  for (const one of lent.applications)
    if (one.rejectReason !== null)
      note(one.decidedDate!, 'DECLINED', 'Institution', { detail: one.rejectReason });
  for (const { createdDate } of lent.offers)
    note(createdDate, 'OFFERED', 'Institution', { detail: 'One offer' });
  const name = `${lent.person!.firstName} ${lent.person!.lastName}`;
  for (const { status, completedDate } of lent.authentications)
    if (status === 'SUCCESS') note(completedDate!, 'AUTHENTICATED', 'Paydesk', { detail: name });
  if (lent.signature?.status === 'SIGNED') note(way.at(5), 'SIGNED', 'Paydesk', { detail: name });
  for (const [index, step] of WAY.entries())
    if (index > 0 && way.has(step))
      note(way.at(HOURS[step]), 'MOVED', BY[step] ?? 'Paydesk', {
        statusBefore: WAY[index - 1],
        statusAfter: step,
      });
}

const BY: Partial<Record<(typeof WAY)[number], string>> = {
  OFFER_SELECTION: 'Institution',
  OFFER_CHOSEN: 'Checkout',
  CONFIRMED: 'Institution',
};
