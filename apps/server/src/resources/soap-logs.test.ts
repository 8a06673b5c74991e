import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

describe('SOAP logs', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('technical@paydesk.test');
  });
  after(() => server.close());

  const list = (query: Record<string, string>) => staff.call('GET /api/soap-logs', { query });

  it('are the words with the acquirer over one transaction (API-39, RT-39)', async () => {
    const [capture] = (await list({ f_operation: 'capture', size: '1' })).body.content;
    const { transactionId } = capture!;
    const { body } = await list({ f_transactionId: transactionId, sort: 'createdDate,ASC' });
    const lines = body.content.map((row) => `${row.operation} ${row.direction}`);
    assert.deepEqual(lines.slice(2, 4), ['Capture REQUEST', 'Capture RESPONSE']);
    assert.ok(body.content.every((row) => row.transactionId === transactionId));
  });

  it('come as a file of the same rows (API-40)', async () => {
    const query = { f_direction: 'RESPONSE', f_httpStatus: '200' };
    const { totalElements } = (await list(query)).body;
    const { text } = await staff.call('GET /api/soap-logs.csv', { query });
    assert.ok(totalElements > 0);
    assert.equal(text.match(/,RESPONSE,/g)?.length, totalElements);
  });
});
