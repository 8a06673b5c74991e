import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

describe('BIN ranges', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  const query = { f_scheme: 'AMEX', sort: 'from,ASC' };

  it('API-145, ST-04 are listed by scheme, and in the order of their first numbers', async () => {
    const { body } = await staff.call('GET /api/settings/bin-ranges', { query });
    const shown = body.content.map(({ from, to, cardType }) => `${from}-${to} ${cardType}`);
    assert.deepEqual(shown, [
      '37480000-37489999 CREDIT',
      '37550000-37554999 DEBIT',
      '37555000-37559999 PREPAID',
    ]);
  });

  it('API-146, CS-17 come as a file of the same rows', async () => {
    const { text } = await staff.call('GET /api/settings/bin-ranges.csv', { query });
    const [head, ...rows] = text.replace('\uFEFF', '').trim().split('\r\n');
    assert.equal(head, 'ID,From,To,Scheme,Card Type,Issuer,Country,Active,Updated');
    assert.equal(rows.length, 3);
    assert.match(rows[0]!, /,37480000,37489999,AMEX,CREDIT,Gulf Credit Union,FI,true,/);
  });
});
