import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { namedValues } from '@paydesk/contract/kernel/enumeration.ts';
import { RECURRING_STATUSES } from '@paydesk/contract/resources/recurring.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('recurring payments', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  test('API-73, RP-15, RP-16, RT-42, SB-04 the list, one of it by its id, and what staff alone see', async () => {
    const technical = await server.as('technical@paydesk.test');
    const owner = await server.as('owner@amber.test');
    const query = { sort: 'count,DESC', f_status: 'ACTIVE', f_count: '3' };
    const { content, totalElements, enumerations } = (
      await technical.call('GET /api/recurring', { query })
    ).body;
    assert.ok(totalElements > 0);
    assert.deepEqual(enumerations['status'], namedValues(RECURRING_STATUSES));
    assert.ok(content.every(({ count, status }) => count === 3 && status.name === 'ACTIVE'));
    const { id, paymentRequestId, totalAmount } = content[0]!;
    const one = await technical.call('GET /api/recurring', { query: { f_id: id } });
    assert.deepEqual(one.body.content, [content[0]]);
    // the charges are the transactions that its link leads to (AM-55)
    const charges = await technical.call('GET /api/transactions', {
      query: { f_purchaseId: paymentRequestId, f_status: 'SUCCESS,REVERSED' },
    });
    const paid = charges.body.content.filter((row) => !row.refundedTransactionId);
    assert.equal(paid.length, 3);
    assert.equal(
      Math.round(paid.reduce((sum, { amount }) => sum + amount, 0) * 100),
      Math.round(totalAmount * 100),
    );

    const own = (await owner.call('GET /api/recurring', { query: {} })).body.content;
    assert.ok(own.length > 0);
    for (const row of own) {
      assert.equal(row.merchantName, 'Amber & Oak');
      assert.ok(!('merchantId' in row) && !('customerId' in row));
    }
    const refused = await owner.call('GET /api/recurring', { query: { f_customerId: id } });
    assert.equal(refused.status, 400);
  });

  test('API-74, RP-14 the file has the columns and rows of the list', async () => {
    const owner = await server.as('owner@amber.test');
    const { totalElements } = (await owner.call('GET /api/recurring', { query: {} })).body;
    const { text } = await owner.call('GET /api/recurring.csv', { query: {} });
    const [head, ...lines] = text.trim().split('\r\n');
    assert.equal(
      head,
      'ID,Merchant Name,Total Amount,Currency,Charge count,Last Charged at,Status,Payment Info,Created,Expires,Skipped,Not charged because,Amount,Interval,Every,Next charge,Suspended because,Ended',
    );
    assert.equal(lines.length, totalElements);
  });

  test('API-75 one recurring payment, a foreign one as an absent one', async () => {
    const owner = await server.as('owner@amber.test');
    const staff = await server.as('admin@paydesk.test');
    const [mine, other] = await Promise.all(
      ['Amber & Oak', 'Baltic Books'].map(async (name) => {
        const merchantId = await server.merchantId(name);
        const query = { f_merchantId: merchantId, size: '50' };
        return (await staff.call('GET /api/recurring', { query })).body.content[0]!;
      }),
    );
    const get = (id: string, client = owner) =>
      client.call('GET /api/recurring/{id}', { params: { id } });
    const { merchantId: _merchant, customerId: _customer, ...seen } = mine!;
    const { mostAmount, source, customerName } = (await get(mine!.id, staff)).body;
    const name = await server.one<{ name: string }>(
      `select first_name || ' ' || last_name as name from customers where id = $1`,
      [mine!.customerId],
    );
    assert.equal(customerName, name.name);
    assert.deepEqual([mostAmount, source], [mine!.amount, 'EARLIER']);
    assert.partialDeepStrictEqual((await get(mine!.id)).body, seen);
    for (const key of ['customerId', 'customerName'])
      assert.ok(!(key in (await get(mine!.id)).body));
    assert.partialDeepStrictEqual((await get(mine!.id, staff)).body, mine);
    assert.equal((await get(other!.id)).status, 404);
    assert.equal((await get('not-an-id')).status, 404);
  });
});
