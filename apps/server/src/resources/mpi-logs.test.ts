import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

describe('3DS logs', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('technical@paydesk.test');
  });
  after(() => server.close());

  const list = (query: Record<string, string>) => staff.call('GET /api/mpi-logs', { query });

  it('are the authentication of one payment, by its xid (API-41, RT-40)', async () => {
    const [any] = (await list({ f_messageType: 'ARes', size: '1' })).body.content;
    const { content } = (await list({ f_xid: any!.xid!, sort: 'createdDate,ASC' })).body;
    assert.deepEqual(
      content.slice(0, 2).map((row) => row.messageType),
      ['AReq', 'ARes'],
    );
    assert.equal(new Set(content.map((row) => row.transactionId)).size, 1);
    assert.ok(content.every((row) => row.payload.length > 0));
  });

  it('come as a file of the same rows (API-42)', async () => {
    const query = { f_messageType: 'ARes' };
    const { totalElements } = (await list(query)).body;
    const { text } = await staff.call('GET /api/mpi-logs.csv', { query });
    assert.ok(totalElements > 0);
    assert.equal(text.match(/,ARes,/g)?.length, totalElements);
  });
});
