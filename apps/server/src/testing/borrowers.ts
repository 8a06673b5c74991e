import assert from 'node:assert/strict';
import { toCents } from '@paydesk/contract/kernel/money.ts';
import type { ConsumerCreditStatus } from '@paydesk/contract/kernel/loan-statuses.ts';
import type { CheckoutLoan, LoanBody } from '@paydesk/contract/resources/checkouts/view.ts';
import { TEST_APPLICANTS, type TestApplicantName } from '@paydesk/contract/test-applicants.ts';
import { insertLender } from '../seed/factories/financing.ts';
import { newShopper, openedCheckout } from './checkouts.ts';
import type { TestServer } from './server.ts';

/** A borrower without a browser: applies, takes the first offer, answers who asks for them, and signs. */

export const MONTHS = 12;

/** An institution that answers at once and takes a signature online, with one product from 10.00 EUR. */
export async function aLender(
  server: TestServer,
  features: readonly string[] = ['INSTANT_DECISION', 'REMOTE_SIGNING', 'PARTIAL_REFUND'],
): Promise<{ institutionId: string; productId: string }> {
  const { institution, product } = await insertLender(server.pool, {
    product: { minAmountCents: toCents('10')! },
  });
  for (const feature of features)
    await server.all(
      `insert into financing_institution_features (financing_institution_id, feature, enabled, updated_date, updated_by)
       values ($1, $2, true, now(), 'a test')`,
      [institution.id, feature],
    );
  return { institutionId: institution.id, productId: product.id };
}

const lenders = new WeakMap<TestServer, ReturnType<typeof aLender>>();

/** The one lender of a server: each more is one more offer, with its papers, in every loan that follows. */
export function theLender(server: TestServer): ReturnType<typeof aLender> {
  const known = lenders.get(server) ?? aLender(server);
  lenders.set(server, known);
  return known;
}

/** What a test applicant says, with all that there is to read read. */
export async function applicationOf(
  server: TestServer,
  id: string,
  {
    applicant = 'offered',
    months = MONTHS,
  }: { applicant?: TestApplicantName; months?: number } = {},
): Promise<LoanBody> {
  const read = await server.anonymous.call('GET /api/checkouts/{id}/loan/information', {
    params: { id },
    query: { months: String(months) },
    from: newShopper(),
  });
  assert.equal(read.status, 200, read.text);
  const person = TEST_APPLICANTS.find(({ name }) => name === applicant)!;
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    country: 'EE',
    personalId: person.personalId,
    dateOfBirth: person.dateOfBirth,
    email: 'liga@shopper.test',
    phone: '+372 5000000',
    incomeType: 'SALARY',
    monthlyIncome: 2400,
    monthlyObligations: 0,
    months,
    consents: read.body.map(({ productId, sha256 }) => ({ productId, sha256 })),
    agreed: true,
  };
}

type Step = Extract<
  ConsumerCreditStatus,
  'OFFER_SELECTION' | 'OFFER_CHOSEN' | 'SIGNING_DOCUMENTS_PREPARED' | 'CONFIRMED'
>;

const ORDER: readonly Step[] = [
  'OFFER_SELECTION',
  'OFFER_CHOSEN',
  'SIGNING_DOCUMENTS_PREPARED',
  'CONFIRMED',
];

/** A checkout of the merchant's whose loan has come so far; somebody must lend. */
export async function loanAt(
  server: TestServer,
  merchantId: string,
  to: Step,
): Promise<{ id: string; state: CheckoutLoan }> {
  const id = await openedCheckout(server, merchantId);
  const body = await applicationOf(server, id);
  const post = async (
    what: 'offer' | 'authentication' | 'signing' | 'continue' | '',
    given?: object,
  ): Promise<CheckoutLoan> => {
    const key =
      `POST /api/checkouts/{id}/loan${what && `/${what}`}` as 'POST /api/checkouts/{id}/loan/cancel';
    const said = await server.anonymous.call(key, {
      params: { id },
      ...(given && { body: given as never }),
      from: newShopper(),
    });
    assert.equal(said.status, 200, `${key}: ${said.text}`);
    return said.body;
  };
  let state = await post('', body);
  for (const step of ORDER) {
    assert.equal(state.loan?.status, step, JSON.stringify(state.loan?.failure));
    if (step === to) break;
    if (step === 'OFFER_SELECTION') {
      state = await post('offer', { offerId: state.loan!.offers[0]!.id });
      continue;
    }
    const signs = step === 'SIGNING_DOCUMENTS_PREPARED';
    const agreement = state.loan!.documents.find(({ kind }) => kind === 'AGREEMENT');
    const asked = { method: 'SMART_ID', frame: false };
    state = signs
      ? await post('signing', { ...asked, agreementSha256: agreement!.sha256, agreed: true })
      : await post('authentication', asked);
    await press((signs ? state.loan!.signing : state.loan!.authentication)!.url!);
    state = await post('continue');
  }
  return { id, state };
}

/** A loan that runs, by the token of its page. */
export async function confirmedLoan(server: TestServer, merchantId: string): Promise<string> {
  await theLender(server);
  const { state } = await loanAt(server, merchantId, 'CONFIRMED');
  return state.loan!.token!;
}

/** Answers on the page of whoever asks who somebody is. */
export async function press(url: string, answer = 'approve'): Promise<void> {
  const done = await fetch(url, { method: 'POST', body: new URLSearchParams({ answer }) });
  assert.equal(done.status, 200, `${url}: ${await done.text()}`);
}
