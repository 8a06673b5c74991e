import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { TEST_APPLICANTS, type TestApplicantName } from '@paydesk/contract/test-applicants.ts';
import { testDatabase, type TestDatabase } from '../platform/db/testing.ts';
import { sandboxAdapters } from '../sandbox/adapters.ts';
import type { FinancingInstitution, LoanApplication } from './financing-institution.ts';
import type { Identification, IdentificationRequest } from './identification.ts';
import { identificationOver } from './protocol/identification.ts';
import { institutionCallersOf, institutionOver } from './protocol/institution.ts';
import { gatewayLine, sendPlainly } from './protocol/line.ts';
import { gatewayServer } from './protocol/server.ts';
import { findingsOf } from './screening-sandbox.ts';

const SECRET = 'the secret of both sides of this test';
const DAY_MS = 86_400_000;

const applicant = (name: TestApplicantName) => TEST_APPLICANTS.find((one) => one.name === name)!;

const application = (name: TestApplicantName): LoanApplication => {
  const { personalId, firstName, lastName, dateOfBirth } = applicant(name);
  return {
    applicationId: randomUUIDv7(),
    consumerCreditId: randomUUIDv7(),
    institution: 'BANK',
    products: [{ code: 'SMALL', rate: 12_90 }],
    merchant: { id: randomUUIDv7(), name: 'Amber & Oak' },
    amountCents: 1000_00n,
    currency: 'EUR',
    months: 12,
    person: { personalId, firstName, lastName, dateOfBirth, email: null, phone: null },
    income: { type: 'SALARY', monthlyCents: 2000_00n, obligationsCents: 0n },
    instantDecision: true,
  };
};

const press = (url: string, answer: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ answer }), redirect: 'manual' });

const refund = (amountCents: bigint) => ({
  requestId: randomUUIDv7(),
  consumerCreditId: randomUUIDv7(),
  externalId: null,
  loanNumber: null,
  amountCents,
  currency: 'EUR',
  reason: 'OTHER',
  note: null,
  instantDecision: true,
});

