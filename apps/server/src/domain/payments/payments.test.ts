import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { orderAnswer } from '@paydesk/contract/resources/orders/story.ts';
import { purchaseAnswer } from '@paydesk/contract/resources/purchases/story.ts';
import type { TestCardName } from '@paydesk/contract/test-cards.ts';
import { answerChallenge, leaveCard, typeCard } from '../../testing/shopper.ts';
import { bookedOf, openCheckout, payBy, standingOf } from '../../testing/payments.ts';
import { mailsOf } from '../../testing/mails.ts';
import { read, refund, reverse } from '../../testing/money.ts';
import { insertRule } from '../../testing/rules.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { tasksOf } from '../../resources.ts';
import { insertCustomer } from '../../seed/factories.ts';
import { beginPayment } from './begin.ts';
import { resolvePayments } from './carry-out.ts';
import { cancelPayment, continuePayment, continuePayments } from './continue.ts';
import { disputeNoticed } from './disputes.ts';
import { releasePayments } from './release.ts';
import { paymentState } from './state.ts';

describe('a payment that a shopper makes', () => {
  let server: TestServer;
  let amber: string;
  let owner: Client;
  let admin: Client;
  before(async () => {
    server = await testServer({ settings: { ACQUIRER_TIMEOUT_MS: '1000' } });
    amber = await server.merchantId('Amber & Oak');
    [owner, admin] = await Promise.all([
      server.as('owner@amber.test'),
      server.as('admin@paydesk.test'),
    ]);
    // what is told of it
    await server.pool.query(
      `update merchants set purchase_notification_url = 'https://amberoak.test/told' where id = $1`,
      [amber],
    );
  });
  after(() => server.close());
  const open = (given = {}) => openCheckout(server, { merchantId: amber, ...given });
  const PAID = {
    order: 'PAID',
    purchase: 'SETTLED',
    stage: 'PAID',
    transaction: 'SUCCESS',
    hold: null,
  };

  test('TX-41, OR-01, PU-10, AM-48 is charged once, and all that hangs on it says so: order, purchase, customer, card, callbacks, receipt', async () => {
    const email = 'Anna.Vale@mail.test';
    const checkout = await open({ email });
    const id = await payBy(server, checkout.checkoutId);
    assert.deepEqual(await standingOf(server, checkout), PAID);
    assert.deepEqual(await bookedOf(server, id), { AUTHORISE: '1 of 4200', CAPTURE: '1 of 4200' });
    const row = await server.one<Record<string, unknown>>(
      `select t.card_pan, t.order_id, t.purchase_id, t.awaiting_acquirer, c.email, c.status, c.first_name,
         k.onboarding_status, k.token is not null as token, p.customer_id = c.id as signed
       from transactions t join customers c on c.id = t.customer_id join cards k on k.id = t.card_id
       join purchases p on p.id = t.purchase_id and p.merchant_id = t.merchant_id where t.id = $1`,
      [id],
    );
    assert.deepEqual(row, {
      card_pan: '424242******4242',
      order_id: checkout.orderId,
      purchase_id: checkout.purchaseId,
      awaiting_acquirer: false,
      email: 'anna.vale@mail.test',
      status: 'ACTIVE',
      first_name: 'Anna',
      onboarding_status: 'VERIFIED',
      token: true,
      signed: true,
    });
    const log = await server.all<{ line: string }>(
      `select event || ' ' || to_status as line from transaction_logs where transaction_id = $1
       order by created_date, id`,
      [id],
    );
    assert.deepEqual(
      log.map(({ line }) => line),
      ['CREATED PROCESSING', 'AUTHORISED PROCESSING', 'CAPTURED SUCCESS'],
    );
    const wire = await server.all<{ line: string; paired: string; text: string }>(
      `select direction || ' ' || operation as line, exchange_id as paired, payload as text
       from soap_logs where transaction_id = $1 order by created_date, id`,
      [id],
    );
    assert.deepEqual(
      wire.map(({ line }) => line),
      ['OpenCardPage', 'InquireCard', 'Authorise', 'Capture'].flatMap((operation) => [
        `REQUEST ${operation}`,
        `RESPONSE ${operation}`,
      ]),
    );
    assert.equal(new Set(wire.map(({ paired }) => paired)).size, 4);
    const { token } = await server.one<{ token: string }>(
      'select token from cards k join transactions t on t.card_id = k.id where t.id = $1',
      [id],
    );
    assert.ok(
      wire.every(({ text }) => !text.includes(token)),
      'no token is in the logs',
    );
    const told = await server.all<{ kind: string; about: string }>(
      `select kind, case subject when $1 then 'order' when $2 then 'purchase' else 'shopper' end as about
       from outbox where subject in ($1, $2) or merchant_id = $3 and kind = 'MAIL'
       order by created_date, id`,
      [checkout.orderId, checkout.purchaseId, amber],
    );
    assert.deepEqual(
      told.map(({ kind, about }) => `${kind} ${about}`),
      ['CALLBACK purchase', 'CALLBACK order', 'CALLBACK purchase', 'MAIL shopper'],
    );
    const state = await paymentState(server.services, checkout.checkoutId);
    assert.deepEqual(
      [state.name, state.receipt?.transactionId, state.receipt?.card, state.receipt?.amount],
      ['paid', id, '424242******4242', 42],
    );
    // refund and reversal work on it as on any payment
    const refunded = await owner.call('PUT /api/transactions/{id}/actions/refund', {
      params: { id },
      body: { amount: 12, currency: 'EUR', refundReason: 'OTHER_REFUND' },
    });
    assert.equal(refunded.status, 200, refunded.text);
    const charged = await server.services.acquirer.move({
      operationId: id,
      kind: 'CHARGE',
      transactionId: id,
      amountCents: 1n,
      currency: 'EUR',
      token,
    });
    assert.equal(charged.outcome, 'approved');
    const since = await server.all<{ line: string; paired: string; text: string; ms: boolean }>(
      `select direction || ' ' || operation as line, exchange_id as paired, payload as text,
         (direction = 'RESPONSE') = (duration_ms is not null) as ms
       from soap_logs where transaction_id = $1 order by created_date, id offset 8`,
      [id],
    );
    assert.deepEqual(
      since.map(({ line }) => line),
      ['REQUEST Refund', 'RESPONSE Refund', 'REQUEST Charge', 'RESPONSE Charge'],
    );
    assert.equal(new Set(since.map(({ paired }) => paired)).size, 2);
    assert.ok(since.every(({ text, ms }) => ms && !text.includes(token)));
    const mails = await server.one<{ count: number }>(
      `select count(*)::int as count from outbox where kind = 'MAIL' and merchant_id = $1`,
      [amber],
    );
    assert.equal(mails.count, 2, 'a receipt, and a word of the refund');
    const again = await payBy(server, (await open({ email })).checkoutId);
    const other = await payBy(server, (await open({ email: 'ben@mail.test' })).checkoutId);
    const payers = await server.all<{ customer: string }>(
      'select customer_id as customer from transactions where id = any($1::uuid[]) order by date, id',
      [[id, again, other]],
    );
    assert.equal(payers[0]!.customer, payers[1]!.customer, 'the same address and card');
    assert.notEqual(payers[0]!.customer, payers[2]!.customer, 'another address');
  });

  test('TX-53, SB-17 a shopper is told of what goes back to the card, and of what was given back elsewhere that it comes to none', async () => {
    const email = 'gita@mail.test';
    const params = { id: await payBy(server, (await open({ email })).checkoutId) };
    for (const refundReason of ['OTHER_REFUND', 'REFUNDED_MANUALLY'] as const) {
      const { status, text } = await owner.call('PUT /api/transactions/{id}/actions/refund', {
        params,
        body: { amount: 1, currency: 'EUR', refundReason },
      });
      assert.equal(status, 200, text);
    }
    const mails = (await mailsOf(server, email)).map(({ text }) => text.replaceAll(/\s+/g, ' '));
    const [, card, elsewhere] = mails;
    assert.match(card!, /gives back 1\.00 EUR of what you paid, to the card .* Your bank shows it/);
    assert.match(
      elsewhere!,
      /says that it has given back 1\.00 EUR .* in another way than to the card/,
    );
    assert.doesNotMatch(elsewhere!, /Your bank/);
  });

  test('TX-47, SB-15 a shopper is told of a payment that is reversed, and of no refund that is taken back', async () => {
    const email = 'hugo@mail.test';
    const id = await payBy(server, (await open({ email })).checkoutId);
    assert.equal((await refund(owner, id, 2)).status, 200);
    const { refunds } = await read(owner, id);
    assert.equal((await reverse(owner, refunds[0]!.transactionId, 2)).status, 200);
    assert.equal((await mailsOf(server, email)).length, 2, 'a receipt, and a word of the refund');
    assert.equal((await reverse(owner, id, 40.5)).status, 200);
    const [, , mail, ...more] = await mailsOf(server, email);
    assert.deepEqual(more, []);
    assert.equal(mail!.subject, 'Payment to Amber & Oak reversed: 40.50 EUR');
    assert.match(
      mail!.text.replaceAll(/\s+/g, ' '),
      /has reversed your payment: 40\.50 EUR goes back to the card .* Your bank shows it/,
    );
  });

  test('SB-42 ten at once begin one try, and go on with it once', async () => {
    const checkout = await open();
    const { checkoutId } = checkout;
    const begun = await Promise.all(
      Array.from({ length: 10 }, () => beginPayment(server.services, checkoutId, { frame: true })),
    );
    assert.equal(new Set(begun.map(({ attemptId }) => attemptId)).size, 1);
    assert.equal(new Set(begun.map(({ url }) => url)).size, 1);
    await typeCard(begun[0]!.url!);
    await Promise.all(
      Array.from({ length: 10 }, () => continuePayment(server.services, checkoutId)),
    );
    assert.deepEqual(await standingOf(server, checkout), PAID);
    assert.deepEqual(await bookedOf(server, begun[0]!.attemptId), {
      AUTHORISE: '1 of 4200',
      CAPTURE: '1 of 4200',
    });
    const gone = await server.all(
      `select from audit_logs where action = 'CONTINUE_PAYMENT' and details ->> 'transactionId' = $1`,
      [begun[0]!.attemptId],
    );
    assert.equal(gone.length, 1, 'who comes second writes nothing down');
    await assert.rejects(
      beginPayment(server.services, checkoutId, { frame: true }).then(({ url }) => {
        assert.equal(url, null);
        throw new Error('further already');
      }),
    );
  });

  test('TX-41, API-134 a declined card leaves the order to be paid by another, and the shop hears of it while that is asked for', async () => {
    const checkout = await open();
    const told = async ({ orderId } = checkout) =>
      (await owner.call('GET /api/orders/{id}', { params: { id: orderId } })).body.paymentState;
    const page = async ({ checkoutId } = checkout) =>
      (await paymentState(server.services, checkoutId)).name;
    assert.equal(await told(), 'open');
    await beginPayment(server.services, checkout.checkoutId, { frame: false });
    assert.equal(await told(), 'card');
    const declined = await payBy(server, checkout.checkoutId, 'insufficientFunds');
    assert.deepEqual(await standingOf(server, checkout), {
      order: 'VERIFIED',
      purchase: 'UNSIGNED',
      stage: 'DECLINED',
      transaction: 'DECLINED',
      hold: null,
    });
    const { body } = await owner.call('GET /api/transactions/{id}', { params: { id: declined } });
    assert.equal(body.failure?.reason, 'There is not enough money on the card');
    const state = await paymentState(server.services, checkout.checkoutId);
    assert.deepEqual([state.name, state.mayRetry, state.reason], ['declined', true, null]);
    assert.equal(await told(), 'declined');
    // its page asks for another card at once, and may be left open for an hour
    await beginPayment(server.services, checkout.checkoutId, { frame: false });
    assert.deepEqual([await page(), await told()], ['card', 'declined']);
    await payBy(server, checkout.checkoutId);
    assert.deepEqual(await standingOf(server, checkout), PAID);
    assert.deepEqual([await page(), await told()], ['paid', 'paid']);
    // that a card is asked for keeps nothing open
    const late = await open();
    await beginPayment(server.services, late.checkoutId, { frame: false });
    await server.pool.query(
      `update checkouts set expires_date = now() - interval '1 second' where id = $1`,
      [late.checkoutId],
    );
    assert.deepEqual([await page(late), await told(late)], ['expired', 'expired']);
  });

  test('AT-06 who is asked by the bank is asked once, and what went to and fro is in the logs', async () => {
    const checkout = await open();
    const id = await payBy(server, checkout.checkoutId, 'challenge');
    const state = await paymentState(server.services, checkout.checkoutId);
    assert.equal(state.name, 'challenge');
    await answerChallenge(state.url!);
    await continuePayment(server.services, checkout.checkoutId);
    assert.deepEqual(await standingOf(server, checkout), PAID);
    const { body } = await admin.call('GET /api/transactions/{id}', { params: { id } });
    assert.deepEqual([body.liabilityShift, body.eci], [true, '05']);
    const types = await server.all<{ type: string }>(
      'select message_type as type from mpi_logs where transaction_id = $1 order by created_date, id',
      [id],
    );
    assert.ok(types.length >= 4, JSON.stringify(types));
    assert.equal(new Set(types.map(({ type }) => type)).size, types.length, 'each once');
    for (const { type } of types) {
      const query = { f_transactionId: id, f_messageType: type };
      const { content } = (await admin.call('GET /api/mpi-logs', { query })).body;
      assert.equal(content.length, 1, `${type} is found by its type`);
    }

    const failed = await open();
    await payBy(server, failed.checkoutId, 'challenge');
    const { url } = await paymentState(server.services, failed.checkoutId);
    await answerChallenge(url!, 'fail');
    await continuePayment(server.services, failed.checkoutId);
    assert.equal((await standingOf(server, failed)).transaction, 'DECLINED');
  });

  test('AM-102 an answer that is lost is asked for until it is known; nothing is done twice', async () => {
    const checkout = await open();
    const id = await payBy(server, checkout.checkoutId, 'lostAnswer');
    assert.equal((await standingOf(server, checkout)).stage, 'AUTHORISING');
    assert.equal((await paymentState(server.services, checkout.checkoutId)).name, 'working');
    await server.pool.query(
      `update payment_operations set next_attempt_date = now() - interval '1 second' where status = 'PENDING'`,
    );
    await resolvePayments(server.services).run();
    assert.deepEqual(await standingOf(server, checkout), PAID);
    assert.deepEqual(await bookedOf(server, id), { AUTHORISE: '1 of 4200', CAPTURE: '1 of 4200' });
  });

  test('AM-102 a capture that never arrived is asked for anew; the money is not left lying', async () => {
    const checkout = await open({ capture: 'MANUAL' });
    const id = await payBy(server, checkout.checkoutId);
    // killed between what it wrote down and the call
    await server.pool.query(
      `with o as (insert into payment_operations (id, attempt_id, merchant_id, kind, status, amount_cents,
         currency, created_date, user_name, next_attempt_date, gateway)
       select gen_random_uuid(), id, merchant_id, 'CAPTURE', 'PENDING', amount_cents, currency, now(),
         'Checkout', now(), gateway from payment_attempts where id = $1 returning id, attempt_id)
       update payment_attempts a set stage = 'CAPTURING', operation_id = o.id from o where a.id = o.attempt_id`,
      [id],
    );
    await resolvePayments(server.services).run();
    assert.deepEqual(await standingOf(server, checkout), PAID);
    assert.deepEqual(await bookedOf(server, id), { AUTHORISE: '1 of 4200', CAPTURE: '1 of 4200' });
  });

  test('TX-41, SB-03 by hand: held until somebody of the merchant takes it or lets it go, once', async () => {
    const checkout = await open({ capture: 'MANUAL' });
    const id = await payBy(server, checkout.checkoutId);
    assert.deepEqual(await standingOf(server, checkout), {
      order: 'VERIFIED',
      purchase: 'SIGNED',
      stage: 'AUTHORISED',
      transaction: 'PROCESSING',
      hold: 'AUTHORISED',
    });
    const params = { id };
    const foreign = await server.as('owner@baltic.test');
    const capture = 'POST /api/transactions/{id}/actions/capture';
    assert.equal((await foreign.call(capture, { params })).status, 404);
    const marked = await admin.call('PUT /api/transactions/{id}/actions/successful', { params });
    assert.equal(marked.status, 400, 'nobody marks it instead');
    const answers = await Promise.all([
      owner.call(capture, { params }),
      owner.call(capture, { params }),
      owner.call('POST /api/transactions/{id}/actions/cancel', { params }),
    ]);
    const done = answers.filter(({ status }) => status === 200 || status === 202);
    assert.equal(done.length, 1, answers.map(({ status, text }) => `${status} ${text}`).join('\n'));
    const booked = await bookedOf(server, id);
    assert.equal(Object.keys(booked).length, 2);

    const let_go = await open({ capture: 'MANUAL' });
    const other = await payBy(server, let_go.checkoutId);
    const gone = await owner.call('POST /api/transactions/{id}/actions/cancel', {
      params: { id: other },
    });
    assert.equal(gone.status, 200, gone.text);
    assert.deepEqual(await standingOf(server, let_go), {
      order: 'VERIFIED',
      purchase: 'CANCELLED',
      stage: 'CANCELLED',
      transaction: 'CANCELLED',
      hold: null,
    });
    assert.deepEqual(await bookedOf(server, other), {
      AUTHORISE: '1 of 4200',
      CANCEL: '1 of 4200',
    });
    const audited = await server.all<{ line: string; amount: string }>(
      `select action || ' ' || result || ' by ' || user_name as line, details->>'amount' as amount
       from audit_logs where entity_id = $1 and user_id is not null order by id`,
      [other],
    );
    assert.deepEqual(audited, [
      { line: 'CANCEL PENDING by Anna Ozola', amount: null },
      { line: 'CANCEL SUCCESS by Anna Ozola', amount: '42.00' },
    ]);
    await assert.rejects(beginPayment(server.services, let_go.checkoutId, { frame: false }), {
      errors: [{ field: 'payment', message: 'The purchase has been cancelled' }],
    });
    // as its page has it
    assert.equal((await paymentState(server.services, let_go.checkoutId)).name, 'cancelled');
    const { body: stands } = await owner.call('GET /api/orders/{id}', {
      params: { id: let_go.orderId },
    });
    assert.equal(stands.paymentState, 'cancelled');
    assert.match(orderAnswer(stands)!.reason, /^It can’t be paid any more/);
    // whoever paid had agreed, and did not leave; nor can they pay again
    const { body: shown } = await owner.call('GET /api/transactions/{id}', {
      params: { id: other },
    });
    assert.deepEqual(shown.failure, {
      reason: 'Cancelled before its money was taken',
      nextStep: 'Its purchase is cancelled and can’t be paid any more; the shopper orders again.',
    });
    const query = { f_failure: 'CANCELLED_BEFORE_ITS_MONEY_WAS_TAKEN', f_id: other };
    const listed = await owner.call('GET /api/transactions', { query });
    assert.equal(listed.body.totalElements, 1);
  });

  test('SB-42 what the bank holds is not taken from somebody who was blocked since, and may be let go', async () => {
    const blocked = await open({ capture: 'MANUAL', email: 'ugis@blocked.test' });
    const of = { params: { id: await payBy(server, blocked.checkoutId) } };
    await server.pool.query(
      `update customers set status = 'BLOCKED' where email = 'ugis@blocked.test'`,
    );
    const taken = await owner.call('POST /api/transactions/{id}/actions/capture', of);
    assert.deepEqual(
      taken.error.errors.map(({ message }) => message),
      ['The customer can’t be charged: the account is blocked or closed'],
    );
    assert.deepEqual(Object.keys(await bookedOf(server, of.params.id)), ['AUTHORISE']);
    const gone = await owner.call('POST /api/transactions/{id}/actions/cancel', of);
    assert.equal(gone.status, 200, gone.text);
    assert.equal((await standingOf(server, blocked)).stage, 'CANCELLED');
  });

  test('AM-23, AM-14 taken days after the card was given, it is of the day on which it was taken', async () => {
    const checkout = await open({ capture: 'MANUAL' });
    const id = await payBy(server, checkout.checkoutId);
    await server.pool.query(
      `update transactions set date = (date at time zone 'UTC' - interval '3 days') at time zone 'UTC' where id = $1`,
      [id],
    );
    const before = Date.now();
    const capture = 'POST /api/transactions/{id}/actions/capture';
    const { body } = await owner.call(capture, { params: { id } });
    assert.equal(body.status.name, 'SUCCESS');
    assert.ok(Date.parse(body.date) < before - 2 * 86_400_000, 'it stands where it began');
    const taken = Date.parse(body.capturedDate!);
    assert.ok(taken > before - 5000 && taken <= Date.now() + 5000, body.capturedDate!);
  });

  test('AM-118 nobody is charged for what is over by then: the money is let go', async () => {
    const rejected = await open({ orderStatus: 'PENDING' });
    const { url, attemptId } = await beginPayment(server.services, rejected.checkoutId, {
      frame: false,
    });
    await typeCard(url!, 'challenge');
    await continuePayment(server.services, rejected.checkoutId);
    const { status } = await owner.call('PUT /api/orders/{id}/reject', {
      params: { id: rejected.orderId },
    });
    assert.equal(status, 400, 'nobody rejects it while its shopper pays');
    await server.pool.query(`update orders set status = 'REJECTED' where id = $1`, [
      rejected.orderId,
    ]);
    await answerChallenge((await paymentState(server.services, rejected.checkoutId)).url!);
    await continuePayment(server.services, rejected.checkoutId);
    assert.deepEqual(await standingOf(server, rejected), {
      order: 'REJECTED',
      purchase: 'UNSIGNED',
      stage: 'CANCELLED',
      transaction: 'CANCELLED',
      hold: null,
    });
    assert.deepEqual(Object.keys(await bookedOf(server, attemptId)), ['AUTHORISE', 'CANCEL']);

    const late = await open({ capture: 'MANUAL' });
    await payBy(server, late.checkoutId);
    await server.pool.query(
      `update payment_attempts set capture_before = now() where checkout_id = $1`,
      [late.checkoutId],
    );
    await releasePayments(server.services).run();
    assert.deepEqual((await standingOf(server, late)).transaction, 'CANCELLED');
    assert.equal((await standingOf(server, late)).purchase, 'CANCELLED');
  });

  test('ST-03 a payment counts once among those of its customer, live as in a trial', async () => {
    const conditions = [
      { field: 'emailDomain', comparison: 'IS', value: 'often.test' },
      { field: 'countHour', comparison: 'AT_LEAST', value: 2 },
    ];
    await insertRule(server, { active: true, priority: 1, conditions });
    const email = 'fay@often.test';
    const first = await open({ email });
    await payBy(server, first.checkoutId);
    assert.deepEqual(await standingOf(server, first), PAID);
    const second = await open({ email });
    const id = await payBy(server, second.checkoutId);
    assert.equal((await standingOf(server, second)).transaction, 'RP_BLOCKED');
    const { details } = await server.one<{ details: string }>(
      `select details from rules_evaluation_results where subject_id = $1 and result = 'REJECTED'`,
      [id],
    );
    assert.match(details, /Payments in the last hour is 2 \(/);
  });

  test('ST-03, SB-42, SB-46 the rules are asked before money, and obeyed: block, challenge, review; who was blocked meanwhile is not let pass', async () => {
    const asks = async (outcome: string, domain: string) => {
      const conditions = [{ field: 'emailDomain', comparison: 'IS', value: domain }];
      await insertRule(server, { active: true, priority: 1, outcome, conditions });
      return { email: `carl@${domain}` };
    };
    const blocked = await open(await asks('BLOCK', 'block.test'));
    const first = await payBy(server, blocked.checkoutId);
    const { order, stage, transaction } = await standingOf(server, blocked);
    assert.deepEqual([order, stage, transaction], ['VERIFIED', 'BLOCKED', 'RP_BLOCKED']);
    assert.deepEqual(await bookedOf(server, first), {}, 'the acquirer never hears of it');
    const results = await server.all<{ result: string }>(
      `select result from rules_evaluation_results where subject_type = 'TRANSACTION' and subject_id = $1
       and result <> 'PASSED'`,
      [first],
    );
    assert.deepEqual(results, [{ result: 'REJECTED' }]);

    const asked = await open(await asks('THREE_D_SECURE', 'ask.test'));
    await payBy(server, asked.checkoutId);
    const bank = await paymentState(server.services, asked.checkoutId);
    assert.equal(bank.name, 'challenge', 'a card that is not asked by itself');
    await answerChallenge(bank.url!);
    await continuePayment(server.services, asked.checkoutId);
    assert.deepEqual(await standingOf(server, asked), PAID);

    const held = await open(await asks('REVIEW', 'look.test'));
    const id = await payBy(server, held.checkoutId);
    assert.equal((await standingOf(server, held)).hold, 'REVIEW');
    assert.deepEqual(await bookedOf(server, id), {});
    const pass = 'POST /api/transactions/{id}/actions/pass';
    assert.equal((await owner.call(pass, { params: { id } })).status, 403, 'staff alone');
    // whoever looks at it says so to the others; deciding ends it
    const take = (by: typeof admin) =>
      by.call('POST /api/transactions/{id}/actions/take', { params: { id }, body: {} });
    const hands = await Promise.all([take(admin), take(await server.person())]);
    assert.deepEqual(hands.map(({ status }) => status).toSorted(), [200, 400]);
    assert.equal((await take(owner)).status, 403, 'staff alone');
    await server.pool.query('update transactions set date = $2 where id = $1', [
      id,
      new Date(Date.now() - 3_600_000),
    ]);
    const passed = await admin.call(pass, { params: { id } });
    assert.equal(passed.status, 200, passed.text);
    assert.equal(passed.body.takenBy, null);
    assert.deepEqual(await standingOf(server, held), PAID);
    const story = async (of: string) =>
      (await admin.call('GET /api/timelines/transaction/{id}', { params: { id: of } })).body.events;
    const told = async (of: string) => (await story(of)).map(({ title }) => title);
    assert.ok((await told(id)).includes('Approved after review'));
    const taken = (await story(id)).find(({ title }) => /^Payment .* succeeded$/.test(title))!;
    assert.ok(
      Date.now() - Date.parse(taken.date) < 60_000,
      'when it was let pass, not when it began',
    );

    const stopped = await open({ email: 'dan@look.test' });
    const of = { params: { id: await payBy(server, stopped.checkoutId) } };
    await server.pool.query(
      `update customers set status = 'BLOCKED' where email = 'dan@look.test'`,
    );
    const { body: shown } = await admin.call('GET /api/transactions/{id}', of);
    assert.equal(shown.payerRefusal, 'CUSTOMER');
    const denied = await admin.call(pass, of);
    assert.deepEqual(
      denied.error.errors.map(({ message }) => message),
      ['The customer can’t be charged: the account is blocked or closed'],
    );
    assert.deepEqual(await bookedOf(server, of.params.id), {}, 'SB-42 the bank is not asked');

    const refused = await open({ email: 'eve@look.test' });
    const other = await payBy(server, refused.checkoutId);
    const answer = await admin.call('POST /api/transactions/{id}/actions/refuse', {
      params: { id: other },
      body: { reasonNote: 'Nobody buys so many stools' },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await standingOf(server, refused)).transaction, 'RP_BLOCKED');
    assert.deepEqual(await bookedOf(server, other), {});
    assert.ok((await told(other)).includes('Refused after review'));
    const toEve = await mailsOf(server, 'eve@look.test');
    assert.deepEqual(
      toEve.map(({ subject }) => /^Your payment to .* was not taken$/.test(subject)),
      [true],
      'as its page has told her',
    );
    const seen = await owner.call('GET /api/transactions/{id}', { params: { id: other } });
    assert.equal(seen.body.failure!.reason, 'Refused after review', 'and not by a bank');
  });

  test('ST-03, AM-108 whose payment a person looked at is told by mail what came of it, as the page has promised', async () => {
    const conditions = [{ field: 'emailDomain', comparison: 'IS', value: 'wait.test' }];
    await insertRule(server, { active: true, priority: 1, outcome: 'REVIEW', conditions });
    const decided = async (
      name: string,
      action: 'pass' | 'refuse',
      card: TestCardName = 'approve',
      capture: 'AUTOMATIC' | 'MANUAL' = 'AUTOMATIC',
    ) => {
      const email = `${name}@wait.test`;
      const id = await payBy(server, (await open({ email, capture })).checkoutId, card);
      assert.deepEqual(await mailsOf(server, email), [], 'nothing is decided yet');
      const { status, text } = await admin.call(`POST /api/transactions/{id}/actions/${action}`, {
        params: { id },
        body: { reasonNote: 'Nobody buys so many stools' },
      });
      assert.ok(status < 300, text);
      return (await mailsOf(server, email)).map(({ subject }) => subject);
    };
    assert.deepEqual(await decided('paid', 'pass'), ['Receipt from Amber & Oak: 42.00 EUR']);
    const nothing = ['Your payment to Amber & Oak was not taken'];
    assert.deepEqual(await decided('refused', 'refuse'), nothing);
    assert.deepEqual(await decided('poor', 'pass', 'insufficientFunds'), nothing);
    assert.deepEqual(await decided('asked', 'pass', 'challenge'), [
      'Please confirm your payment to Amber & Oak',
    ]);
    // SB-04 the mail is read in another browser than the one that holds the key
    const { id } = await server.one<{ id: string }>(
      `update checkouts set shopper_key_hash = 'another' where order_id =
         (select id from orders where customer_email = 'asked@wait.test') returning id`,
    );
    const { body } = await server.anonymous.call('GET /api/checkouts/{id}', { params: { id } });
    assert.deepEqual([body.state, body.elsewhere], ['challenge', true]);
    assert.ok(body.page, 'the page of the bank');
    assert.deepEqual(await decided('held', 'pass', 'approve', 'MANUAL'), [
      'Your payment to Amber & Oak can go on',
    ]);
  });

  test('AM-108 the shop gets its shopper back with a word that the documented code verifies, and no other', async () => {
    const successUrl = 'https://shop.test/thanks?basket=7#top';
    const checkout = await open({ successUrl });
    await payBy(server, checkout.checkoutId);
    const { returnUrl } = await paymentState(server.services, checkout.checkoutId);
    const docs = readFileSync(
      new URL('../../../../../docs/merchant-api.md', import.meta.url),
      'utf8',
    );
    const [code] = [...docs.matchAll(/^```ts\n([^]*?)^```$/gm)]
      .map(([, text]) => text!)
      .filter((text) => text.includes('isReturnFromPaydesk'));
    const { isReturnFromPaydesk: holds } = (await import(
      `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code!))}`
    )) as { isReturnFromPaydesk: (url: string, certificate: string, now?: Date) => boolean };
    const { certificate } = await server.one<{ certificate: string }>(
      'select certificate from service_provider',
    );
    // a browser keeps what stands behind the # to itself
    const arrived = returnUrl!.replace('#top', '');
    const said = new URL(arrived).searchParams;
    assert.deepEqual(
      [said.get('basket'), said.get('orderId'), said.get('status')],
      ['7', checkout.orderId, 'PAID'],
    );
    assert.ok(returnUrl!.endsWith('#top'));
    assert.equal(holds(arrived, certificate), true);
    assert.equal(holds(arrived.replace('PAID', 'LOST'), certificate), false);
    assert.equal(holds(arrived.replace('shop.test', 'other.test'), certificate), false);
    assert.equal(holds(arrived, certificate, new Date(Date.now() + 2 * 3_600_000)), false);
  });

  test('TX-41 what is decided already is refused without waiting for who gives its money back', async () => {
    const id = await payBy(server, (await open()).checkoutId);
    const holds = await server.pool.connect();
    try {
      await holds.query('begin');
      await holds.query('select from transactions where id = $1 for update', [id]);
      for (const action of ['capture', 'cancel'] as const) {
        const key = `POST /api/transactions/{id}/actions/${action}` as const;
        const { status, text } = await owner.call(key, { params: { id } });
        assert.equal(status, 400, text);
        assert.match(text, /Only an authorised payment/);
      }
    } finally {
      await holds.query('rollback');
      holds.release();
    }
  });

  test('SB-42 blocked people and cards pay nothing', async () => {
    const email = 'carl@mail.test';
    const first = await payBy(server, (await open({ email })).checkoutId, 'approve', {
      expires: '11/38',
    });
    const block = (what: 'customers' | 'cards', status: string) =>
      server.pool.query(
        `update ${what} set status = $2 where id = (select ${what === 'cards' ? 'card_id' : 'customer_id'} from transactions where id = $1)`,
        [first, status],
      );
    await block('cards', 'BLOCKED');
    const byCard = await open({ email: 'dora@mail.test' });
    await payBy(server, byCard.checkoutId, 'approve', { expires: '11/38' });
    assert.deepEqual(await standingOf(server, byCard), {
      order: 'VERIFIED',
      purchase: 'UNSIGNED',
      stage: 'BLOCKED',
      transaction: 'RP_BLOCKED',
      hold: null,
    });
    await block('cards', 'ACTIVE');
    await block('customers', 'BLOCKED');
    const byName = await open({ email: email.toUpperCase() });
    const id = await payBy(server, byName.checkoutId, 'approveMastercard');
    assert.equal((await standingOf(server, byName)).transaction, 'RP_BLOCKED');
    assert.deepEqual(await bookedOf(server, id), {});
    // a core writes addresses as its people typed them
    await insertCustomer(server.pool, { email: 'Erna.Fuchs@Mail.Test', status: 'BLOCKED' });
    const asWritten = await open({ email: 'erna.fuchs@mail.test' });
    const theirs = await payBy(server, asWritten.checkoutId, 'approveMastercard');
    assert.equal((await standingOf(server, asWritten)).transaction, 'RP_BLOCKED');
    assert.deepEqual(await bookedOf(server, theirs), {});
  });

  test('TX-50, AM-48 a dispute is a row on the payment, said to its merchant, and no money goes back beside it', async () => {
    const checkout = await open();
    const id = await payBy(server, checkout.checkoutId);
    const sandbox = { address: 'sandbox', from: '203.0.113.5' };
    const notice = (status: 'OPEN' | 'WON' | 'LOST', at = sandbox) =>
      disputeNoticed(
        server.services,
        {
          disputeId: 'D-1',
          paymentId: id,
          amountCents: 4200n,
          currency: 'EUR',
          reason: 'Not theirs',
          respondBy: '2030-01-01T00:00:00.000Z',
          status,
        },
        at,
      );
    const strange = { address: 'https://other.test', from: '203.0.113.5' };
    const refund = () =>
      owner.call('PUT /api/transactions/{id}/actions/refund', {
        params: { id },
        body: { amount: 1, currency: 'EUR', refundReason: 'OTHER_REFUND' },
      });
    assert.deepEqual(
      await Promise.all([notice('OPEN'), notice('OPEN')]).then((both) => both.sort()),
      [false, true],
    );
    assert.equal(await notice('WON', strange), null, 'another acquirer says nothing of it');
    assert.match((await refund()).error.errors[0]!.message, /claims this payment back/);
    const list = await owner.call('GET /api/transactions', {
      query: { f_dispute: 'OPEN', f_id: id },
    });
    assert.deepEqual(
      list.body.content.map(({ dispute }) => dispute),
      ['OPEN'],
    );
    const { claim } = (await owner.call('GET /api/transactions/{id}', { params: { id } })).body;
    assert.deepEqual(
      [claim!.amount, claim!.reason, claim!.respondBy],
      [42, 'Not theirs', '2030-01-01T00:00:00.000Z'],
    );
    const timeline = await owner.call('GET /api/timelines/transaction/{id}', { params: { id } });
    assert.ok(
      timeline.body.events.some(
        ({ kind, detail }) => kind === 'DISPUTE' && detail === 'Not theirs',
      ),
    );
    assert.equal(await notice('LOST'), true);
    assert.equal(await notice('OPEN'), false, 'an old one says nothing new');
    assert.match((await refund()).error.errors[0]!.message, /dispute was lost/);
    assert.equal(await notice('WON'), true);
    assert.equal((await refund()).status, 200);
    const told = await server.one<{ count: number }>(
      `select count(*)::int as count from outbox where subject = $1`,
      [checkout.purchaseId],
    );
    assert.equal(told.count, 6, 'signed, settled, three words of the dispute, a refund');
    const changed = await server.all<{ dispute: object }>(
      `select details->'changes'->'dispute' as dispute from audit_logs
       where entity_id = $1 and action = 'DISPUTE_NOTICE' order by created_date, id`,
      [id],
    );
    assert.deepEqual(
      changed.map(({ dispute }) => dispute),
      [
        { before: null, after: 'OPEN' },
        { before: 'OPEN', after: 'LOST' },
        { before: 'LOST', after: 'WON' },
      ],
    );
  });

  test('AM-108 who gives up, or never comes back, is not charged; who typed a card and left is', async () => {
    const left = await open();
    const begun = await beginPayment(server.services, left.checkoutId, { frame: false });
    await leaveCard(begun.url!);
    await continuePayment(server.services, left.checkoutId);
    assert.equal((await standingOf(server, left)).stage, 'ABANDONED');
    assert.equal((await paymentState(server.services, left.checkoutId)).name, 'open');

    const given = await open();
    await beginPayment(server.services, given.checkoutId, { frame: false });
    const unbegun = await open();
    for (const { checkoutId, orderId } of [given, unbegun]) {
      await Promise.all(
        Array.from({ length: 4 }, () => cancelPayment(server.services, checkoutId)),
      );
      assert.equal((await paymentState(server.services, checkoutId)).name, 'cancelled');
      const written = await server.all(
        `select from audit_logs where action = 'CANCEL_CHECKOUT' and entity_id = $1`,
        [orderId],
      );
      assert.equal(written.length, 1, 'of several at once one is written down');
    }
    await assert.rejects(beginPayment(server.services, given.checkoutId, { frame: false }));
    const params = { id: given.orderId };
    const { body: stands } = await owner.call('GET /api/orders/{id}', { params });
    assert.match(orderAnswer(stands)!.reason, /^It can’t be paid any more/);
    const bought = { params: { id: given.purchaseId } };
    const { body: purchase } = await owner.call('GET /api/purchases/{id}', bought);
    assert.match(purchaseAnswer(purchase)!.reason, /^Its payment was cancelled: it can’t be paid/);

    const away = await open();
    const page = await beginPayment(server.services, away.checkoutId, { frame: false });
    await typeCard(page.url!);
    const gone = await open();
    await beginPayment(server.services, gone.checkoutId, { frame: false });
    await server.pool.query(
      `update payment_attempts set next_attempt_date = now() - interval '1 second',
         created_date = (created_date at time zone 'UTC' - interval '61 minutes') at time zone 'UTC' where checkout_id = any($1::uuid[])`,
      [[away.checkoutId, gone.checkoutId]],
    );
    await continuePayments(server.services).run();
    assert.deepEqual(await standingOf(server, away), PAID);
    // its checkout is over: the order expires with it, unless a payment is under way
    const over = await open({ expires: new Date(Date.now() - 1000) });
    const held = await open({ capture: 'MANUAL' });
    await payBy(server, held.checkoutId);
    await server.pool.query(
      `update checkouts set expires_date = now() - interval '1 second' where id = $1`,
      [held.checkoutId],
    );
    await tasksOf(server.services)
      .find(({ name }) => name === 'expire-orders')!
      .run();
    assert.equal((await standingOf(server, over)).order, 'EXPIRED');
    assert.equal((await paymentState(server.services, over.checkoutId)).name, 'expired');
    assert.equal((await standingOf(server, held)).order, 'VERIFIED');
    assert.equal((await standingOf(server, gone)).stage, 'ABANDONED');
  });
});
