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
    for (const [entityType, entityId, of] of [
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
      `CUSTOMER ${customer!.name}`,
      'MERCHANT Amber & Oak',
      'SAVED_VIEW null',
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
});
