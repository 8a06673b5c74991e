import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { insertRow } from '../seed/factories.ts';
import { testServer, type TestServer } from '../testing/server.ts';

describe('the names of records in the audit log', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const list = async (query: Record<string, string>) =>
    (await server.as('admin@paydesk.test')).call('GET /api/audit-logs/users', { query });

  it('AT-01, SB-04 are of each kind, as they are now, and no part of a file or a filter', async () => {
    const merchantId = await server.merchantId('Amber & Oak');
    const {
      rows: [payment],
    } = await server.pool.query<{ id: string }>(
      'select id from transactions where merchant_id = $1 and refunded_transaction_id is null limit 1',
      [merchantId],
    );
    const {
      rows: [customer],
    } = await server.pool.query<{ id: string; name: string }>(
      `select id, first_name || ' ' || last_name as name from customers where erased_date is null limit 1`,
    );
    await server.pool.query('update transactions set amount_cents = 123450 where id = $1', [
      payment!.id,
    ]);
    const entry = { action: 'NAMED', result: 'SUCCESS', details: {}, createdDate: new Date() };
    // what has no name of its own is called by what it belongs to
    const rowOf = async (text: string) =>
      (await server.pool.query<{ id: string; said: string; merchant: string }>(text)).rows[0]!;
    const held = await rowOf(
      `select id, 'Case of ' || person_name as said from screening_cases limit 1`,
    );
    const noteId = randomUUIDv7();
    await server.pool.query(
      `insert into customer_notes (id, customer_id, note, created_date, created_by)
       values ($1, $2, 'Called', now(), 'Somebody')`,
      [noteId, customer!.id],
    );
    const checkout = await rowOf(
      `select c.id, 'Checkout of order ' || o.external_order_number as said, c.merchant_id as merchant
       from checkouts c join orders o on o.id = c.order_id and o.merchant_id = c.merchant_id limit 1`,
    );
    const wish = await rowOf(
      `select id, merchant_id as merchant from consumer_credits_refunds limit 1`,
    );
    await server.pool.query(
      'update consumer_credits_refunds set amount_cents = 7050 where id = $1',
      [wish.id],
    );
    for (const [entityType, entityId, of] of [
      ['SCREENING_CASE', held.id, null],
      ['CUSTOMER_NOTE', noteId, null],
      ['CHECKOUT', checkout.id, checkout.merchant],
      ['CREDIT_REFUND', wish.id, wish.merchant],
      ['TRANSACTION', payment!.id, merchantId],
      ['CUSTOMER', customer!.id, null],
      ['MERCHANT', merchantId, merchantId],
      ['SAVED_VIEW', randomUUIDv7(), null],
      ['SETTING', null, null],
    ] as const)
      await insertRow(server.pool, 'auditLogs', {
        ...entry,
        id: randomUUIDv7(),
        entityType,
        entityId,
        merchantId: of,
      } as never);
    const names = async () =>
      (await list({ f_action: '=NAMED', sort: 'createdDate,ASC' })).body.content
        .map(({ entityType, record }) => `${entityType} ${record}`)
        .toSorted();
    assert.deepEqual(await names(), [
      `CHECKOUT ${checkout.said}`,
      'CREDIT_REFUND Refund request 70.50 EUR',
      `CUSTOMER ${customer!.name}`,
      `CUSTOMER_NOTE Note on ${customer!.name}`,
      'MERCHANT Amber & Oak',
      'SAVED_VIEW null',
      `SCREENING_CASE ${held.said}`,
      'SETTING null',
      "TRANSACTION Payment 1'234.50 EUR",
    ]);
    await server.pool.query(
      `update customers set first_name = 'Erased', last_name = 'person' where id = $1`,
      [customer!.id],
    );
    assert.ok((await names()).includes('CUSTOMER Erased person'));
    const staff = await server.as('admin@paydesk.test');
    const file = await staff.call('GET /api/audit-logs/users.jsonl', {
      query: { f_action: '=NAMED' },
    });
    assert.doesNotMatch(file.text, /"record"/);
    assert.equal((await list({ f_record: 'x' })).status, 400);
  });

  it('AT-01, SB-46 what was refused bears the kind that the record’s own actions have, whatever its path is called', async () => {
    const technical = await server.as('technical@paydesk.test');
    const {
      rows: [held],
    } = await server.pool.query<{ id: string; said: string }>(
      `select id, 'Case of ' || person_name as said from screening_cases limit 1`,
    );
    const key = 'POST /api/screening/cases/{id}/actions/decide';
    const { status } = await technical.call(key, {
      params: { id: held!.id },
      body: { decision: 'NO_MATCH', reason: 'x' },
    } as never);
    assert.equal(status, 403);
    const [row] = (await list({ f_action: `=${key}` })).body.content;
    assert.deepEqual([row!.entityType, row!.record], ['SCREENING_CASE', held!.said]);
  });
});
