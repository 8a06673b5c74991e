import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testServer } from '../../testing/server.ts';

test('AT-05 messages of the acquirer are found by how they ended, within a few days or of one payment', async (t) => {
  const server = await testServer();
  t.after(() => server.close());
  const staff = await server.as('technical@paydesk.test');
  const list = (query: Record<string, string>) => staff.call('GET /api/soap-logs', { query });
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
