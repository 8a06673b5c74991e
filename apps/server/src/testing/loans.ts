import assert from 'node:assert/strict';
import { TEST_APPLICANTS, type TestApplicantName } from '@paydesk/contract/test-applicants.ts';
import type { IdentificationMethod } from '@paydesk/contract/loan-view.ts';
import type { LoanAsked } from '../domain/lending/asked.ts';
import { beginLoan } from '../domain/lending/begin.ts';
import { chooseOffer } from '../domain/lending/choose.ts';
import { continueLoan } from '../domain/lending/continue.ts';
import { fittingProducts } from '../domain/lending/fitting.ts';
import { beginAuthentication, beginSigning } from '../domain/lending/identify.ts';
import { informationOf } from '../domain/lending/papers.ts';
import { loanTasks } from '../domain/lending/tasks.ts';
import { loanView } from '../domain/lending/view.ts';
import { insertLender } from '../seed/factories/financing.ts';
import type { Pressed } from '../gateways/identification-sandbox/sessions.ts';
import { openCheckout, type Opened } from './payments.ts';
import { SHOPPER_KEY } from './shoppers-key.ts';
import type { TestServer } from './server.ts';

/** Loans that shoppers apply for, without a browser. */

export interface Lenders {
  /** Decides at once, and has the agreement signed online. */
  online: { institutionId: string; productId: string };
  /** Decides at once; the agreement is signed at the merchant's. */
  paper: { institutionId: string; productId: string };
}

/** Two institutions that lend, in place of the demo's; no rule holds anybody back. */
export async function onlyTheseLend(server: TestServer): Promise<Lenders> {
  await server.pool.query('update financing_institutions set active = false');
  await server.pool.query('update rules set active = false');
  // the demo's own loans, all of the day before or older, stand still: what is looked at are those of the test
  await server.pool.query(
    `with before as (select (now() at time zone 'UTC')::date::timestamp at time zone 'UTC' as day),
     asked as (update loan_operations o set status = 'DECLINED', next_attempt_date = null from before
       where o.status = 'PENDING' and o.created_date < day),
     tried as (update authentications a set next_attempt_date = null from before
       where a.created_date < day)
     update consumer_credits c set checkout_id = null from before where c.created_date < day`,
  );
  const made = [];
  for (const [rate, features] of [
    [990, ['INSTANT_DECISION', 'REMOTE_SIGNING']],
    [1290, ['INSTANT_DECISION']],
  ] as const) {
    const { institution, product } = await insertLender(server.pool, {
      product: { interestRateBp: rate },
    });
    for (const feature of features)
      await server.pool.query(
        `insert into financing_institution_features (financing_institution_id, feature, enabled, updated_date, updated_by)
         values ($1, $2, true, now(), 'Test')`,
        [institution.id, feature],
      );
    made.push({ institutionId: institution.id, productId: product.id });
  }
  return { online: made[0]!, paper: made[1]! };
}

/** One more product of the same institution, at next to no interest. */
export const anotherProduct = (
  server: TestServer,
  productId: string,
  active: boolean,
): Promise<{ id: string; code: string }> =>
  server.one(
    `insert into financing_products (id, financing_institution_id, name, code, active, min_amount_cents,
       max_amount_cents, min_term_months, max_term_months, interest_rate_bp, created_date)
     select gen_random_uuid(), financing_institution_id, 'Another ' || name, code || '-2', $2, min_amount_cents,
       max_amount_cents, min_term_months, max_term_months, 1, created_date
     from financing_products where id = $1 returning id, code`,
    [productId, active],
  );

export const LOAN_CENTS = 600_00n;
export const openLoanCheckout = (server: TestServer, merchantId: string): Promise<Opened> =>
  openCheckout(server, { merchantId, cents: LOAN_CENTS });

