import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

describe('rules', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('technical@paydesk.test');
  });
  after(() => server.close());

  const list = (query: Record<string, string>) => staff.call('GET /api/settings/rules', { query });

  it('API-142, ST-01 are listed by type, and in the order of their names', async () => {
    const { body } = await list({ f_type: 'BLACKLIST', sort: 'name,DESC' });
    const shown = body.content.map(({ name, threshold }) => [name, threshold]);
    assert.deepEqual(shown, [
      ['Refused e-mail domain', null],
      ['Refused card range', null],
    ]);
    assert.equal((await list({ f_active: 'false' })).body.totalElements, 1);
  });

  it('API-143, ST-02 one is the row of the list; an unknown one is a 404', async () => {
    const [row] = (await list({ f_code: 'RISK_SCORE' })).body.content;
    const one = await staff.call('GET /api/settings/rules/{id}', { params: { id: row!.id } });
    assert.deepEqual(one.body, row);
    assert.match(one.body.description, /somebody looks at it/);
    for (const id of [staff.userId!, 'x']) {
      const { status } = await staff.call('GET /api/settings/rules/{id}', { params: { id } });
      assert.equal(status, 404);
    }
  });
});