describe('loans over the wire', () => {
  let database: TestDatabase;
  let books: ReturnType<typeof sandboxAdapters>;
  let gateway: ReturnType<typeof gatewayServer>;
  let institution: FinancingInstitution;
  let identification: Identification;
  let base = '';
  let movedMs = 0;
  before(async () => {
    database = await testDatabase();
    books = sandboxAdapters({
      databaseUrl: database.url,
      timeoutMs: 5000,
      lateMs: 5500,
      now: () => new Date(Date.now() + movedMs),
    });
    gateway = gatewayServer({ adapters: books.adapters, secretOf: () => SECRET });
    await new Promise<void>((ready) => gateway.server.listen(0, '127.0.0.1', () => ready()));
    base = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`;
    const line = (role: string, timeoutMs = 10_000) =>
      gatewayLine(
        () => ({ url: `${base}/${role}`, keyId: role, secret: SECRET }),
        sendPlainly(timeoutMs),
      );
    institution = institutionOver(line('institution'), () => institutionCallersOf(base));
    identification = identificationOver(line('identification'));
  });
  after(async () => {
    await gateway.close();
    await books.close();
    await database.drop();
  });

  const acceptance = ({ applicationId, consumerCreditId }: LoanApplication, offer: string) => ({
    acceptanceId: randomUUIDv7(),
    applicationId,
    consumerCreditId,
    offer,
    agreementSha256: 'a'.repeat(64),
    signedObjectId: 'SIG-1',
    signedDate: new Date(Date.now() + movedMs).toISOString(),
    authentication: { method: 'SMART_ID', provider: 'Sandbox Smart-ID' },
    instantDecision: true,
  });
  const offerOf = async (asked: LoanApplication) => {
    const answer = await institution.apply(asked);
    assert.ok(answer.outcome === 'offered', answer.outcome);
    return answer.offers[0]!;
  };
  const lent = async (name: TestApplicantName) => {
    const asked = application(name);
    const { externalId } = await offerOf(asked);
    const order = acceptance(asked, externalId);
    const answer = await institution.accept(order).catch(() => institution.accept(order));
    assert.ok(answer.outcome === 'confirmed', answer.outcome);
    return { asked, answer, loan: asked.consumerCreditId };
  };

  test('AM-116 ten at once are one application and one loan, by figures that are known; another order under the id is none', async () => {
    const asked = application('offered');
    const answers = await Promise.all(Array.from({ length: 10 }, () => institution.apply(asked)));
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    const offer = await offerOf(asked);
    // 1'000.00 over 12 months at 12.90 %: 89.27 a month, 1'071.26 in all, APR 13.69 %
    assert.deepEqual(
      [offer.product, offer.monthlyCents, offer.totalCents, offer.apr, offer.rate],
      ['SMALL', 89_27n, 1071_26n, 13_69, 12_90],
    );
    await assert.rejects(institution.apply({ ...asked, months: 24 }), /409/);
    const orders = Array.from({ length: 10 }, () => acceptance(asked, offer.externalId));
    const given = await Promise.all(orders.map((order) => institution.accept(order)));
    const confirmed = given.filter(({ outcome }) => outcome === 'confirmed');
    assert.equal(confirmed.length, 1, 'an offer is taken once, under whatever id');
    const [loan] = confirmed;
    assert.ok(loan?.outcome === 'confirmed');
    assert.equal(loan.instalments.length, 12);
    assert.equal(
      loan.instalments.reduce((sum, { amountCents }) => sum + amountCents, 0n),
      1071_26n,
    );
  });

  test('nobody of the demo is on a list of those to be careful with', () => {
    for (const { firstName, lastName, dateOfBirth } of TEST_APPLICANTS)
      for (const { result } of findingsOf({ name: `${firstName} ${lastName}`, dateOfBirth }))
        assert.equal(result, 'CLEAR', `${firstName} ${lastName}`);
  });

  test('AM-116 people are answered as their ids end: declined, refused, later, lost, out of time', async () => {
    assert.equal((await institution.apply(application('declined'))).outcome, 'declined');
    const refused = application('refused');
    const order = acceptance(refused, (await offerOf(refused)).externalId);
    assert.equal((await institution.accept(order)).outcome, 'rejected');
    const unheard = application('lostAnswer');
    await assert.rejects(institution.apply(unheard));
    await offerOf(unheard);
    await lent('lostConfirmation');
    const late = application('later');
    assert.deepEqual(await institution.apply(late), { outcome: 'open' });
    const short = application('shortOffer');
    const { externalId } = await offerOf(short);
    movedMs += 60_000;
    const tooLate = await institution.accept(acceptance(short, externalId));
    assert.deepEqual(tooLate, { outcome: 'rejected', reason: 'The offer is no longer valid' });
    assert.equal((await institution.apply(late)).outcome, 'offered');
    // what is taken back is nothing any more; what became a loan is not taken back
    const cancel = (asked: LoanApplication) =>
      institution.cancelApplication({
        cancellationId: randomUUIDv7(),
        applicationId: asked.applicationId,
        consumerCreditId: asked.consumerCreditId,
      });
    assert.equal((await cancel(late)).outcome, 'confirmed');
    assert.equal((await institution.apply(late)).outcome, 'declined');
    assert.equal((await cancel((await lent('offered')).asked)).outcome, 'rejected');
  });

  test('SB-39 a refund that waits is taken back, and is never paid; one that is decided is not', async () => {
    const waits = refund(11_02n);
    assert.deepEqual(await institution.refund(waits), { outcome: 'open' });
    const taken = await Promise.all(
      Array.from({ length: 10 }, () => institution.cancelRefund(waits.requestId)),
    );
    for (const one of taken) assert.equal(one.outcome, 'confirmed');
    assert.equal((await institution.refund(waits)).outcome, 'rejected');
    assert.equal((await institution.inquire(waits.requestId)).outcome, 'rejected');
    const done = refund(50_00n);
    assert.equal((await institution.refund(done)).outcome, 'confirmed');
    assert.equal((await institution.cancelRefund(done.requestId)).outcome, 'rejected');
    const never = refund(60_00n);
    assert.equal((await institution.cancelRefund(never.requestId)).outcome, 'confirmed');
    assert.equal((await institution.refund(never)).outcome, 'rejected');
  });

  test('as its clock goes it says who paid, who did not, and who ended the loan; after the end nothing', async () => {
    const [paying, arrears, repaid, gone] = [
      await lent('offered'),
      await lent('arrears'),
      await lent('repaid'),
      await lent('offered'),
    ];
    movedMs += 15 * DAY_MS;
    const closing = ({ loan, answer }: typeof gone) => ({
      closingId: randomUUIDv7(),
      consumerCreditId: loan,
      loanNumber: answer.loanNumber,
      amountCents: 1000_00n,
      interestCents: 0n,
      currency: 'EUR',
      asOf: '2026-11-22',
    });
    const late = await institution.withdraw(closing(gone));
    assert.deepEqual(late, {
      outcome: 'rejected',
      reason: 'The 14 days of withdrawal are over',
    });
    const settle = closing(gone);
    const settled = await institution.settleEarly(settle);
    assert.equal(settled.outcome, 'confirmed');
    assert.deepEqual(await institution.settleEarly(settle), settled);
    movedMs += 80 * DAY_MS;
    const due = (await books.notices.due()).map(({ notice }) => notice);
    const of = (loan: string) =>
      due
        .filter(({ loanId }) => loanId === loan)
        .map((one) => ('number' in one ? `${one.kind} ${one.number}` : one.kind));
    assert.deepEqual(
      of(paying.loan),
      [1, 2, 3].map((n) => `INSTALMENT_PAID ${n}`),
    );
    assert.deepEqual(of(repaid.loan), ['INSTALMENT_PAID 1', 'INSTALMENT_PAID 2', 'REPAID']);
    assert.deepEqual(of(gone.loan), []);
    const second = of(arrears.loan);
    assert.deepEqual(second.slice(0, 2), ['INSTALMENT_PAID 1', 'ARREARS']);
    assert.ok(
      second.includes('INSTALMENT_PAID 2') && second.filter((k) => k === 'ARREARS').length === 2,
    );
    assert.equal(new Set(due.map(({ noticeId }) => noticeId)).size, due.length);
    await books.notices.taken(due[0]!.noticeId);
    assert.equal((await books.notices.due()).length, due.length - 1);
  });

  test('FI-07, FI-08 people prove who they are on a page: confirmed, refused, somebody else, late, out of time', async () => {
    const begin = async (given: Partial<IdentificationRequest> = {}) => {
      const request: IdentificationRequest = {
        id: randomUUIDv7(),
        purpose: 'AUTHENTICATION',
        method: 'SMART_ID',
        country: 'EE',
        personalId: applicant('offered').personalId,
        phone: null,
        merchantName: 'Amber & Oak <b>',
        returnTo: `${base}/return`,
        frame: true,
        document: null,
        ...given,
      };
      const begun = await identification.begin(request);
      assert.ok(begun.outcome === 'begun' && begun.url, begun.outcome);
      return { request, begun, url: begun.url };
    };
    const became = async (answer: string, given?: Partial<IdentificationRequest>) => {
      const { request, url } = await begin(given);
      assert.equal((await identification.inquire(request.id)).outcome, 'open');
      // ten clicks, and another one after, are one answer
      const clicks = await Promise.all(Array.from({ length: 10 }, () => press(url, answer)));
      for (const { status, headers } of clicks)
        assert.deepEqual([status, headers.get('location')], [303, `${new URL(url).pathname}/done`]);
      await press(url, 'refuse');
      return identification.inquire(request.id);
    };
    const mihkel = { personalId: '38402292719', firstName: 'Mihkel', lastName: 'Õunapuu' };
    const done = await became('approve');
    assert.ok(done.outcome === 'done');
    assert.deepEqual(
      { ...done, signedObjectId: 0 },
      { outcome: 'done', ...mihkel, signedObjectId: 0 },
    );
    const document = { name: 'Agreement', sha256: 'b'.repeat(64) };
    for (const method of ['SMART_ID', 'MOBILE_ID', 'BANK_LINK', 'ID_CARD'] as const) {
      const signed = await became('approve', { purpose: 'SIGNING', method, document });
      assert.ok(signed.outcome === 'done' && signed.signedObjectId?.startsWith('SIG-'), method);
      const { begun, url } = await begin({ method });
      const phone = method === 'SMART_ID' || method === 'MOBILE_ID';
      assert.equal(/^\d{4}$/.test(begun.code ?? ''), phone, method);
      assert.equal(begun.framed, method !== 'BANK_LINK');
      const page = await fetch(url);
      const html = await page.text();
      assert.equal(page.status, 200);
      assert.ok(html.includes('Amber &amp; Oak &lt;b&gt;') && !html.includes(mihkel.personalId));
      const policy = page.headers.get('content-security-policy')!;
      assert.match(
        policy,
        method === 'BANK_LINK' ? /frame-ancestors 'none'/ : /frame-ancestors http:/,
      );
    }
    const other = await became('else');
    assert.ok(other.outcome === 'done' && other.personalId !== mihkel.personalId);
    const code = async (answer: string) => {
      const given = await became(answer);
      return given.outcome === 'failed' ? given.code : given.outcome;
    };
    assert.equal(await code('refuse'), 'REFUSED');
    assert.equal(await code('timeout'), 'EXPIRED');
    const { request: waits, url } = await begin();
    await press(url, 'late');
    assert.equal((await identification.inquire(waits.id)).outcome, 'open');
    const { request: forgotten } = await begin();
    movedMs += 5 * 60_000 + 1000;
    assert.equal((await identification.inquire(waits.id)).outcome, 'done');
    const over = await identification.inquire(forgotten.id);
    assert.ok(over.outcome === 'failed' && over.code === 'EXPIRED');
    // asked about before it began: it never begins
    const never = randomUUIDv7();
    assert.equal((await identification.inquire(never)).outcome, 'failed');
    const refused = await identification.begin({ ...forgotten, id: never });
    assert.equal(refused.outcome, 'refused');
    assert.equal((await press(url, 'nonsense')).status, 303);
    assert.equal((await fetch(new URL(`/identify/${never}`, url))).status, 404);
  });
});
