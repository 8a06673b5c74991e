import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { TEST_APPLICANTS, type TestApplicantName } from '@paydesk/contract/test-applicants.ts';
import {
  PATHS,
  type InstitutionOperation,
  type OperationAnswer,
} from '../gateways/protocol/messages.ts';
import { lineOf, mustBe, mustBeSame, operationFor, raw, type Case, type Tried } from './trying.ts';

/** What is a financing institution's alone: loans from the application to their end. */

type Of<K> = Extract<InstitutionOperation, { kind: K }>;
type Approved = Extract<OperationAnswer, { outcome: 'approved' }>;

const AMOUNT = 600_00;
const MONTHS = 6;
const PRODUCT = { code: 'CONFORMANCE', rate: 12_90 };

/** One loan of somebody whom the test mode knows. */
function loanOf({ answers }: Tried, name: TestApplicantName) {
  const { personalId, firstName, lastName, dateOfBirth } = TEST_APPLICANTS.find(
    (one) => one.name === name,
  )!;
  const loanId = randomUUIDv7();
  const asked = (kind: string) => ({ operationId: randomUUIDv7(), answerTo: answers.url, kind });
  const application: Of<'LOAN_APPLICATION'> = {
    ...asked('LOAN_APPLICATION'),
    kind: 'LOAN_APPLICATION',
    loanId,
    institution: 'CONFORMANCE',
    products: [PRODUCT],
    merchantId: randomUUIDv7(),
    merchantName: 'Conformance Shop',
    amountCents: AMOUNT,
    currency: 'EUR',
    months: MONTHS,
    person: { personalId, firstName, lastName, dateOfBirth, email: null, phone: null },
    income: { type: 'SALARY', monthlyCents: 1800_00, obligationsCents: 0 },
    instantDecision: true,
  };
  const acceptance = (offerId: string): Of<'LOAN_ACCEPTANCE'> => ({
    ...asked('LOAN_ACCEPTANCE'),
    kind: 'LOAN_ACCEPTANCE',
    loanId,
    applicationId: application.operationId,
    offerId,
    agreementSha256: 'a'.repeat(64),
    signedObjectId: 'CONFORMANCE',
    signedDate: new Date().toISOString(),
    authentication: { method: 'SMART_ID', provider: 'Conformance' },
    instantDecision: true,
    noticeTo: answers.noticeUrl,
  });
  const closing = <K extends 'LOAN_WITHDRAWAL' | 'LOAN_SETTLEMENT'>(
    kind: K,
    loanNumber: string,
  ) => ({
    ...asked(kind),
    kind,
    loanId,
    loanNumber,
    amountCents: AMOUNT,
    interestCents: 0,
    currency: 'EUR',
    asOf: new Date().toISOString().slice(0, 10),
  });
  const cancellation = (cancels: string): Of<'CANCELLATION'> => ({
    ...asked('CANCELLATION'),
    kind: 'CANCELLATION',
    cancels,
  });
  return { loanId, application, acceptance, closing, cancellation };
}

function approved(answer: OperationAnswer, what: string): Approved {
  mustBe(answer, 'approved', what);
  return answer as Approved;
}

function offerIn(answer: OperationAnswer, what: string) {
  const [offer] = approved(answer, what).offers ?? [];
  if (!offer) throw new Error(`${what} has no offer`);
  return offer;
}

async function confirmed(tried: Tried, name: TestApplicantName) {
  const line = lineOf(tried);
  const loan = loanOf(tried, name);
  const { offerId } = offerIn(await line.operate(loan.application), 'an application');
  const acceptance = loan.acceptance(offerId);
  const answer = approved(await line.operate(acceptance), 'a signed agreement');
  if (!answer.loan) throw new Error('a signed agreement is approved without a loan');
  return { ...loan, accepted: acceptance, offerId, answer, given: answer.loan };
}

