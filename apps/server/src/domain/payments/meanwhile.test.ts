import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { insertCustomer, insertMerchant, insertShippingMethod } from '../../seed/factories.ts';
import { insertConsumerCredit } from '../../seed/factories/financing.ts';
import { insertWidget } from '../../seed/factories/widgets.ts';
import { markRefunded, markSuccessful, read, refund } from '../../testing/money.ts';
import { insertLink } from '../../testing/payment-links.ts';
import { bookedOf, openCheckout, payBy, standingOf } from '../../testing/payments.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { answerChallenge, typeCard } from '../../testing/shopper.ts';
import { giveDetails } from '../checkouts/details.ts';
import { openFromLink } from '../checkouts/link.ts';
import { openFromWidget } from '../checkouts/widget.ts';
import { beginPayment } from './begin.ts';
import { resolvePayments } from './carry-out.ts';
import { continuePayment } from './continue.ts';
import { releasePayments } from './release.ts';
import { settleIn } from './settle.ts';
import { paymentState } from './state.ts';

const PERSON = { email: 'anna@mail.test', firstName: 'Anna', lastName: 'Ozola', phone: null };
const NOWHERE = { ...PERSON, shipment: null, shippingMethodId: null };
const RIGA = { country: 'LV', city: 'Riga', addressLine: 'Mill Lane 7', postalCode: 'LV-1010' };

/** What Home and the list behind it say that was counted twice. */
const countedTwice = async (client: Client) => {
  const { body } = await client.call('GET /api/reports/waiting');
  const wait = body.waits.find(({ name }) => name === 'paidTwice');
  const list = await client.call('GET /api/transactions', { query: { f_paidTwice: 'true' } });
  const ids = list.body.content.map(({ id }) => id);
  assert.equal(wait?.count ?? 0, ids.length);
  return ids;
};

