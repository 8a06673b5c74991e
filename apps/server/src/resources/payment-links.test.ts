import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { giveDetails } from '../domain/checkouts/details.ts';
import { openFromLink } from '../domain/checkouts/link.ts';
import { refuseUnlessPayable } from '../domain/checkouts/payable.ts';
import type { Refusal } from '../platform/errors.ts';
import { linkAnswer } from '@paydesk/contract/resources/payment-links/story.ts';
import { insertMerchant } from '../seed/factories.ts';
import { meanwhile } from '../testing/at-once.ts';
import { markSuccessful } from '../testing/money.ts';
import { payBy } from '../testing/payments.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

const PERSON = {
  email: 'anna@mail.test',
  firstName: 'Anna',
  lastName: 'Ozola',
  phone: null,
  shipment: null,
  shippingMethodId: null,
};

const words = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Refusal) => error.errors[0]?.message ?? error.message,
  );

describe('payment links', () => {
  let server: TestServer;
  let operator: Client;
  let merchantId: string;

  before(async () => {
    server = await testServer();
    merchantId = (await insertMerchant(server.pool, { name: 'Pine Shop' })).id;
    operator = await server.person({ merchantId, userRole: 'MERCHANT_OPERATOR' });
  });
  after(() => server.close());

  const MAKE = 'POST /api/payment-links';
  const make = async (given: object = {}) =>
    (
      await operator.call(MAKE, {
        body: { purpose: 'Deposit', amount: 250, uses: 'ONE', ...given },
      })
    ).body;
  const read = async (id: string) =>
    (await operator.call('GET /api/payment-links/{id}', { params: { id } })).body;
  const open = async (id: string) => (await openFromLink(server.services, id)).id;
  /** As a payment begins: a try of the order, in the transaction that asks. */
  const begin = (checkoutId: string, here: boolean | null = null) =>
    server.database.transaction('all', async (tx) => {
      const { rows } = await server.pool.query(
        'select order_id, purchase_id, merchant_id from checkouts where id = $1',
        [checkoutId],
      );
      const { merchant_id: whose } = rows[0] as { merchant_id: string };
      await refuseUnlessPayable(tx, checkoutId, whose, here);
      await tx
        .insertInto('payment_attempts')
        .values({
          ...rows[0],
          id: randomUUID(),
          checkout_id: checkoutId,
          stage: 'CARD',
          amount_cents: 250_00n,
          currency: 'EUR',
          frame: false,
          created_date: new Date().toISOString(),
          updated_date: new Date().toISOString(),
        })
        .execute();
    });

  test('OR-14, AM-108 an operator makes one in three fields; each who follows it gets an order of their own, found by the link', async () => {
    const link = await make({ uses: 'MANY' });
    assert.equal(link.url, `http://127.0.0.1:3000/pay/l/${link.id}`);
    assert.deepEqual([link.status.name, link.paidOrders, link.amount], ['ACTIVE', 0, 250]);
    const [one, other] = [await open(link.id), await open(link.id)];
    assert.notEqual(one, other);
    const { body } = await operator.call('GET /api/orders', {
      query: { f_paymentLinkId: link.id, f_source: 'LINK' },
    });
    assert.equal(body.totalElements, 2);
    assert.deepEqual(
      body.content.map(({ label, amount, status }) => [label, amount, status.name]),
      [
        ['Deposit', 250, 'DRAFT'],
        ['Deposit', 250, 'DRAFT'],
      ],
    );
    await giveDetails(server.services, one, PERSON);
    await giveDetails(server.services, other, PERSON);
    // many pay at once
    await begin(one);
    await begin(other);
    await server.pool.query(
      `update orders set status = 'PAID' where id = (select order_id from checkouts where id = $1)`,
      [one],
    );
    const after = await read(link.id);
    assert.deepEqual([after.status.name, after.paidOrders], ['ACTIVE', 1]);
    for (const [given, field] of [
      [{ purpose: ' ' }, 'purpose'],
      [{ amount: 0 }, 'amount'],
      [{ amount: 1.005 }, 'amount'],
      [{ uses: 'SOME' }, 'uses'],
      [{ expiresDate: '2020-01-01T00:00:00Z' }, 'expiresDate'],
    ] as const) {
      const body = { purpose: 'Deposit', amount: 250, uses: 'ONE', ...given };
      const { error } = await operator.call(MAKE, { body });
      assert.deepEqual(
        error.errors.map((one) => one.field),
        [field],
      );
    }
  });

  test('OR-14, AM-108 a link that is looked at makes nothing, whoever looks: page, preview and figures come without an order', async () => {
    const { id } = await make({ uses: 'MANY', amount: 250 });
    const params = { id };
    const made = async () =>
      (await operator.call('GET /api/orders', { query: { f_paymentLinkId: id } })).body
        .totalElements;
    for (const method of ['GET', 'HEAD'] as const)
      for (const purpose of ['', 'prefetch']) {
        const headers = { 'user-agent': 'TelegramBot (like TwitterBot)', 'sec-purpose': purpose };
        const url = `/pay/l/${id}`;
        const { statusCode } = await server.app.inject({ method, url, headers });
        if (method === 'GET') assert.equal(statusCode, 200);
      }
    const views = await Promise.all(
      Array.from({ length: 10 }, () =>
        server.anonymous.call('GET /api/link-pages/{id}', { params }),
      ),
    );
    for (const { status, body, text } of views) {
      assert.equal(status, 200, text);
      assert.deepEqual(
        [body.id, body.merchant.name, body.label, body.amount, body.state, body.loan],
        [id, 'Pine Shop', 'Deposit', 250, 'open', null],
      );
    }
    const loan = await server.anonymous.call('GET /api/link-pages/{id}/loan', { params });
    assert.deepEqual([loan.status, loan.body.amount, loan.body.loan], [200, 250, null], loan.text);
    assert.equal(await made(), 0);

    // what a shopper then sees of the order is what the link said
    const { body: begun } = await server.anonymous.call('POST /api/checkouts', {
      body: { link: id },
    });
    const { body: checkout } = await server.anonymous.call('GET /api/checkouts/{id}', {
      params: { id: begun.id },
    });
    const { id: checkoutId, expiresDate } = checkout;
    assert.deepEqual({ ...views[0]!.body, id: checkoutId, expiresDate }, checkout);
    assert.equal(await made(), 1);
  });

  test('OR-14, SB-43 a link that nothing can be paid by says so to who looks at it, in the words of who would pay', async () => {
    const looked = async (of: string) => {
      const params = { id: of };
      const said = await server.anonymous.call('GET /api/link-pages/{id}', { params });
      const lent = await server.anonymous.call('GET /api/link-pages/{id}/loan', { params });
      const opened = await server.anonymous.call('POST /api/checkouts', { body: { link: of } });
      assert.equal(lent.status, opened.status);
      assert.equal(lent.error.message, opened.error.message);
      return [
        said.status,
        opened.status,
        opened.error.message.match(/not in use|expired|paid already/)?.[0],
        said.status === 200 ? said.body.linkOver?.why : undefined,
      ];
    };
    const [ended, short, used] = [await make(), await make(), await make()];
    await operator.call('PUT /api/payment-links/{id}/disable', { params: { id: ended.id } });
    await server.pool.query(
      `update payment_links set expires_date = now() - interval '1 second' where id = $1`,
      [short.id],
    );
    await server.pool.query(
      `update orders set status = 'PAID' where id = (select order_id from checkouts where id = $1)`,
      [await open(used.id)],
    );
    assert.deepEqual(await looked(ended.id), [200, 403, 'not in use', 'DISABLED']);
    assert.deepEqual(await looked(short.id), [200, 403, 'expired', 'EXPIRED']);
    assert.deepEqual(await looked(used.id), [200, 403, 'paid already', 'PAID']);
    assert.deepEqual(await looked(randomUUID()), [404, 404, undefined, undefined]);
    // whom it was paid to, for what and when: nothing of who paid
    const { body: over } = await server.anonymous.call('GET /api/link-pages/{id}', {
      params: { id: used.id },
    });
    assert.deepEqual(
      [over.merchant.name, over.label, over.amount, over.state, over.receipt, over.customer.email],
      ['Pine Shop', 'Deposit', 250, 'paid', null, null],
    );
    assert.ok(Date.now() - Date.parse(over.linkOver!.date) < 60_000);
    const repeated = await make({ recurringUnit: 'MONTH', recurringEvery: 1 });
    const params = { id: repeated.id };
    const { body } = await server.anonymous.call('GET /api/link-pages/{id}', { params });
    assert.match(body.recurring!.sentence, /250\.00 EUR/);
    assert.deepEqual(body.means, ['CARD']);
    await server.pool.query(
      `insert into merchant_features (merchant_id, feature, enabled, updated_date, updated_by)
       values ($1, 'RECURRING', false, now(), 'Anna Ozola')
       on conflict (merchant_id, feature) do update set enabled = false`,
      [merchantId],
    );
    assert.deepEqual((await looked(repeated.id)).slice(0, 2), [403, 403]);
    await server.pool.query(`delete from merchant_features where merchant_id = $1`, [merchantId]);
  });

  test('OR-14, AM-108 a link for one payment: of ten shoppers at once one begins, and once that is paid nobody does', async () => {
    const { id } = await make();
    const checkouts = await Promise.all(Array.from({ length: 10 }, () => open(id)));
    for (const one of checkouts) await giveDetails(server.services, one, PERSON);
    const said = await Promise.all(checkouts.map((one) => words(begin(one))));
    assert.equal(said.filter((one) => one === null).length, 1);
    assert.match(
      said.find((one) => one !== null)!,
      /begun elsewhere, perhaps by you .* try again here in \d+ minutes at the latest/,
    );
    const winner = checkouts[said.indexOf(null)]!;
    await server.pool.query(`update payment_attempts set stage = 'PAID' where checkout_id = $1`, [
      winner,
    ]);
    await server.pool.query(
      `update orders set status = 'PAID' where id = (select order_id from checkouts where id = $1)`,
      [winner],
    );
    const loser = checkouts[said.findIndex((one) => one !== null)]!;
    assert.match((await words(begin(loser)))!, /paid already/);
    assert.match((await words(open(id)))!, /paid already/);
    // whoever had it open too reads so, and finds no form
    const seenBy = async (checkout: string) => {
      const { body } = await server.anonymous.call('GET /api/checkouts/{id}', {
        params: { id: checkout },
      });
      return [body.state, body.mayRetry, body.receipt, body.linkOver?.why ?? null];
    };
    assert.deepEqual(await seenBy(loser), ['expired', false, null, 'PAID']);
    const orderOf = async (checkout: string) => {
      const { order_id: of } = await server.one<{ order_id: string }>(
        'select order_id from checkouts where id = $1',
        [checkout],
      );
      return (await operator.call('GET /api/orders/{id}', { params: { id: of } })).body;
    };
    assert.equal((await orderOf(loser)).paidElsewhere, true);
    assert.equal((await orderOf(winner)).paidElsewhere, false);
    const record = await read(id);
    assert.deepEqual(
      [record.status.name, record.paidBy, typeof record.transactionId],
      ['USED', PERSON.email, 'string'],
    );
    assert.equal(record.orders, 10);
    const answer = linkAnswer(record);
    assert.equal(answer.tone, 'success');
    assert.match(answer.reason, /^Paid by anna@mail\.test on \d\d\.\d\d\.\d{4} \d\d:\d\d$/);
    const params = { params: { id } };
    assert.equal((await operator.call('PUT /api/payment-links/{id}/disable', params)).status, 400);
  });

  test('OR-14, AM-108 who tried to pay by a link in vain is told of, with why and how many began', async () => {
    const { id } = await make();
    const untried = linkAnswer(await read(id));
    assert.deepEqual(
      [untried.reason, untried.due, untried.nextStep],
      ['Not paid yet', undefined, 'The link does not expire.'],
    );
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const short = linkAnswer(await read((await make({ expiresDate: at })).id));
    assert.deepEqual(
      [short.reason, short.due],
      ['Not paid yet', { words: 'The link expires', at }],
    );
    const checkout = await open(id);
    const begun = /^Not paid yet: somebody began it on .*, and did not finish$/;
    assert.match(linkAnswer(await read(id)).reason, begun);
    await giveDetails(server.services, checkout, PERSON);
    // however far it has come, and whoever else has gone away
    const other = await make({ uses: 'MANY' });
    const [busy, away] = [await open(other.id), await open(other.id)];
    for (const one of [busy, away]) await giveDetails(server.services, one, PERSON);
    await begin(busy);
    await begin(away);
    for (const [stage, reason] of [
      ['CARD', /has given no card yet$/],
      ['CHALLENGE', /the bank waits for a confirmation$/],
      ['AUTHORISING', /^Somebody is paying by it now$/],
      ['AUTHORISED', /not taken yet$/],
      ['CAPTURING', /^Somebody is paying by it now$/],
      ['REVIEW', /held for review$/],
    ] as const) {
      await server.pool.query(`update payment_attempts set stage = $2 where checkout_id = $1`, [
        busy,
        stage,
      ]);
      assert.match(linkAnswer(await read(other.id)).reason, reason, stage);
    }
    await server.pool.query(
      `update payment_attempts set stage = 'ABANDONED' where checkout_id = any($1)`,
      [[busy, away]],
    );
    assert.match(linkAnswer(await read(other.id)).reason, begun);
    await payBy(server, checkout, 'insufficientFunds');
    const record = await read(id);
    assert.deepEqual([record.orders, record.paidOrders], [1, 0]);
    const answer = linkAnswer(record);
    assert.equal(answer.tone, 'warning');
    assert.match(
      answer.reason,
      /^Not paid yet\. .*not enough money on the card on \d\d\.\d\d\.\d{4} \d\d:\d\d$/,
    );
    await payBy(server, checkout);
    assert.match(linkAnswer(await read(id)).reason, /^Paid by anna@mail\.test/);
  });

  test('OR-14, AM-108 a link for one payment goes on in another browser while no card was given in the first; of all that ask one pays', async () => {
    const { id } = await make();
    const all = await Promise.all(Array.from({ length: 6 }, () => open(id)));
    const [phone = '', ...computers] = all;
    for (const one of all) await giveDetails(server.services, one, PERSON);
    const open6 = async () => {
      const { rows } = await server.pool.query<{ checkout_id: string; stage: string }>(
        `select checkout_id, stage from payment_attempts
         where checkout_id = any($1) and stage <> 'ABANDONED'`,
        [all],
      );
      return rows;
    };
    assert.equal(await words(begin(phone, false)), null);
    // nobody is thrown out unasked
    assert.match((await words(begin(computers[0]!, false)))!, /No card was given .* pay here/);
    assert.deepEqual(await open6(), [{ checkout_id: phone, stage: 'CARD' }]);
    assert.equal(await words(begin(computers[0]!, true)), null);
    assert.deepEqual(await open6(), [{ checkout_id: computers[0], stage: 'CARD' }]);
    // at the same moment: each leaves what it finds, and one is left
    await Promise.all(computers.slice(1).map((one) => words(begin(one, true))));
    const [left, ...more] = await open6();
    assert.deepEqual(more, []);
    const beside = all.find((one) => one !== left!.checkout_id)!;
    const become = (stage: string) =>
      server.pool.query(
        `update payment_attempts set stage = $2, updated_date = now() - interval '10 minutes'
         where checkout_id = $1 and stage <> 'ABANDONED'`,
        [left!.checkout_id, stage],
      );
    // its order is held by whoever decides about its card
    const holder = await server.pool.connect();
    await holder.query('begin');
    await holder.query(
      `select from orders where id = (select order_id from checkouts where id = $1) for update`,
      [left!.checkout_id],
    );
    assert.match((await words(begin(beside, true)))!, /begun elsewhere/);
    await holder.query('rollback');
    holder.release();
    // a bank was asked: nothing begins beside it, whatever is chosen
    await become('CHALLENGE');
    assert.match((await words(begin(beside, true)))!, /begun here in 20 minutes at the latest/);
    for (const stage of ['AUTHORISING', 'AUTHORISED', 'REVIEW', 'CAPTURING']) {
      await become(stage);
      assert.match((await words(begin(beside, true)))!, /The card was given there/);
    }
    await become('DECLINED');
    assert.equal(await words(begin(beside, false)), null);
  });

  test('OR-14, SB-18 an order of a link for one payment is not marked as paid while the money for another is being taken', async () => {
    const { id } = await make();
    const [one, other] = await Promise.all([open(id), open(id)]);
    for (const checkout of [one, other]) await giveDetails(server.services, checkout, PERSON);
    const declined = await payBy(server, one, 'insufficientFunds');
    assert.equal(await words(begin(other)), null);
    // its money is asked for while this one is being marked
    const { status, error } = await meanwhile(
      server,
      [
        `with held as (
           update orders set label = label where id = (select order_id from checkouts where id = $1)
         )
         update payment_attempts set stage = 'CAPTURING' where checkout_id = $1`,
        other,
      ],
      () => markSuccessful(operator, declined),
    );
    assert.deepEqual([status, error.errors[0]!.field], [400, 'status']);
    assert.match(error.errors[0]!.message, /being paid by another order/);
    // what is held only is let go of once this one counts as paid
    await server.pool.query(
      `update payment_attempts set stage = 'AUTHORISED' where checkout_id = $1`,
      [other],
    );
    assert.equal((await markSuccessful(operator, declined)).status, 200);
    assert.equal((await read(id)).paidOrders, 1);
  });

  test('OR-14, SB-03, SB-43 expired, disabled, and of a merchant that does not trade: nothing begins, nor goes on; another merchant finds none', async () => {
    const { id } = await make();
    const begun = await open(id);
    await giveDetails(server.services, begun, PERSON);
    const ended = await operator.call('PUT /api/payment-links/{id}/disable', { params: { id } });
    assert.deepEqual([ended.status, ended.body.status.name], [200, 'DISABLED']);
    for (const work of [() => open(id), () => begin(begun)])
      assert.match((await words(work()))!, /not in use any more/);
    const short = await make();
    await server.pool.query(
      `update payment_links set expires_date = now() - interval '1 second' where id = $1`,
      [short.id],
    );
    assert.equal((await read(short.id)).status.name, 'EXPIRED');
    assert.match((await words(open(short.id)))!, /has expired/);
    const baltic = await server.as('owner@baltic.test');
    const params = { id: short.id };
    assert.equal((await baltic.call('GET /api/payment-links/{id}', { params })).status, 404);
    assert.equal(
      (await baltic.call('PUT /api/payment-links/{id}/disable', { params })).status,
      404,
    );
    const good = await make();
    await server.pool.query(`update merchants set status = 'DISABLED' where id = $1`, [merchantId]);
    assert.match((await words(open(good.id)))!, /no payments on this page/);
    assert.equal(
      (await operator.call(MAKE, { body: { purpose: 'x', amount: 1, uses: 'ONE' } })).status,
      403,
    );
  });
});
