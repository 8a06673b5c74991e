import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { localStripe } from '../../testing/stripe.ts';
import { METHODS, STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from '../../testing/stripe-words.ts';
import { insertPayment, read, refund } from '../../testing/money.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import type { Acquirer } from '../acquirer.ts';

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

  const told = (type: string, object: object, secret?: string) => {
    const { payload, headers } = stripe.event(type, object, secret);
    return server.app.inject({
      method: 'POST',
      url: '/gateway-answers/stripe',
      payload,
      headers,
    });
  };
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

  test('SB-16 a dispute that Stripe tells of closes the payment to refunds until it is won', async () => {
    const asked = await paid();
    const id = asked.transactionId;
    await insertPayment(server, { id, merchantId: amber, amountCents: 12_50n });
    const owner = await server.as('owner@amber.test');
    const [intent] = ofPayment(id);
    const dispute = stripe.make('dispute', {
      amount: 12_50,
      currency: 'eur',
      payment_intent: intent!.id,
      status: 'needs_response',
    });
    assert.equal(await noted(told('charge.dispute.created', dispute)), true);
    assert.equal((await refund(owner, id, 1)).status, 400);
    // what counts is how it stands at Stripe, not what the event says
    Object.assign(dispute, { status: 'won' });
    const old = { ...dispute, status: 'needs_response' };
    assert.equal(await noted(told('charge.dispute.updated', old)), true);
    assert.equal((await refund(owner, id, 1)).status, 200);
  });

  test('what was booked on a day is read from the entries of the balance, a line a payment', async () => {
    const asked = await paid();
    const [intent] = ofPayment(asked.transactionId);
    const created = Date.parse('2026-05-04T23:59:59Z') / 1000;
    const book = (entry: object) =>
      stripe.make('balance_transaction', { currency: 'eur', created, ...entry });
    const source = { object: 'charge', payment_intent: intent!.id };
    book({ amount: 12_50, fee: 43, source });
    book({ amount: -2_00, fee: 0, source: { ...source, object: 'refund' } });
    book({ amount: -2_50, fee: 0, created: created + 1, source });
    book({ amount: 99, fee: 1, source: { ...source, payment_intent: 'pi_of_another' } });
    book({ amount: -11_00, fee: 0, source: { object: 'payout' } });
    assert.deepEqual(await acquirer.settlement('2026-05-04', route()), {
      outcome: 'settled',
      lines: [
        {
          paymentId: asked.transactionId,
          capturedCents: 12_50n,
          refundedCents: 2_00n,
          feeCents: 43n,
          currency: 'EUR',
        },
      ],
    });
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