describe('what becomes otherwise while the page for a card stands open', () => {
  let server: TestServer;
  let merchantId: string;
  let owner: Client;
  /** Of what the acquirer says that it has the money after all. */
  const hasTaken = new Set<string>();
  /** What the shop says that a delivery costs. */
  let cost = '5.00';
  const shop = createServer((request, response) => {
    request.resume();
    response.end(
      `<shipcostresp xmlns="urn:paydesk:exchange:1"><amount>${cost}</amount></shipcostresp>`,
    );
  });
  before(async () => {
    server = await testServer({
      settings: { CALLBACK_ALLOW: '127.0.0.1' },
      acquirer: (sandbox) => ({
        ...sandbox,
        inquirePayment: async (payment) =>
          hasTaken.has(payment.transactionId)
            ? { outcome: 'taken', reference: 'R-late' }
            : sandbox.inquirePayment(payment),
      }),
    });
    merchantId = (await insertMerchant(server.pool, { name: 'Pine Shop' })).id;
    owner = await server.person({ merchantId, userRole: 'MERCHANT_ADMIN' });
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    await server.pool.query(
      'update merchants set delivery_cost_calculation_url = $2 where id = $1',
      [merchantId, `http://127.0.0.1:${(shop.address() as AddressInfo).port}/cost`],
    );
  });
  after(async () => {
    shop.closeAllConnections();
    shop.close();
    await server.close();
  });

  const pageOf = async (checkoutId: string) =>
    (await beginPayment(server.services, checkoutId, { frame: false })).url!;
  /** A card at that page, and what became of the last try. */
  const typed = async (checkoutId: string, page: string) => {
    await typeCard(page);
    await continuePayment(server.services, checkoutId);
    return standingOf(server, { checkoutId, orderId: '', purchaseId: '' });
  };
  const taken = (checkoutId: string) =>
    server.one<{ cents: bigint; order: bigint }>(
      `select coalesce(sum(t.amount_cents) filter (where t.status = 'SUCCESS'), 0)::bigint as cents,
         o.amount_cents as "order"
       from checkouts c join orders o on o.id = c.order_id and o.merchant_id = c.merchant_id
       left join transactions t on t.order_id = o.id and t.merchant_id = o.merchant_id
       where c.id = $1 group by o.amount_cents`,
      [checkoutId],
    );

  test('AM-48, AM-108 a delivery that is chosen meanwhile: the page of before takes nothing, and what is paid is what the order comes to', async () => {
    const method = await insertShippingMethod(server.pool, { merchantId, name: 'Courier' });
    const { id: widgetId } = await insertWidget(server.pool, {
      merchantId,
      type: 'CHECKOUT',
      orderAuthorizationType: 'WIDGET_TOTAL_AMOUNT',
      totalAmount: 40,
    });
    const order = { items: [{ label: 'Chair', amount: 40 }] };
    const { id } = await openFromWidget(server.services, { widgetId, order });
    const say = (city: string, shippingMethodId: string | null = method.id) =>
      giveDetails(server.services, id, {
        ...PERSON,
        shipment: { ...RIGA, city },
        shippingMethodId,
      });
    await say('Riga');
    const cheap = await pageOf(id);
    cost = '95.00';
    await say('Nuuk');
    assert.equal((await typed(id, cheap)).order, 'VERIFIED', 'not for what Riga costs');
    assert.deepEqual(await taken(id), { cents: 0n, order: 135_00n });
    // of the same price, but nobody knows any more how it is sent
    const sent = await pageOf(id);
    await say('Nuuk', null);
    assert.equal((await typed(id, sent)).order, 'VERIFIED');
    // a bank that could not give what it held is asked again, for another sum
    const purchase = `(select purchase_id from checkouts where id = $1)`;
    await server.pool.query(`update purchases set status = 'DECLINED' where id = ${purchase}`, [
      id,
    ]);
    cost = '85.00';
    await say('Oslo');
    assert.equal((await typed(id, await pageOf(id))).order, 'PAID');
    assert.deepEqual(await taken(id), { cents: 125_00n, order: 125_00n });
    const signed = `select amount_cents as cents, status from purchases where id = ${purchase}`;
    assert.deepEqual(await server.one(signed, [id]), { cents: 125_00n, status: 'SETTLED' });
  });

  test('AM-14, AM-48, AM-122 what is taken again and again is what its payer agreed to, with the delivery that was chosen last', async () => {
    await server.pool.query(
      `insert into merchant_features (merchant_id, feature, enabled, updated_date, updated_by)
       values ($1, 'RECURRING', true, now(), 'Staff') on conflict (merchant_id, feature) do update set enabled = true`,
      [merchantId],
    );
    const method = await insertShippingMethod(server.pool, { merchantId, name: 'Bike' });
    const { id: widgetId } = await insertWidget(server.pool, {
      merchantId,
      type: 'CHECKOUT',
      orderAuthorizationType: 'WIDGET_TOTAL_AMOUNT',
      totalAmount: 40,
    });
    await server.pool.query(
      `update widgets set recurring_unit = 'MONTH', recurring_every = 1 where id = $1`,
      [widgetId],
    );
    const order = { items: [{ label: 'Tea', amount: 40 }] };
    const { id } = await openFromWidget(server.services, { widgetId, order });
    const view = async () =>
      (await server.anonymous.call('GET /api/checkouts/{id}', { params: { id } })).body;
    const say = async (city: string, costs: string) => {
      cost = costs;
      const shipment = { ...RIGA, city };
      await giveDetails(server.services, id, { ...PERSON, shipment, shippingMethodId: method.id });
      return (await view()).recurring!.sentence;
    };
    assert.match(await say('Riga', '5.00'), /takes 45\.00 EUR from your card now and every month/);
    await pageOf(id);
    const last = await say('Nuuk', '95.00');
    assert.match(last, /takes 135\.00 EUR/);
    await typed(id, await pageOf(id));
    const bank = (await view()).page!.url;
    await answerChallenge(bank);
    await continuePayment(server.services, id);
    assert.equal((await view()).recurring!.sentence, last);
    const agreed = await server.one(
      `select amount_cents, most_cents, consent_text from recurring_payments where checkout_id = $1`,
      [id],
    );
    assert.deepEqual(agreed, {
      amount_cents: 135_00n,
      most_cents: 135_00n,
      consent_text: last,
    });
  });

  test('OR-14, AM-108 a link that is disabled meanwhile takes nothing any more, at a page of before either', async () => {
    const link = await insertLink(server, merchantId);
    const { id } = await openFromLink(server.services, link);
    await giveDetails(server.services, id, NOWHERE);
    const page = await pageOf(id);
    const params = { id: link };
    assert.equal((await owner.call('PUT /api/payment-links/{id}/disable', { params })).status, 200);
    const { order, stage } = await typed(id, page);
    assert.deepEqual([order, stage], ['VERIFIED', 'CANCELLED']);
    await assert.rejects(pageOf(id));
  });

  test('OR-14, SB-18 of a link for one payment that is marked as made at one address nothing is taken at another', async () => {
    const link = await insertLink(server, merchantId);
    const [one, other] = [
      await openFromLink(server.services, link),
      await openFromLink(server.services, link),
    ];
    for (const { id } of [one, other]) await giveDetails(server.services, id, NOWHERE);
    const declined = await payBy(server, one.id, 'insufficientFunds');
    const page = await pageOf(other.id);
    assert.equal((await markSuccessful(owner, declined)).status, 200);
    const { order, stage } = await typed(other.id, page);
    assert.deepEqual([order, stage], ['VERIFIED', 'CANCELLED']);
  });

  test('OR-14, SB-18 nor is what a bank asks about or holds already, of a link for one payment that another order has made', async () => {
    const tried = async () => {
      const link = await insertLink(server, merchantId);
      const [one, other] = [
        await openFromLink(server.services, link),
        await openFromLink(server.services, link),
      ];
      for (const { id } of [one, other]) await giveDetails(server.services, id, NOWHERE);
      return { other: other.id, declined: await payBy(server, one.id, 'insufficientFunds') };
    };
    const standing = (checkoutId: string) =>
      standingOf(server, { checkoutId, orderId: '', purchaseId: '' });
    const asks = await tried();
    const asked = await payBy(server, asks.other, 'challenge');
    assert.equal((await standing(asks.other)).stage, 'CHALLENGE');
    const holds = await tried();
    await server.pool.query(`update checkouts set capture = 'MANUAL' where id = $1`, [holds.other]);
    const held = await payBy(server, holds.other);
    for (const { declined } of [asks, holds])
      assert.equal((await markSuccessful(owner, declined)).status, 200);

    const { url } = await paymentState(server.services, asks.other);
    await answerChallenge(url!);
    await continuePayment(server.services, asks.other);
    assert.equal((await standing(asks.other)).stage, 'CANCELLED');
    const params = { id: held };
    const capture = await owner.call('POST /api/transactions/{id}/actions/capture', { params });
    assert.equal(capture.status, 400);
    assert.match(capture.error.errors[0]!.message, /link, for one payment, is paid already/);
    await releasePayments(server.services).run();
    assert.equal((await standing(holds.other)).stage, 'CANCELLED');
    for (const id of [asked, held])
      assert.deepEqual(Object.keys(await bookedOf(server, id)), ['AUTHORISE', 'CANCEL']);
  });

  test('SB-18, OR-01 a payment that is marked as successful pays its order: its payer is asked for no second one, nor pays at a page of before', async () => {
    const opened = await openCheckout(server, { merchantId });
    const declined = await payBy(server, opened.checkoutId, 'insufficientFunds');
    assert.equal((await standingOf(server, opened)).order, 'VERIFIED');
    const page = await pageOf(opened.checkoutId);
    assert.equal((await markSuccessful(owner, declined)).status, 200);
    assert.equal((await typed(opened.checkoutId, page)).order, 'PAID');
    const params = { id: opened.checkoutId };
    const { status, body } = await server.anonymous.call('GET /api/checkouts/{id}', { params });
    assert.deepEqual([status, body.state, body.receipt], [200, 'paid', null]);
    await assert.rejects(pageOf(opened.checkoutId));
    assert.deepEqual(await taken(opened.checkoutId), { cents: 42_00n, order: 42_00n });
    assert.deepEqual(await bookedOf(server, declined), {});
    const told = await server.all<{ by: string; status: string }>(
      `select user_name as by, details #>> '{changes,status,after}' as status from audit_logs
       where entity_id = $1 and action = 'PAY_ORDER'`,
      [opened.orderId],
    );
    assert.equal(told.length, 1);
    assert.equal(told[0]!.status, 'PAID');
  });

  test('SB-18, AM-113 a payment is marked as successful beside another of its order only by who has read of that one, and both are named until one is given back', async () => {
    const opened = await openCheckout(server, { merchantId });
    const declined = await payBy(server, opened.checkoutId, 'insufficientFunds');
    const paid = await payBy(server, opened.checkoutId);
    assert.deepEqual((await read(owner, declined)).alsoPaidBy, {
      kind: 'PAYMENT',
      id: paid,
      amount: 42,
      underWay: false,
    });
    for (const seen of [null, declined]) {
      const refused = await markSuccessful(owner, declined, { seen });
      assert.deepEqual([refused.status, refused.error.errorCode], [409, 'STALE'], refused.text);
      assert.match(refused.error.errors[0]!.message, new RegExp(`of 42\\.00 EUR.*${paid}`));
    }
    assert.deepEqual(await countedTwice(owner), []);
    const marked = await markSuccessful(owner, declined, { seen: paid.toUpperCase() });
    assert.equal(marked.status, 200, marked.text);
    const admin = await server.as('admin@paydesk.test');
    for (const client of [owner, admin]) assert.deepEqual(await countedTwice(client), [declined]);
    assert.equal((await read(admin, paid)).alsoPaidBy?.id, declined);
    assert.equal((await refund(owner, paid, 42)).status, 200);
    assert.deepEqual(await countedTwice(owner), []);
    assert.equal((await read(owner, declined)).alsoPaidBy, null);
  });

  test('SB-18, AM-113 a payment whose money the acquirer turns out to have is counted twice beside another as well: Home names it, as both payments do', async () => {
    const opened = await openCheckout(server, { merchantId });
    const failed = await payBy(server, opened.checkoutId, 'insufficientFunds');
    const paid = await payBy(server, opened.checkoutId);
    hasTaken.add(failed);
    assert.equal((await markSuccessful(owner, failed, { seen: paid })).status, 200);
    const marked = await read(owner, failed);
    assert.deepEqual([marked.markedByHand, marked.alsoPaidBy?.id], [false, paid]);
    assert.deepEqual(await countedTwice(owner), [failed]);
    assert.equal((await refund(owner, failed, 42)).status, 200);
    assert.deepEqual(await countedTwice(owner), []);

    // the acquirer says so once its money is to be given back
    const other = await openCheckout(server, { merchantId });
    const declined = await payBy(server, other.checkoutId, 'insufficientFunds');
    const beside = await payBy(server, other.checkoutId);
    assert.equal((await markSuccessful(owner, declined, { seen: beside })).status, 200);
    hasTaken.add(declined);
    assert.equal((await refund(owner, declined, 1)).status, 200);
    assert.equal((await read(owner, declined)).markedByHand, false);
    assert.deepEqual(await countedTwice(owner), [declined]);
    assert.equal((await refund(owner, beside, 42)).status, 200);
    assert.deepEqual(await countedTwice(owner), []);
  });

  /** Its money was held, and is being taken: the acquirer has not answered. Gives what it was asked by. */
  async function capturing(payment: string): Promise<string> {
    const operation = await server.one<{ id: string }>(
      `with o as (insert into payment_operations (id, attempt_id, merchant_id, kind, status, amount_cents,
         currency, created_date, user_name, next_attempt_date, gateway)
       select gen_random_uuid(), id, merchant_id, 'CAPTURE', 'PENDING', amount_cents, currency, now(),
         'Checkout', now(), gateway from payment_attempts where id = $1 returning id, attempt_id),
       t as (update transactions set hold = null, awaiting_acquirer = true where id = $1)
       update payment_attempts a set stage = 'CAPTURING', operation_id = o.id from o
       where a.id = o.attempt_id returning o.id`,
      [payment],
    );
    return operation.id;
  }
  const captured = (operation: string) =>
    server.services.database.transaction('all', (tx) =>
      settleIn(
        tx,
        server.services,
        operation,
        { outcome: 'approved', reference: 'R1' },
        { inquired: true },
      ),
    );

  test('SB-18, AM-113 what the acquirer takes after its order was marked as paid is told where staff look; what it never heard of is let go', async () => {
    const taking = async () => {
      const opened = await openCheckout(server, { merchantId, capture: 'MANUAL' });
      const declined = await payBy(server, opened.checkoutId, 'insufficientFunds');
      const other = await payBy(server, opened.checkoutId);
      const operation = await capturing(other);
      assert.equal((await read(owner, declined)).alsoPaidBy?.underWay, true);
      assert.equal((await markSuccessful(owner, declined, { seen: null })).status, 409);
      assert.equal((await markSuccessful(owner, declined, { seen: other })).status, 200);
      assert.deepEqual(await countedTwice(owner), [], 'nobody knows yet');
      return { opened, declined, other, operation };
    };
    const { opened, declined, other, operation } = await taking();
    await captured(operation);
    assert.deepEqual(await taken(opened.checkoutId), { cents: 84_00n, order: 42_00n });
    assert.deepEqual(await countedTwice(owner), [declined]);
    assert.equal((await read(owner, declined)).alsoPaidBy?.id, other);
    assert.equal((await read(owner, other)).alsoPaidBy?.id, declined);
    assert.equal((await markRefunded(owner, declined, 42)).status, 200);
    assert.deepEqual(await countedTwice(owner), []);

    const lost = await taking();
    await resolvePayments(server.services).run();
    assert.deepEqual(await taken(lost.opened.checkoutId), { cents: 42_00n, order: 42_00n });
    assert.deepEqual(Object.keys(await bookedOf(server, lost.other)), ['AUTHORISE', 'CANCEL']);
  });

  test('SB-18, AM-113 a payment that is taken for an order which a loan has paid is counted twice on Home as well', async () => {
    const { checkoutId, orderId } = await openCheckout(server, { merchantId, capture: 'MANUAL' });
    const payment = await payBy(server, checkoutId);
    const operation = await capturing(payment);
    const { id: customerId } = await insertCustomer(server.pool);
    const lent = { merchantId, customerId, orderId, status: 'CONFIRMED' } as const;
    const loan = await insertConsumerCredit(server.pool, lent);
    await server.pool.query(`update orders set status = 'PAID' where id = $1`, [orderId]);
    assert.deepEqual(await countedTwice(owner), []);
    await captured(operation);
    assert.equal((await read(owner, payment)).alsoPaidBy?.id, loan.id);
    assert.deepEqual(await countedTwice(owner), [payment]);
    // what is given back of one pays nothing twice, nor is it marked as something that does
    const { refunds } = (await refund(owner, payment, 42)).body;
    const { transactionId: refundId } = refunds[0]!;
    assert.equal((await read(owner, refundId)).alsoPaidBy, null);
    assert.deepEqual(await countedTwice(owner), []);
    const failed = `update transactions set status = 'FAILED' where id = $1`;
    await server.pool.query(failed, [refundId]);
    await server.pool.query('update transactions set refunded_cents = 0 where id = $1', [payment]);
    const marked = await markSuccessful(owner, refundId, { seen: null });
    assert.equal(marked.status, 200, marked.text);
  });

  test('SB-18, TX-41 what a bank holds for an order that is marked as paid is not taken besides, and is let go', async () => {
    const opened = await openCheckout(server, { merchantId, capture: 'MANUAL' });
    const declined = await payBy(server, opened.checkoutId, 'insufficientFunds');
    const held = await payBy(server, opened.checkoutId);
    assert.equal((await markSuccessful(owner, declined)).status, 200);
    const params = { id: held };
    const capture = await owner.call('POST /api/transactions/{id}/actions/capture', { params });
    assert.equal(capture.status, 400);
    assert.match(capture.error.errors[0]!.message, /order is paid already/);
    await releasePayments(server.services).run();
    assert.equal((await standingOf(server, opened)).stage, 'CANCELLED');
    const booked = await bookedOf(server, held);
    assert.deepEqual(Object.keys(booked), ['AUTHORISE', 'CANCEL']);
  });
});
