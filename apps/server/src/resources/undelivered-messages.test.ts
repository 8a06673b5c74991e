import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insertMerchant } from '../seed/factories.ts';
import { insertMessage } from '../testing/messages.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

describe('undelivered messages', () => {
  let server: TestServer;
  let admin: Client;
  let merchantId: string;
  before(async () => {
    server = await testServer();
    admin = await server.as('admin@paydesk.test');
    ({ id: merchantId } = await insertMerchant(server.pool, {
      name: 'Away Ltd',
      purchaseNotificationUrl: 'https://away.test/notify',
    }));
  });
  after(() => server.close());

  const list = async (query: Record<string, string> = {}) =>
    (await admin.call('GET /api/undelivered-messages', { query })).body.content;
  const again = (id: string) =>
    admin.call('POST /api/undelivered-messages/{id}/actions/send-again', { params: { id } });
  const shown = (id: string) => list({ f_id: id }).then(([row]) => row?.status.name);

  it('AM-48 AM-47 say what waits, is held back by its address or was given up, and why', async () => {
    const givenUp = await insertMessage(server, merchantId);
    const waiting = await insertMessage(server, merchantId, { givenUp: false, usefulForHours: 2 });
    const [row] = await list({ f_status: 'GIVEN_UP', f_merchant: 'away', f_kind: 'CALLBACK' });
    assert.deepEqual(
      [row!.id, row!.merchant, row!.kind, row!.attempts, row!.error, row!.nextAttempt],
      [givenUp, 'Away Ltd', 'CALLBACK', 9, 'The merchant answered 500', null],
    );
    assert.equal(await shown(waiting), 'WAITING');
    await server.pool.query(
      `insert into callback_lanes (lane, failures, address, error, failing_since, open_until)
       values ($1, 7, 'https://away.test/notify', 'x', now(), now() + interval '5 minutes')`,
      [merchantId],
    );
    assert.equal(await shown(waiting), 'HELD');
    // the breaker holds for the address that failed
    await server.pool.query(
      `update merchants set purchase_notification_url = 'https://new.test' where id = $1`,
      [merchantId],
    );
    assert.equal(await shown(waiting), 'WAITING');
    await server.pool.query('update outbox set delivered_date = now() where id = $1', [waiting]);
    assert.equal(await shown(waiting), undefined);
  });

  it('AM-48 what was given up is sent again, one or all, as new; what has run out is not', async () => {
    const one = await insertMessage(server, merchantId);
    const { status, body } = await again(one);
    assert.deepEqual([status, body.status.name, body.attempts], [200, 'WAITING', 0]);
    const left = Date.parse(body.usefulUntil!) - Date.now();
    assert.ok(left > 23.9 * 3_600_000 && left <= 24 * 3_600_000);
    const lane = await server.one<{ open: string | null }>(
      'select open_until as open from callback_lanes where lane = $1',
      [merchantId],
    );
    assert.equal(lane.open, null, 'its address is tried at once');

    const mail = await insertMessage(server, merchantId, { kind: 'MAIL' });
    const refused = await again(mail);
    assert.equal(refused.status, 400);
    const more = [await insertMessage(server, merchantId), await insertMessage(server, merchantId)];
    const many = await admin.call('POST /api/undelivered-messages/actions/send-again', {
      body: { merchantId },
    });
    // with the one of the test before
    assert.deepEqual(many.body, { sent: 3, left: 0 });
    for (const id of more) assert.equal(await shown(id), 'WAITING');
    assert.equal(await shown(mail), 'GIVEN_UP');
    const technical = await server.as('technical@paydesk.test');
    const params = { id: mail };
    const not = await technical.call('POST /api/undelivered-messages/{id}/actions/send-again', {
      params,
    });
    assert.equal(not.status, 403);
  });
});
