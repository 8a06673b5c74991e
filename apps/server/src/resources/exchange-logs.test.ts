import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EXCHANGE_TYPES } from '@paydesk/contract/resources/exchange-logs.ts';
import { refusalOf } from '../testing/answers.ts';
import { insertFailedCallback } from '../testing/messages.ts';
import { testServer, type TestServer } from '../testing/server.ts';

const day = (ms: number) =>
  new Date(ms).toISOString().slice(0, 10).split('-').toReversed().join('.');

describe('exchange logs', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  test('API-43, EL-03, EL-08, EL-09, RT-41 those of one purchase; the merchant for the technical role alone', async () => {
    const technical = await server.as('technical@paydesk.test');
    const admin = await server.as('admin@paydesk.test');
    const list = async (query: Record<string, string>, client = technical) =>
      (await client.call('GET /api/exchange-logs', { query })).body;
    const [asked] = (await list({ f_xmlType: 'ORDERVERREQ', size: '50' })).content;
    const { content } = await list({ f_purchaseId: asked!.purchaseId!, sort: 'createdDate,ASC' });
    assert.ok(content.every(({ purchaseId }) => purchaseId === asked!.purchaseId));
    assert.deepEqual(
      content.slice(0, 4).map(({ xmlType }) => xmlType),
      ['PMTREQ', 'PMTRESP', 'ORDERVERREQ', 'ORDERVERRESP'],
    );
    for (const { xml, xmlType } of content)
      assert.match(xml, new RegExp(`<${xmlType.toLowerCase()} `));
    for (const row of content) assert.ok(row.merchantId && row.merchantName);
    // where what we send goes; what came to us and what answers goes nowhere
    const merchant = await server.one<{ verify: string; notify: string }>(
      `select order_verification_url as verify, purchase_notification_url as notify from merchants where id = $1`,
      [content[0]!.merchantId],
    );
    for (const { xmlType, address } of content)
      assert.equal(
        address,
        { ORDERVERREQ: merchant.verify, PURCHCOMPLREQ: merchant.notify }[xmlType as string] ?? null,
        xmlType,
      );
    assert.deepEqual(
      (await list({})).enumerations['xmlType']!.map(({ name }) => name),
      Object.keys(EXCHANGE_TYPES),
    );
    const toAdmin = (await list({ f_purchaseId: asked!.purchaseId! }, admin)).content;
    assert.equal(toAdmin.length, content.length);
    for (const row of toAdmin) assert.ok(!('merchantId' in row) && !('merchantName' in row));
    const filtered = await admin.call('GET /api/exchange-logs', { query: { f_merchantName: 'A' } });
    assert.equal(filtered.status, 400);
  });

  test('GT-30, AM-33 what is said in a message is found in a few days or in one purchase, and is refused over all there is', async () => {
    const technical = await server.as('technical@paydesk.test');
    const owner = await server.as('owner@amber.test');
    const ask = (query: Record<string, string>, client = technical) =>
      client.call('GET /api/exchange-logs', { query });
    const today = Date.now();
    const [row] = (await ask({ f_xmlType: 'PURCHCOMPLREQ', size: '1' })).body.content;
    const { purchaseId, createdDate, xml } = row!;
    const said = /<eventId>([^<]+)</.exec(xml)![1]!.toUpperCase();
    const of = day(Date.parse(createdDate));
    for (const [query, status] of [
      [{}, 400],
      [{ f_createdDate: 'last30days' }, 400],
      [{ f_createdDate: `${day(today - 7 * 86_400_000)}..${day(today)}` }, 400],
      [{ f_createdDate: `..${day(today)}` }, 400],
      [{ f_createdDate: `${day(today)}..` }, 400],
      [{ f_xmlType: 'PURCHCOMPLREQ' }, 400],
      [{ f_createdDate: 'last7days' }, 200],
      [{ f_createdDate: of }, 200],
      [{ f_purchaseId: purchaseId! }, 200],
    ] as [Record<string, string>, number][]) {
      const answer = await ask({ ...query, f_xml: said });
      assert.equal(answer.status, status, JSON.stringify(query));
      if (status === 400) {
        assert.deepEqual(
          answer.error.errors.map(({ field }) => field),
          ['f_xml'],
        );
        assert.match(answer.error.errors[0]!.message, /at most 7 days, or one purchase or order$/);
      } else if (!query['f_createdDate']?.startsWith('last'))
        assert.deepEqual(
          answer.body.content.map(({ id }) => id),
          [row!.id],
        );
    }
    // the file is of the same rows, and what others said stays theirs
    const query = { f_xml: 'a', f_merchantId: row!.merchantId! };
    assert.equal((await technical.call('GET /api/exchange-logs.csv', { query })).status, 400);
    const { merchant_id: amber } = await server.one<{ merchant_id: string }>(
      'select merchant_id from exchange_logs where id = $1',
      [row!.id],
    );
    const own = amber === (await server.merchantId('Amber & Oak'));
    const seen = await ask({ f_xml: said, f_createdDate: of }, owner);
    assert.equal(seen.body.totalElements, own ? 1 : 0);
  });

  test('AM-48 a callback that nobody took is sent again from the log; what arrived, is an answer or is kept no longer is not', async () => {
    const admin = await server.as('admin@paydesk.test');
    const amber = await server.merchantId('Amber & Oak');
    const again = (id: string) =>
      admin.call('POST /api/exchange-logs/{id}/actions/send-again', { params: { id } });
    const { id, purchaseId } = await insertFailedCallback(server, amber);
    assert.equal((await again(id)).status, 200);
    const message = await server.one<{ attempts: number; given_up: boolean }>(
      'select attempts, given_up_date is not null as given_up from outbox where id = $1',
      [id],
    );
    assert.deepEqual(message, { attempts: 0, given_up: false });
    const told = await server.one<{ entity_type: string; entity_id: string }>(
      `select entity_type, entity_id from audit_logs where action = 'SEND_AGAIN' and result = 'SUCCESS'
       order by created_date desc, id desc limit 1`,
    );
    assert.deepEqual(told, { entity_type: 'PURCHASE', entity_id: purchaseId });

    const [arrived, aged] = [
      await insertFailedCallback(server, amber),
      await insertFailedCallback(server, amber),
    ];
    await server.pool.query(`update exchange_logs set outcome = 'DELIVERED' where id = $1`, [
      arrived.id,
    ]);
    await server.pool.query('delete from outbox where id = $1', [aged.id]);
    const [answer] = (
      await admin.call('GET /api/exchange-logs', { query: { f_xmlType: 'PMTRESP', size: '50' } })
    ).body.content;
    const ids = [arrived.id, aged.id, answer!.id];
    const refusals = [];
    for (const one of ids) refusals.push(refusalOf(await again(one)).errors[0]!.message);
    assert.deepEqual(refusals, [
      'It was delivered',
      'It is no longer kept: resend the callback of its purchase',
      'Only a callback is sent again; this is another message',
    ]);
    const { body } = await admin.call('GET /api/exchange-logs/many/actions/send-again', {
      query: { ids: [id, ...ids].join() },
    });
    assert.deepEqual(
      body.verdicts.map(({ reason }) => reason),
      [null, 'It was delivered', null, 'Only a callback is sent again; this is another message'],
    );
    // a merchant's people put nothing into the box
    const owner = await server.as('owner@amber.test');
    const refused = await owner.call('POST /api/exchange-logs/{id}/actions/send-again', {
      params: { id },
    });
    assert.equal(refused.status, 403);
  });

  test('API-44, SB-03, AM-35 the file, of the own merchant alone for its people', async () => {
    const owner = await server.as('owner@amber.test');
    const { totalElements } = (await owner.call('GET /api/exchange-logs', { query: {} })).body;
    const query = { f_xmlType: 'PMTRESP' };
    const some = (await owner.call('GET /api/exchange-logs', { query })).body.totalElements;
    assert.ok(some > 0 && some < totalElements);
    const { text } = await owner.call('GET /api/exchange-logs.csv', { query });
    assert.ok(
      text.startsWith(
        '\uFEFFPurchase,Created Date,Request Type,Payload,Outcome,Outcome detail,Last attempt,Attempts\r\n',
      ),
    );
    assert.equal(text.match(/,PMTRESP,/g)?.length, some);
    const [mine] = await server.all<{ count: string }>(
      'select count(*) from exchange_logs where merchant_id = $1',
      [await server.merchantId('Amber & Oak')],
    );
    assert.equal(totalElements, Number(mine!.count));
  });
});
