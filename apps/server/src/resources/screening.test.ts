import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

describe('screening', () => {
  let server: TestServer;
  let technical: Client;
  before(async () => {
    server = await testServer();
    technical = await server.as('technical@paydesk.test');
  });
  after(() => server.close());

  test('CU-08, API-28, API-29 what was found of one customer, and its file', async () => {
    const { id, born } = await server.one<{ id: string; born: string }>(
      `select customer_id as id, to_char(date_of_birth, 'DD.MM.YYYY') as born
       from screening_results limit 1`,
    );
    const query = { f_customerId: id, sort: 'list,ASC' };
    const { body } = await technical.call('GET /api/screening', { query });
    assert.deepEqual(
      body.content.map(({ list, customerId, dateOfBirth }) => [list, customerId, dateOfBirth]),
      ['ADVERSE_MEDIA', 'PEP', 'SANCTIONS'].map((list) => [list, id, born]),
    );
    const file = await technical.call('GET /api/screening.csv', { query });
    const [head, ...lines] = file.text
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/);
    assert.equal(
      head,
      'ID,Name,Date of Birth,List,Match Score,Result,Reviewed By,Reviewed At,Created',
    );
    assert.equal(lines.length, 3);
  });
});
