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

  it('are found by how they ended, within a few days or of one transaction (AT-05)', async () => {
    const f_createdDate = 'last7days';
    for (const [f_result, said] of [
      ['APPROVED', /result>APPROVED|"outcome": "(approved|opened|card|taken)"/],
      ['REFUSED', /result>REFUSED|"outcome": "(declined|notTaken)"/],
      ['FAILED', /soap:Fault|"outcome": "unknown"/],
    ] as const) {
      const { content } = (await list({ f_result, f_createdDate })).body;
      assert.ok(content.length, f_result);
      for (const { payload, direction, result } of content) {
        assert.match(payload, said);
        assert.deepEqual([direction, result], ['RESPONSE', f_result]);
      }
    }
    assert.equal((await list({ f_result: 'REFUSED' })).status, 400);
  });

  it('come as a file of the same rows (API-40)', async () => {
    const query = { f_direction: 'RESPONSE', f_httpStatus: '200' };
    const { totalElements } = (await list(query)).body;
    const { text } = await staff.call('GET /api/soap-logs.csv', { query });
    assert.ok(totalElements > 0);
    assert.equal(text.match(/,RESPONSE,/g)?.length, totalElements);
  });
});
