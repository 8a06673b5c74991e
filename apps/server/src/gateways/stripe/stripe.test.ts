import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Key } from '@paydesk/contract/index.ts';
import { newShopper, openedCheckout } from '../../testing/checkouts.ts';
import { localStripe } from '../../testing/stripe.ts';
import { METHODS, STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from '../../testing/stripe-words.ts';
import { insertPayment, read, refund } from '../../testing/money.ts';
import { insertHeld, openCheckout } from '../../testing/payments.ts';
import { tasksOf } from '../../resources.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import type { Acquirer } from '../acquirer.ts';
import { refunded } from './answers.ts';

/** Noon of it, as Stripe says it. */
const at = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;

const RETURN = 'https://pay.firm.test/pay/c/1/return';

describe('Stripe as the acquirer', () => {
  let server: TestServer;
  let stripe: Awaited<ReturnType<typeof localStripe>>;
  let acquirer: Acquirer;
  let amber: string;
  before(async () => {
    stripe = await localStripe();
    server = await testServer({
      demo: false,
      settings: {
        ACQUIRER: 'stripe',
        STRIPE_SECRET_KEY: STRIPE_KEY,
        STRIPE_WEBHOOK_SECRET,
        STRIPE_URL: stripe.url,
      },
    });
    ({ acquirer } = server.services);
    amber = await server.merchantId('Amber & Oak');
  });
  after(async () => {
    await server.close();
    await stripe.close();
  });

  const route = () => ({ gateway: 'stripe', of: amber });
  const request = (more: object = {}) => ({
    operationId: randomUUIDv7(),
    kind: 'AUTHORISE' as const,
    transactionId: randomUUIDv7(),
    amountCents: 12_50n,
    currency: 'EUR',
    token: `cus_1/${METHODS.approved}`,
    threeDSecure: 'asNeeded' as const,
    returnTo: RETURN,
    frame: false,
    route: route(),
    ...more,
  });
  type Asked = ReturnType<typeof request>;
  const move = (
    { transactionId, amountCents, currency }: Asked,
    kind: 'CAPTURE' | 'CANCEL' | 'REFUND' | 'REVERSAL',
    more: object = {},
  ) => {
    const asked = {
      operationId: randomUUIDv7(),
      kind,
      transactionId,
      amountCents,
      currency,
      route: route(),
      ...more,
    };
    return { asked, answer: acquirer.move(asked) };
  };
  const question = ({ transactionId, amountCents, currency }: Asked) => ({
    transactionId,
    amountCents,
    currency,
    route: route(),
  });
  const intents = () =>
    [...stripe.things.values()].filter((one) => one['object'] === 'payment_intent');
  const ofPayment = (id: string) =>
    intents().filter((one) => (one['metadata'] as Record<string, string>)['paymentId'] === id);
  const paid = async () => {
    const asked = request();
    assert.equal((await acquirer.authorise(asked)).outcome, 'approved');
    assert.equal((await move(asked, 'CAPTURE').answer).outcome, 'approved');
    return asked;
  };

  test('AM-102 a card is typed on a page of Stripe’s own, and comes back as token, last digits, scheme and expiry', async () => {
    const sessionId = randomUUIDv7();
    const asked = {
      sessionId,
      paymentId: sessionId,
      merchantId: amber,
      merchantName: 'Amber & Oak',
      amountCents: 12_50n,
      currency: 'EUR',
      returnTo: RETURN,
      frame: true,
      route: route(),
    };
    const page = await acquirer.openCardPage(asked);
    assert.ok(page.outcome === 'opened' && !page.framed, JSON.stringify(page));
    const { status } = await server.one<{ status: number | null }>(
      `select http_status as status from soap_logs where transaction_id = $1 and direction = 'RESPONSE'`,
      [sessionId],
    );
    assert.equal(status, 200, 'AT-05 as the logs have it');
    assert.deepEqual(await acquirer.openCardPage(asked), page, 'the same page again');
    assert.deepEqual(await acquirer.inquireCard(sessionId, route()), { outcome: 'open' });
    const [session] = [...stripe.things.values()].filter((one) => one['url'] === page.url);
    stripe.typeCard(session!.id, METHODS.approved);
    assert.deepEqual(await acquirer.inquireCard(sessionId, route()), {
      outcome: 'card',
      card: {
        token: `cus_1/${METHODS.approved}`,
        first6: null,
        last4: '4242',
        scheme: 'VISA',
        expires: '2030-08',
        type: 'CREDIT',
        issuer: null,
      },
    });
    const { form } = stripe.calls.find(({ path }) => path.endsWith('/sessions'))!;
    assert.equal(form['mode'], 'setup');
    assert.equal(form['success_url'], RETURN);
  });

  test('AM-102 money is held, captured, given back in parts and never more', async () => {
    const asked = request();
    const held = await acquirer.authorise(asked);
    assert.ok(held.outcome === 'approved' && held.networkReference === 'network-1');
    assert.deepEqual(await acquirer.authorise(asked), held, 'once under its id');
    assert.equal(ofPayment(asked.transactionId).length, 1);
    assert.equal((await acquirer.inquirePayment(question(asked))).outcome, 'notTaken');
    const captured = await move(asked, 'CAPTURE').answer;
    assert.deepEqual(captured, { outcome: 'approved', reference: held.reference });
    assert.equal((await acquirer.inquirePayment(question(asked))).outcome, 'taken');
    const first = move(asked, 'REFUND', { amountCents: 10_00n });
    assert.equal((await first.answer).outcome, 'approved');
    assert.deepEqual(await acquirer.move(first.asked), await first.answer, 'once under its id');
    const second = await move(asked, 'REFUND', { amountCents: 5_00n }).answer;
    assert.equal(second.outcome, 'declined');
    const other = await acquirer.move({ ...first.asked, amountCents: 1_00n });
    assert.equal(other.outcome, 'declined', 'another amount under the same id');
  });

  test('AM-102 a decline comes with the network’s code, a challenge with its page and what the bank said', async () => {
    const none = await acquirer.authorise(request({ token: `cus_1/${METHODS.noMoney}` }));
    assert.ok(none.outcome === 'declined' && none.code === '51', JSON.stringify(none));
    for (const passed of [true, false]) {
      const asked = request({ token: `cus_1/${METHODS.challenged}`, threeDSecure: 'required' });
      const action = await acquirer.authorise(asked);
      const [intent] = ofPayment(asked.transactionId);
      assert.equal(intent!['options'], 'challenge');
      assert.ok(action.outcome === 'action' && action.url.endsWith(intent!.id));
      assert.equal(
        (await acquirer.inquireAuthorisation(asked.operationId, route())).outcome,
        'action',
      );
      stripe.challenge(intent!.id, passed);
      const end = await acquirer.inquireAuthorisation(asked.operationId, route());
      if (passed) {
        assert.ok(end.outcome === 'approved');
        const { messages: _, ...said } = end.authentication!;
        const shift = { result: 'Y', eci: '05', xid: 'ds-transaction-1', liabilityShift: true };
        assert.deepEqual(said, shift);
      } else assert.ok(end.outcome === 'declined' && end.code === 'N');
    }
  });

  test('AM-102, AM-108 a checkout by redirects: Stripe’s page, the bank’s, and back, taken once however often its shopper returns', async () => {
    const rules = await server.pool.query('update rules set active = false where active');
    assert.ok(rules.rowCount);
    for (const passed of [true, false]) {
      const id = await openedCheckout(server, amber);
      const at = async <
        K extends Extract<Key, `${string} /api/checkouts/{id}${'' | '/pay' | '/continue'}`>,
      >(
        key: K,
        given?: object,
      ) => {
        const body = given && { body: given };
        const said = await server.anonymous.call(key, {
          params: { id },
          from: newShopper(),
          ...body,
        });
        assert.equal(said.status, 200, said.text);
        return said.body;
      };
      const goOn = () => at('POST /api/checkouts/{id}/continue');
      // an answer of Stripe's that takes too long is asked for again, by the shopper or by the task
      const comesTo = async (state: string) => {
        let now = await goOn();
        for (let tries = 0; now.state !== state && tries < 20; tries++) {
          await server.pool.query(
            `update payment_operations set next_attempt_date = now() - interval '1 second'`,
          );
          await tasksOf(server.services)
            .find(({ name }) => name === 'resolve-pending-payments')!
            .run();
          now = await goOn();
        }
        assert.equal(now.state, state);
        return now;
      };
      const returned = () =>
        server.app.inject({ url: `/pay/c/${id}/return?redirect_status=succeeded` });
      const pages = await Promise.all(
        Array.from({ length: 10 }, () =>
          at('POST /api/checkouts/{id}/pay', { frame: true, consent: true }),
        ),
      );
      const [url, ...more] = new Set(pages.map(({ page }) => page!.url));
      assert.deepEqual(more, []);
      assert.equal(pages[0]!.page!.framed, false, 'Stripe’s page stands in no frame');
      const session = [...stripe.things.values()].find((one) => one['url'] === url)!;
      // back without a card: still asked for
      assert.equal((await returned()).statusCode, 200);
      assert.equal((await goOn()).state, 'card');
      stripe.typeCard(session.id, METHODS.challenged);
      await Promise.all(Array.from({ length: 10 }, goOn));
      const { page } = await comesTo('challenge');
      const { attempt } = await server.one<{ attempt: string }>(
        'select id as attempt from payment_attempts where checkout_id = $1',
        [id],
      );
      const [intent, ...others] = ofPayment(attempt);
      assert.deepEqual(others, []);
      assert.equal(page!.url, `https://hooks.stripe.test/3ds/${intent!.id}`);
      const { form } = stripe.calls.find(({ path }) => path.endsWith(`${intent!.id}/confirm`))!;
      assert.equal(form['return_url'], `http://127.0.0.1:3000/pay/c/${id}/return`);
      // who comes back early, whatever the address says, has paid nothing
      await returned();
      assert.equal((await goOn()).state, 'challenge');
      stripe.challenge(intent!.id, passed);
      await returned();
      await Promise.all(Array.from({ length: 10 }, goOn));
      await comesTo(passed ? 'paid' : 'declined');
      assert.equal(intent!['status'], passed ? 'succeeded' : 'requires_payment_method');
      const captures = stripe.calls.filter(({ path }) => path.endsWith(`${intent!.id}/capture`));
      assert.deepEqual(
        [...new Map(captures.map(({ key, form: sent }) => [key, sent])).values()].map(
          (sent) => sent['amount_to_capture'],
        ),
        passed ? ['4990'] : [],
      );
      const { status, shift } = await server.one<{ status: string; shift: boolean | null }>(
        'select status, liability_shift as shift from transactions where id = $1',
        [attempt],
      );
      assert.deepEqual([status, shift === true], [passed ? 'SUCCESS' : 'DECLINED', passed]);
    }
  });

  test('AM-102 an answer that is lost is found, and nothing happens twice; what never came never will', async () => {
    const lost = request();
    stripe.fail(/POST .*\/confirm/, 'answer lost');
    assert.equal((await acquirer.authorise(lost)).outcome, 'unknown');
    assert.equal(
      (await acquirer.inquireAuthorisation(lost.operationId, route())).outcome,
      'approved',
    );
    stripe.fail(/POST .*\/capture/, 'answer lost');
    const capture = move(lost, 'CAPTURE');
    assert.equal((await capture.answer).outcome, 'unknown');
    assert.equal((await acquirer.inquire(capture.asked.operationId, route())).outcome, 'approved');
    for (const keysKept of [true, false]) {
      stripe.fail(/POST .*\/refunds/, 'answer lost');
      const back = move(lost, 'REFUND', { amountCents: 1_00n });
      assert.equal((await back.answer).outcome, 'unknown');
      if (!keysKept) {
        stripe.forget();
        await server.pool.query(
          `update stripe_operations set created_date = now() - interval '2 days' where operation_id = $1`,
          [back.asked.operationId],
        );
      }
      assert.equal((await acquirer.inquire(back.asked.operationId, route())).outcome, 'approved');
    }
    const refunds = [...stripe.things.values()].filter(
      (one) =>
        one['object'] === 'refund' &&
        one['payment_intent'] === ofPayment(lost.transactionId)[0]!.id,
    );
    assert.equal(refunds.length, 2);

    // the intent was made, and confirming it never arrived: given up, and a late confirmation finds it so
    const never = request();
    stripe.fail(/POST .*\/confirm/, 'never arrives');
    assert.equal((await acquirer.authorise(never)).outcome, 'unknown');
    assert.equal(
      (await acquirer.inquireAuthorisation(never.operationId, route())).outcome,
      'declined',
    );
    assert.equal((await acquirer.authorise(never)).outcome, 'declined');
    assert.equal(ofPayment(never.transactionId)[0]!['status'], 'canceled');

    const early = request();
    assert.equal(
      (await acquirer.inquireAuthorisation(early.operationId, route())).outcome,
      'declined',
    );
    assert.equal((await acquirer.authorise(early)).outcome, 'declined');
    assert.equal(ofPayment(early.transactionId).length, 0, 'nothing was sent');
  });

  test('AM-102 a payment that is not taken is given up; what is taken is not', async () => {
    const asked = request();
    await acquirer.authorise(asked);
    assert.equal((await move(asked, 'CANCEL').answer).outcome, 'approved');
    assert.equal((await move(asked, 'CAPTURE').answer).outcome, 'declined');
    const taken = await paid();
    assert.equal((await move(taken, 'CANCEL').answer).outcome, 'declined');
    assert.equal((await move(taken, 'REVERSAL').answer).outcome, 'approved');
    const expired = request();
    await acquirer.authorise(expired);
    // as Stripe does by itself once nobody has taken it for days
    Object.assign(ofPayment(expired.transactionId)[0]!, { status: 'canceled' });
    assert.equal((await move(expired, 'CAPTURE').answer).outcome, 'declined');
    assert.equal((await move(expired, 'CANCEL').answer).outcome, 'approved');
  });

  test('a charge by a card that is known is captured at once, and without one it is refused', async () => {
    const {
      threeDSecure: _,
      returnTo: __,
      frame: ___,
      token,
      ...asked
    } = request({ kind: 'CHARGE' });
    assert.equal((await acquirer.move(asked)).outcome, 'declined');
    const charge = { ...asked, operationId: randomUUIDv7(), token };
    assert.equal((await acquirer.move(charge)).outcome, 'approved');
    assert.equal((await acquirer.inquire(charge.operationId, route())).outcome, 'approved');
    const asksPayer = {
      ...charge,
      operationId: randomUUIDv7(),
      transactionId: randomUUIDv7(),
      token: `cus_1/${METHODS.challenged}`,
    };
    assert.equal((await acquirer.move(asksPayer)).outcome, 'declined', 'nobody sits at it');
  });

  const hear = (said: ReturnType<typeof stripe.event>) =>
    server.app.inject({ method: 'POST', url: '/gateway-answers/stripe', ...said });
  const told = (type: string, object: object, secret?: string) =>
    hear(stripe.event(type, object, secret));
  const noted = async (answer: ReturnType<typeof told>) => {
    const { statusCode, body } = await answer;
    assert.equal(statusCode, 200, body);
    return (JSON.parse(body) as { noted: boolean }).noted;
  };

  test('AM-102, SB-16 a refund whose answer was lost is settled by Stripe’s event, once, and by nobody else’s', async () => {
    const asked = await paid();
    const id = asked.transactionId;
    await insertPayment(server, { id, merchantId: amber, amountCents: 12_50n });
    const owner = await server.as('owner@amber.test');
    stripe.fail(/POST .*\/refunds/, 'answer lost');
    assert.equal((await refund(owner, id, 5)).status, 202);
    const [intent] = ofPayment(id);
    const [made] = [...stripe.things.values()].filter(
      (one) => one['object'] === 'refund' && one['payment_intent'] === intent!.id,
    );
    assert.equal((await told('refund.updated', made!, 'whsec_of_another')).statusCode, 401);
    assert.equal((await read(owner, id)).pendingAmount, 5);
    assert.equal(await noted(told('refund.updated', made!)), true);
    const after = await read(owner, id);
    assert.deepEqual([after.pendingAmount, after.refundedAmount], [0, 5]);
    assert.equal(await noted(told('refund.updated', made!)), false, 'known by now');
    assert.equal(await noted(told('customer.created', { id: 'cus_1' })), false, 'none of ours');
  });

  test('AM-102 what another system of the same account did, and what is no event of Stripe’s, is taken and forgotten, or refused', async () => {
    const others = (status: string, metadata: unknown) =>
      stripe.make('payment_intent', { status, metadata, amount: 1, currency: 'eur' });
    for (const status of ['succeeded', 'canceled', 'requires_capture'])
      for (const metadata of [{ operationId: 'order-77' }, { operationId: '' }, {}])
        assert.equal(await noted(told('payment_intent.updated', others(status, metadata))), false);
    const refunded = { status: 'succeeded', metadata: { operationId: 'order-77' } };
    assert.equal(await noted(told('refund.updated', stripe.make('refund', refunded))), false);
    for (const type of ['payment_intent.succeeded', 'refund.updated'])
      for (const object of [{ id: 'x' }, { id: 'x', metadata: null }, { id: 'x', metadata: 5 }])
        assert.equal(await noted(told(type, object)), false, `${type} ${JSON.stringify(object)}`);
    for (const data of ['', ',"data":null', ',"data":{}', ',"data":{"object":{"id":5}}']) {
      const body = `{"type":"charge.dispute.created"${data}}`;
      assert.equal(await noted(hear(stripe.signed(body))), false, body);
    }
    for (const body of ['null', '{}', '[]', '5', '"x"', '{"type":5,"data":{}}'])
      assert.equal((await hear(stripe.signed(body))).statusCode, 400, body);
  });

  test('a refund that Stripe could not give says why in words', () => {
    const failed = { status: 'failed', failure_reason: 'lost_or_stolen_card' };
    assert.deepEqual(refunded(failed as never), {
      outcome: 'declined',
      reason: 'Stripe could not give it back: lost or stolen card',
    });
  });

  test('AM-102 what was held and is let go since contradicts nobody who heard that it was held', async () => {
    const asked = request();
    assert.equal((await acquirer.authorise(asked)).outcome, 'approved');
    const attempt = await insertHeld(server, amber, 'AUTHORISED');
    await server.pool.query(
      `insert into payment_operations (id, attempt_id, merchant_id, kind, status, amount_cents, currency,
         created_date, user_name, gateway)
       values ($1, $2, $3, 'AUTHORISE', 'APPROVED', 1250, 'EUR', now(), 'Checkout', 'stripe')`,
      [asked.operationId, attempt, amber],
    );
    const [intent] = ofPayment(asked.transactionId);
    Object.assign(intent!, { status: 'canceled' });
    assert.equal(await noted(told('payment_intent.canceled', intent!)), false);
    const errors = server.logLines.filter((line) => line.includes('contradicts'));
    assert.deepEqual(errors, []);
  });

  test('SB-16 a dispute that Stripe tells of closes the payment to refunds until it is won', async () => {
    const asked = await paid();
    const id = asked.transactionId;
    await insertPayment(server, { id, merchantId: amber, amountCents: 12_50n });
    const owner = await server.as('owner@amber.test');
    const [intent] = ofPayment(id);
    const dispute = stripe.make('dispute', {
      reason: 'product_unacceptable',
      // by the rate of another day it may come to more than was paid
      amount: 12_57,
      currency: 'eur',
      payment_intent: intent!.id,
      status: 'needs_response',
    });
    assert.equal(await noted(told('charge.dispute.created', dispute)), true);
    const { content } = (await owner.call('GET /api/disputes')).body;
    const claim = content.find(({ transactionId }) => transactionId === id);
    assert.equal(claim?.reason, 'Goods or services not as described', 'in words');
    assert.equal((await refund(owner, id, 1)).status, 400);
    // what counts is how it stands at Stripe, not what the event says
    Object.assign(dispute, { status: 'won' });
    const old = { ...dispute, status: 'needs_response' };
    assert.equal(await noted(told('charge.dispute.updated', old)), true);
    assert.equal((await refund(owner, id, 1)).status, 200);
  });

  test('what was booked on a day is read from the entries of the balance, with fee and payout, and is kept on the payment; what differs fails the run', async () => {
    const now = new Date('2026-05-06T04:00:00Z');
    const booked = async (day: string, cents: number) => {
      const asked = await paid();
      const id = asked.transactionId;
      const checkout = await openCheckout(server, { merchantId: amber });
      await server.pool.query(
        `with a as (insert into payment_attempts (id, checkout_id, merchant_id, order_id, purchase_id, stage,
             amount_cents, currency, frame, gateway, created_date, updated_date)
           values ($1, $2, $3, $4, $5, 'PAID', 1250, 'EUR', false, 'stripe', $6, $6) returning *)
         insert into payment_operations (id, attempt_id, merchant_id, kind, status, amount_cents, currency,
           created_date, user_name, gateway)
         select gen_random_uuid(), id, merchant_id, 'CAPTURE', 'APPROVED', $7, 'EUR', $6, 'Checkout', gateway from a`,
        [
          id,
          checkout.checkoutId,
          amber,
          checkout.orderId,
          checkout.purchaseId,
          `${day}T12:00Z`,
          cents,
        ],
      );
      const date = new Date(`${day}T11:59:00Z`);
      await insertPayment(server, { id, merchantId: amber, amountCents: 12_50n, date });
      const [intent] = ofPayment(id);
      const source = { object: 'charge', payment_intent: intent!.id };
      const entry = { currency: 'eur', created: at(day), amount: 12_50, fee: 43, source };
      return { id, source, entry: stripe.make('balance_transaction', { ...entry, payout: null }) };
    };
    const first = await booked('2026-05-04', 12_50);
    const book = (entry: object) =>
      stripe.make('balance_transaction', { currency: 'eur', created: at('2026-05-04'), ...entry });
    book({ amount: 99, fee: 1, source: { ...first.source, payment_intent: 'pi_of_another' } });
    const payout = stripe.make('payout', {
      created: at('2026-05-05'),
      arrival_date: at('2026-05-07'),
      automatic: true,
    });
    book({ amount: -12_07, fee: 0, source: { object: 'payout' } });
    // claimed back by the payer's bank, and won: neither a refund nor a second capture
    const dispute = { ...first.source, object: 'dispute' };
    book({ amount: -12_50, fee: 15_00, source: dispute });
    book({ amount: 12_50, fee: 0, source: dispute });
    Object.assign(first.entry, { payout: payout.id });
    const line = {
      paymentId: first.id,
      capturedCents: 12_50n,
      refundedCents: 0n,
      feeCents: 43n,
      currency: 'EUR',
    };
    const told = { reference: payout.id, day: '2026-05-07' };
    assert.deepEqual(await acquirer.settlement('2026-05-04', route()), {
      outcome: 'settled',
      lines: [{ ...line, payout: told }],
    });

    const read = tasksOf({ ...server.services, now: () => now }).find(
      ({ name }) => name === 'read-settlements',
    )!;
    assert.deepEqual(await read.run(), { processed: 1, failed: 0 });
    const person = await server.as('admin@paydesk.test');
    const { acquirerFee, paidOutDay, payoutReference } = (
      await person.call('GET /api/transactions/{id}', { params: { id: first.id } })
    ).body;
    assert.deepEqual([acquirerFee, paidOutDay, payoutReference], [0.43, '2026-05-07', payout.id]);
    const owner = await server.as('owner@amber.test');
    const own = await owner.call('GET /api/transactions/{id}', { params: { id: first.id } });
    assert.equal(own.body.paidOutDay, '2026-05-07');
    assert.ok(!('acquirerFee' in own.body), 'what the provider pays is its own');

    // ten cents less, and one that Stripe knows nothing of
    await booked('2026-05-04', 12_40);
    const lost = await booked('2026-05-04', 12_50);
    stripe.things.delete(lost.entry.id);
    const differs = await read.run();
    assert.ok(differs);
    assert.equal(differs.failed, 2);
    assert.match(differs.error!, /2 payments/);
    // no answer is no agreement
    stripe.fail(/balance_transactions/, 'never arrives');
    const silent = await read.run();
    assert.match(silent?.error ?? '', /2026-04-29/);
  });

  test('a key that Stripe does not take says nothing of what happened', async () => {
    const asked = await paid();
    const back = move(asked, 'REFUND', { amountCents: 1_00n });
    await back.answer;
    const { Stripe } = await import('stripe');
    const { stripeLine } = await import('./line.ts');
    const { stripeBooks } = await import('./books.ts');
    const { hostname, port } = new URL(stripe.url);
    const rotated = stripeLine(
      new Stripe('sk_test_old', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 }),
      stripeBooks(server.database),
    );
    await assert.rejects(rotated.inquire(back.asked.operationId, route()));
  });
});
