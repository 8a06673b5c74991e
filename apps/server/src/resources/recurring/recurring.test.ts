import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { namedValues } from '@paydesk/contract/kernel/enumeration.ts';
import { RECURRING_STATUSES } from '@paydesk/contract/resources/recurring.ts';
import { insertAgreed } from '../../testing/recurring.ts';
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

  test('AM-109 sorted by the next charge those that are charged no more come last, whichever way, and an index has both', async () => {
    const staff = await server.as('admin@paydesk.test');
    for (const direction of ['ASC', 'DESC'] as const) {
      const query = { sort: `nextChargeAt,${direction}`, size: '200' } as const;
      const pages: (string | null)[] = [];
      const { totalElements } = (await staff.call('GET /api/recurring', { query })).body;
      for (let page = 0; page * 200 < totalElements; page++) {
        const { body } = await staff.call('GET /api/recurring', {
          query: { ...query, page: String(page) },
        });
        pages.push(
          ...body.content.map(({ nextChargeAt, onHold }) => {
            assert.ok(onHold === null || nextChargeAt === null, 'none is promised while on hold');
            return nextChargeAt;
          }),
        );
      }
      const dated = pages.filter((one) => one !== null);
      const sorted = dated.toSorted();
      assert.ok(dated.length > 1 && dated.length < pages.length);
      assert.deepEqual(
        pages.slice(0, dated.length),
        direction === 'ASC' ? sorted : sorted.toReversed(),
      );
      const client = await server.pool.connect();
      try {
        await client.query('begin; set local enable_seqscan = off; set local enable_sort = off');
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain select id from recurring_payments r order by
             case when r.status = 'ACTIVE' then r.next_charge_at end ${direction} nulls last, r.id ${direction} limit 50`,
        );
        assert.match(
          rows.map((row) => row['QUERY PLAN']).join('\n'),
          /Index (Only )?Scan using recurring_payments_next/,
        );
      } finally {
        await client.query('rollback');
        client.release();
      }
    }
  });

  test('API-74, RP-14 the file has the columns and rows of the list', async () => {
    const owner = await server.as('owner@amber.test');
    const { totalElements } = (await owner.call('GET /api/recurring', { query: {} })).body;
    const { text } = await owner.call('GET /api/recurring.csv', { query: {} });
    const [head, ...lines] = text.trim().split('\r\n');
    assert.equal(
      head,
      'ID,Merchant Name,Total Amount,Currency,Charge count,Last Charged at,Status,Payment Info,Created,Expires,Skipped,Not charged because,Amount,Interval,Every,Next charge,Suspended because,Ended,On hold because',
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
    const { merchantId: _merchant, customerId: _customer, customerName: _name, ...seen } = mine!;
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

  test('SB-42, RP-10 of an active one whose payer or card is blocked, list and record say that it is on hold, and nobody charges it', async () => {
    const owner = await server.as('owner@amber.test');
    const staff = await server.as('admin@paydesk.test');
    const one = await insertAgreed(server, await server.merchantId('Amber & Oak'));
    await server.pool.query(
      `update recurring_payments r set card_pan = k.first6 || '******' || k.last4
       from cards k where k.id = r.card_id and r.id = $1`,
      [one.id],
    );
    const params = { id: one.id };
    const holds = async () =>
      Promise.all(
        [owner, staff].map(async (client) => {
          const list = await client.call('GET /api/recurring', { query: { f_id: one.id } });
          const record = await client.call('GET /api/recurring/{id}', { params });
          assert.equal(record.body.onHold, list.body.content[0]!.onHold);
          assert.equal(record.body.status.name, 'ACTIVE');
          return record.body.onHold;
        }),
      );
    const change = async (table: 'customers' | 'cards', status: string) =>
      server.pool.query(`update ${table} set status = $2 where id = $1`, [
        table === 'cards' ? one.cardId : one.customerId,
        status,
      ]);
    assert.deepEqual(await holds(), [null, null]);
    await change('customers', 'BLOCKED');
    assert.deepEqual(await holds(), ['CUSTOMER', 'CUSTOMER']);
    const { nextDueDay, amount } = (await staff.call('GET /api/recurring/{id}', { params })).body;
    const charged = await staff.call('POST /api/recurring/{id}/actions/charge', {
      params,
      body: { seenAmount: amount, dueDay: nextDueDay },
    });
    assert.equal(charged.status, 400);
    assert.match(charged.text, /the account is blocked or closed/);
    await change('customers', 'ACTIVE');
    await change('cards', 'BLOCKED');
    assert.deepEqual(await holds(), ['CARD', 'CARD']);
    await change('cards', 'ACTIVE');
    assert.deepEqual(await holds(), [null, null]);
    // of one that is over nothing is held back
    await server.pool.query(`update recurring_payments set status = 'CANCELLED' where id = $1`, [
      one.id,
    ]);
    await change('customers', 'BLOCKED');
    const ended = await staff.call('GET /api/recurring/{id}', { params });
    assert.equal(ended.body.onHold, null);
  });

  test('RP-03, AM-33, SB-04 staff read and find whose it is, in the list and in the days that are due; a merchant’s people do not', async () => {
    const owner = await server.as('owner@amber.test');
    const staff = await server.as('admin@paydesk.test');
    const of = await server.one<{ id: string; first: string; last: string }>(
      `select d.recurring_payment_id as id, w.first_name as first, w.last_name as last
       from recurring_dues d join recurring_payments r on r.id = d.recurring_payment_id
       join customers w on w.id = r.customer_id join merchants m on m.id = r.merchant_id
       where m.name = 'Amber & Oak' limit 1`,
    );
    const f_customerName = `${of.last} ${of.first}`;
    const name = `${of.first} ${of.last}`;
    for (const [path, query] of [
      ['GET /api/recurring', { f_id: of.id }],
      ['GET /api/recurring-dues', { f_recurringPaymentId: of.id }],
    ] as const) {
      const { content } = (await staff.call(path, { query: { ...query, f_customerName } })).body;
      assert.ok(content.length > 0, path);
      assert.ok(content.every(({ customerName }) => customerName === name));
      const own = (await owner.call(path, { query })).body.content;
      assert.ok(own.length > 0);
      assert.ok(own.every((row) => !('customerName' in row)));
      const asked = await owner.call(path, { query: { ...query, f_customerName } });
      assert.equal(asked.status, 400);
    }
  });
});
