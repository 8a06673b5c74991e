import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertLoan } from '../../seed/factories/financing.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const LOAN = '/api/financing/consumer-credits/{id}';
const WROTE = 'Known to the police';
const SECRET = /police/;

describe('what a merchant is told of why staff refused a loan', () => {
  let server: TestServer;
  let staff: Client;
  let id: string;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
    const loan = await insertLoan(server.pool, {
      merchantId: await server.merchantId('Amber & Oak'),
      status: 'FAILED',
      failureReason: 'A risk rule refused the application: Watched by the police',
    });
    id = loan.id;
    // as its shopper had applied here
    await server.pool.query(
      `update consumer_credits set failure_code = 'REFUSED_BY_RULE', decided_by = 'AUTOMATIC',
         checkout_id = (select id from checkouts limit 1) where id = $1`,
      [id],
    );
  });
  after(() => server.close());

  const reasons = async (client: Client) => {
    const { body } = await client.call(`GET ${LOAN}`, { params: { id } });
    return body.failureReason;
  };

  test('LN-28, SB-04 which rule refused a loan is read by staff alone', async () => {
    assert.equal(
      await reasons(staff),
      'A risk rule refused the application: Watched by the police',
    );
    for (const email of ['owner@amber.test', 'operator@amber.test'])
      assert.equal(await reasons(await server.as(email)), 'A risk rule refused the application');
  });

  test('LN-28, SB-04, ST-03 what a reviewer wrote is read by staff alone: on the loan, in lists, files, history and timeline', async () => {
    const refused = await staff.call(`POST ${LOAN}/actions/refuse`, {
      params: { id },
      body: { note: WROTE },
    });
    assert.equal(refused.status, 200, refused.text);
    assert.equal(await reasons(staff), `A reviewer refused the application: ${WROTE}`);

    const timeline = '/api/timelines/loan/{id}';
    const ours = await staff.call(`GET ${timeline}`, { params: { id } });
    assert.match(ours.text, SECRET, 'staff read it in the story');
    for (const email of ['owner@amber.test', 'operator@amber.test']) {
      const theirs = await server.as(email);
      assert.equal(await reasons(theirs), 'A reviewer refused the application');
      const list = '/api/user-merchant/consumer-credits';
      const found = { query: { f_failureReason: 'police' } as never };
      const answers = [
        await theirs.call(`GET ${list}`, { query: { f_id: id } as never }),
        await theirs.call(`GET ${list}.csv`),
        await theirs.call(`GET ${LOAN}/history`, { params: { id } }),
        await theirs.call(`GET ${timeline}`, { params: { id } }),
      ];
      for (const { status, text } of answers) {
        assert.equal(status, 200, text);
        assert.doesNotMatch(text, SECRET);
      }
      assert.match(answers[0]!.text, /A reviewer refused the application/);
      assert.equal((await theirs.call(`GET ${list}`, found)).body.totalElements, 0);
    }
  });
});
