import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { InstitutionNotice } from '../../gateways/financing-institution.ts';
import { tasksOf } from '../../resources.ts';
import { insertMerchant, insertTransaction } from '../../seed/factories.ts';
import { insertLender, insertRefundRequest } from '../../seed/factories/financing.ts';
import { newShopper } from '../../testing/checkouts.ts';
import {
  anotherProduct,
  authenticate,
  begunLoan,
  choose,
  confirmedLoan,
  onlyTheseLend,
  sign,
  tick,
  type Borrowing,
  type Lenders,
} from '../../testing/loans.ts';
import { until } from '../../testing/kills/paydesk.ts';
import { mailsOf } from '../../testing/mails.ts';
import { insertLink } from '../../testing/payment-links.ts';
import { openCheckout } from '../../testing/payments.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { cancelLoan, signAtMerchant } from './by-hand.ts';
import { chooseOffer } from './choose.ts';
import { withdrawLoan } from './closing.ts';
import { beginAuthentication, beginSigning } from './identify.ts';
import { institutionNoticed } from './notices.ts';
import { endUnwantedLoans, expireOffers } from './tasks.ts';

const AT = { address: 'sandbox', from: '203.0.113.5' };
const STAFF = { userId: null, userName: 'Vera Vale', address: null };

const stands = async (loan: Borrowing) => {
  const { status, failure, ended } = await loan.view();
  return [status, failure?.code ?? ended];
};
const about = async (loan: Borrowing) => ({
  consumerCreditId: loan.loanId,
  loanNumber: (await loan.view()).loanNumber!,
});

/** Three of them that pay back 250.00 and what the last one does. */
const instalmentsOf = (last: bigint) =>
  [100_00n, 150_00n, last].map((cents, index) => ({
    number: index + 1,
    dueDate: `2031-0${index + 1}-15`,
    amountCents: cents + 1_07n,
    interestCents: 1_07n,
  }));

const offerOf = (externalId: string, product: string) => ({
  externalId,
  product,
  amountCents: 600_00n,
  months: 12,
  rate: 1,
  apr: 1,
  monthlyCents: 50_00n,
  totalCents: 600_00n,
  validUntil: '2100-01-01T00:00:00.000Z',
});