/** What a test applicant says of themselves, having read what is to be read. */
export async function askedBy(
  server: TestServer,
  checkoutId: string,
  name: TestApplicantName = 'offered',
  { months = 12, cents = LOAN_CENTS }: { months?: number; cents?: bigint } = {},
): Promise<LoanAsked> {
  const { kysely } = server.services.database;
  const products = await fittingProducts(kysely, server.services, { amountCents: cents, months });
  const consents = [];
  for (const product of products) {
    const { sha256 } = await informationOf(server.services, checkoutId, product, months);
    consents.push({ productId: product.productId, sha256 });
  }
  const { personalId, firstName, lastName, dateOfBirth } = TEST_APPLICANTS.find(
    (one) => one.name === name,
  )!;
  return {
    months,
    person: {
      personalId,
      country: 'EE',
      firstName,
      lastName,
      dateOfBirth,
      email: `${name}-${checkoutId.slice(0, 8)}@mail.test`,
      phone: '+3725550123',
    },
    income: { type: 'SALARY', monthlyCents: 2000_00n, obligationsCents: 100_00n },
    consents,
    device: null,
    shopperKey: SHOPPER_KEY,
  };
}

export interface Borrowing extends Opened {
  loanId: string;
  view: () => Promise<NonNullable<Awaited<ReturnType<typeof loanView>>>>;
  goOn: () => Promise<void>;
}

/** A loan that was applied for. */
export async function begunLoan(
  server: TestServer,
  merchantId: string,
  name: TestApplicantName = 'offered',
): Promise<Borrowing> {
  const opened = await openLoanCheckout(server, merchantId);
  const asked = await askedBy(server, opened.checkoutId, name);
  const { loanId } = await beginLoan(server.services, opened.checkoutId, asked);
  return {
    ...opened,
    loanId,
    view: async () => (await loanView(server.services, opened.checkoutId))!,
    goOn: () => continueLoan(server.services, loanId),
  };
}

/** The shopper presses a button on the page of whoever identifies them, or has them sign. */
export async function press(url: string, answer: Pressed): Promise<void> {
  const said = await fetch(url, { method: 'POST', body: new URLSearchParams({ answer }) });
  assert.equal(said.status, 200, await said.text());
}

export async function authenticate(
  server: TestServer,
  { loanId, view, goOn }: Borrowing,
  answer: Pressed = 'approve',
  method: IdentificationMethod = 'SMART_ID',
): Promise<void> {
  await beginAuthentication(server.services, loanId, { method, frame: false });
  await press((await view()).authentication!.url!, answer);
  await goOn();
}

export async function sign(
  server: TestServer,
  { loanId, view, goOn }: Borrowing,
  answer: Pressed = 'approve',
  method: IdentificationMethod = 'SMART_ID',
): Promise<void> {
  const { documents } = await view();
  const agreementSha256 = documents.find(({ kind }) => kind === 'AGREEMENT')!.sha256;
  await beginSigning(server.services, loanId, { method, frame: false, agreementSha256 });
  await press((await view()).signing!.url!, answer);
  await goOn();
}

export async function choose(
  server: TestServer,
  { loanId, view }: Borrowing,
  { institutionId }: { institutionId: string },
): Promise<void> {
  const { id } = await server.one<{ id: string }>(
    'select id from offers where consumer_credit_id = $1 and financing_institution_id = $2',
    [loanId, institutionId],
  );
  assert.ok((await view()).offers.some((offer) => offer.id === id));
  await chooseOffer(server.services, loanId, id);
}

/** All that any loan waits for is due now, and the tasks have run once. */
export async function tick(server: TestServer): Promise<void> {
  await server.pool.query(
    `update loan_operations set next_attempt_date = now() - interval '1 second' where status = 'PENDING'`,
  );
  for (const task of loanTasks) await task(server.services).run();
}

/** A loan as far as the institution's word. */
export async function confirmedLoan(
  server: TestServer,
  merchantId: string,
  lender: { institutionId: string },
  name: TestApplicantName = 'offered',
): Promise<Borrowing> {
  const loan = await begunLoan(server, merchantId, name);
  await choose(server, loan, lender);
  await authenticate(server, loan);
  await sign(server, loan);
  return loan;
}