export const INSTITUTION_CASES: Readonly<Record<string, Case>> = {
  async apply(tried) {
    const line = lineOf(tried);
    const { application } = loanOf(tried, 'offered');
    const answer = await line.operate(application);
    const offer = offerIn(answer, 'an application');
    if (offer.amountCents !== AMOUNT || offer.months !== MONTHS || offer.product !== PRODUCT.code)
      throw new Error(`the offer is of something else: ${JSON.stringify(offer)}`);
    if (!(offer.totalCents >= AMOUNT && Date.parse(offer.validUntil) > Date.now()))
      throw new Error(`the offer can’t be taken: ${JSON.stringify(offer)}`);
    mustBeSame(answer, await line.operate(application), 'sent again, it is answered otherwise');
    mustBeSame(
      answer,
      await line.inquire(application.operationId),
      'asked, it says something else',
    );
    const { application: refused } = loanOf(tried, 'declined');
    mustBe(await line.operate(refused), 'declined', 'an application that the test mode declines');
    const none = JSON.stringify({ ...application, operationId: randomUUIDv7(), products: [] });
    const status = await raw(tried, PATHS.operations, none);
    if (status !== 400)
      throw new Error(`an application for no product is answered ${status}, not 400`);
  },

  async accept(tried) {
    const line = lineOf(tried);
    const { accepted, acceptance, offerId, answer, given } = await confirmed(tried, 'offered');
    if (given.instalments.length !== MONTHS)
      throw new Error(`the loan has ${given.instalments.length} instalments, not ${MONTHS}`);
    mustBeSame(answer, await line.operate(accepted), 'sent again, it is answered otherwise');
    mustBe(await line.operate(acceptance(offerId)), 'declined', 'an offer that is taken already');
    const other = loanOf(tried, 'offered');
    mustBe(await line.operate(other.acceptance(offerId)), 'declined', 'an offer of no application');
    offerIn(await line.operate(other.application), 'an application');
    const strange = other.acceptance(offerId);
    mustBe(await line.operate(strange), 'declined', 'an offer of another application');
    const refused = loanOf(tried, 'refused');
    const refusedOffer = offerIn(await line.operate(refused.application), 'an application');
    mustBe(
      await line.operate(refused.acceptance(refusedOffer.offerId)),
      'declined',
      'a signed agreement that the test mode refuses',
    );
  },

  async cancel(tried) {
    const line = lineOf(tried);
    const { application, acceptance, cancellation } = loanOf(tried, 'offered');
    const { offerId } = offerIn(await line.operate(application), 'an application');
    const cancel = cancellation(application.operationId);
    mustBe(await line.operate(cancel), 'approved', 'taking an application back');
    mustBe(await line.operate(cancel), 'approved', 'the same again');
    mustBe(
      await line.inquire(application.operationId),
      'declined',
      'an application that was taken back',
    );
    mustBe(
      await line.operate(acceptance(offerId)),
      'declined',
      'an offer of an application that was taken back',
    );
    const lent = await confirmed(tried, 'offered');
    mustBe(
      await line.operate(lent.cancellation(lent.application.operationId)),
      'declined',
      'taking an application back that a loan has come of',
    );
    const refund = operationFor(tried, 'approved');
    mustBe(
      await line.operate(cancellation(refund.operationId)),
      'approved',
      'taking a refund back that never came',
    );
    mustBe(await line.operate(refund), 'declined', 'a refund that was taken back before it came');
    const done = operationFor(tried, 'approved');
    mustBe(await line.operate(done), 'approved', 'a refund');
    mustBe(
      await line.operate(cancellation(done.operationId)),
      'declined',
      'taking a refund back that was confirmed',
    );
  },

  async close(tried) {
    const line = lineOf(tried);
    for (const kind of ['LOAN_WITHDRAWAL', 'LOAN_SETTLEMENT'] as const) {
      const { closing, given } = await confirmed(tried, 'offered');
      mustBe(await line.operate(closing(kind, 'NONE')), 'declined', `${kind} of another loan`);
      const operation = closing(kind, given.number);
      const answer = await line.operate(operation);
      mustBe(answer, 'approved', kind);
      mustBeSame(answer, await line.operate(operation), 'sent again, it is answered otherwise');
      mustBe(await line.operate(closing(kind, given.number)), 'declined', `a second ${kind}`);
    }
  },

  async 'loan notice'(tried) {
    const { loanId, given } = await confirmed(tried, 'withdrawn');
    const [first, again] = await tried.answers.noticesOf(loanId, tried.lateSeconds);
    if (!isDeepStrictEqual(first, again))
      throw new Error('a notice that was not taken comes again as another one');
    assert.ok(first && 'loanNumber' in first);
    if (first.kind !== 'WITHDRAWN' || first.loanNumber !== given.number)
      throw new Error(`the notice is ${first.kind} of ${first.loanNumber}`);
  },
};
