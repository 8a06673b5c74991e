import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testServer, type TestServer } from '../testing/server.ts';

describe('audit logs', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const list = async (query: Record<string, string>) =>
    (await server.as('admin@paydesk.test')).call('GET /api/audit-logs/users', { query });
  const actions = async (f_action: string) => {
    const { body } = await list({ f_action, size: '200' });
    return [...new Set(body.content.map(({ action }) => action))].toSorted().join();
  };

  it('AT-01, API-17 say who did what from where, and how it ended', async () => {
    const owner = await server.as('owner@amber.test');
    await owner.call('POST /api/login', {
      body: { username: 'owner@amber.test', password: 'wrong' },
      from: '198.51.100.7',
    });
    const { body } = await list({ f_address: '198.51.100.7', f_action: 'login' });
    assert.equal(body.totalElements, 1);
    const [row] = body.content;
    assert.deepEqual(
      [row!.entityType, row!.entityId, row!.merchant, row!.result],
      ['USER', owner.userId, 'Amber & Oak', { name: 'FAILED', description: 'Failed' }],
    );
    assert.deepEqual(JSON.parse(row!.details), { status: 'ACTIVATED', attempt: 1 });
  });

  it('AT-01, AM-33 are found by a part of a code, or by one or several whole ones', async () => {
    assert.match(await actions('refund'), /CREDIT_REFUND.*,REFUND/);
    assert.equal(await actions('=REFUND, =LOGOUT, =login'), 'LOGOUT,REFUND');
  });

  it('AT-01, API-17 are filtered by person, merchant and result', async () => {
    const merchantId = await server.merchantId('Amber & Oak');
    const query = { f_user: 'anna oz', f_merchantId: merchantId, f_result: 'SUCCESS', size: '200' };
    const { content, totalElements } = (await list(query)).body;
    assert.ok(totalElements > 0);
    for (const row of content)
      assert.deepEqual(
        [row.user, row.merchantId, row.result.name],
        ['Anna Ozola', merchantId, 'SUCCESS'],
      );
    assert.equal((await list({ sort: 'user,ASC' })).status, 400, 'AM-109: no index, no sort');
  });
});
