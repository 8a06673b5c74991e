import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertMerchant } from '../seed/factories.ts';
import { post } from '../platform/outbox.ts';
import { insertFailedCallback, insertMessage } from '../testing/messages.ts';
import { withRole, without } from '../testing/roles.ts';
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
  const all = (query: Record<string, string>) =>
    admin.call('POST /api/undelivered-messages/actions/send-again', { query });
  const shown = (id: string) => list({ f_id: id }).then(([row]) => row?.status.name);

  it('AM-48 AM-47 say what waits, is held back by its address or was given up, and why', async () => {
    const givenUp = await insertMessage(server, merchantId);
    const waiting = await insertMessage(server, merchantId, { givenUp: false, usefulForHours: 2 });
    const [row] = await list({ f_status: 'GIVEN_UP', f_merchant: 'away', f_kind: 'CALLBACK' });
    assert.deepEqual(
      [row!.id, row!.merchant, row!.kind, row!.attempts, row!.error, row!.nextAttempt],
      [givenUp, 'Away Ltd', 'CALLBACK', 9, 'The address answered 500', null],
    );
    assert.equal(await shown(waiting), 'WAITING');
    await server.pool.query(
      `insert into callback_lanes (lane, failures, address, error, failing_since, open_until)
       values ($1, 7, 'https://away.test/notify', 'x', now(), now() + interval '2 hours')`,
      [merchantId],
    );
    await server.pool.query('update outbox set error = null, attempts = 0 where id = $1', [
      waiting,
    ]);
    const [held] = await list({ f_id: waiting });
    assert.equal(held!.status.name, 'HELD');
    assert.deepEqual([held!.error, held!.attempts], ['x', 0], 'of its address, none of its own');
    // the breaker holds for the address that failed
    await server.pool.query(
      `update merchants set purchase_notification_url = 'https://new.test' where id = $1`,
      [merchantId],
    );
    const [moved] = await list({ f_id: waiting });
    assert.equal(moved!.status.name, 'WAITING');
    assert.ok(moved!.nextAttempt! < held!.nextAttempt!, 'nor is it waited for');
    assert.equal(moved!.error, null);
    await server.pool.query('update outbox set delivered_date = now() where id = $1', [waiting]);
    assert.equal(await shown(waiting), undefined);
  });

  it('AM-48 a callback says in its row what it tells and of which record, to who reads purchases', async () => {
    const { id, purchaseId } = await insertFailedCallback(server, merchantId);
    await server.pool.query('update outbox set subject = $2 where id = $1', [id, purchaseId]);
    const [tried] = await list({ f_id: id });
    assert.match(tried!.tells!, /^Settled · Purchase [\d'.]+ EUR$/);
    // none was tried yet that waits behind another
    const waits = await insertMessage(server, merchantId);
    await server.pool.query('update outbox set subject = $2 where id = $1', [waits, purchaseId]);
    const [waiting] = await list({ f_id: waits });
    assert.match(waiting!.tells!, /^Purchase [\d'.]+ EUR$/);
    await server.pool.query('update outbox set delivered_date = now() where id = any($1)', [
      [id, waits],
    ]);
  });

  const contentOf = (id: string, by = admin) =>
    by.call('GET /api/undelivered-messages/{id}/content', { params: { id } });
  const read = async (id: string, by = admin) => (await contentOf(id, by)).body.text;
  const put = async (
    kind: 'CALLBACK' | 'CREDIT_REFUND' | 'MAIL' | 'RECOVERY',
    payload: object,
  ): Promise<string> => {
    await server.services.database.transaction('all', (tx) =>
      post(tx, server.services, kind, payload as never, { minutes: 60, merchantId }),
    );
    const newest = 'select id from outbox where merchant_id = $1 order by id desc limit 1';
    return (await server.one<{ id: string }>(newest, [merchantId])).id;
  };

  it('AM-48, SB-47 tell what they say: a callback as it will be sent, a mail without what lets its reader in', async () => {
    const callback = await put('CALLBACK', {
      content: { status: 'SETTLED', externalId: '5200000000000007' },
    });
    assert.match(
      (await read(callback))!,
      new RegExp(`<eventId>${callback}</eventId>\\s*<status>SETTLED</status>`),
    );
    assert.doesNotMatch((await read(callback))!, /5200000000000007/);
    const mail = await put('MAIL', {
      to: 'anna@mail.test',
      subject: 'Your password',
      text: 'https://x.test/t0ken',
      html: 't0ken',
      link: 'https://x.test/t0ken',
    });
    assert.equal(await read(mail), '{"to":"a•••@mail.test","subject":"Your password"}');
    const asked = { email: 'anna@mail.test', address: '10.0.0.1', askedDate: '2026-03-01' };
    const recovery = await put('RECOVERY', asked);
    assert.equal(await read(recovery), '{"to":"a•••@mail.test","askedDate":"2026-03-01"}');
    // what no key opens, and what has left
    const closed = await insertMessage(server, merchantId);
    assert.equal(await read(closed), null);
    await server.pool.query('delete from outbox where id = any($1)', [
      [callback, mail, recovery, closed],
    ]);
    assert.equal((await contentOf(mail)).status, 404);
  });

  it('AM-48, SB-47 whose role leaves out loans or purchases reads no message of one', async () => {
    const base = 'BACKOFFICE_TECHNICAL';
    const callback = await put('CALLBACK', { content: { status: 'SETTLED' } });
    const refund = await put('CREDIT_REFUND', {
      requestId: 'r',
      loanNumber: 'LN-4711',
      amountCents: '4200',
      currency: 'EUR',
      reason: 'OTHER',
      note: 'Returned by Anna',
    });
    assert.match((await read(refund))!, /LN-4711.*Returned by Anna/);
    const noLoans = await withRole(server, { base, rights: without(base, 'LOANS') });
    assert.equal(await read(refund, noLoans), null);
    assert.match((await read(callback, noLoans))!, /SETTLED/);
    const logs = await withRole(server, { base, rights: ['LOGS'] });
    assert.deepEqual([await read(refund, logs), await read(callback, logs)], [null, null]);
    await server.pool.query('delete from outbox where id = any($1)', [[callback, refund]]);
  });

  it('AM-48 a message is sent again while a worker takes it: neither waits for the other in a circle', async () => {
    const { id } = await insertMerchant(server.pool, { purchaseNotificationUrl: 'https://x.test' });
    const message = await insertMessage(server, id, { givenUp: false, usefulForHours: 2 });
    await server.pool.query('insert into callback_lanes (lane) values ($1)', [id]);
    const worker = await server.pool.connect();
    await worker.query('begin');
    await worker.query('update callback_lanes set claims = claims + 1 where lane = $1', [id]);
    const people = [again(message), again(message), all({ f_id: message })];
    await sleep(300);
    const taken = await worker
      .query('update outbox set attempts = attempts + 1 where id = $1', [message])
      .then(() => 'taken', String);
    await worker.query('commit');
    worker.release();
    assert.equal(taken, 'taken');
    assert.deepEqual(
      (await Promise.all(people)).map(({ status }) => status),
      [200, 200, 200],
    );
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
    const stranger = await insertMerchant(server.pool, { name: 'Other Ltd' });
    const others = await insertMessage(server, stranger.id);
    // exactly what the list has under the same filters: with the one of the test before
    const filters = { f_merchant: 'away', f_status: 'GIVEN_UP' };
    const listed = await list(filters);
    assert.deepEqual(
      new Set(listed.map(({ id }) => id)).isSupersetOf(new Set([...more, mail])),
      true,
    );
    assert.equal(listed.length, 4);
    const many = await all(filters);
    assert.deepEqual(many.body, { sent: 3, ranOut: 1, left: 0 });
    for (const id of more) assert.equal(await shown(id), 'WAITING');
    assert.equal(await shown(mail), 'GIVEN_UP');
    assert.equal(await shown(others), 'GIVEN_UP', 'another merchant’s is under no such filter');
    const row = await server.one<{ details: { asked: object; messages: string[] } }>(
      `select details from audit_logs where action = 'SEND_AGAIN' and entity_id = $1
       order by created_date desc, id desc limit 1`,
      [merchantId],
    );
    assert.deepEqual(row.details.asked, filters);
    assert.equal(row.details.messages.length, 3);
    assert.deepEqual((await all({ f_kind: 'RECOVERY' })).body, { sent: 0, ranOut: 0, left: 0 });
    assert.equal((await all({ f_nonsense: '1' })).status, 400);
    assert.equal((await all({ page: '1' })).status, 400);
    const technical = await server.as('technical@paydesk.test');
    const params = { id: mail };
    const not = await technical.call('POST /api/undelivered-messages/{id}/actions/send-again', {
      params,
    });
    assert.equal(not.status, 403);
  });

  it('AM-48 a merchant’s people and staff read that its address fails, since when, and what waits; nobody reads another’s', async () => {
    const amber = await server.merchantId('Amber & Oak');
    const path = 'GET /api/user-merchant/callback-delivery';
    const owner = await server.as('owner@amber.test');
    const operator = await server.as('operator@amber.test');
    const stranger = await server.as('owner@baltic.test');
    const well = { failingSince: null, error: null, nextAttempt: null, waiting: 0, givenUp: 0 };
    await server.pool.query('delete from outbox where merchant_id = $1', [amber]);
    await server.pool.query(
      `update merchants set purchase_notification_url = 'https://amber.test/n' where id = $1`,
      [amber],
    );
    assert.deepEqual((await owner.call(path)).body, well);
    for (const givenUp of [true, false, false])
      await insertMessage(server, amber, { givenUp, usefulForHours: 2 });
    await insertMessage(server, amber, { kind: 'MAIL' });
    await server.pool.query(
      `insert into callback_lanes (lane, failures, address, error, failing_since, open_until)
       values ($1, 7, 'https://amber.test/n', 'The address answered 500',
         '2026-03-01T10:00:00Z', '2099-03-01T10:05:00Z')
       on conflict (lane) do update set failures = 7, address = excluded.address,
         error = excluded.error, failing_since = excluded.failing_since,
         open_until = excluded.open_until`,
      [amber],
    );
    const failing = {
      failingSince: '2026-03-01T10:00:00.000Z',
      error: 'The address answered 500',
      nextAttempt: '2099-03-01T10:05:00.000Z',
      waiting: 2,
      givenUp: 1,
    };
    for (const who of [owner, operator]) assert.deepEqual((await who.call(path)).body, failing);
    const params = { id: amber };
    const staffs = await admin.call('GET /api/merchants/{id}/callback-delivery', { params });
    assert.deepEqual(staffs.body, failing);
    assert.equal((await stranger.call(path)).body.waiting, 0);
    assert.equal((await stranger.call(path)).body.failingSince, null);
    // a corrected address has not failed
    await server.pool.query(
      `update merchants set purchase_notification_url = 'https://amber.test/new' where id = $1`,
      [amber],
    );
    const { failingSince, waiting, givenUp } = (await owner.call(path)).body;
    assert.deepEqual([failingSince, waiting, givenUp], [null, 2, 1]);
  });
});
