import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { instalmentDays, loanOf } from '@paydesk/contract/credit.ts';
import { tasksOf } from '../../resources.ts';
import { insertLoan, insertRefundRequest } from '../../seed/factories/financing.ts';
import { auditedOf } from '../../testing/audited.ts';
import {
  aLender,
  applicationOf,
  loanAt,
  MONTHS,
  press,
  theLender,
} from '../../testing/borrowers.ts';
import { newShopper, openedCheckout } from '../../testing/checkouts.ts';
import { BROKEN_WORDS, gatewaySays } from '../../testing/gateway-words.ts';
import { testServer, TRYING_OUT, type TestServer } from '../../testing/server.ts';

type State = Awaited<ReturnType<typeof loanAt>>['state'];

const URL = 'https://own.lender.test/v1';
const SECRET = 'the secret of the lender, which is long enough to be one';
const ANSWERS = '/gateway-answers/institution';
const NOTICES = '/gateway-notices/institution';
const SANDBOX = { gateway: 'sandbox', of: null };
const AMOUNT = 49_90n;
const RATE = 1290;

const lent = (id: string, instalments: object[], number = 'L-1') => ({
  operationId: id,
  outcome: 'approved',
  reference: 'R-1',
  loan: { number, instalments },
});

describe('what an institution answers late, wrongly, or more than once', () => {
  let server: TestServer;
  let amber: string;
  let institutionId: string;
  /** Whether it thinks about applications, or the sandbox answers them at once. */
  let thinks = false;
  before(async () => {
    const open = { outcome: 'open' } as const;
    server = await testServer({
      ...TRYING_OUT,
      settings: { ...TRYING_OUT.settings, PUBLIC_URL: 'http://127.0.0.1:3000' },
      institution: (own) => ({
        ...own,
        apply: async (order) => (thinks ? open : own.apply({ ...order, route: SANDBOX })),
        accept: async () => open,
        refund: async () => open,
      }),
    });
    await server.pool.query('update rules set active = false');
    await server.pool.query('update financing_institutions set active = false');
    ({ institutionId } = await theLender(server));
    amber = await server.merchantId('Amber & Oak');
    const staff = await server.as('admin@paydesk.test');
    const set = await staff.call(
      'POST /api/financing/financing-institutions/{id}/actions/set-gateway',
      { params: { id: institutionId }, body: { url: URL, secret: SECRET } },
    );
    assert.equal(set.status, 200, set.text);
  });
  after(() => server.close());

  const say = (message: object, path = ANSWERS) =>
    gatewaySays(server, path, message, { keyId: `institution:${institutionId}`, secret: SECRET });
  const refused = async (field: string, message: object, path = ANSWERS) =>
    assert.deepEqual(
      await say(message, path),
      { status: 400, noted: null, field },
      JSON.stringify(message),
    );
  const standing = (loanId: string) =>
    server.one<{ status: string }>('select status from consumer_credits where id = $1', [loanId]);
  const at = async (what: string, id: string, body?: object): Promise<State> => {
    const said = await server.anonymous.call(
      `POST /api/checkouts/{id}/loan${what}` as 'POST /api/checkouts/{id}/loan/cancel',
      { params: { id }, ...(body && { body: body as never }), from: newShopper() },
    );
    assert.equal(said.status, 200, said.text);
    return said.body;
  };
  /** The id of what the institution was asked of a loan, and has not answered. */
  const openOf = async (loanId: string) => {
    await server.pool.query(
      'update loan_operations set gateway = $2 where consumer_credit_id = $1',
      [loanId, URL],
    );
    const { id } = await server.one<{ id: string }>(
      `select case kind when 'APPLY' then application_id else id end as id
       from loan_operations where consumer_credit_id = $1 and status = 'PENDING'`,
      [loanId],
    );
    return id;
  };
  const signed = async () => {
    const { id, state } = await loanAt(server, amber, 'SIGNING_DOCUMENTS_PREPARED');
    const agreement = state.loan!.documents.find(({ kind }) => kind === 'AGREEMENT')!;
    const asked = { method: 'SMART_ID', frame: false };
    const begun = await at('/signing', id, {
      ...asked,
      agreementSha256: agreement.sha256,
      agreed: true,
    });
    await press(begun.loan!.signing!.url!);
    const { loan } = await at('/continue', id);
    assert.equal(loan!.status, 'WAITING_FOR_CONFIRMATION');
    return { loanId: loan!.id, operationId: await openOf(loan!.id) };
  };
  const productOf = () =>
    server.one<{ code: string }>(
      'select code from financing_products where financing_institution_id = $1',
      [institutionId],
    );

  test('AM-104, FI-06 offers that no table keeps are a 400 by their field; the application waits for some that can be read', async () => {
    thinks = true;
    const checkout = await openedCheckout(server, amber);
    const { loan } = await at('', checkout, await applicationOf(server, checkout));
    thinks = false;
    const operationId = await openOf(loan!.id);
    const { code } = await productOf();
    const { monthlyCents, totalCents } = loanOf({
      amountCents: AMOUNT,
      rate: BigInt(RATE),
      months: MONTHS,
    });
    const offer = {
      offerId: 'O-1',
      product: code,
      amountCents: Number(AMOUNT),
      months: MONTHS,
      rate: RATE,
      apr: 1400,
      monthlyCents: Number(monthlyCents),
      totalCents: Number(totalCents),
      validUntil: '9999-12-31T23:59:59.999Z',
    };
    const offered = (given: object = {}) => ({
      operationId,
      outcome: 'approved',
      reference: 'A-1',
      offers: [{ ...offer, ...given }],
    });
    for (const word of BROKEN_WORDS) {
      await refused('reference', { ...offered(), reference: word });
      await refused('offers.0.offerId', offered({ offerId: word }));
      await refused('reason', { operationId, outcome: 'declined', reason: word });
    }
    await refused('offers.0.rate', offered({ rate: 3e9 }));
    await refused('offers.0.apr', offered({ apr: 3e9 }));
    await refused('offers.0.validUntil', offered({ validUntil: '0000-01-01T00:00:00Z' }));
    assert.deepEqual(await standing(loan!.id), { status: 'APPLICATION_CREATED' });
    const answer = { ...offered(), operationId: operationId.toUpperCase() };
    const five = await Promise.all(Array.from({ length: 5 }, () => say(answer)));
    assert.equal(five.filter(({ noted }) => noted).length, 1);
    assert.deepEqual(await standing(loan!.id), { status: 'OFFER_SELECTION' });
  });

  test('SB-47, LN-35 another institution at the same address says nothing by its secret', async () => {
    const secret = 'the secret of another lender, which is long enough to be one';
    const { institutionId: another } = await aLender(server, []);
    await server.pool.query('update financing_institutions set active = false where id = $1', [
      another,
    ]);
    const staff = await server.as('admin@paydesk.test');
    const set = await staff.call(
      'POST /api/financing/financing-institutions/{id}/actions/set-gateway',
      { params: { id: another }, body: { url: URL, secret } },
    );
    assert.equal(set.status, 200, set.text);
    const theirs = (message: object, path = ANSWERS) =>
      gatewaySays(server, path, message, { keyId: `institution:${another}`, secret });
    const { loanId, operationId } = await signed();
    const refused = { operationId, outcome: 'declined', reason: 'Not any more' };
    assert.equal((await theirs(refused)).status, 404);
    assert.deepEqual(await standing(loanId), { status: 'WAITING_FOR_CONFIRMATION' });

    const lent = await insertLoan(server.pool, {
      merchantId: amber,
      status: 'CONFIRMED',
      financingInstitutionId: institutionId,
    });
    const request = await insertRefundRequest(server.pool, {
      consumerCreditId: lent.id,
      merchantId: amber,
      userId: staff.userId!,
      amountCents: 100n,
    });
    await server.pool.query('update consumer_credits_refunds set gateway = $2 where id = $1', [
      request.id,
      URL,
    ]);
    const given = { operationId: request.id, outcome: 'approved', reference: 'R-1' };
    assert.equal((await theirs(given)).status, 404);
    assert.equal((await say(given)).noted, true);
    assert.equal((await say(refused)).noted, true);
  });

  test('AM-104, LN-35 a schedule that is not of the offer is not kept, and what no table keeps is a 400; the loan is lent by the terms that were signed', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const days = instalmentDays(today, MONTHS);
    const { loanId, operationId } = await signed();
    const terms = await server.one<{ rate: number }>(
      `select interest_rate_bp as rate from offers where consumer_credit_id = $1 and status = 'CHOSEN'`,
      [loanId],
    );
    const { schedule } = loanOf({
      amountCents: AMOUNT,
      rate: BigInt(terms.rate),
      months: MONTHS,
    });
    const own = schedule.map(({ month, cents, interestCents }, nth) => ({
      number: month,
      dueDate: days[nth]!,
      amountCents: Number(cents),
      interestCents: Number(interestCents),
    }));
    const with_ = (given: object, nth = 0) =>
      own.map((one, at) => (at === nth ? { ...one, ...given } : one));
    for (const word of BROKEN_WORDS) await refused('loan.number', lent(operationId, own, word));
    await refused('loan.instalments.0.number', lent(operationId, with_({ number: 9e15 })));
    await refused(
      'loan.instalments.0.dueDate',
      lent(operationId, with_({ dueDate: '0000-01-01' })),
    );
    assert.deepEqual(await standing(loanId), { status: 'WAITING_FOR_CONFIRMATION' });

    const kept = async (id: string) =>
      server.all<object>(
        `select number, due_date::text as "dueDate", amount_cents::int as "amountCents",
           interest_cents::int as "interestCents" from loan_instalments
         where consumer_credit_id = $1 order by number`,
        [id],
      );
    const huge = Number.MAX_SAFE_INTEGER;
    const misfits: object[][] = [
      with_({ number: 2 }),
      with_({ number: MONTHS + 1 }, MONTHS - 1),
      // more interest than is paid, and the principal right in sum
      with_({ interestCents: own[0]!.amountCents + 1, amountCents: own[0]!.amountCents }),
      [{ ...own[0]!, amountCents: huge, interestCents: huge - Number(AMOUNT) }],
      with_({ dueDate: '1990-01-01' }),
      with_({ dueDate: days[2] }, 1),
      with_({ dueDate: today }),
    ];
    for (const [nth, instalments] of misfits.entries()) {
      const one = nth ? await signed() : { loanId, operationId };
      assert.equal((await say(lent(one.operationId, instalments))).noted, true, `the ${nth}`);
      assert.deepEqual(await standing(one.loanId), { status: 'CONFIRMED' });
      assert.deepEqual(await kept(one.loanId), own, `the ${nth}`);
    }
    // a cent of rounding, other days and another order are the institution's own
    const theirs = with_({ amountCents: own[0]!.amountCents + 1, dueDate: days[0]! }).map(
      (one) => ({
        ...one,
        interestCents: one.interestCents + Number(one.number === 1),
        dueDate: `${one.dueDate.slice(0, 8)}28`,
      }),
    );
    const last = await signed();
    assert.equal((await say(lent(last.operationId, theirs.toReversed()))).noted, true);
    assert.deepEqual(await kept(last.loanId), theirs);

    const notice = (given: object) => ({
      noticeId: randomUUIDv7(),
      loanId: last.loanId,
      loanNumber: 'L-1',
      ...given,
    });
    const paid = { kind: 'INSTALMENT_PAID', number: 1, paidCents: 1, paidDate: today };
    const ended = { kind: 'REPAID', reference: 'R-2', date: today };
    const behind = { kind: 'ARREARS', arrearsCents: 1, since: today };
    for (const word of BROKEN_WORDS) {
      await refused('loanNumber', notice({ ...paid, loanNumber: word }), NOTICES);
      await refused('reference', notice({ ...ended, reference: word }), NOTICES);
    }
    await refused('paidDate', notice({ ...paid, paidDate: '0000-01-01' }), NOTICES);
    await refused('since', notice({ ...behind, since: '0000-01-01' }), NOTICES);
    await refused('date', notice({ ...ended, date: '0000-01-01' }), NOTICES);
    assert.equal((await say(notice(paid), NOTICES)).noted, true);
  });

  test('SB-47, LN-35 a lender whose gateway has moved reports on of the loans that it has given, and nobody else does', async () => {
    const { loanId, operationId } = await signed();
    const today = new Date().toISOString().slice(0, 10);
    const { schedule } = loanOf({ amountCents: AMOUNT, rate: BigInt(RATE), months: MONTHS });
    const days = instalmentDays(today, MONTHS);
    const instalments = schedule.map(({ cents, interestCents }, index) => ({
      number: index + 1,
      dueDate: days[index]!,
      amountCents: Number(cents),
      interestCents: Number(interestCents),
    }));
    assert.equal((await say(lent(operationId, instalments, 'L-7'))).noted, true);
    const paid = (number: number) => ({
      noticeId: randomUUIDv7(),
      loanId,
      loanNumber: 'L-7',
      kind: 'INSTALMENT_PAID',
      number,
      paidCents: 1,
      paidDate: today,
    });
    assert.equal((await say(paid(1), NOTICES)).noted, true);
    const staff = await server.as('admin@paydesk.test');
    const moveTo = async (id: string, url: string) => {
      const set = await staff.call(
        'POST /api/financing/financing-institutions/{id}/actions/set-gateway',
        { params: { id }, body: { url, secret: SECRET } },
      );
      assert.equal(set.status, 200, set.text);
    };
    const { institutionId: other } = await aLender(server);
    await moveTo(institutionId, 'https://moved.lender.test/v2');
    try {
      assert.equal((await say(paid(2), NOTICES)).noted, true);
      for (const url of [URL, 'https://moved.lender.test/v2']) {
        await moveTo(other, url);
        const by = { keyId: `institution:${other}`, secret: SECRET };
        assert.equal((await gatewaySays(server, NOTICES, paid(3), by)).status, 404, url);
      }
      // what was asked before is answered where it was asked, and nowhere else
      const waits = await signed();
      await server.pool.query('update loan_operations set gateway = $2 where id = $1', [
        waits.operationId,
        URL,
      ]);
      const late = lent(waits.operationId, instalments, 'L-8');
      assert.equal((await say(late)).status, 404);
    } finally {
      await moveTo(institutionId, URL);
      await server.pool.query('update financing_institutions set active = false where id = $1', [
        other,
      ]);
    }
  });

  test('SB-39, SB-46 the same answer to a refund five times at once is noted and audited once', async () => {
    const { id } = await insertLoan(server.pool, {
      merchantId: amber,
      status: 'CONFIRMED',
      financingInstitutionId: institutionId,
    });
    const owner = await server.as('owner@amber.test');
    const asked = await owner.call('POST /api/financing/consumer-credits/{id}/refund-requests', {
      params: { id },
      body: { amount: 1, reason: 'OTHER' },
    });
    assert.equal(asked.status, 200, asked.text);
    await tasksOf(server.services)
      .find(({ name }) => name === 'deliver-credit-refunds')!
      .run();
    const request = await server.one<{ id: string }>(
      'select id from consumer_credits_refunds where consumer_credit_id = $1',
      [id],
    );
    const answer = { operationId: request.id, outcome: 'approved', reference: 'R-9' };
    const five = await Promise.all(Array.from({ length: 5 }, () => say(answer)));
    assert.deepEqual(five.map(({ noted }) => noted).sort(), [
      ...Array<boolean>(4).fill(false),
      true,
    ]);
    assert.deepEqual(await auditedOf(server, request.id), ['LATE_ANSWER SUCCESS']);
  });
});
