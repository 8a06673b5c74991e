import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

describe('what the rules decided', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  const list = (query: Record<string, string>) =>
    staff.call('GET /api/rules-evaluation-results', { query });

  it('API-144, ST-03 is paged and sorted, and found by rule, subject and result', async () => {
    const { totalElements } = (await list({ size: '1' })).body;
    const pages = await Promise.all(
      ['0', '1'].map((page) => list({ page, size: '10', sort: 'createdDate,ASC' })),
    );
    const dates = pages.flatMap(({ body }) => body.content.map(({ createdDate }) => createdDate));
    assert.equal(dates.length, 20);
    assert.deepEqual(dates, dates.toSorted());
    const [one] = (await list({ f_result: 'PASSED', f_subjectType: 'CUSTOMER' })).body.content;
    assert.deepEqual(one!.result, { name: 'PASSED', description: 'Passed' });
    assert.equal(one!.merchantId, null, 'a customer belongs to no merchant');
    const ofRule = (await list({ f_ruleId: one!.ruleId })).body;
    assert.ok(ofRule.content.every(({ rule }) => rule === one!.rule));
    assert.ok(ofRule.totalElements > 0 && ofRule.totalElements < totalElements);
    const ofSubject = (await list({ f_subjectId: one!.subjectId })).body.content;
    assert.ok(ofSubject.some(({ id }) => id === one!.id));
  });

  it('SB-05, AM-109 sorts by what has an index, and by nothing else', async () => {
    for (const sort of ['result,ASC', 'score,DESC', 'merchantName,ASC'])
      assert.equal((await list({ sort })).status, 400, sort);
  });
});
