import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { namedValues } from '@paydesk/contract/kernel/enumeration.ts';
import { ROLE_PERMISSIONS } from '@paydesk/contract/permissions.ts';
import { RECURRING_STATUSES } from '@paydesk/contract/resources/recurring.ts';
import { readListQuery } from '../../platform/list/query.ts';
import { pageStatement } from '../../platform/list/sql.ts';
import { insertAgreed } from '../../testing/recurring.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { recurringList } from './record.ts';

/** Before those of the demo, which other tests take first. */
const LONG_AGO = { createdDate: new Date('2020-01-01') };

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

  test('AM-109, SB-05 sorted by the next charge those that have none come last, whichever way, on whichever page, to staff and merchants', async () => {
    const merchantId = await server.merchantId('Amber & Oak');
    const { customerId } = await insertAgreed(server, merchantId, LONG_AGO);
    await insertAgreed(server, merchantId, LONG_AGO);
    await server.pool.query(`update customers set status = 'BLOCKED' where id = $1`, [customerId]);
    for (const email of ['admin@paydesk.test', 'owner@amber.test']) {
      const person = await server.as(email);
      for (const [direction, size] of [
        ['ASC', 7],
        ['DESC', 7],
        ['ASC', 200],
      ] as const) {
        const rows: { id: string; nextChargeAt: string | null; onHold: unknown }[] = [];
        for (let page = 0, total = 1; page * size < total; page++) {
          const query = {
            sort: `nextChargeAt,${direction}`,
            size: String(size),
            page: String(page),
          };
          const { body } = await person.call('GET /api/recurring', { query });
          total = body.totalElements;
          rows.push(...body.content);
          assert.equal(rows.length, Math.min(total, (page + 1) * size));
        }
        const way = direction === 'ASC' ? 1 : -1;
        const byId = rows.toSorted((a, b) => (a.id < b.id ? -way : way));
        const dated = byId
          .filter((row) => row.nextChargeAt !== null)
          .toSorted((a, b) => way * (Date.parse(a.nextChargeAt!) - Date.parse(b.nextChargeAt!)));
        const others = byId.filter((row) => row.nextChargeAt === null);
        assert.ok(dated.length && others.some((row) => row.onHold));
        assert.ok(dated.every((row) => row.onHold === null));
        assert.deepEqual(
          rows.map(({ id }) => id),
          [...dated, ...others].map(({ id }) => id),
        );
      }
    }
  });

  test('AM-109, SB-05 the list’s own statement, sorted by the next charge, reads an index of theirs and not the whole', async () => {
    const one = await insertAgreed(server, await server.merchantId('Amber & Oak'), LONG_AGO);
    await server.pool.query(
      `insert into recurring_payments select (jsonb_populate_record(r, jsonb_build_object(
         'id', gen_random_uuid(), 'access_token', gen_random_uuid(),
         'next_charge_at', now() + n * interval '1 minute'))).*
       from recurring_payments r, generate_series(1, 5000) n where id = $1`,
      [one.id],
    );
    await server.pool.query('analyze recurring_payments');
    const actor = {
      userId: '',
      userRole: 'BACKOFFICE_ADMIN',
      permissions: ROLE_PERMISSIONS.BACKOFFICE_ADMIN,
      merchantId: null,
    } as const;
    for (const direction of ['ASC', 'DESC']) {
      const query = { sort: `nextChargeAt,${direction}`, size: '50' };
      const request = readListQuery(recurringList.resource, actor, query, 'page');
      // its total is a statement's part of its own, and asks nothing of a row
      const page = pageStatement(recurringList, actor, request, undefined, undefined, false);
      const { sql, parameters } = server.database.compile(page);
      const { rows } = await server.pool.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off, timing off, summary off) ${sql}`,
        [...parameters],
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(plan, /using recurring_payments_next_charge_at_id_idx on recurring_payments r/);
      const read = [...plan.matchAll(/(?:on recurring_payments r|Sort) .*rows=(\d+)/g)];
      assert.ok(read.length && read.every(([, some]) => Number(some) <= 100), plan);
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