describe('a loan that something comes between', () => {
  let server: TestServer;
  let lenders: Lenders;
  let merchantId: string;
  let owner: Client;
  before(async () => {
    server = await testServer({ screening: () => ({ screen: async () => [] }) });
    lenders = await onlyTheseLend(server);
    ({ id: merchantId } = await insertMerchant(server.pool));
    owner = await server.person({ merchantId });
  });
  after(() => server.close());

  const begun = () => begunLoan(server, merchantId);
  const confirmed = () => confirmedLoan(server, merchantId, lenders.online);
  const say = (kind: InstitutionNotice['kind'], given: object, at = AT) =>
    institutionNoticed(
      server.services,
      { noticeId: randomUUIDv7(), kind, ...given } as InstitutionNotice,
      at,
    );
  const count = async (text: string, values: unknown[]) =>
    (await server.one<{ n: number }>(`select count(*)::int as n ${text}`, values)).n;
  /** What an institution was asked of a loan. */
  const asked = async ({ loanId }: Borrowing, kind: string) =>
    (
      await server.one<{ id: string; application: string }>(
        'select id, application_id as application from loan_operations where consumer_credit_id = $1 and kind = $2',
        [loanId, kind],
      )
    ).id;

  const block = ({ loanId }: Borrowing, status: string) =>
    server.pool.query(
      `update customers set status = $2 where id = (select customer_id from consumer_credits where id = $1)`,
      [loanId, status],
    );

  /** Whether an institution takes a signature online. */
  const remote = ({ institutionId }: { institutionId: string }, enabled: boolean) =>
    server.pool.query(
      `insert into financing_institution_features (financing_institution_id, feature, enabled, updated_date, updated_by)
       values ($1, 'REMOTE_SIGNING', $2, now(), 'Test')
       on conflict (financing_institution_id, feature) do update set enabled = $2`,
      [institutionId, enabled],
    );
  const decidesAtOnce = ({ institutionId }: { institutionId: string }, enabled: boolean) =>
    server.pool.query(
      `update financing_institution_features set enabled = $2
       where financing_institution_id = $1 and feature = 'INSTANT_DECISION'`,
      [institutionId, enabled],
    );
  const prepared = async (lender: { institutionId: string }) => {
    const loan = await begun();
    await choose(server, loan, lender);
    await authenticate(server, loan);
    return loan;
  };
  const signHere = ({ loanId }: Borrowing) =>
    owner.call('POST /api/financing/consumer-credits/{id}/actions/sign-here', {
      params: { id: loanId },
    });

  test('AM-80 the institution says that it was withdrawn from, or repaid: once, of a loan of its own, and nothing comes after', async () => {
    const withdrawn = await confirmed();
    const its = await about(withdrawn);
    const then = { reference: 'W-7 4242 4242 4242 4242', date: '2030-01-02' };
    assert.equal(await say('WITHDRAWN', { ...its, loanNumber: 'L-0', ...then }), null);
    const elsewhere = { ...AT, address: 'https://other.test/v1' };
    assert.equal(await say('WITHDRAWN', { ...its, ...then }, elsewhere), null);
    assert.deepEqual(await stands(withdrawn), ['CONFIRMED', null]);
    const ten = await Promise.all(
      Array.from({ length: 10 }, () => say('WITHDRAWN', { ...its, ...then })),
    );
    assert.equal(ten.filter((noted) => noted === true).length, 1);
    assert.deepEqual(await stands(withdrawn), ['CONFIRMED', 'WITHDRAWN']);
    assert.equal(
      await count(`from loan_events where consumer_credit_id = $1 and detail like '%4242 4242%'`, [
        withdrawn.loanId,
      ]),
      0,
      'no card’s number is kept',
    );
    const paid = { ...its, number: 1, paidCents: 5272n, paidDate: '2030-01-03' };
    assert.deepEqual(
      [
        await say('REPAID', { ...its, ...then }),
        await say('INSTALMENT_PAID', paid),
        await say('ARREARS', { ...its, arrearsCents: 5n, since: '2030-01-01' }),
      ],
      [false, false, false],
    );
    const running = await confirmed();
    assert.equal(await say('REPAID', { ...(await about(running)), ...then }), true);
    assert.deepEqual(await stands(running), ['CONFIRMED', 'REPAID']);
    await assert.rejects(withdrawLoan(server.services, running.loanId), {
      errors: [{ field: 'status', message: 'The loan is over already' }],
    });
  });

  test('LN-35 what is paid may be told in any order and twice; after the last instalment the loan is over', async () => {
    const loan = await confirmed();
    const its = await about(loan);
    const paid = (number: number, cents: number) =>
      say('INSTALMENT_PAID', { ...its, number, paidCents: BigInt(cents), paidDate: '2030-02-01' });
    const due = (await loan.view()).instalments.map(({ amount }) => Math.round(amount * 100));
    assert.equal(await paid(2, due[1]!), true);
    assert.equal(await paid(1, 100), true);
    assert.equal(await paid(1, 50), false, 'one that was overtaken takes nothing away');
    assert.equal(await paid(1, due[0]! + 1), false, 'more than is due');
    assert.equal(await paid(13, 100), false, 'none such');
    assert.deepEqual(
      (await loan.view()).instalments.slice(0, 2).map(({ status }) => status),
      ['PARTLY', 'PAID'],
    );
    for (const [index, cents] of due.entries()) await paid(index + 1, cents);
    assert.deepEqual(await stands(loan), ['CONFIRMED', 'REPAID']);
    assert.equal(
      await count(`from audit_logs where entity_id = $1 and action = 'END_LOAN'`, [loan.loanId]),
      1,
    );
  });

  test('AM-102, LN-35 a notice that is sent again, since nobody heard that it was taken, undoes nothing that came after it', async () => {
    const loan = await confirmed();
    const its = await about(loan);
    const late = { ...its, noticeId: randomUUIDv7(), arrearsCents: 50_00n, since: '2030-01-15' };
    assert.equal(await say('ARREARS', late), true);
    assert.equal((await loan.view()).arrears, 50);
    assert.equal(await say('ARREARS', { ...its, arrearsCents: 0n, since: null }), true);
    assert.equal(await say('ARREARS', late), false);
    assert.equal((await loan.view()).arrears, 0);
    const again = (since: string) => say('ARREARS', { ...late, noticeId: randomUUIDv7(), since });
    assert.equal(await again(late.since), true);
    // as much is due of the month after, and nothing of the one before any more
    assert.deepEqual([await again('2030-02-15'), await again('2030-02-15')], [true, false]);
    const { since } = await server.one<{ since: string }>(
      `select to_char(arrears_since, 'YYYY-MM-DD') as since from consumer_credits where id = $1`,
      [loan.loanId],
    );
    assert.equal(since, '2030-02-15');
  });

  test('LN-35, AM-102 an application of which one offer has ended is taken back with what came of another', async () => {
    const { id: added } = await anotherProduct(server, lenders.online.productId, true);
    try {
      const loan = await begun();
      const { id: ended, application } = await server.one<{ id: string; application: string }>(
        `update offers set valid_until = now() where consumer_credit_id = $1 and financing_product_id = $2
         returning id, application_id as application`,
        [loan.loanId, added],
      );
      await tick(server);
      const { offers } = await loan.view();
      assert.ok(offers.length === 2 && offers.every(({ id }) => id !== ended));
      const { id: left } = await server.one<{ id: string }>(
        'select id from offers where application_id = $1 and id <> $2',
        [application, ended],
      );
      await chooseOffer(server.services, loan.loanId, left);
      await cancelLoan(server.services, loan.loanId, { code: 'WITHDRAWN_BY_SHOPPER' });
      assert.equal(
        await count(`from loan_operations where application_id = $1 and kind = 'CANCEL'`, [
          application,
        ]),
        1,
      );
    } finally {
      // it stays, with its offers, and leaves its name to the next
      await server.pool.query(
        'update financing_products set active = false, code = id::text, name = id::text where id = $1',
        [added],
      );
    }
  });

  test('LN-35 where offers ended before the last institution declined nobody is told that none was made', async () => {
    await decidesAtOnce(lenders.paper, false);
    try {
      const loan = await begun();
      await server.pool.query(
        'update offers set valid_until = now() where consumer_credit_id = $1',
        [loan.loanId],
      );
      await expireOffers(server.services).run();
      assert.deepEqual(await stands(loan), ['OFFER_SELECTION', null]);
      const { id: applicationId } = await server.one<{ id: string }>(
        `select id from loan_applications where consumer_credit_id = $1 and status = 'SENT'`,
        [loan.loanId],
      );
      assert.equal(await say('DECLINED', { applicationId, reason: 'No' }), true);
      assert.deepEqual(await stands(loan), ['FAILED', 'EXPIRED']);
    } finally {
      await decidesAtOnce(lenders.paper, true);
    }
  });

  test('AM-102 answers that come twice, the other way round, or after somebody else was chosen', async () => {
    const loan = await begun();
    const [first, second] = (await loan.view()).offers;
    // two tabs, two wishes
    const wishes = await Promise.allSettled(
      [first!, second!].map(({ id }) => chooseOffer(server.services, loan.loanId, id)),
    );
    assert.deepEqual(
      wishes.map(({ status }) => status).sort(),
      ['fulfilled', 'rejected'],
      'one of them is told that it is too late',
    );
    const { rows } = await server.pool.query(
      `select id, financing_institution_id as lender, status from loan_applications where consumer_credit_id = $1`,
      [loan.loanId],
    );
    const applications = rows as { id: string; status: string }[];
    assert.deepEqual(applications.map(({ status }) => status).sort(), ['OFFERED', 'WITHDRAWN']);
    for (const { id } of applications) {
      const late = { applicationId: id, externalId: 'X', offers: [] };
      assert.equal(await say('OFFER', late), false);
      assert.equal(await say('DECLINED', { applicationId: id, reason: 'No' }), false);
    }
    assert.equal((await loan.view()).offers.length, 1);

    const done = await confirmed();
    const acceptanceId = await asked(done, 'ACCEPT');
    const again = { acceptanceId, loanNumber: 'L-9', instalments: [] };
    assert.equal(await say('CONFIRMED', again), false);
    assert.equal(await say('REFUSED', { acceptanceId, reason: 'Overtaken' }), false);
    assert.equal(await say('REFUSED', { acceptanceId: randomUUIDv7(), reason: 'Whose?' }), null);
    assert.deepEqual(await stands(done), ['CONFIRMED', null]);
    assert.notEqual((await done.view()).loanNumber, 'L-9');
  });

  test('SB-18, AM-113 a loan that is confirmed for an order which a payment has paid counts that one twice, on Home too', async () => {
    const loan = await confirmedLoan(server, merchantId, lenders.online, 'confirmedLater');
    const { id: paid } = await insertTransaction(server.pool, {
      merchantId,
      orderId: loan.orderId,
      amountCents: 600_00n,
      status: 'SUCCESS',
    });
    await server.pool.query(`update orders set status = 'PAID' where id = $1`, [loan.orderId]);
    const twice = async () => {
      const query = { f_paidTwice: 'true' };
      const { body } = await owner.call('GET /api/transactions', { query });
      return body.content.map(({ id }) => id);
    };
    assert.deepEqual(await twice(), []);
    const acceptanceId = await asked(loan, 'ACCEPT');
    const instalments = instalmentsOf(350_00n);
    const said = { acceptanceId, loanNumber: `L-${acceptanceId}`, instalments };
    assert.equal(await say('CONFIRMED', said), true);
    assert.deepEqual(await twice(), [paid]);
    const waits = (await owner.call('GET /api/reports/waiting')).body.waits;
    assert.equal(waits.find(({ name }) => name === 'paidTwice')?.count, 1);
  });

  test('LN-35 instalments that pay back the loan to the cent are kept as the institution says them; where they are a cent off, the offer’s are', async () => {
    const kept = async (instalments: ReturnType<typeof instalmentsOf>) => {
      const loan = await confirmedLoan(server, merchantId, lenders.online, 'confirmedLater');
      const acceptanceId = await asked(loan, 'ACCEPT');
      const loanNumber = `L-${acceptanceId}`;
      assert.equal(await say('CONFIRMED', { acceptanceId, loanNumber, instalments }), true);
      return (await loan.view()).instalments;
    };
    // 600.00 in all
    const [first, second, third, ...more] = await kept(instalmentsOf(350_00n));
    assert.deepEqual(
      [first, second, third].map((one) => [one!.dueDate, one!.amount]),
      [
        ['2031-01-15', 101.07],
        ['2031-02-15', 151.07],
        ['2031-03-15', 351.07],
      ],
    );
    assert.deepEqual(more, []);
    assert.equal((await kept(instalmentsOf(349_99n))).length, 12);
  });

  test('AM-102 an offer that comes after another one was chosen is taken back, and shown to nobody', async () => {
    const loan = await begun();
    await choose(server, loan, lenders.online);
    // as if this one had not been asked to stop yet
    const { id: application } = await server.one<{ id: string }>(
      'select id from loan_applications where consumer_credit_id = $1 and financing_institution_id = $2',
      [loan.loanId, lenders.paper.institutionId],
    );
    const { id } = await server.one<{ id: string }>(
      `update loan_operations set status = 'PENDING', settled_date = null
       where application_id = $1 and kind = 'APPLY' returning id`,
      [application],
    );
    const { code } = await server.one<{ code: string }>(
      'select code from financing_products where id = $1',
      [lenders.paper.productId],
    );
    const offer = offerOf('LATE', code);
    const late = { applicationId: application, externalId: 'X-1', offers: [offer] };
    assert.equal(await say('OFFER', late), true);
    const cancels = () =>
      count(
        `from loan_operations where consumer_credit_id = $1 and kind = 'CANCEL' and application_id = $2`,
        [loan.loanId, application],
      );
    assert.ok((await cancels()) >= 2, `asked to stop anew: ${id}`);
    const view = await loan.view();
    assert.deepEqual([view.status, view.offers.length], ['OFFER_CHOSEN', 1]);
    assert.equal(
      await count(
        `from offers where consumer_credit_id = $1 and external_id = 'LATE' and status = 'DECLINED'`,
        [loan.loanId],
      ),
      1,
    );
  });

  test('FI-06 an offer of another product than the institution was asked for is none', async () => {
    const loan = await begunLoan(server, merchantId, 'later');
    const { institutionId, productId } = lenders.online;
    const { id: other, code } = await anotherProduct(server, productId, false);
    const { id: applicationId } = await server.one<{ id: string }>(
      'select id from loan_applications where consumer_credit_id = $1 and financing_institution_id = $2',
      [loan.loanId, institutionId],
    );
    // by the months before it the last instalment would be paid to the borrower
    const own = await server.one<{ code: string }>(
      'select code from financing_products where id = $1',
      [productId],
    );
    const unsound = { ...offerOf('LESS', own.code), monthlyCents: 60_00n, totalCents: 650_00n };
    const offers = [offerOf('OTHER', code), unsound];
    assert.equal(await say('OFFER', { applicationId, externalId: 'X-1', offers }), true);
    assert.deepEqual((await loan.view()).offers, []);
    assert.equal(
      await count(`from loan_applications where id = $1 and status = 'DECLINED'`, [applicationId]),
      1,
    );
    await server.pool.query('delete from financing_products where id = $1', [other]);
  });

  test('SB-41, FI-09, FI-15 what borrowers have read about, and where they applied, can’t be deleted though nothing came of it', async () => {
    const { institution, product } = await insertLender(server.pool, {});
    const declined = await begunLoan(server, merchantId, 'declined');
    assert.deepEqual((await declined.view()).offers, []);
    const staff = await server.as('admin@paydesk.test');
    const refused = async (
      key:
        | 'DELETE /api/financing-products/{id}'
        | 'DELETE /api/financing/financing-institutions/{id}',
      id: string,
    ) => {
      const { status, error } = await staff.call(key, { params: { id } });
      return [status, error.errors[0]?.message];
    };
    assert.deepEqual(await refused('DELETE /api/financing-products/{id}', product.id), [
      400,
      'Borrowers have read about this product: deactivate it instead',
    ]);
    await server.pool.query(
      'update loan_documents set financing_product_id = $2 where financing_product_id = $1',
      [product.id, lenders.online.productId],
    );
    const gone = await staff.call('DELETE /api/financing-products/{id}', {
      params: { id: product.id },
    });
    assert.equal(gone.status, 200, gone.text);
    assert.deepEqual(
      await refused('DELETE /api/financing/financing-institutions/{id}', institution.id),
      [400, 'Loans were applied for at this institution: deactivate it instead'],
    );
  });

  test('LN-35 an agreement that was not signed three times is signed no more; by another way it is begun anew', async () => {
    const loan = await begun();
    await choose(server, loan, lenders.online);
    await authenticate(server, loan);
    await sign(server, loan, 'refuse', 'ID_CARD');
    assert.equal((await loan.view()).triesLeft, 2);
    await sign(server, loan, 'else', 'MOBILE_ID');
    await sign(server, loan, 'timeout', 'SMART_ID');
    assert.deepEqual(await stands(loan), ['FAILED', 'SIGNING_FAILED']);
    assert.equal((await loan.view()).failure!.automatic, true);
    await tick(server);
    assert.equal(
      await count(
        `from institution_sandbox.cancelled c join loan_applications a on a.id = c.request_id
         where a.consumer_credit_id = $1`,
        [loan.loanId],
      ),
      2,
      'also the one that was chosen is told',
    );
    assert.equal(
      await count('from institution_sandbox.loans where loan_id = $1', [loan.loanId]),
      0,
    );
  });

  test('AM-111, AM-116 an agreement is signed where it was to be, whatever its institution can do by now', async () => {
    const [online, paper] = [await prepared(lenders.online), await prepared(lenders.paper)];
    await remote(lenders.online, false);
    await remote(lenders.paper, true);
    try {
      const refused = await signHere(online);
      assert.deepEqual(
        [refused.status, refused.error.errors[0]!.message],
        [400, 'The agreement is signed online'],
      );
      await sign(server, online);
      assert.deepEqual(await stands(online), ['CONFIRMED', null]);
      await assert.rejects(sign(server, paper), {
        errors: [{ field: 'method', message: 'The agreement is signed at the shop' }],
      });
      const signed = await signHere(paper);
      assert.equal(signed.status, 200, signed.text);
      assert.deepEqual(await stands(paper), ['CONFIRMED', null]);
    } finally {
      await remote(lenders.online, true);
      await remote(lenders.paper, false);
    }
  });

  test('ST-03 whoever is blocked on the way goes no further, wherever they stand; what is signed is the institution’s word', async () => {
    const at: Record<string, (loan: Borrowing) => Promise<unknown>> = {
      OFFER_SELECTION: (loan) => choose(server, loan, lenders.online),
      OFFER_CHOSEN: ({ loanId }) =>
        beginAuthentication(server.services, loanId, { method: 'SMART_ID', frame: false }),
      SIGNING_DOCUMENTS_PREPARED: ({ loanId }) => signAtMerchant(server.services, loanId, STAFF),
    };
    const loans: Record<string, Borrowing> = {};
    for (const status of Object.keys(at)) {
      const loan = await begun();
      loans[status] = loan;
      if (status !== 'OFFER_SELECTION') await choose(server, loan, lenders.paper);
      if (status === 'SIGNING_DOCUMENTS_PREPARED') await authenticate(server, loan);
      assert.equal((await loan.view()).status, status);
    }
    for (const [status, next] of Object.entries(at)) {
      const loan = loans[status]!;
      await block(loan, 'BLOCKED');
      await next(loan);
      assert.deepEqual(await stands(loan), ['FAILED', 'CUSTOMER_BLOCKED'], status);
      const to = `offered-${loan.checkoutId.slice(0, 8)}@mail.test`;
      const { text } = (await mailsOf(server, to)).at(-1)!;
      assert.match(text, /The application can’t be taken/);
      assert.doesNotMatch(text, /No person took part/, 'one has blocked them');
      await block(loan, 'ACTIVE');
    }
  });

  test('ST-07 while its merchant is disabled a loan goes no step further; what the institution has been sent it may still confirm', async () => {
    const waits = await begun();
    const signed = await begun();
    await choose(server, signed, lenders.online);
    await authenticate(server, signed);
    const disabled = (to: string) =>
      server.pool.query('update merchants set status = $2 where id = $1', [merchantId, to]);
    await disabled('DISABLED');
    const [offer] = (await waits.view()).offers;
    await assert.rejects(chooseOffer(server.services, waits.loanId, offer!.id), {
      errors: [{ field: 'offerId', message: 'The shop takes no payments at the moment' }],
    });
    await assert.rejects(sign(server, signed), {
      errors: [{ field: 'method', message: 'The shop takes no payments at the moment' }],
    });
    assert.deepEqual(await stands(signed), ['SIGNING_DOCUMENTS_PREPARED', null]);
    await disabled('ACTIVE');
    await sign(server, signed);
    assert.deepEqual(await stands(signed), ['CONFIRMED', null]);
    await choose(server, waits, lenders.online);
  });

  test('OR-11 an order whose loan is under way is neither cancelled nor expires, also where its checkout is over; one that is over ends its loan', async () => {
    const loan = await begun();
    await server.pool.query(
      `update checkouts set expires_date = now() - interval '1 hour' where id = $1`,
      [loan.checkoutId],
    );
    await tasksOf(server.services)
      .find(({ name }) => name === 'expire-orders')!
      .run();
    const cancel = () =>
      owner.call('PUT /api/orders/{id}/reject' as never, {
        params: { id: loan.orderId },
        body: {},
      });
    const refused = (await cancel()) as { status: number; text: string };
    assert.equal(refused.status, 400, refused.text);
    const shopper = { params: { id: loan.checkoutId }, from: newShopper() };
    const [offer] = (await loan.view()).offers;
    const taken = await server.anonymous.call('POST /api/checkouts/{id}/loan/offer', {
      ...shopper,
      body: { offerId: offer!.id },
    });
    assert.equal(taken.status, 200, 'who comes back by the link goes on');
    // in another window, whose form stood there before
    const left = await server.anonymous.call('POST /api/checkouts/{id}/cancel', shopper);
    assert.equal(left.status, 400, left.text);
    assert.match(left.text, /This order is being paid by a loan/);
    const { body: page } = await server.anonymous.call('GET /api/checkouts/{id}', shopper);
    assert.notEqual(page.state, 'cancelled');
    await server.pool.query(`update orders set status = 'EXPIRED' where id = $1`, [loan.orderId]);
    await assert.rejects(
      beginAuthentication(server.services, loan.loanId, { method: 'SMART_ID', frame: false }),
    );
  });

  test('OR-11, TX-56, AM-118 an order that is marked as paid ends its loan: at once, or as the institution says', async () => {
    const signed = async (name: 'confirmedLater' | 'lostConfirmation') => {
      const loan = await begunLoan(server, merchantId, name);
      await choose(server, loan, lenders.online);
      await authenticate(server, loan);
      await sign(server, loan);
      assert.equal((await loan.view()).status, 'WAITING_FOR_CONFIRMATION');
      return loan;
    };
    const [offered, waits, late] = [
      await begun(),
      await signed('confirmedLater'),
      await signed('lostConfirmation'),
    ];
    // this institution thinks for longer than any machine is slow
    await server.pool.query(
      `update institution_sandbox.requests set decided_date = now() + interval '1 hour' where operation_id = $1`,
      [await asked(waits, 'ACCEPT')],
    );
    await server.pool.query(
      `update orders set status = 'PAID', payment_method = 'CARD' where id = any($1)`,
      [[offered.orderId, waits.orderId, late.orderId]],
    );
    await server.pool.query(
      `update merchants set purchase_notification_url = 'https://shop.test/told' where id = $1`,
      [merchantId],
    );
    const told = () => count(`from outbox where subject = $1`, [late.orderId]);
    for (let twice = 0; twice < 2; twice++) await endUnwantedLoans(server.services).run();
    const open = async () =>
      [await waits.view(), await late.view()].some(
        ({ status }) => status === 'WAITING_FOR_CONFIRMATION',
      );
    for (let tries = 0; tries < 300 && (await open()); tries++) {
      await tick(server);
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.deepEqual(
      [await stands(offered), await stands(waits), await stands(late)],
      [
        ['FAILED', 'ORDER_OVER'],
        ['FAILED', 'ORDER_OVER'],
        // it had lent before it was asked to leave it
        ['CONFIRMED', null],
      ],
    );
    assert.equal(
      await count(
        `from loan_operations where consumer_credit_id = $1 and kind = 'CANCEL'
           and application_id = (select application_id from offers
             where consumer_credit_id = $1 and status = 'CHOSEN')`,
        [late.loanId],
      ),
      1,
      'asked once',
    );
    assert.equal(await told(), 1, 'its merchant hears that it is lent');

    // of a link for one payment whose other order somebody marks as paid
    const ofLink = await begun();
    const other = await openCheckout(server, { merchantId });
    await server.pool.query(
      `update checkouts set payment_link_id = $2 where id = any($1::uuid[])`,
      [[ofLink.checkoutId, other.checkoutId], await insertLink(server, merchantId)],
    );
    await endUnwantedLoans(server.services).run();
    assert.deepEqual(await stands(ofLink), ['OFFER_SELECTION', null]);
    await server.pool.query(`update orders set status = 'PAID' where id = $1`, [other.orderId]);
    await endUnwantedLoans(server.services).run();
    assert.deepEqual(await stands(ofLink), ['FAILED', 'ORDER_OVER']);
    assert.deepEqual(
      await server.one('select failure_reason as why from consumer_credits where id = $1', [
        ofLink.loanId,
      ]),
      { why: 'The link was for one payment, which is made' },
    );
  });

  test('AM-102, FI-14 what is asked again is the same question, whatever staff have changed meanwhile', async () => {
    const waits = await begunLoan(server, merchantId, 'later');
    assert.equal((await waits.view()).status, 'APPLICATION_CREATED');
    const late = await begunLoan(server, merchantId, 'confirmedLater');
    await choose(server, late, lenders.online);
    await authenticate(server, late);
    await sign(server, late);
    assert.equal((await late.view()).status, 'WAITING_FOR_CONFIRMATION');
    const instant = (enabled: boolean) =>
      server.pool.query(
        `update financing_institution_features set enabled = $2
         where financing_institution_id = any($1) and feature = 'INSTANT_DECISION'`,
        [[lenders.online.institutionId, lenders.paper.institutionId], enabled],
      );
    const { name } = await server.one<{ name: string }>(
      `with before as (select name from merchants where id = $1)
       update merchants m set name = m.name || ' Ltd' from before where m.id = $1 returning before.name`,
      [merchantId],
    );
    await server.pool.query(
      `update financing_products set interest_rate_bp = interest_rate_bp + 100, active = false,
         code = code || '-new' where id = any($1)`,
      [[lenders.online.productId, lenders.paper.productId]],
    );
    await server.pool.query(
      `update financing_institutions set code = code || '-new' where id = any($1)`,
      [[lenders.online.institutionId, lenders.paper.institutionId]],
    );
    await instant(false);
    try {
      // this institution thinks for a second
      for (let tries = 0; tries < 300 && (await late.view()).status !== 'CONFIRMED'; tries++) {
        await tick(server);
        await new Promise((done) => setTimeout(done, 100));
      }
      assert.deepEqual(await stands(late), ['CONFIRMED', null]);
      assert.deepEqual(await stands(waits), ['OFFER_SELECTION', null]);
      assert.equal(
        await count(
          'from loan_operations where consumer_credit_id = any($1) and error is not null',
          [[waits.loanId, late.loanId]],
        ),
        0,
      );
    } finally {
      await instant(true);
      await server.pool.query('update merchants set name = $2 where id = $1', [merchantId, name]);
      await server.pool.query(
        `update financing_products set interest_rate_bp = interest_rate_bp - 100, active = true,
           code = left(code, -4) where id = any($1)`,
        [[lenders.online.productId, lenders.paper.productId]],
      );
      await server.pool.query(
        `update financing_institutions set code = left(code, -4) where id = any($1)`,
        [[lenders.online.institutionId, lenders.paper.institutionId]],
      );
    }
  });

  test('AM-118, LN-35 a purchase whose loan is under way does not expire before it, though its day is over', async () => {
    const loan = await begun();
    await choose(server, loan, lenders.online);
    const purchase = async () =>
      (
        await server.one<{ status: string }>(
          `select p.status from purchases p join orders o on o.purchase_id = p.id and o.merchant_id = p.merchant_id where o.id = $1`,
          [loan.orderId],
        )
      ).status;
    const expire = () =>
      tasksOf(server.services)
        .find(({ name }) => name === 'expire-purchases')!
        .run();
    await server.pool.query(
      `update purchases set expiration_date = now() - interval '1 day'
       where id = (select purchase_id from orders where id = $1)`,
      [loan.orderId],
    );
    await expire();
    assert.equal(await purchase(), 'UNSIGNED');
    await authenticate(server, loan);
    await sign(server, loan);
    assert.deepEqual(await stands(loan), ['CONFIRMED', null]);
    assert.equal(await purchase(), 'SETTLED');

    const ended = await begun();
    await cancelLoan(server.services, ended.loanId, { code: 'WITHDRAWN_BY_SHOPPER' });
    await server.pool.query(
      `update purchases set expiration_date = now() - interval '1 day'
       where id = (select purchase_id from orders where id = $1)`,
      [ended.orderId],
    );
    await expire();
    const { status } = await server.one<{ status: string }>(
      `select p.status from purchases p join orders o on o.purchase_id = p.id and o.merchant_id = p.merchant_id where o.id = $1`,
      [ended.orderId],
    );
    assert.equal(status, 'CANCELLED');
  });

  test('AM-102 however often a kill cuts an asking short, the pause before the next is no longer for it', async () => {
    const applied = await begunLoan(server, merchantId, 'later');
    const begins = async (kind: 'OFFER_CHOSEN' | 'SIGNING_DOCUMENTS_PREPARED') => {
      const loan = await begun();
      await choose(server, loan, lenders.online);
      const method = 'SMART_ID' as const;
      if (kind === 'OFFER_CHOSEN') {
        await beginAuthentication(server.services, loan.loanId, { method, frame: false });
        return loan;
      }
      await authenticate(server, loan);
      const { documents } = await loan.view();
      const agreementSha256 = documents.find((one) => one.kind === 'AGREEMENT')!.sha256;
      await beginSigning(server.services, loan.loanId, { method, frame: false, agreementSha256 });
      return loan;
    };
    const identified = await begins('OFFER_CHOSEN');
    const signing = await begins('SIGNING_DOCUMENTS_PREPARED');
    const refunded = await confirmed();
    const { id: userId } = await server.one<{ id: string }>('select id from users limit 1');
    await insertRefundRequest(server.pool, {
      consumerCreditId: refunded.loanId,
      merchantId,
      userId,
      amountCents: 100_00n,
    });

    // a process that is gone in the middle neither hears an answer nor counts
    let gone: PromiseWithResolvers<void>;
    const cut = () => {
      gone.resolve();
      return new Promise<never>(() => {});
    };
    const { institution, identification } = server.services;
    const cutShort = tasksOf({
      ...server.services,
      institution: { ...institution, apply: cut, inquire: cut },
      identification: { ...identification, inquire: cut },
    });
    for (const [table, due, loan, task] of [
      ['loan_operations', 'next_attempt_date', applied, 'ask-institutions-of-loans'],
      ['authentications', 'next_attempt_date', identified, 'ask-about-authentications'],
      ['signatures', 'next_attempt_date', signing, 'ask-about-signatures'],
      ['consumer_credits_refunds', 'next_inquiry_date', refunded, 'ask-financing-institution'],
    ] as const) {
      // one row that is open, and that nobody has asked about
      const { id } = await server.one<{ id: string }>(
        `update ${table} set attempts = 0 where id = (select id from ${table}
           where consumer_credit_id = $1 order by created_date desc, id desc limit 1) returning id`,
        [loan.loanId],
      );
      for (let nth = 0; nth < 5; nth++) {
        gone = Promise.withResolvers();
        await server.pool.query(
          `update ${table} set ${due} = now() - interval '9 days' where id = $1`,
          [id],
        );
        void Promise.resolve(cutShort.find(({ name }) => name === task)!.run()).catch(() => {});
        await gone.promise;
        // another row that is due may be asked about first: its turn is over once ours has been taken
        await until(`${table} is taken`, async () => {
          const { taken } = await server.one<{ taken: boolean }>(
            `select ${due} > now() - interval '1 day' as taken from ${table} where id = $1`,
            [id],
          );
          return taken;
        });
      }
      const { attempts, pause } = await server.one<{ attempts: number; pause: number }>(
        `select attempts, extract(epoch from ${due} - now())::float8 as pause from ${table} where id = $1`,
        [id],
      );
      assert.equal(attempts, 0, table);
      assert.ok(pause <= 1, `${table}: ${pause}`);
    }
  });
});
