import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { CONSUMER_CREDIT_STATUSES } from '@paydesk/contract/kernel/loan-statuses.ts';
import {
  TEST_APPLICANTS,
  testApplicantOf,
  type TestApplicantName,
} from '@paydesk/contract/test-applicants.ts';
import { tasksOf } from '../../resources.ts';
import { insertMerchant } from '../../seed/factories.ts';
import {
  anotherProduct,
  askedBy,
  authenticate,
  begunLoan,
  choose,
  confirmedLoan,
  LOAN_CENTS,
  onlyTheseLend,
  openLoanCheckout,
  press,
  sign,
  tick,
  type Borrowing,
  type Lenders,
} from '../../testing/loans.ts';
import { insertLink } from '../../testing/payment-links.ts';
import { insertRule } from '../../testing/rules.ts';
import { auditedOf } from '../../testing/audited.ts';
import { mailsOf } from '../../testing/mails.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { beginPayment } from '../payments/begin.ts';
import { beginLoan } from './begin.ts';
import { askReview, cancelLoan, reviewLoan, sendAgain, signAtMerchant } from './by-hand.ts';
import { chooseOffer } from './choose.ts';
import { repayEarly, withdrawLoan } from './closing.ts';
import { continueLoan } from './continue.ts';
import { beginAuthentication, beginSigning } from './identify.ts';
import { institutionNoticed } from './notices.ts';
import { settleTry } from './settle-try.ts';
import { TRIES, type TryKind } from './tries.ts';
import { loanByToken, loanDocument } from './view.ts';

const ten = <T>(work: () => Promise<T>) => Promise.allSettled(Array.from({ length: 10 }, work));
const STAFF = { userId: null, userName: 'Vera Vale', address: null };
const AT = { address: 'sandbox', from: '203.0.113.5' };

const LOAN = '/api/financing/consumer-credits/{id}';

const nothing = async () => {};

