import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TASK_STATUSES } from '@paydesk/contract/tasks.ts';
import { tasksOf } from '../resources.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

describe('task executions', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('technical@paydesk.test');
  });
  after(() => server.close());

  const list = (query: Record<string, string>) => staff.call('GET /api/task-executions', { query });

  it('AT-02, AT-03, AT-04, API-18 say how each run went, and how long it took', async () => {
    for (const status of Object.keys(TASK_STATUSES)) {
      const { content } = (await list({ f_status: status, f_type: 'SETTLEMENT_BATCH' })).body;
      assert.ok(content.length, status);
      for (const row of content) {
        const { started, finished, durationMs } = row;
        assert.equal(row.status.name, status);
        assert.equal(durationMs, finished && Date.parse(finished) - Date.parse(started));
        assert.equal(row.error !== null, status === 'FAILED');
      }
    }
  });

  it('API-19, AM-35 come as a file of the same rows', async () => {
    const query = { f_type: 'CALLBACK_RETRY', f_status: 'FAILED' };
    const { totalElements } = (await list(query)).body;
    const { text } = await staff.call('GET /api/task-executions.csv', { query });
    assert.ok(totalElements > 0);
    assert.equal(text.match(/,CALLBACK_RETRY,FAILED,/g)?.length, totalElements);
  });

  it('AM-14 housekeeping counts what it takes away, old runs among it', async () => {
    await server.pool.query(
      `update task_executions set started_date = started_date - interval '91 days'
       where type = 'SCREENING_UPDATE'`,
    );
    const old = (await list({ f_type: 'SCREENING_UPDATE' })).body.totalElements;
    const task = tasksOf(server.services).find(({ type }) => type === 'HOUSEKEEPING')!;
    const figures = (await task.run()) as { processed: number };
    assert.ok(old > 0 && figures.processed >= old, `${figures.processed} of ${old}`);
    assert.equal((await list({ f_type: 'SCREENING_UPDATE' })).body.totalElements, 0);
  });
});
