import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { namedValues } from '@paydesk/contract/kernel/enumeration.ts';
import { CALLBACK_STATUSES, PURCHASE_STATUSES } from '@paydesk/contract/resources/purchases.ts';
import { purchaseAnswer } from '@paydesk/contract/resources/purchases/story.ts';
import { tasksOf } from '../../resources.ts';
import { insertCustomer, insertMerchant, insertPurchase } from '../../seed/factories.ts';
import { insertLoan } from '../../seed/factories/financing.ts';
import type { PurchaseRow } from '../../seed/tables.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

interface Heard {
  method: string;
  headers: IncomingMessage['headers'];
  body: string;
}

describe('purchases', () => {
  let server: TestServer;
  let admin: Client;
  let technical: Client;
  let owner: Client;
  let amber: string;
  /** The merchant's own system: what it hears, and what it answers. */
  const heard: Heard[] = [];
  let answer = 200;
  const shop = createServer((request, response) => {
    const answered = async () => {
      let body = '';
      for await (const part of request) body += part;
      heard.push({ method: request.method!, headers: request.headers, body });
      response.writeHead(answer).end();
    };
    void answered();
  });

  before(async () => {
    server = await testServer({ settings: { CALLBACK_ALLOW: '127.0.0.1' } });
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    admin = await server.as('admin@paydesk.test');
    technical = await server.as('technical@paydesk.test');
    amber = await server.merchantId('Amber & Oak');
    owner = await server.as('owner@amber.test');
    await server.pool.query('update merchants set purchase_notification_url = $2 where id = $1', [
      amber,
      `http://127.0.0.1:${(shop.address() as AddressInfo).port}/notify`,
    ]);
  });
  after(async () => {
    shop.close();
    await server.close();
  });
  beforeEach(async () => {
    await server.pool.query(`delete from outbox where kind = 'CALLBACK'`);
    heard.length = 0;
    answer = 200;
  });

  const make = (given: Partial<PurchaseRow> = {}) =>
    insertPurchase(server.pool, { merchantId: amber, status: 'UNSIGNED', ...given });
  const list = (query: Record<string, string>, client = admin) =>
    client.call('GET /api/purchases', { query });
  const get = async (id: string, client = admin) =>
    (await client.call('GET /api/purchases/{id}', { params: { id } })).body;
  const cancel = (id: string, body: unknown = {}, client = admin) =>
    client.call('POST /api/purchases/{id}/actions/cancel', { params: { id }, body });
  const resend = (id: string, client = admin) =>
    client.call('POST /api/purchases/{id}/actions/resend-callback', { params: { id } });
  /** What is in the outbox leaves, or is tried. */
  const deliver = async () => {
    await server.pool.query(
      `update outbox set due_date = now() - interval '1 second' where delivered_date is null`,
    );
    await tasksOf(server.services)
      .find(({ name }) => name === 'deliver-callbacks')!
      .run();
  };
  const logsOf = (purchaseId: string) =>
    server.all<{ id: string; xml_type: string; xml: string; merchant_id: string }>(
      'select * from exchange_logs where purchase_id = $1 order by id',
      [purchaseId],
    );
  const auditOf = (id: string) =>
    server.all<{ action: string; user_name: string; details: Record<string, unknown> }>(
      `select action, user_name, details from audit_logs where entity_id = $1 and result = 'SUCCESS'`,
      [id],
    );

  test('API-69, PU-07, PU-08, PU-09, GT-31 the list pages, filters and sorts, and names its statuses', async () => {
    for (const amountCents of [7_00n, 3_00n, 11_00n])
      await make({ status: 'REFUNDED', amountCents });
    const { content, totalElements, enumerations } = (
      await list({ f_status: 'REFUNDED', sort: 'amount,DESC', size: '50' })
    ).body;
    assert.ok(totalElements >= 3);
    assert.ok(content.every(({ status }) => status.name === 'REFUNDED'));
    const amounts = content.map(({ amount }) => amount);
    assert.deepEqual(
      amounts,
      amounts.toSorted((a, b) => b - a),
    );
    assert.deepEqual(enumerations['status'], namedValues(PURCHASE_STATUSES));
    assert.deepEqual(enumerations['lastCallbackStatus'], namedValues(CALLBACK_STATUSES));
    // AM-12
    const newest = (await list({ sort: 'createdDate,DESC', size: '50' })).body.content;
    const dates = newest.map(({ requestDate }) => requestDate);
    assert.deepEqual(dates, dates.toSorted().reverse());
    // a merchant's people see their own, without the columns of staff (SB-03, SB-04)
    const own = (await list({}, owner)).body;
    const [mine] = await server.all<{ count: string }>(
      'select count(*) from purchases where merchant_id = $1',
      [amber],
    );
    assert.equal(own.totalElements, Number(mine!.count));
    for (const key of ['merchantName', 'merchantId', 'customerId'])
      assert.ok(own.content.every((row) => !(key in row)));
    assert.equal((await list({ f_merchantId: amber }, owner)).status, 400);
    assert.equal((await list({}, await server.as('operator@amber.test'))).status, 403);
  });

  test('API-70, CS-14 the file has the rows of the list', async () => {
    const query = { f_status: 'DECLINED' };
    const { totalElements } = (await list(query)).body;
    const file = await admin.call('GET /api/purchases.csv', { query });
    assert.match(String(file.headers['content-disposition']), /purchases_\d{4}-\d\d-\d\d\.csv/);
    const [head, ...lines] = file.text.trim().split('\r\n');
    assert.equal(
      head,
      'ID,Merchant,Amount,Currency,Status,Payment Info,Last Callback Status,External ID,Requested,Expires,Marked by hand',
    );
    assert.ok(lines.length > 10);
    assert.equal(lines.length, totalElements);
  });

  test('API-71, PU-06, AM-95 one purchase with all of its fields, of them the merchant’s own to its people', async () => {
    const customer = await insertCustomer(server.pool, { firstName: 'Zane', lastName: 'Ozola' });
    const row = await make({
      customerId: customer.id,
      paymentInfo: 'Desk lamp',
      externalId: 'AO-1',
      reasonCode: 'PAYMENT_DECLINED',
      reasonNote: 'No money',
      status: 'DECLINED',
      lastCallbackStatus: 'ERROR',
      amountCents: 1234_56n,
      expirationDate: new Date('2026-12-24T18:00:00Z'),
    });
    const common = {
      id: row.id,
      amount: 1234.56,
      currency: 'EUR',
      paymentInfo: 'Desk lamp',
      status: { name: 'DECLINED', description: 'Declined' },
      requestDate: row.createdDate.toISOString(),
      expirationDate: '2026-12-24T18:00:00.000Z',
      lastCallbackStatus: { name: 'ERROR', description: 'Error' },
      externalId: 'AO-1',
      reasonCode: 'PAYMENT_DECLINED',
      reasonNote: 'No money',
      notifiable: true,
      beingPaid: false,
      held: null,
      orderId: null,
      orderNumber: null,
      cardPan: null,
      orderStatus: null,
      givenUp: false,
      consumerCreditId: null,
      downPaymentOf: null,
      loanStatus: null,
      loanFailure: null,
      okOfferCount: 0,
      signsAtMerchant: false,
      letGo: false,
      lastPaymentStatus: null,
      lastPaymentFailure: null,
      paidAmount: 0,
      refundedAmount: 0,
      reversedAmount: 0,
      pendingAmount: 0,
      claimedAmount: 0,
      lostAmount: 0,
      paymentId: null,
      refundPaymentId: null,
      refundLoanId: null,
      markedByHand: false,
    };
    assert.deepEqual(await get(row.id, owner), common);
    assert.deepEqual(await get(row.id), {
      ...common,
      merchantName: 'Amber & Oak',
      merchantId: amber,
      customerId: customer.id,
      payerId: customer.id,
      customerName: 'Zane Ozola',
      cardId: null,
      askedCount: 0,
      unansweredCount: 0,
    });
  });

  test('PU-01, LN-29, AT-05 the down payment of a loan says of which, as a loan’s story says what it is', async () => {
    const { id: customerId } = await insertCustomer(server.pool);
    const { id } = await make({ customerId, status: 'SIGNED', amountCents: 32_80n });
    const { id: loan } = await insertLoan(server.pool, {
      merchantId: amber,
      customerId,
      amountCents: 328_00n,
      downPaymentPurchaseId: id,
      downPaymentAmountCents: 32_80n,
    });
    const one = await get(id, owner);
    assert.equal(one.downPaymentOf, loan);
    const { reason, leads } = purchaseAnswer(one)!;
    assert.equal(reason, 'Down payment of a loan, not recorded as paid');
    assert.equal(leads, 'its loan');
    const told = await admin.call('GET /api/timelines/loan/{id}', {
      params: { id: loan },
    });
    assert.ok(told.body.events.some(({ title }) => title === 'Down payment of 32.80 EUR agreed'));
  });

  test('API-72, PU-10, AM-15, SB-42 staff cancel an unsigned or signed purchase, and no other', async () => {
    for (const status of Object.keys(PURCHASE_STATUSES) as PurchaseRow['status'][]) {
      const { id } = await make({ status });
      const reply = await cancel(id, { reasonNote: ' Ordered twice ' });
      if (status !== 'UNSIGNED' && status !== 'SIGNED') {
        assert.equal(reply.status, 400);
        assert.deepEqual(reply.error.errors, [
          {
            field: 'status',
            message: `Only an unsigned or signed purchase can be cancelled; this one is ${PURCHASE_STATUSES[status].toLowerCase()}`,
          },
        ]);
        assert.equal((await get(id)).status.name, status);
        assert.deepEqual(await auditOf(id), []);
        continue;
      }
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.body.status.name, 'CANCELLED');
      assert.equal(reply.body.reasonCode, 'CANCELLED_BY_STAFF');
      assert.equal(reply.body.reasonNote, 'Ordered twice');
      const [row] = await auditOf(id);
      assert.equal(row!.action, 'CANCEL');
      assert.deepEqual(row!.details, {
        changes: {
          status: { before: status, after: 'CANCELLED' },
          reason_code: { before: null, after: 'CANCELLED_BY_STAFF' },
          reason_note: { before: null, after: 'Ordered twice' },
        },
      });
      const history = await owner.call('GET /api/purchases/{id}/history', { params: { id } });
      assert.deepEqual(
        history.body.content.map(({ action, user }) => [action, user]),
        [['CANCEL', 'Paydesk']],
      );
    }
    const { id } = await make();
    assert.equal((await cancel(id, { reasonNote: 'x'.repeat(256) })).status, 400);
    assert.equal((await cancel(id, { reason: 'x' })).status, 400);
    for (const client of [technical, owner]) {
      assert.equal((await cancel(id, {}, client)).status, 403);
      assert.equal((await resend(id, client)).status, 403);
    }
    assert.equal((await get(id)).status.name, 'UNSIGNED');
    const unknown = await server.app.inject({
      method: 'POST',
      url: `/api/purchases/${id}/actions/refund`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    assert.equal(unknown.statusCode, 404);
  });

  test('SB-42 two who cancel at once cancel once', async () => {
    const { id } = await make();
    const replies = await Promise.all([cancel(id), cancel(id), cancel(id)]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400]);
    assert.equal((await auditOf(id)).length, 1);
  });

  test('AM-48, AM-15, PU-08 what changes is told to the merchant by PUT, kept in the exchange logs, and its end is the last callback status', async () => {
    const { id } = await make({ externalId: 'AO & <77>', amountCents: 10_50n });
    await cancel(id);
    await deliver();
    const [message, ...others] = heard;
    assert.deepEqual(others, []);
    assert.equal(message!.method, 'PUT');
    assert.match(message!.headers['content-type']!, /^application\/xml/);
    const [log, ...moreLogs] = await logsOf(id);
    assert.deepEqual(moreLogs, []);
    assert.equal(log!.xml_type, 'PURCHCOMPLREQ');
    assert.equal(log!.xml, message!.body);
    assert.equal(log!.merchant_id, amber);
    assert.equal(message!.headers['x-paydesk-event-id'], log!.id);
    const said = Object.fromEntries(
      [...message!.body.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, key, text]) => [key, text]),
    );
    assert.ok(Date.parse(said['changed']!) > Date.now() - 60_000);
    assert.deepEqual(said, {
      eventId: log!.id,
      changed: said['changed'],
      purchaseId: id,
      externalId: 'AO &amp; &lt;77&gt;',
      status: 'CANCELLED',
      amount: '10.50',
      currency: 'EUR',
      reasonCode: 'CANCELLED_BY_STAFF',
    });
    assert.equal((await get(id)).lastCallbackStatus!.name, 'OK');
    await deliver();
    assert.equal(heard.length, 1, 'what arrived is not sent again');
  });

  test('AM-48 what was not taken is tried again under the same id with the same words, and kept once', async () => {
    const { id } = await make({ status: 'SETTLED' });
    answer = 500;
    assert.equal((await resend(id)).status, 200);
    await deliver();
    assert.equal((await get(id)).lastCallbackStatus!.name, 'ERROR');
    const [waiting] = await server.all<{ error: string; soon: boolean }>(
      `select error, due_date > now() as soon from outbox where delivered_date is null and kind = 'CALLBACK'`,
    );
    assert.deepEqual(waiting, { error: 'The address answered 500', soon: true });
    answer = 204;
    await deliver();
    assert.equal((await get(id)).lastCallbackStatus!.name, 'OK');
    const [first, second, ...others] = heard;
    assert.deepEqual(others, []);
    assert.equal(first!.body, second!.body);
    assert.equal(first!.headers['x-paydesk-event-id'], second!.headers['x-paydesk-event-id']);
    assert.equal((await logsOf(id)).length, 1);
    assert.deepEqual(
      (await auditOf(id)).map(({ action, user_name }) => [action, user_name]),
      [['RESEND_CALLBACK', (await auditOf(id))[0]!.user_name]],
    );
  });

  test('AM-48 an older message that fails late says nothing about a newer one that arrived', async () => {
    const { id } = await make({ status: 'SETTLED' });
    answer = 500;
    await resend(id);
    await deliver();
    await server.pool.query('update outbox set given_up_date = now() where delivered_date is null');
    answer = 200;
    await resend(id);
    const task = tasksOf(server.services).find(({ name }) => name === 'deliver-callbacks')!;
    await task.run();
    assert.equal((await get(id)).lastCallbackStatus!.name, 'OK');
    // people send the older one again
    await server.pool.query('update outbox set given_up_date = null where delivered_date is null');
    answer = 500;
    await deliver();
    assert.equal(heard.length, 3);
    assert.equal((await get(id)).lastCallbackStatus!.name, 'OK');
  });

  test('AM-48 who resends a callback waits for no pause: what waits of the purchase goes at once, in order', async () => {
    const { id } = await make({ status: 'SETTLED' });
    answer = 500;
    await resend(id);
    await deliver();
    await server.pool.query(
      `update outbox set due_date = now() + interval '1 hour' where delivered_date is null`,
    );
    answer = 200;
    await resend(id);
    const task = tasksOf(server.services).find(({ name }) => name === 'deliver-callbacks')!;
    await task.run();
    const [tried, again, newer] = heard.map(({ headers }) => headers['x-paydesk-event-id']);
    assert.equal(heard.length, 3);
    assert.equal(again, tried);
    assert.notEqual(newer, tried);
  });

  test('AM-15, AM-48, SB-42 who has no URL is told nothing, and can’t be told again', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const { id } = await make({ merchantId });
    const reply = await resend(id);
    assert.deepEqual(reply.error.errors, [
      { field: 'status', message: 'The merchant has no Purchase Notification URL' },
    ]);
    assert.equal((await cancel(id)).status, 200);
    const posted = await server.all(
      `select from outbox where kind = 'CALLBACK' and delivered_date is null`,
    );
    assert.deepEqual(posted, []);
  });

  test('AM-48, SB-29 a private address is not called, nor is one that was taken away meanwhile', async () => {
    const private_ = await insertMerchant(server.pool, {
      purchaseNotificationUrl: 'http://10.0.0.1/notify',
    });
    const { id } = await make({ merchantId: private_.id, status: 'SETTLED' });
    await resend(id);
    await deliver();
    assert.equal((await get(id)).lastCallbackStatus!.name, 'ERROR');
    const error = async () =>
      server.one<{ error: string; given_up: boolean }>(
        `select error, given_up_date is not null as given_up from outbox
         where kind = 'CALLBACK' order by id desc limit 1`,
      );
    assert.equal((await error()).error, 'The address is not one of the public internet');
    await server.pool.query('update merchants set purchase_notification_url = null where id = $1', [
      private_.id,
    ]);
    await deliver();
    assert.deepEqual(await error(), {
      error: 'Undeliverable: The merchant has no Purchase Notification URL any more',
      given_up: true,
    });
  });
});