describe('the life of a loan', () => {
  let server: TestServer;
  let lenders: Lenders;
  let merchantId: string;
  const reached = new Set<string>();
  before(async () => {
    // whoever is called so stands on a list
    server = await testServer({
      // nobody waits for who never answers
      institution: (own) => ({
        ...own,
        apply: async (one) => {
          if (testApplicantOf(one.person.personalId) === 'lost') throw new Error('No answer');
          return own.apply(one);
        },
      }),
      screening: () => ({
        screen: async ({ name }) => {
          await whileLookedUp();
          return name.startsWith('Listed')
            ? [{ list: 'SANCTIONS', matchScore: 99, result: 'MATCH' }]
            : [];
        },
      }),
    });
    lenders = await onlyTheseLend(server);
    ({ id: merchantId } = await insertMerchant(server.pool, {
      purchaseNotificationUrl: 'https://shop.test/told',
    }));
  });
  after(() => server.close());

  /** What is done while the lists are asked about somebody. */
  let whileLookedUp = nothing;
  const begun = (name?: TestApplicantName) => begunLoan(server, merchantId, name);
  const confirmed = (name?: TestApplicantName) =>
    confirmedLoan(server, merchantId, lenders.online, name);
  const story = async ({ loanId }: Borrowing) =>
    (
      await server.all<{ line: string }>(
        `select kind || coalesce(' ' || status_after, '') as line from loan_events
         where consumer_credit_id = $1 order by created_date, id`,
        [loanId],
      )
    ).map(({ line }) => line);
  const statuses = async (loan: Borrowing) => {
    const lines = await server.all<{ status: string }>(
      `select status_after as status from loan_events
       where consumer_credit_id = $1 and status_after is not null order by created_date, id`,
      [loan.loanId],
    );
    for (const { status } of lines) reached.add(status);
    return lines.map(({ status }) => status);
  };
  const around = ({ orderId, purchaseId }: Borrowing) =>
    server.one<{ order: string; method: string; purchase: string }>(
      `select o.status as order, o.payment_method as method, p.status as purchase
       from orders o join purchases p on p.merchant_id = o.merchant_id and p.id = $2 where o.id = $1`,
      [orderId, purchaseId],
    );
  const count = async (text: string, values: unknown[]) =>
    Number((await server.one<{ n: bigint }>(`select count(*) as n ${text}`, values)).n);
  /** The institution's own books. */
  const lent = ({ loanId }: Borrowing) =>
    count('from institution_sandbox.loans where loan_id = $1', [loanId]);
  const failed = async (loan: Borrowing) => {
    await statuses(loan);
    const { status, failure } = await loan.view();
    return [status, failure?.code ?? null, failure?.automatic ?? null];
  };
  async function until(loan: Borrowing, status: string): Promise<void> {
    for (let tries = 0; tries < 300; tries++) {
      if ((await loan.view()).status === status) return;
      await new Promise((done) => setTimeout(done, 100));
      await tick(server);
    }
    assert.equal((await loan.view()).status, status);
  }
  /** Of a rule that decides nothing any more. */
  const refusedByRule = async (name?: TestApplicantName) => {
    const { id: merchant } = await insertMerchant(server.pool);
    const rule = await insertRule(server, {
      active: true,
      priority: 1,
      conditions: [
        { field: 'kind', comparison: 'IS', value: 'LOAN' },
        { field: 'merchant', comparison: 'IS', value: merchant },
      ],
    });
    const loan = await begunLoan(server, merchant, name);
    await server.pool.query('update rules set active = false where id = $1', [rule]);
    return loan;
  };
  const past = (loan: Borrowing, column: string) =>
    server.pool.query(`update consumer_credits set ${column} = now() where id = $1`, [loan.loanId]);

  test('LN-35, OR-11 from the application to the institution’s word: the order is paid, once, and its merchant told', async () => {
    const loan = await begun();
    assert.deepEqual(
      (await loan.view()).offers.map(({ rate, months, amount }) => [rate, months, amount]),
      [
        [9.9, 12, 600],
        [12.9, 12, 600],
      ],
    );
    await assert.rejects(beginPayment(server.services, loan.checkoutId, { frame: false }), {
      errors: [{ field: 'payment', message: 'The order is paid by a loan' }],
    });
    await choose(server, loan, lenders.online);
    await authenticate(server, loan);
    const prepared = await loan.view();
    assert.deepEqual(
      [prepared.status, prepared.signing?.where],
      ['SIGNING_DOCUMENTS_PREPARED', 'ONLINE'],
    );
    const agreement = prepared.documents.find(({ kind }) => kind === 'AGREEMENT')!;
    assert.ok((await loanDocument(server.services, loan.loanId, agreement.id))!.bytes.length > 100);
    await sign(server, loan);
    const view = await loan.view();
    assert.deepEqual(
      [view.status, view.instalments.length, view.left, view.repaying, view.ended],
      ['CONFIRMED', 12, 632.66, { amount: 600, interest: 0 }, null],
    );
    assert.deepEqual(await statuses(loan), [
      'DRAFT',
      'CUSTOMER_RISK_EVALUATION_SUCCEEDED',
      'APPLICATION_CREATED',
      'OFFER_SELECTION',
      'OFFER_CHOSEN',
      'SIGNING_DOCUMENTS_PREPARED',
      'AGREEMENT_DOCUMENT_SIGNED',
      'WAITING_FOR_CONFIRMATION',
      'CONFIRMED',
    ]);
    assert.deepEqual(await around(loan), {
      order: 'PAID',
      method: 'CONSUMER_CREDIT',
      purchase: 'SETTLED',
    });
    assert.equal((await loanByToken(server.services, view.token!))!.id, loan.loanId);
    assert.equal(await lent(loan), 1);
    const told = await count(`from outbox where kind = 'CALLBACK' and subject = $1`, [
      loan.orderId,
    ]);
    assert.equal(told, 8, 'each move after the first one, and the payment with the last');
  });

  test('LN-35, AM-111 where the institution wants paper its merchant’s people say that it is signed', async () => {
    const loan = await begun();
    await choose(server, loan, lenders.paper);
    await authenticate(server, loan, 'approve', 'BANK_LINK');
    const { documents, signing } = await loan.view();
    assert.equal(signing?.where, 'MERCHANT');
    const agreementSha256 = documents.find(({ kind }) => kind === 'AGREEMENT')!.sha256;
    await assert.rejects(
      beginSigning(server.services, loan.loanId, {
        method: 'SMART_ID',
        frame: false,
        agreementSha256,
      }),
      { errors: [{ field: 'method', message: 'The agreement is signed at the shop' }] },
    );
    const answers = await ten(() => signAtMerchant(server.services, loan.loanId, STAFF));
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await loan.view()).status, 'CONFIRMED');
    assert.equal(await lent(loan), 1);
  });

  test('SB-42 ten at once begin one loan, choose once, are asked once, and are lent once', async () => {
    const opened = await openLoanCheckout(server, merchantId);
    const asked = await askedBy(server, opened.checkoutId);
    const begins = await ten(() => beginLoan(server.services, opened.checkoutId, asked));
    const ids = new Set(begins.map((one) => one.status === 'fulfilled' && one.value.loanId));
    assert.equal(ids.size, 1, JSON.stringify(begins));
    const loanId = [...ids][0] as string;
    const loan = { ...(await begun()), ...opened, loanId };
    const view = async () =>
      (await import('./view.ts')).loanView(server.services, opened.checkoutId).then((one) => one!);
    loan.view = view;
    loan.goOn = () => continueLoan(server.services, loanId);
    const [first, second] = (await view()).offers;
    const chosen = await Promise.allSettled(
      [first!, second!, first!, second!].map(({ id }) => chooseOffer(server.services, loanId, id)),
    );
    assert.ok(chosen.some(({ status }) => status === 'fulfilled'));
    assert.equal((await view()).offers.length, 1);
    await ten(() =>
      beginAuthentication(server.services, loanId, { method: 'SMART_ID', frame: false }),
    );
    assert.equal(await count('from authentications where consumer_credit_id = $1', [loanId]), 1);
    await press((await view()).authentication!.url!, 'approve');
    await ten(loan.goOn);
    assert.equal(await count('from loan_documents where consumer_credit_id = $1', [loanId]), 3);
    if ((await view()).signing!.where === 'ONLINE') await sign(server, loan);
    else await signAtMerchant(server.services, loanId, STAFF);
    await ten(loan.goOn);
    assert.deepEqual([(await view()).status, await lent(loan)], ['CONFIRMED', 1]);
    assert.equal(
      await count(`from audit_logs where entity_id = $1 and action = 'PAY_ORDER'`, [
        opened.orderId,
      ]),
      1,
    );
  });

  test('OR-11 a card and a loan at the same moment: one of them pays', async () => {
    const opened = await openLoanCheckout(server, merchantId);
    const asked = await askedBy(server, opened.checkoutId);
    await Promise.allSettled([
      beginLoan(server.services, opened.checkoutId, asked),
      beginPayment(server.services, opened.checkoutId, { frame: false }),
      beginLoan(server.services, opened.checkoutId, asked),
      beginPayment(server.services, opened.checkoutId, { frame: false }),
    ]);
    const loans = await count('from consumer_credits where order_id = $1', [opened.orderId]);
    const cards = await count(
      `from payment_attempts where order_id = $1 and stage not in ('ABANDONED','FAILED')`,
      [opened.orderId],
    );
    assert.deepEqual([loans, cards], [1, 0], 'the loan goes before a card that was not given');
  });

  test('LN-35 each way to nothing leaves its reason, and the order to be paid otherwise', async () => {
    const declined = await begun('declined');
    assert.deepEqual(await failed(declined), ['FAILED', 'DECLINED_BY_ALL', false]);
    assert.deepEqual(await around(declined), {
      order: 'VERIFIED',
      method: 'CONSUMER_CREDIT',
      purchase: 'UNSIGNED',
    });
    const { url } = await beginPayment(server.services, declined.checkoutId, { frame: false });
    assert.ok(url, 'by card');

    const again = await begun('declined');
    const asked = await askedBy(server, again.checkoutId);
    const other = await beginLoan(server.services, again.checkoutId, asked);
    assert.notEqual(other.loanId, again.loanId);
    assert.equal((await again.view()).status, 'OFFER_SELECTION', 'by another loan');

    const refused = await confirmed('refused');
    assert.deepEqual(await failed(refused), ['FAILED', 'REFUSED_BY_INSTITUTION', false]);

    const left = await begun();
    await ten(() => cancelLoan(server.services, left.loanId, { code: 'WITHDRAWN_BY_SHOPPER' }));
    assert.deepEqual(await failed(left), ['FAILED', 'WITHDRAWN_BY_SHOPPER', false]);
    await tick(server);
    assert.equal(
      await count(
        'from institution_sandbox.cancelled c join loan_applications a on a.id = c.request_id where consumer_credit_id = $1',
        [left.loanId],
      ),
      2,
      'both institutions are told',
    );

    const late = await begun();
    await past(late, 'status_until');
    await tick(server);
    assert.deepEqual(await failed(late), ['FAILED', 'EXPIRED', false]);

    const nobody = await begun();
    await choose(server, nobody, lenders.online);
    for (const answer of ['refuse', 'else', 'timeout'] as const)
      await authenticate(server, nobody, answer);
    assert.deepEqual(await failed(nobody), ['FAILED', 'AUTHENTICATION_FAILED', true]);
    assert.equal(await lent(nobody), 0);
  });

  test('LN-35 offers end as their institution said, and the loan with the last of them', async () => {
    const loan = await begun('shortOffer');
    await server.pool.query('update offers set valid_until = now() where consumer_credit_id = $1', [
      loan.loanId,
    ]);
    const { offers } = await loan.view();
    await assert.rejects(chooseOffer(server.services, loan.loanId, offers[0]!.id), {
      errors: [{ field: 'offerId', message: 'This offer has ended: please choose another one' }],
    });
    await tick(server);
    assert.deepEqual(await failed(loan), ['FAILED', 'EXPIRED', false]);
  });

  test('AM-102 offers and confirmations that come late, or whose answer is lost, come once', async () => {
    const later = await begun('later');
    assert.equal((await later.view()).status, 'APPLICATION_CREATED');
    await until(later, 'OFFER_SELECTION');
    const lost = await begun('lostAnswer');
    await until(lost, 'OFFER_SELECTION');
    assert.equal((await lost.view()).offers.length, 2);
    const slow = await confirmed('confirmedLater');
    assert.equal((await slow.view()).status, 'WAITING_FOR_CONFIRMATION');
    await until(slow, 'CONFIRMED');
    const unheard = await confirmed('lostConfirmation');
    await until(unheard, 'CONFIRMED');
    assert.deepEqual([await lent(slow), await lent(unheard)], [1, 1]);
    const never = await begun('lost');
    for (let times = 0; times < 7; times++) await tick(server);
    assert.deepEqual(
      (await never.view()).applications.map(({ status }) => status),
      ['ERROR', 'ERROR'],
    );
    await sendAgain(server.services, never.loanId, STAFF);
    assert.deepEqual(
      (await never.view()).applications.map(({ status }) => status),
      ['SENT', 'SENT'],
    );
    await past(never, 'status_until');
    await tick(server);
    assert.deepEqual(await failed(never), ['FAILED', 'EXPIRED', false]);
  });

  test('AM-118, SB-46 what is signed is given up only where the institution says that nothing comes of it', async () => {
    const inTime = await confirmed('confirmedLater');
    await cancelLoan(
      server.services,
      inTime.loanId,
      { code: 'CANCELLED_BY_STAFF', note: 'Twice' },
      STAFF,
    );
    await until(inTime, 'FAILED');
    assert.deepEqual(await failed(inTime), ['FAILED', 'CANCELLED_BY_STAFF', false]);
    const cancelled = async (loan: Borrowing) =>
      (await auditedOf(server, loan.loanId)).filter((said) => said.startsWith('CANCEL_LOAN'));
    assert.deepEqual(await cancelled(inTime), ['CANCEL_LOAN PENDING', 'CANCEL_LOAN SUCCESS']);
    const params = { id: inTime.loanId };
    const staff = await server.as('admin@paydesk.test');
    const told = (await staff.call('GET /api/timelines/loan/{id}', { params })).body.events;
    assert.deepEqual(
      told.flatMap(({ title, status }) => (/ancel/.test(title) && status ? title : [])),
      ['Loan cancelled', 'Cancellation asked for'],
    );
    const { id: acceptanceId } = await server.one<{ id: string }>(
      `select id from loan_operations where consumer_credit_id = $1 and kind = 'ACCEPT'`,
      [inTime.loanId],
    );
    const lends = () =>
      institutionNoticed(
        server.services,
        {
          noticeId: inTime.loanId,
          kind: 'CONFIRMED',
          acceptanceId,
          loanNumber: 'L-1',
          instalments: [],
        },
        AT,
      );
    assert.deepEqual([await lends(), await lends()], [false, false]);
    assert.equal((await inTime.view()).status, 'FAILED');
    const contradicted = (await story(inTime)).filter((line) => line === 'CONTRADICTED');
    assert.equal(contradicted.length, 1, 'staff read that it says it lends, once');

    const tooLate = await confirmed('lostConfirmation');
    await cancelLoan(server.services, tooLate.loanId, { code: 'CANCELLED_BY_MERCHANT' }, STAFF);
    await until(tooLate, 'CONFIRMED');
    assert.equal((await around(tooLate)).order, 'PAID');
    assert.deepEqual(await cancelled(tooLate), ['CANCEL_LOAN PENDING', 'CANCEL_LOAN FAILED']);
  });

  test('AM-80, SB-46 what the institution says no to is an answer in the log and in the story', async () => {
    const loan = await confirmed();
    const params = { id: loan.loanId };
    await server.pool.query(`insert into institution_sandbox.loan_ends values ($1, now())`, [
      loan.loanId,
    ]);
    await withdrawLoan(server.services, loan.loanId);
    const reason = 'The loan is over already';
    const staff = await server.as('admin@paydesk.test');
    const query = { f_action: 'withdraw_loan' };
    const { body } = await staff.call(`GET ${LOAN}/history`, { params, query });
    assert.deepEqual(
      body.content.map(({ result }) => result.name),
      ['FAILED', 'PENDING'],
    );
    const [answer, asked] = body.content.map(
      ({ details }) => JSON.parse(details) as { operationId: string; reason?: string },
    );
    assert.deepEqual(answer, { operationId: asked!.operationId, reason });
    const told = await staff.call('GET /api/timelines/loan/{id}', { params });
    const titles = told.body.events.map(({ title, detail }) => `${title}: ${detail}`);
    assert.ok(titles.includes(`The institution declined the withdrawal: ${reason}`), told.text);
  });

  /** What a merchant's loans wait for a person with: as staff and its people list them, and as Home counts them. */
  const waiting = async (of: string) => {
    const staff = await server.as('admin@paydesk.test');
    const owner = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId: of });
    const at = { f_merchantId: of };
    const { waits } = (await staff.call('GET /api/reports/waiting', { query: at })).body;
    const found = waits.find(({ name }) => name === 'loanReviews');
    const query = { f_hold: 'REVIEW,ASKED' };
    const every = await staff.call('GET /api/financing/consumer-credits', {
      query: { ...at, ...(found?.filters ?? query) },
    });
    const own = await owner.call('GET /api/user-merchant/consumer-credits', { query });
    const rows = [every, own].map(({ body }) => body.content.map(({ id, hold }) => [id, hold]));
    assert.deepEqual(rows[0], rows[1]);
    assert.equal(found?.count ?? 0, rows[0]!.length);
    for (const [id, hold] of rows[0]!) {
      const params = { id: id! };
      const one = await owner.call('GET /api/financing/consumer-credits/{id}', { params });
      assert.equal(one.body.hold, hold);
    }
    const theirs = (await owner.call('GET /api/reports/waiting')).body.waits;
    assert.ok(!theirs.some(({ name }) => name === 'loanReviews'), 'staff decide');
    return rows[0];
  };

  test('ST-03 the rules are asked before any institution; a refusal by a rule alone is looked at by a person', async () => {
    const asks = async (outcome: string, merchant: string) =>
      insertRule(server, {
        active: true,
        priority: 1,
        outcome,
        conditions: [
          { field: 'kind', comparison: 'IS', value: 'LOAN' },
          { field: 'merchant', comparison: 'IS', value: merchant },
        ],
      });
    const blocking = (await insertMerchant(server.pool)).id;
    await asks('BLOCK', blocking);
    const refused = await begunLoan(server, blocking);
    assert.deepEqual(await failed(refused), ['FAILED', 'REFUSED_BY_RULE', true]);
    assert.equal(
      await count('from loan_applications where consumer_credit_id = $1', [refused.loanId]),
      0,
    );
    assert.equal(
      await count(
        `from rules_evaluation_results where subject_type = 'CONSUMER_CREDIT' and subject_id = $1 and result = 'REJECTED'`,
        [refused.loanId],
      ),
      1,
    );
    assert.equal((await refused.view()).failure!.mayAskReview, true);
    assert.deepEqual(await waiting(blocking), [], 'nobody asks for a person');
    await askReview(server.services, refused.loanId);
    assert.deepEqual(await waiting(blocking), [[refused.loanId, 'ASKED']]);
    const looks = await ten(() =>
      reviewLoan(
        server.services,
        refused.loanId,
        { approve: true, note: 'Known for years' },
        STAFF,
      ),
    );
    assert.equal(looks.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await refused.view()).status, 'OFFER_SELECTION');
    assert.deepEqual(await waiting(blocking), []);

    const holding = (await insertMerchant(server.pool)).id;
    await asks('REVIEW', holding);
    const held = await begunLoan(server, holding);
    assert.deepEqual([(await held.view()).status, (await held.view()).inReview], ['DRAFT', true]);
    await tick(server);
    assert.equal((await held.view()).status, 'DRAFT', 'nobody goes on by itself');
    assert.deepEqual(await waiting(holding), [[held.loanId, 'REVIEW']]);
    // whoever looks at it says so to the others; deciding ends it
    const params = { id: held.loanId };
    const take = (by: Client) => by.call(`POST ${LOAN}/actions/take`, { params, body: {} });
    const admin = await server.as('admin@paydesk.test');
    const hands = await Promise.all([take(admin), take(await server.person())]);
    assert.deepEqual(hands.map(({ status }) => status).toSorted(), [200, 400]);
    assert.ok((await admin.call(`GET ${LOAN}`, { params })).body.takenBy);
    await reviewLoan(server.services, held.loanId, { approve: false, note: 'No income' }, STAFF);
    assert.deepEqual(await failed(held), ['FAILED', 'REFUSED_BY_PERSON', false]);
    assert.deepEqual(await waiting(holding), []);
    assert.equal((await admin.call(`GET ${LOAN}`, { params })).body.takenBy, null);
    assert.equal((await take(admin)).status, 400, 'nothing waits');
  });

  test('ST-03, AM-48 whoever asked for a person hears what that person says, and so does the merchant', async () => {
    const refused = await refusedByRule();
    await server.pool.query(
      `update merchants set purchase_notification_url = 'https://shop.test/told'
       where id = (select merchant_id from orders where id = $1)`,
      [refused.orderId],
    );
    const mails = () => mailsOf(server, `offered-${refused.checkoutId.slice(0, 8)}@mail.test`);
    const told = () =>
      count(`from outbox where kind = 'CALLBACK' and subject = $1`, [refused.orderId]);
    const sent = (await mails()).length;
    assert.match((await mails()).at(-1)!.text, /No person took part in this decision/);
    await askReview(server.services, refused.loanId);
    const refuse = () =>
      reviewLoan(server.services, refused.loanId, { approve: false, note: 'No income' }, STAFF);
    const answers = await ten(refuse);
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.deepEqual(await failed(refused), ['FAILED', 'REFUSED_BY_PERSON', false]);
    const [mail, ...more] = (await mails()).slice(sent);
    assert.deepEqual(more, []);
    assert.match(mail!.text, /A person looked at the application and refused it/);
    assert.doesNotMatch(mail!.text, /No income|No person took part/);
    assert.equal(await told(), 1);
  });

  test('ST-03, LN-28 of a loan that a person has let go on it is not said that all offers are there', async () => {
    const { loanId } = await refusedByRule('later');
    await reviewLoan(server.services, loanId, { approve: true, note: 'Known for years' }, STAFF);
    assert.deepEqual(
      await server.one(
        'select status, offer_retrieval_finished as finished from consumer_credits where id = $1',
        [loanId],
      ),
      { status: 'APPLICATION_CREATED', finished: false },
    );
  });

  test('ST-03, LN-35 whoever applied again meanwhile goes on with the loan that a person has let go on', async () => {
    const refused = await refusedByRule();
    const again = await askedBy(server, refused.checkoutId, 'declined');
    const second = await beginLoan(server.services, refused.checkoutId, again);
    assert.deepEqual(await failed(refused), ['FAILED', 'DECLINED_BY_ALL', false]);
    assert.equal((await refused.view()).id, second.loanId);
    const known = { approve: true, note: 'Known for years' };
    await reviewLoan(server.services, refused.loanId, known, STAFF);
    const { id, status, offers } = await refused.view();
    assert.deepEqual([id, status], [refused.loanId, 'OFFER_SELECTION']);
    const page = await server.anonymous.call('GET /api/checkouts/{id}', {
      params: { id: refused.checkoutId },
    });
    assert.equal(page.body.loan!.id, id);
    await chooseOffer(server.services, id, offers[0]!.id);
    assert.equal((await refused.view()).status, 'OFFER_CHOSEN');
  });

  test('ST-03, OR-11 by a link for one payment nothing is lent that somebody pays in another window', async () => {
    const refused = await refusedByRule();
    const { merchantId: merchant } = await server.one<{ merchantId: string }>(
      'select merchant_id as "merchantId" from consumer_credits where id = $1',
      [refused.loanId],
    );
    const elsewhere = await openLoanCheckout(server, merchant);
    const link = await insertLink(server, merchant);
    await server.pool.query('update checkouts set payment_link_id = $2 where id = any($1)', [
      [refused.checkoutId, elsewhere.checkoutId],
      link,
    ]);
    const staff = await server.as('admin@paydesk.test');
    const underWay = async () =>
      (await staff.call('GET /api/payment-links/{id}', { params: { id: link } })).body.underWay;
    assert.equal(await underWay(), null);
    const { loanId } = await beginLoan(
      server.services,
      elsewhere.checkoutId,
      await askedBy(server, elsewhere.checkoutId),
    );
    assert.equal(await underWay(), 'LOAN');
    const pass = () =>
      reviewLoan(server.services, refused.loanId, { approve: true, note: 'Known' }, STAFF);
    await assert.rejects(pass(), {
      errors: [{ field: 'status', message: 'Its order is being paid in another way' }],
    });
    await cancelLoan(server.services, loanId, { code: 'WITHDRAWN_BY_SHOPPER' });
    await pass();
    assert.equal((await refused.view()).status, 'OFFER_SELECTION');
  });

  test('ST-03, OR-11 what comes to another amount since it was refused is not lent for', async () => {
    const refused = await refusedByRule();
    const add = (cents: number) =>
      server.pool.query('update orders set amount_cents = amount_cents + $2 where id = $1', [
        refused.orderId,
        cents,
      ]);
    // another delivery
    await add(490);
    const pass = () =>
      reviewLoan(server.services, refused.loanId, { approve: true, note: 'Known' }, STAFF);
    await assert.rejects(pass(), {
      errors: [
        {
          field: 'status',
          message: 'Its order comes to another amount by now: the shopper applies anew',
        },
      ],
    });
    assert.deepEqual(await failed(refused), ['FAILED', 'REFUSED_BY_RULE', true]);
    await add(-490);
    await pass();
    assert.equal((await refused.view()).status, 'OFFER_SELECTION');
  });

  test('AM-64, CU-08 a list that is loaded while somebody is looked up is the one that decides', async () => {
    const opened = await openLoanCheckout(server, merchantId);
    const asked = await askedBy(server, opened.checkoutId);
    const person = { ...asked.person, firstName: 'Rostislav', lastName: 'Zheleznovskiy' };
    whileLookedUp = async () => {
      whileLookedUp = nothing;
      await server.pool.query(
        `insert into sanctioned_names (id, source, entry, name, born, created_date)
         values (gen_random_uuid(), 'EU', '77', 'Rostislav Zheleznovskiy', null, clock_timestamp())`,
      );
    };
    const { loanId } = await beginLoan(server.services, opened.checkoutId, { ...asked, person });
    await server.pool.query(`delete from sanctioned_names where entry = '77'`);
    const { review } = await server.one<{ review: boolean }>(
      'select review from consumer_credits where id = $1',
      [loanId],
    );
    assert.ok(review);
  });

  test('AM-64, ST-03 the name that somebody proves to have is looked up as the one that they typed: listed by it, they wait for a person', async () => {
    const { personalId } = TEST_APPLICANTS.find(({ name }) => name === 'offered')!;
    const proved = async (firstName: string, kind: TryKind = 'AUTHENTICATION') => {
      const loan = await begun();
      await choose(server, loan, lenders.online);
      const asked = { method: 'SMART_ID', frame: false } as const;
      if (kind === 'AUTHENTICATION') await beginAuthentication(server.services, loan.loanId, asked);
      else {
        await authenticate(server, loan);
        const { sha256 } = (await loan.view()).documents.find((one) => one.kind === 'AGREEMENT')!;
        const read = { ...asked, agreementSha256: sha256 };
        await beginSigning(server.services, loan.loanId, read);
      }
      const { id } = await server.one<{ id: string }>(
        `select id from ${TRIES[kind].table} where consumer_credit_id = $1
         and status = $2`,
        [loan.loanId, TRIES[kind].open],
      );
      const lastName = `Proved ${id.slice(-6)}`;
      const answer = { outcome: 'done', firstName, lastName, personalId } as const;
      const by = { ...STAFF, userName: 'Paydesk' };
      await settleTry(server.services, kind, id, { ...answer, signedObjectId: `S-${id}` }, by);
      await loan.goOn();
      const cases = await count('from screening_cases where person_name = $1', [
        `${firstName} ${lastName}`,
      ]);
      const { status, inReview } = await loan.view();
      return { loan, stands: [status, inReview, cases] };
    };
    const clear = await proved('Otherwise');
    assert.deepEqual(clear.stands, ['SIGNING_DOCUMENTS_PREPARED', false, 0]);

    const { loan, stands } = await proved('Listed');
    assert.deepEqual(stands, ['OFFER_CHOSEN', true, 1]);
    await tick(server);
    assert.deepEqual(
      (await loan.view()).documents.filter(({ kind }) => kind === 'AGREEMENT'),
      [],
      'nothing is there to be signed',
    );
    await assert.rejects(
      beginAuthentication(server.services, loan.loanId, { method: 'ID_CARD', frame: false }),
      { errors: [{ field: 'method', message: 'A person looks at the application first' }] },
    );
    await reviewLoan(server.services, loan.loanId, { approve: true, note: 'Another one' }, STAFF);
    assert.equal((await loan.view()).status, 'SIGNING_DOCUMENTS_PREPARED');
    await sign(server, loan);
    assert.equal((await loan.view()).status, 'CONFIRMED');

    const signed = await proved('Listed', 'SIGNING');
    assert.deepEqual(signed.stands, ['AGREEMENT_DOCUMENT_SIGNED', true, 1]);
    const refuse = { approve: false, note: 'It is the one' };
    await reviewLoan(server.services, signed.loan.loanId, refuse, STAFF);
    assert.deepEqual(await failed(signed.loan), ['FAILED', 'REFUSED_BY_PERSON', false]);
    assert.equal(await lent(signed.loan), 0);
  });

  test('AM-64 whoever stands on a list waits for a person, and whoever is blocked is lent nothing', async () => {
    const opened = await openLoanCheckout(server, merchantId);
    const asked = await askedBy(server, opened.checkoutId);
    const person = { ...asked.person, firstName: 'Listed' };
    const { loanId } = await beginLoan(server.services, opened.checkoutId, { ...asked, person });
    const standing = () =>
      server.one<object>(
        'select status, review, failure_code from consumer_credits where id = $1',
        [loanId],
      );
    assert.deepEqual(await standing(), { status: 'DRAFT', review: true, failure_code: null });
    const cases = await count(
      'from screening_cases s join consumer_credits c on c.customer_id = s.customer_id where c.id = $1',
      [loanId],
    );
    assert.equal(cases, 1);

    const known = await begun();
    await server.pool.query(
      `update customers set status = 'BLOCKED' where id = (select customer_id from consumer_credits where id = $1)`,
      [known.loanId],
    );
    const next = await openLoanCheckout(server, merchantId);
    const again = await askedBy(server, next.checkoutId);
    const blocked = await beginLoan(server.services, next.checkoutId, again);
    assert.equal(
      (
        await server.one<{ code: string }>(
          'select failure_code as code from consumer_credits where id = $1',
          [blocked.loanId],
        )
      ).code,
      'CUSTOMER_BLOCKED',
      'by the personal id, under another address',
    );
    await server.pool.query(`update customers set status = 'ACTIVE' where status = 'BLOCKED'`);
  });

  test('FI-12 what was read before is held against what is applied for', async () => {
    const opened = await openLoanCheckout(server, merchantId);
    const asked = await askedBy(server, opened.checkoutId);
    await server.pool.query('update financing_products set interest_rate_bp = 991 where id = $1', [
      lenders.online.productId,
    ]);
    await assert.rejects(beginLoan(server.services, opened.checkoutId, asked), {
      errors: [{ field: 'consents', message: 'The information has changed: please read it again' }],
    });
    await server.pool.query('update financing_products set interest_rate_bp = 990 where id = $1', [
      lenders.online.productId,
    ]);
    assert.equal(await count('from consumer_credits where order_id = $1', [opened.orderId]), 0);
    // nobody borrows of one whose address or supervisor the papers could not name
    const { online, paper } = lenders;
    const institutions = async () =>
      (await askedBy(server, opened.checkoutId)).consents.map(({ productId }) => productId);
    for (const column of ['address', 'supervisor'] as const) {
      const { was } = await server.one<{ was: string }>(
        `update financing_institutions i set ${column} = null from financing_institutions old
         where old.id = i.id and i.id = $1 returning old.${column} as was`,
        [online.institutionId],
      );
      assert.deepEqual(await institutions(), [paper.productId], column);
      await server.pool.query(`update financing_institutions set ${column} = $2 where id = $1`, [
        online.institutionId,
        was,
      ]);
    }
    await assert.rejects(beginLoan(server.services, opened.checkoutId, { ...asked, months: 120 }), {
      errors: [{ field: 'months', message: 'Nobody lends this amount over this number of months' }],
    });
  });

  test('FI-12, FI-06 while a person looks at it the lenders change: it is applied for what was read, at no more than was read', async () => {
    const { online, paper } = lenders;
    const rule = await insertRule(server, {
      active: true,
      outcome: 'REVIEW',
      priority: 1,
      conditions: [{ field: 'amount', comparison: 'MORE_THAN', value: 1 }],
    });
    const held = async () => {
      const loan = await begunLoan(server, merchantId);
      assert.equal((await loan.view()).inReview, true);
      return loan;
    };
    const loans = [await held(), await held()];
    await server.pool.query('update rules set active = false where id = $1', [rule]);
    const pass = async (loan: Borrowing) => {
      await reviewLoan(server.services, loan.loanId, { approve: true, note: 'Fine' }, STAFF);
      return loan.view();
    };
    const rate = (productId: string, by: number) =>
      server.pool.query(
        'update financing_products set interest_rate_bp = interest_rate_bp + $2 where id = $1',
        [productId, by],
      );
    // dearer than was read, cheaper, and one that nobody has read about
    await rate(online.productId, 1);
    await rate(paper.productId, -1);
    const { id: added, code } = await anotherProduct(server, paper.productId, true);
    try {
      const { offers } = await pass(loans[0]!);
      assert.deepEqual(
        offers.map((offer) => offer.rate),
        [12.89],
      );
      const { products } = await server.one<{ products: { code: string; rate: number }[] }>(
        `select terms -> 'products' as products from loan_operations
         where consumer_credit_id = $1 and kind = 'APPLY'`,
        [loans[0]!.loanId],
      );
      assert.deepEqual([products.length, products[0]!.code === code], [1, false]);
      await rate(paper.productId, 2);
      await pass(loans[1]!);
      assert.deepEqual(await failed(loans[1]!), ['FAILED', 'NO_INSTITUTION', true]);
    } finally {
      await rate(online.productId, -1);
      await rate(paper.productId, -1);
      await server.pool.query('delete from financing_products where id = $1', [added]);
    }
  });

  test('AM-80 withdrawn from and repaid as the institution confirms, with interest to the day; the order stays paid', async () => {
    const loan = await confirmed();
    await server.pool.query(
      `update consumer_credits set decided_date = (decided_date at time zone 'UTC' - interval '10 days') at time zone 'UTC' where id = $1`,
      [loan.loanId],
    );
    const { withdrawing } = await loan.view();
    assert.ok(withdrawing!.interest > 0 && withdrawing!.amount === 600 + withdrawing!.interest);
    // half of it came back in the middle of these days: a quarter of their interest is not owed
    await server.pool.query(
      `insert into consumer_credits_refunds (id, consumer_credit_id, merchant_id, amount_cents, currency, reason, status,
         user_id, user_name, created_date, settled_date)
       select gen_random_uuid(), c.id, c.merchant_id, 30000, c.currency, 'RETURNED_PRODUCT', 'CONFIRMED', u.id, u.email,
         now() - interval '9 days', now() - interval '5 days'
       from consumer_credits c, users u where c.id = $1 limit 1`,
      [loan.loanId],
    );
    const less = (await loan.view()).withdrawing!;
    assert.equal(less.amount, 300 + less.interest);
    assert.ok(
      Math.abs(less.interest - withdrawing!.interest * 0.75) <= 0.01,
      String(less.interest),
    );
    assert.equal((await loan.view()).givenBack, 300);
    // what its borrower has read is what they agree to, by the schedule as it is when it is asked
    await assert.rejects(withdrawLoan(server.services, loan.loanId, undefined, 300_00n), {
      errors: [
        {
          field: 'amount',
          message: 'The amount has changed meanwhile: please look at it again',
        },
      ],
    });
    await ten(() => withdrawLoan(server.services, loan.loanId));
    const view = await loan.view();
    assert.deepEqual(
      [view.status, view.ended, view.left, view.repaying],
      ['CONFIRMED', 'WITHDRAWN', 0, null],
    );
    assert.equal((await around(loan)).order, 'PAID');
    assert.equal(
      await count(`from institution_sandbox.loan_ends where loan_id = $1`, [loan.loanId]),
      1,
    );

    const old = await confirmed();
    await server.pool.query(
      `update consumer_credits set withdraw_until = current_date - 2 where id = $1`,
      [old.loanId],
    );
    await assert.rejects(withdrawLoan(server.services, old.loanId), {
      errors: [{ field: 'status', message: 'The 14 days to withdraw are over' }],
    });
    const { loanNumber } = await old.view();
    const paid = {
      noticeId: old.loanId,
      kind: 'INSTALMENT_PAID' as const,
      loanNumber: loanNumber!,
      consumerCreditId: old.loanId,
      number: 1,
      paidCents: 5272n,
      paidDate: '2030-01-01',
    };
    assert.equal(await institutionNoticed(server.services, paid, AT), true);
    assert.equal(await institutionNoticed(server.services, paid, AT), false, 'once');
    assert.equal(
      await institutionNoticed(server.services, paid, { ...AT, address: 'https://else.test' }),
      null,
      'by whom it was lent, and nobody else',
    );
    assert.deepEqual(
      [(await old.view()).left, (await old.view()).instalments[0]!.status],
      [579.94, 'PAID'],
    );
    const arrears = {
      ...paid,
      noticeId: randomUUIDv7(),
      kind: 'ARREARS' as const,
      arrearsCents: 5272n,
      since: '2030-02-01',
    };
    await institutionNoticed(server.services, arrears, AT);
    assert.equal((await old.view()).arrears, 52.72);
    await repayEarly(server.services, old.loanId, STAFF);
    assert.deepEqual([(await old.view()).ended, (await old.view()).arrears], ['REPAID', 0]);
    assert.ok((await story(old)).includes('REPAID'));
    const ended = await server.one<{ by: string; lender: string }>(
      `select l.user_name as by, i.name as lender from audit_logs l, financing_institutions i
       where l.entity_id = $1 and l.action = 'END_LOAN' and i.id = $2`,
      [old.loanId, lenders.online.institutionId],
    );
    assert.equal(ended.by, ended.lender, 'who asked for it has not ended it');
    const offered = await server.one<{ by: string; told: string[] }>(
      `select l.user_name as by, (select array_agg(distinct e.user_name) from loan_events e
         where e.consumer_credit_id = $1 and e.kind = 'OFFERED') as told
       from audit_logs l where l.entity_id = $1 and l.action = 'MOVE_LOAN'
         and l.details #>> '{changes,status,after}' = 'OFFER_SELECTION'`,
      [old.loanId],
    );
    assert.match(offered.by, /^Lender /, 'the first that offered');
    // its merchant, whom no institution is named to, reads the loan’s story
    assert.deepEqual(offered.told, ['Institution']);
    const reported = (await auditedOf(server, old.loanId)).filter((said) =>
      said.startsWith('LOAN_REPORTED'),
    );
    assert.equal(reported.length, 2, 'an instalment and the arrears, each once');
  });

  test('LN-35 whoever is waited for is reminded half-way, once, with the way back', async () => {
    const loan = await begun();
    await server.pool.query(
      `update consumer_credits set status_since = now() - interval '4 days' where id = $1`,
      [loan.loanId],
    );
    await tick(server);
    await tick(server);
    assert.equal((await story(loan)).filter((line) => line === 'REMINDED').length, 1);
  });

  test('LN-35 a process that is killed between two steps leaves a loan that goes on', async () => {
    const loan = await begun();
    await choose(server, loan, lenders.online);
    await beginAuthentication(server.services, loan.loanId, { method: 'MOBILE_ID', frame: false });
    await press((await loan.view()).authentication!.url!, 'approve');
    // the shopper never comes back
    await server.pool.query(
      `update authentications set next_attempt_date = now() - interval '1 second' where consumer_credit_id = $1`,
      [loan.loanId],
    );
    await tick(server);
    assert.equal((await loan.view()).status, 'SIGNING_DOCUMENTS_PREPARED');
  });

  test('LN-35 all eleven statuses are reached by what happens', async () => {
    const loan = await confirmed();
    await statuses(loan);
    const owner = await server.as('admin@paydesk.test');
    await tick(server);
    const asked = await owner.call('POST /api/financing/consumer-credits/{id}/refund-requests', {
      params: { id: loan.loanId },
      body: { amount: Number(LOAN_CENTS) / 100, reason: 'RETURNED_PRODUCT' },
      headers: { 'idempotency-key': loan.loanId },
    });
    assert.equal(asked.status, 200, asked.text);
    const deliver = tasksOf(server.services).find(({ name }) => name === 'deliver-credit-refunds')!;
    await deliver.run();
    reached.add((await loan.view()).status);
    assert.deepEqual([...reached].sort(), Object.keys(CONSUMER_CREDIT_STATUSES).sort());
  });
});
