import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { INSTITUTION_AMOUNTS } from '../../gateways/institution-sandbox/refunds.ts';
import type { InstitutionAnswer, RefundOrder } from '../../gateways/financing-institution.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { tasksOf } from '../../resources.ts';
import { insertLoan } from '../../seed/factories/financing.ts';
import { confirmedLoan } from '../../testing/borrowers.ts';
import { atOnce } from '../../testing/at-once.ts';
import { newShopper } from '../../testing/checkouts.ts';
import { mailsOf } from '../../testing/mails.ts';
import { markRefunded, markSuccessful } from '../../testing/money.ts';
import { openCheckout, payBy, standingOf } from '../../testing/payments.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { settle } from './settle.ts';

const LOAN = '/api/financing/consumer-credits/{id}';

interface Request {
  id: string;
  status: string;
  amount_cents: bigint;
  internal_note: string | null;
  targeted_note: string | null;
  reject_reason: string | null;
}

describe('refunds of loans', () => {
  let server: TestServer;
  let owner: Client;
  let operator: Client;
  let staff: Client;
  let amber: string;
  let id: string;
  /** All that left the house. */
  const sent: RefundOrder[] = [];
  /** The line to the institution is cut so many times. */
  let cuts = 0;
  /** Until then it has decided nothing of what it has to think about. */
  let thinking = false;
  /** Asked about these it does not answer for a while. */
  const hangs = new Map<string, Promise<void>>();
  /** What it says to whoever wants a request back. */
  let takenBack: InstitutionAnswer['outcome'] = 'open';
  before(async () => {
    server = await testServer({
      institution: (sandbox) => ({
        ...sandbox,
        async refund(order) {
          sent.push(order);
          if (cuts-- > 0) throw new Error('The line is cut');
          return sandbox.refund(order);
        },
        async inquire(requestId) {
          await hangs.get(requestId);
          return thinking ? { outcome: 'open' } : sandbox.inquire(requestId);
        },
        async cancelRefund() {
          if (takenBack === 'confirmed') return { outcome: takenBack, reference: 'B-1' };
          return takenBack === 'open'
            ? { outcome: takenBack }
            : { outcome: takenBack, reason: 'Too late' };
        },
      }),
    });
    owner = await server.as('owner@amber.test');
    operator = await server.as('operator@amber.test');
    staff = await server.as('admin@paydesk.test');
    amber = await server.merchantId('Amber & Oak');
    // of one turn's twenty none is the demo's, which has as many as the day has it
    await server.pool.query('update consumer_credits_refunds set next_inquiry_date = null');
  });
  after(() => server.close());
  beforeEach(async () => {
    ({ id } = await insertLoan(server.pool, {
      merchantId: amber,
      status: 'CONFIRMED',
      externalId: 'app-1',
      loanNumber: 'NO-1',
    }));
    sent.length = 0;
    cuts = 0;
    thinking = false;
    takenBack = 'open';
  });

  const ask = (client: Client, amount: unknown, more: object = {}, headers = {}) =>
    client.call(`POST ${LOAN}/refund-requests`, {
      params: { id },
      body: { amount, reason: 'OTHER', ...more },
      headers,
    });
  const askFor = (cents: bigint) => ask(owner, fromCents(cents));
  const loanOf = async (client = owner) =>
    (await client.call(`GET ${LOAN}`, { params: { id } })).body;
  const requests = () =>
    server.all<Request>(
      'select * from consumer_credits_refunds where consumer_credit_id = $1 order by created_date, id',
      [id],
    );
  const taskOf = (name: string) => tasksOf(server.services).find((task) => task.name === name)!;
  const run = async (name: string) => {
    await server.pool.query(
      `update outbox set due_date = now() - interval '1 second' where delivered_date is null and kind = 'CREDIT_REFUND'`,
    );
    await server.pool.query(
      `update consumer_credits_refunds set next_inquiry_date = now() - interval '1 second' where next_inquiry_date is not null`,
    );
    await taskOf(name).run();
  };
  const deliver = () => run('deliver-credit-refunds');
  const inquire = () => run('ask-financing-institution');
  /** Those whose turn it is, and no others. */
  const asDue = () => taskOf('ask-financing-institution').run();
  const ledger = () =>
    server.all<{ amount_cents: bigint; note: string | null }>(
      'select * from institution_sandbox.refunds where consumer_credit_id = $1',
      [id],
    );

  test('LN-36, SB-39 the borrower hears by mail what the institution took off the loan, once it has said so', async () => {
    const token = await confirmedLoan(server, amber);
    const loan = await server.one<{ id: string; amount: bigint }>(
      'select id, amount_cents as amount from consumer_credits where token = $1',
      [token],
    );
    id = loan.id;
    const mails = async () =>
      (await mailsOf(server, 'liga@shopper.test')).filter(({ subject }) =>
        subject.endsWith('back'),
      );
    assert.equal((await askFor(loan.amount)).status, 200);
    assert.deepEqual(await mails(), [], 'asked for is not given');
    await deliver();
    await inquire();
    await inquire();
    assert.deepEqual(
      (await requests()).map(({ status }) => status),
      ['CONFIRMED'],
    );
    const [mail, ...more] = await mails();
    assert.deepEqual(more, []);
    assert.equal(mail!.subject, 'Amber & Oak has given 49.90 EUR back');
    assert.match(mail!.text, /49\.90 EUR less is owed/);
    assert.ok(mail!.link.includes(token), mail!.link);
  });

  test('LN-36, SB-39 of a loan that has ended the borrower does not read that less of it is owed', async () => {
    const token = await confirmedLoan(server, amber);
    ({ id } = await server.one<{ id: string }>(
      `update consumer_credits set ended = 'REPAID', ended_date = now() where token = $1 returning id`,
      [token],
    ));
    await give(10_00n);
    const { link, text } = (await mailsOf(server, 'liga@shopper.test')).at(-1)!;
    assert.ok(link.includes(token), link);
    assert.match(text, /10\.00 EUR was given back/);
    assert.match(text, /has ended: please ask the institution/);
    assert.doesNotMatch(text, /less is owed|off your loan/);
  });

  const give = async (cents: bigint) => {
    assert.equal((await askFor(cents)).status, 200);
    await deliver();
    await inquire();
    await inquire();
  };

  test('LN-36, AM-80, SB-39 what the shop gave back is not owed: neither on the borrower’s page nor to end the loan; of the whole nothing is due', async () => {
    const token = await confirmedLoan(server, amber);
    const loan = await server.one<{ id: string; amount: bigint }>(
      'select id, amount_cents as amount from consumer_credits where token = $1',
      [token],
    );
    id = loan.id;
    const page = async () => {
      const { status, body, text } = await server.anonymous.call('GET /api/loans/{id}', {
        params: { id: token },
        from: newShopper(),
      });
      assert.equal(status, 200, text);
      return body.loan;
    };
    const staffs = async () => (await staff.call(`GET ${LOAN}`, { params: { id } })).body.leftToPay;
    const before = await page();
    assert.equal(before.left, await staffs());
    await give(20_00n);
    const after = await page();
    assert.equal(after.left, Math.round(before.left * 100 - 20_00) / 100);
    assert.equal(after.left, await staffs());
    for (const way of ['withdrawing', 'repaying'] as const)
      assert.equal(after[way]!.amount, Math.round(before[way]!.amount * 100 - 20_00) / 100, way);
    await give(loan.amount - 20_00n);
    const whole = await page();
    assert.deepEqual(
      [whole.status, whole.left, whole.withdrawing, whole.repaying, await staffs()],
      ['REFUNDED', 0, null, null, null],
    );
    assert.ok(whole.instalments.every(({ status }) => status === 'CANCELLED'));
  });

  test('LN-36, SB-39 what the shop gives back while the lender is asked to end the loan is not in the amount that it was told, as its borrower reads', async () => {
    const token = await confirmedLoan(server, amber);
    ({ id } = await server.one<{ id: string }>('select id from consumer_credits where token = $1', [
      token,
    ]));
    await give(5_00n);
    await server.pool.query(
      `insert into loan_operations (id, consumer_credit_id, merchant_id, kind, status, amount_cents,
         interest_cents, as_of, user_name, created_date)
       select gen_random_uuid(), id, merchant_id, 'REPAY', 'PENDING', 4490, 0, now(), 'Checkout', clock_timestamp()
       from consumer_credits where id = $1`,
      [id],
    );
    const closing = async () =>
      (
        await server.anonymous.call('GET /api/loans/{id}', {
          params: { id: token },
          from: newShopper(),
        })
      ).body.loan.closing!;
    assert.deepEqual([(await closing()).amount, (await closing()).givenBack], [44.9, 0]);
    await give(10_00n);
    assert.deepEqual([(await closing()).amount, (await closing()).givenBack], [44.9, 10]);
    const { text } = (await mailsOf(server, 'liga@shopper.test')).at(-1)!;
    assert.match(text, /was told 44\.90 EUR, which is without this[^]* give you 10\.00 EUR back/);
  });

  test('OR-11, PU-07, AM-80 the order and the purchase that a loan paid say what was paid, what goes back and what came back', async () => {
    const token = await confirmedLoan(server, amber);
    const loan = await server.one<{ id: string; amount: bigint; order: string; purchase: string }>(
      `select c.id, c.amount_cents as amount, c.order_id as order, o.purchase_id as purchase
       from consumer_credits c join orders o on o.id = c.order_id where c.token = $1`,
      [token],
    );
    id = loan.id;
    const stands = async (client: Client) => {
      const order = await client.call('GET /api/orders/{id}', { params: { id: loan.order } });
      const purchase = await client.call('GET /api/purchases/{id}', {
        params: { id: loan.purchase },
      });
      const sums = [order, purchase].map(({ body }) => [
        body.status.name,
        body.paidAmount,
        body.refundedAmount,
        body.pendingAmount,
        body.refundLoanId,
      ]);
      assert.equal(purchase.body.consumerCreditId, loan.id);
      return sums;
    };
    const whole = fromCents(loan.amount);
    assert.deepEqual(await stands(owner), [
      ['PAID', whole, 0, 0, id],
      ['SETTLED', whole, 0, 0, id],
    ]);
    await ask(owner, 20);
    assert.deepEqual((await stands(staff))[1], ['SETTLED', whole, 0, 20, id]);
    await deliver();
    assert.deepEqual(await stands(owner), [
      ['PAID', whole, 20, 0, id],
      ['SETTLED', whole, 20, 0, id],
    ]);
    await give(loan.amount - 20_00n);
    assert.deepEqual(await stands(owner), [
      ['PAID', whole, whole, 0, null],
      ['REFUNDED', whole, whole, 0, null],
    ]);
  });

  test('API-51, API-49, LN-34, LN-36, SB-39 two requests: stored, counted, and listed for the loan', async () => {
    const first = await ask(operator, 100.5, {
      consumerCreditId: id,
      reason: 'RETURNED_PRODUCT',
      internalNote: 'came back',
      financingInstitutionTargetedNote: 'one chair',
    });
    assert.equal(first.status, 200);
    assert.equal(first.body.totalRequestedRefundsAmount, 100.5);
    assert.equal((await ask(staff, 10)).body.totalRequestedRefundsAmount, 110.5);
    const { body } = await operator.call(`GET ${LOAN}/refund-requests`, { params: { id } });
    assert.equal(body.totalElements, 2);
    const [later, earlier] = body.content;
    assert.deepEqual(
      { ...earlier, id: '', createdDate: '' },
      {
        id: '',
        consumerCreditId: id,
        amount: 100.5,
        reason: 'RETURNED_PRODUCT',
        internalNote: 'came back',
        financingInstitutionTargetedNote: 'one chair',
        status: { name: 'REQUESTED', description: 'Requested' },
        requestedBy: 'Toms Liepiņš',
        createdDate: '',
        institutionReference: null,
        rejectReason: null,
        settledDate: null,
        sentDate: null,
        cancelAskedDate: null,
        unreachable: false,
        inquiredDate: null,
        cancelledBy: null,
      },
    );
    // who of the staff it was stays with us
    assert.equal(later!.requestedBy, 'Paydesk');
  });

  test('LN-16..20 AM-91 SB-39 amount, reason and notes: what is refused, and in which words', async () => {
    await ask(owner, 900);
    const refused = async (amount: unknown, more: object = {}) => {
      const { status, error } = await ask(owner, amount, more);
      assert.equal(status, 400, `${String(amount)} ${JSON.stringify(more)}`);
      return error.errors;
    };
    const left = 'At most 100.00 EUR is left to refund.';
    assert.deepEqual(await refused(100.01), [{ field: 'amount', message: left }]);
    assert.deepEqual(await refused(1000.01), [{ field: 'amount', message: left }]);
    for (const amount of [0, -1, 0.001, '5', null, undefined, 1e12])
      assert.equal((await refused(amount))[0]!.field, 'amount');
    for (const reason of ['OTHER_REFUND', '', null])
      assert.equal((await refused(1, { reason }))[0]!.field, 'reason');
    for (const note of ['internalNote', 'financingInstitutionTargetedNote'])
      assert.equal((await refused(1, { [note]: 'x'.repeat(256) }))[0]!.field, note);
    assert.equal((await refused(1, { currency: 'EUR' }))[0]!.field, 'currency');
    const other = await insertLoan(server.pool, { merchantId: amber, status: 'CONFIRMED' });
    assert.equal((await refused(1, { consumerCreditId: other.id }))[0]!.field, 'consumerCreditId');
    assert.equal((await requests()).length, 1);
    assert.equal((await loanOf()).totalRequestedRefundsAmount, 900);
    for (const amount of [0.01, 99.99]) assert.equal((await ask(owner, amount)).status, 200);
    assert.equal((await loanOf()).totalRequestedRefundsAmount, 1000);
  });

  test('AM-48 the merchant’s system hears what the institution decided, once, and of what was taken back; not its words', async () => {
    await server.pool.query(
      `update merchants set purchase_notification_url = 'https://shop.test/told' where id = $1`,
      [amber],
    );
    const told = async () =>
      (
        await server.all<{ payload: Buffer }>(
          `select payload from outbox where kind = 'CALLBACK' and subject = (
             select order_id from consumer_credits where id = $1) order by created_date, id`,
          [id],
        )
      ).map(({ payload }) => {
        const open = server.services.encryption.open(payload, 'outbox');
        const { content } = JSON.parse(open) as { content: Record<string, unknown> };
        assert.equal(content['loanId'], id);
        return [content['loanStatus'], content['refundStatus'], content['refundAmount']];
      });
    await askFor(INSTITUTION_AMOUNTS.rejected);
    await deliver();
    await deliver();
    const first = ['CONFIRMED', 'REJECTED', fromCents(INSTITUTION_AMOUNTS.rejected).toFixed(2)];
    assert.deepEqual(await told(), [first]);
    await ask(owner, 1000);
    const [, request] = await requests();
    const cancel = await owner.call(`POST ${LOAN}/refund-requests/{requestId}/cancel`, {
      params: { id, requestId: request!.id },
    });
    assert.equal(cancel.status, 200, cancel.text);
    await ask(owner, 1000);
    await deliver();
    assert.deepEqual(await told(), [
      first,
      ['CONFIRMED', 'CANCELLED', '1000.00'],
      ['REFUNDED', 'CONFIRMED', '1000.00'],
    ]);
  });

  test('SB-39 SB-43 a foreign loan is absent, and nobody of a disabled merchant asks', async () => {
    const balticOwner = await server.as('owner@baltic.test');
    assert.equal((await ask(balticOwner, 1)).status, 404);
    const merchantId = (await server.one<{ id: string }>(
      `select id from merchants where status = 'DISABLED' order by id limit 1`,
    ))!.id;
    const loan = await insertLoan(server.pool, { merchantId, status: 'CONFIRMED' });
    const employee = await server.person({ merchantId, userRole: 'MERCHANT_OPERATOR' });
    const { status } = await employee.call(`POST ${LOAN}/refund-requests`, {
      params: { id: loan.id },
      body: { amount: 1, reason: 'OTHER' },
    });
    assert.equal(status, 403);
    assert.equal((await requests()).length, 0);
  });

  test('SB-39 the institution gets the targeted note, and the internal one never leaves', async () => {
    await ask(owner, 30, {
      reason: 'RETURNED_PRODUCT',
      internalNote: 'SECRET of the house',
      financingInstitutionTargetedNote: 'One chair came back',
    });
    const box = await server.all<{ payload: string }>(
      `select payload from outbox where kind = 'CREDIT_REFUND' and delivered_date is null`,
    );
    assert.ok(box.length >= 1);
    await deliver();
    const [request] = await requests();
    const order = sent.find((one) => one.requestId === request!.id);
    assert.deepEqual(order, {
      requestId: request!.id,
      consumerCreditId: id,
      externalId: 'app-1',
      loanNumber: 'NO-1',
      amountCents: 30_00n,
      currency: 'EUR',
      reason: 'RETURNED_PRODUCT',
      note: 'One chair came back',
      instantDecision: true,
      route: { gateway: 'sandbox', of: null },
    });
    const [booked] = await server.all<{ row: string }>(
      'select r::text as row from institution_sandbox.refunds r where consumer_credit_id = $1',
      [id],
    );
    assert.match(booked!.row, /One chair came back/);
    assert.doesNotMatch(booked!.row, /SECRET/);
    assert.equal(request!.internal_note, 'SECRET of the house');
  });

  test('AM-80 a request alone only counts; the loan is REFUNDED when its whole amount is confirmed', async () => {
    await ask(owner, 400);
    await ask(owner, 600);
    assert.equal((await loanOf()).status.name, 'CONFIRMED');
    cuts = 1;
    await deliver();
    assert.deepEqual((await requests()).map(({ status }) => status).sort(), [
      'CONFIRMED',
      'REQUESTED',
    ]);
    assert.equal((await loanOf()).status.name, 'CONFIRMED');
    await deliver();
    const loan = await loanOf();
    assert.deepEqual([loan.status.name, loan.totalRequestedRefundsAmount], ['REFUNDED', 1000]);
    const { status, error } = await ask(owner, 0.01);
    assert.equal(status, 400);
    assert.equal(error.errors[0]!.message, 'Nothing is left to refund');
  });

  test('AM-80 the two halves of a loan that are confirmed at the same moment make it REFUNDED', async () => {
    const { amount } = await loanOf();
    await ask(owner, amount / 2);
    await ask(owner, amount / 2);
    const halves = await requests();
    await atOnce(server, () =>
      halves.map((half) =>
        settle(server.services, half.id, { outcome: 'confirmed', reference: `R-${half.id}` }),
      ),
    );
    assert.equal((await loanOf()).status.name, 'REFUNDED');
  });

  test('AM-80, AM-113, SB-15 what a loan and a payment have paid both stays paid until both are given back whole, whichever is first', async () => {
    for (const loanFirst of [true, false]) {
      const opened = await openCheckout(server, { merchantId: amber });
      const payment = await payBy(server, opened.checkoutId, 'insufficientFunds');
      const { id: loan } = await insertLoan(server.pool, {
        merchantId: amber,
        status: 'CONFIRMED',
      });
      await server.pool.query(
        'update consumer_credits set order_id = $2, amount_cents = 4200 where id = $1',
        [loan, opened.orderId],
      );
      assert.equal((await markSuccessful(owner, payment)).status, 200);
      const now = async () => (await standingOf(server, opened)).purchase;
      assert.equal(await now(), 'SETTLED');
      id = loan;
      const give = [
        async () => {
          assert.equal((await ask(owner, 42)).status, 200);
          const [request] = await requests();
          await settle(server.services, request!.id, { outcome: 'confirmed', reference: 'R-2' });
          assert.equal((await loanOf()).status.name, 'REFUNDED');
        },
        async () => assert.equal((await markRefunded(owner, payment, 42)).status, 200),
      ];
      const [first, then] = loanFirst ? give : give.toReversed();
      await first!();
      assert.equal(await now(), 'SETTLED', `the loan first: ${loanFirst}`);
      await then!();
      assert.equal(await now(), 'REFUNDED', `the loan first: ${loanFirst}`);
    }
  });

  test('AM-80, AM-91 what is rejected can be asked for again', async () => {
    await askFor(INSTITUTION_AMOUNTS.rejected);
    await deliver();
    const [request] = await requests();
    assert.equal(request!.status, 'REJECTED');
    assert.equal(request!.reject_reason, 'The institution does not refund this amount');
    assert.equal((await loanOf()).totalRequestedRefundsAmount, 0);
    const rows = await server.all<{ result: string }>(
      `select result from audit_logs where entity_id = $1 order by created_date, id`,
      [id],
    );
    assert.deepEqual(
      rows.map(({ result }) => result),
      ['PENDING', 'FAILED'],
    );
    assert.equal((await ask(owner, 1000)).status, 200);
  });

  test('AM-80, AM-87 an answer that comes later is asked for until it is there', async () => {
    await askFor(INSTITUTION_AMOUNTS.late);
    await askFor(INSTITUTION_AMOUNTS.lateRejected);
    thinking = true;
    await deliver();
    await inquire();
    assert.deepEqual(
      (await requests()).map(({ status }) => status),
      ['REQUESTED', 'REQUESTED'],
    );
    thinking = false;
    await wait(1050);
    await inquire();
    assert.deepEqual(
      (await requests()).map(({ status }) => status),
      ['CONFIRMED', 'REJECTED'],
    );
    assert.equal((await loanOf()).totalRequestedRefundsAmount, fromCents(INSTITUTION_AMOUNTS.late));
  });

  test('AM-87, AM-102 one that the institution does not answer holds up no other', async () => {
    await askFor(INSTITUTION_AMOUNTS.late);
    await deliver();
    const [first] = await requests();
    const answered = Promise.withResolvers<void>();
    hangs.set(first!.id, answered.promise);
    await askFor(INSTITUTION_AMOUNTS.lateRejected);
    await deliver();
    const statuses = async () => (await requests()).map(({ status }) => status);
    await wait(1050);
    const asked = inquire();
    try {
      for (let tries = 0; tries < 200 && (await statuses())[1] === 'REQUESTED'; tries++)
        await wait(25);
      assert.deepEqual(await statuses(), ['REQUESTED', 'REJECTED']);
    } finally {
      answered.resolve();
      await asked;
    }
    assert.deepEqual(await statuses(), ['CONFIRMED', 'REJECTED']);
  });

  test('SB-39, AM-80 what is delivered twice, cut or answered twice doubles nothing', async () => {
    await askFor(INSTITUTION_AMOUNTS.unanswered);
    await askFor(INSTITUTION_AMOUNTS.rejected);
    cuts = 1;
    for (let turn = 0; turn < 3; turn++) await deliver();
    const once = await loanOf();
    assert.equal(once.totalRequestedRefundsAmount, fromCents(INSTITUTION_AMOUNTS.unanswered));
    // as after a crash between the delivery and its mark
    await server.pool.query(`update outbox set delivered_date = null where kind = 'CREDIT_REFUND'`);
    await Promise.all([deliver(), deliver(), deliver()]);
    assert.deepEqual(await loanOf(), once);
    assert.equal((await ledger()).length, 2);
    assert.deepEqual(
      (await requests()).map(({ status }) => status),
      ['CONFIRMED', 'REJECTED'],
    );
    const answers = await server.all(
      `select 1 from audit_logs where entity_id = $1 and result <> 'PENDING'`,
      [id],
    );
    assert.equal(answers.length, 2);
  });

  test('AM-102, SB-39 one key is one request, however often it is sent', async () => {
    const headers = { 'idempotency-key': 'the-same' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => ask(owner, 100, {}, headers)),
    );
    for (const { status, body } of replies)
      assert.deepEqual([status, body.totalRequestedRefundsAmount], [200, 100]);
    assert.equal((await requests()).length, 1);
    const { status, error } = await ask(owner, 101, {}, headers);
    assert.equal(status, 400);
    assert.equal(error.errors[0]!.field, 'Idempotency-Key');
    assert.equal((await requests()).length, 1);
    // the same words of another loan are another request, and another person's key is their own
    const { id: other } = await insertLoan(server.pool, { merchantId: amber, status: 'CONFIRMED' });
    const onOther = await owner.call('POST /api/financing/consumer-credits/{id}/refund-requests', {
      params: { id: other },
      body: { amount: 100, reason: 'OTHER' },
      headers,
    });
    assert.equal(onOther.error.errors[0]!.field, 'Idempotency-Key');
    const theirs = await ask(operator, 100, {}, headers);
    assert.deepEqual([theirs.status, theirs.body.totalRequestedRefundsAmount], [200, 200]);
    assert.equal((await requests()).length, 2);
  });

  test('SB-39, AM-91 of fifty requests at once as many win as fit, and no cent more', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => ask([owner, operator, staff][nth % 3]!, 70)),
    );
    const won = replies.filter(({ status }) => status === 200);
    assert.equal(won.length, 14);
    for (const reply of replies)
      if (reply.status !== 200) assert.equal(reply.error.errors[0]!.field, 'amount');
    assert.equal((await loanOf()).totalRequestedRefundsAmount, 980);
    assert.equal((await requests()).length, 14);
    for (let turn = 0; turn < 2; turn++) await deliver();
    const booked = (await ledger()).reduce((sum, { amount_cents }) => sum + amount_cents, 0n);
    assert.equal(booked, 980_00n);
    assert.equal((await loanOf()).status.name, 'CONFIRMED');
  });

  type Deed = 'ask' | 'cancel' | 'send-again';
  const actOn = (requestId: string, client: Client, name: Deed) =>
    client.call(`POST ${LOAN}/refund-requests/{requestId}/${name}`, { params: { id, requestId } });
  const act = async (client: Client, name: Deed) =>
    actOn((await requests()).at(-1)!.id, client, name);
  const listed = async () =>
    (await owner.call(`GET ${LOAN}/refund-requests`, { params: { id } })).body.content[0]!;

  test('SB-39, LN-36 a request that has not left the house is taken back at once, by one of ten, and never sent', async () => {
    await ask(owner, 1000);
    assert.equal((await act(await server.as('owner@baltic.test'), 'cancel')).status, 404);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => act([owner, operator, staff][nth % 3]!, 'cancel')),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(9).fill(400)]);
    const won = replies.find(({ status }) => status === 200)!.body;
    assert.deepEqual([won.status.name, won.sentDate], ['CANCELLED', null]);
    assert.ok(won.cancelledBy, 'whoever cancelled it is said');
    assert.equal((await loanOf()).totalRequestedRefundsAmount, 0);
    await deliver();
    assert.deepEqual(sent, []);
    assert.equal((await ask(operator, 1000)).status, 200);
    const { id: other } = await insertLoan(server.pool, { merchantId: amber, status: 'CONFIRMED' });
    const elsewhere = await owner.call(`POST ${LOAN}/refund-requests/{requestId}/cancel`, {
      params: { id: other, requestId: (await requests()).at(-1)!.id },
    });
    assert.equal(elsewhere.status, 404);
  });

  test('SB-39, LN-36 eight requests of one loan taken back at once: its sum loses each of them', async () => {
    for (const amount of [10, 20, 30, 40, 50, 60, 70, 80]) await ask(owner, amount);
    const replies = await Promise.all(
      (await requests()).map((request) => actOn(request.id, owner, 'cancel')),
    );
    assert.deepEqual(
      replies.map(({ status }) => status),
      Array(8).fill(200),
    );
    assert.equal((await loanOf()).totalRequestedRefundsAmount, 0);
  });

  test('SB-39, AM-80 of one that has been sent the institution says whether it is taken back; who comes too late gets its answer', async () => {
    thinking = true;
    for (const [said, becomes, requested] of [
      ['confirmed', 'CANCELLED', 0],
      ['rejected', 'CONFIRMED', fromCents(INSTITUTION_AMOUNTS.late)],
    ] as const) {
      await askFor(INSTITUTION_AMOUNTS.late);
      await deliver();
      takenBack = 'open';
      const { body } = await act(operator, 'cancel');
      assert.equal(body.status.name, 'REQUESTED');
      assert.ok(body.cancelAskedDate);
      assert.equal((await act(owner, 'cancel')).error.errors[0]!.field, 'status');
      await inquire();
      assert.equal((await listed()).status.name, 'REQUESTED');
      takenBack = said;
      await inquire();
      if (said === 'rejected') {
        assert.equal((await listed()).status.name, 'REQUESTED');
        thinking = false;
        await wait(1050);
        await inquire();
      }
      const { status, institutionReference } = await listed();
      assert.equal(status.name, becomes);
      assert.equal(institutionReference !== null, becomes === 'CONFIRMED');
      assert.equal((await loanOf()).totalRequestedRefundsAmount, requested);
    }
    const trail = await server.all<{ action: string; result: string; by: string }>(
      `select action, result, user_name as by from audit_logs where entity_id = $1 order by created_date, id`,
      [id],
    );
    assert.deepEqual(
      trail.map(({ action, result, by }) => `${action} ${result} by ${by}`),
      // whoever asked is not there when the institution answers
      [
        'CREDIT_REFUND PENDING by Anna Ozola',
        'CANCEL_CREDIT_REFUND PENDING by Toms Liepiņš',
        'CANCEL_CREDIT_REFUND SUCCESS by Institution',
        'CREDIT_REFUND PENDING by Anna Ozola',
        'CANCEL_CREDIT_REFUND PENDING by Toms Liepiņš',
        'CREDIT_REFUND SUCCESS by Institution',
      ],
    );
  });

  test('SB-39, FI-04 an institution that has been silent is asked at once, and what it says then is written down', async () => {
    thinking = true;
    await askFor(INSTITUTION_AMOUNTS.late);
    assert.equal((await act(owner, 'ask')).status, 400, 'it has not got it yet');
    await deliver();
    await inquire();
    const before = (await listed()).inquiredDate!;
    assert.ok(before, 'it is said when it was asked about');
    await server.pool.query(
      `update consumer_credits_refunds set next_inquiry_date = now() + interval '5 minutes'
       where next_inquiry_date is not null`,
    );
    await asDue();
    assert.equal((await listed()).inquiredDate, before, 'its turn is minutes away');
    assert.equal((await act(operator, 'ask')).status, 200);
    await asDue();
    assert.ok((await listed()).inquiredDate! > before);
    thinking = false;
    await wait(1050);
    assert.equal((await act(owner, 'ask')).status, 200);
    await asDue();
    assert.equal((await listed()).status.name, 'CONFIRMED');
    assert.match((await act(owner, 'ask')).text, /Only a pending request can be asked about/);
  });

  test('SB-39, AM-102 what somebody wants back while nobody could be reached is not sent again when they can', async () => {
    await ask(owner, 40);
    cuts = 1;
    await deliver();
    assert.equal(sent.length, 1);
    assert.equal((await act(owner, 'cancel')).status, 200);
    await deliver();
    assert.equal(sent.length, 1, 'it is only asked about');
    takenBack = 'confirmed';
    await inquire();
    assert.deepEqual(
      (await requests()).map(({ status }) => status),
      ['CANCELLED'],
    );
    assert.equal((await loanOf()).totalRequestedRefundsAmount, 0);
  });

  test('SB-39, FI-04 whoever could not be reached is said, and gets it again at once, once', async () => {
    await ask(owner, 20);
    assert.equal((await act(owner, 'send-again')).status, 400);
    cuts = 1;
    await deliver();
    assert.equal((await listed()).unreachable, true);
    const { status, body } = await act(operator, 'send-again');
    assert.deepEqual([status, body.unreachable], [200, false]);
    assert.equal((await act(operator, 'send-again')).status, 400);
    await deliver();
    const answered = await listed();
    assert.equal(answered.status.name, 'CONFIRMED');
    assert.match(answered.institutionReference!, /^R\d+$/);
    assert.equal((await ledger()).length, 1);
    const all = await staff.call('GET /api/financing/consumer-credits-refunds', {
      query: { f_id: answered.id },
    });
    assert.equal(all.body.content[0]!.institutionReference, answered.institutionReference);
    assert.equal((await act(owner, 'cancel')).status, 400);
  });

  test('SB-39 nothing is stored, counted or sent where the audit row can’t be written', async () => {
    const counts = () =>
      server.one(
        `select (select count(*) from outbox) as box, (select count(*) from consumer_credits_refunds) as requests,
           (select total_requested_refunds_cents from consumer_credits where id = $1) as total`,
        [id],
      );
    const earlier = await counts();
    await server.pool.query('alter table audit_logs rename to gone');
    assert.equal((await ask(owner, 5)).status, 500);
    await server.pool.query('alter table gone rename to audit_logs');
    assert.deepEqual(await counts(), earlier);
  });
});
