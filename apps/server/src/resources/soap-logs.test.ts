import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hasCardNumber } from '@paydesk/contract/kernel/card-numbers.ts';
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

  it('AT-05, SB-47 are searched by what a message says, whose card stays masked; nobody searches by a whole one', async () => {
    const [known] = await server.all<{ id: string; pan: string }>(
      `select transaction_id as id, substring(payload from '\\d{6}\\*{6}\\d{4}') as pan from soap_logs
       where payload ~ '\\d{6}\\*{6}\\d{4}' order by id desc limit 1`,
    );
    const query = { f_transactionId: known!.id, f_payload: known!.pan, size: '200' };
    const { content } = (await list(query)).body;
    assert.ok(content.length > 0);
    for (const { payload } of content) {
      assert.ok(payload.includes(known!.pan));
      assert.ok(!hasCardNumber(payload), payload);
    }
    const { text } = await staff.call('GET /api/soap-logs.csv', { query });
    assert.ok(text.includes(known!.pan) && !hasCardNumber(text));
    assert.equal((await list({ ...query, f_payload: '4012888888881881' })).status, 400);
  });
});
