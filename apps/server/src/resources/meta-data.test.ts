import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { APPLICATIONS } from '@paydesk/contract/permissions.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

describe('meta-data', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('technical@paydesk.test');
  });
  after(() => server.close());

  const list = (query: Record<string, string>) =>
    staff.call('GET /api/settings/meta-data', { query });

  it('API-147, ST-05 is the settings of each application, found by their key', async () => {
    const { body } = await list({ f_key: 'version', sort: 'key,ASC' });
    const shown = body.content.map(({ key, value, application }) => [key, value, application]);
    assert.deepEqual(shown, [
      ['app.version.least', '4.2.0', 'PAYMENT_APP'],
      ['widget.script.version', '3', 'MERCHANT_CONSOLE'],
    ]);
  });

  it('SH-08, AM-04 the three application ids are accepted, and no other', async () => {
    assert.deepEqual(Object.keys(APPLICATIONS), ['BACKOFFICE', 'MERCHANT_CONSOLE', 'PAYMENT_APP']);
    for (const id of Object.keys(APPLICATIONS))
      assert.equal((await list({ f_application: id })).body.totalElements, 3, id);
    for (const id of ['PAYMENT', 'backoffice'])
      assert.equal((await list({ f_application: id })).status, 400, id);
  });
});
