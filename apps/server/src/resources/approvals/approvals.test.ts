import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { withFactor } from '../../testing/approvals.ts';
import { mailsOf } from '../../testing/mails.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const ask = (by: Client, id: string) =>
  by.call('POST /api/users/{id}/actions/take-off-factor', {
    params: { id },
    body: { reason: 'The phone fell into the sea' },
  });
const decide = (by: Client, id: string, how: 'approve' | 'decline', note?: string) =>
  by.call(`POST /api/approvals/{id}/actions/${how}`, { params: { id }, body: { note } });
const words = (reply: { status: number; text: string }) => `${reply.status} ${reply.text}`;

/** A lost second factor is taken off by the word of two administrators. */
describe('a second factor that was lost', () => {
  let server: TestServer;
  let one: Client;
  let two: Client;
  let technical: Client;
  before(async () => {
    server = await testServer();
    one = await server.person({
      userRole: 'BACKOFFICE_ADMIN',
      firstName: 'Ana',
      lastName: 'Birch',
    });
    two = await server.person({ userRole: 'BACKOFFICE_ADMIN', firstName: 'Bob', lastName: 'Ash' });
    technical = await server.as('technical@paydesk.test');
  });
  after(() => server.close());

  const waiting = async (about: string) =>
    (
      await server.one<{ id: string }>(
        `select id from approvals where entity_id = $1 and status = 'PENDING'`,
        [about],
      )
    ).id;
  const asked = async (about: string) => {
    const reply = await ask(one, about);
    assert.equal(reply.status, 200, reply.text);
    return waiting(about);
  };
  const hasFactor = async (id: string) =>
    (await server.all('select 1 from second_factors where user_id = $1', [id])).length === 1;
  const subjects = async (to: string) => (await mailsOf(server, to)).map(({ subject }) => subject);
  const statusOf = async (id: string) =>
    (await server.one<{ status: string }>('select status from approvals where id = $1', [id]))
      .status;

  test('SB-07, SB-46 asked by one, it counts by the word of another: never by the same, nor by whom it is about', async () => {
    const email = 'lost@amber.test';
    const merchantId = await server.merchantId('Amber & Oak');
    const id = await withFactor(server, { merchantId, email });
    const holder = await server.session(id);
    for (const by of [technical, await server.as('owner@amber.test')])
      assert.equal((await ask(by, id)).status, 403);
    const request = await asked(id);
    assert.ok(await hasFactor(id), 'nothing has happened yet');
    assert.equal(
      (await one.call('GET /api/users/{id}', { params: { id } })).body.approvalId,
      request,
    );
    assert.match(words(await ask(two, id)), /^400 .*It is asked for already/);
    assert.match(words(await decide(one, request, 'approve')), /^400 .*You have asked for it/);
    assert.match(words(await decide(one, request, 'decline')), /^400 .*withdraw it/);
    assert.equal((await decide(technical, request, 'approve')).status, 403);
    const { email: asker } = await server.one<{ email: string }>(
      'select email from users where id = $1',
      [one.userId],
    );
    for (const [address, why] of [
      [asker, /^403 .*Who has asked for it has the same address/],
      [email, /^403 .*an account of your own address/],
    ] as const) {
      const twin = await server.person({
        userRole: 'BACKOFFICE_ADMIN',
        email: address.replace('@', '+two@'),
      });
      assert.match(words(await decide(twin, request, 'approve')), why);
    }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => decide(two, request, 'approve', 'Called her back')),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(9).fill(400)]);
    assert.equal(await hasFactor(id), false);
    assert.equal((await holder.call('GET /api/users/me')).status, 401, 'signed out');
    assert.deepEqual(await subjects(email), [
      'Your second factor is to be removed',
      'Your second factor was removed',
    ]);
    const { content } = (
      await one.call('GET /api/users/{id}/history', {
        params: { id },
        query: { sort: 'createdDate,ASC' },
      })
    ).body;
    assert.deepEqual(
      content
        .filter(({ result }) => result.name === 'SUCCESS')
        .map(({ user, action }) => [user, action]),
      [
        ['Ana Birch', 'ASK_FACTOR_OFF'],
        ['Bob Ash', 'APPROVE'],
      ],
    );
    const { content: listed } = (
      await technical.call('GET /api/approvals', { query: { f_aboutId: id } })
    ).body;
    assert.deepEqual(
      listed.map(({ status, createdBy, decidedBy, note }) => [
        status.name,
        createdBy,
        decidedBy,
        note,
      ]),
      [['APPROVED', 'Ana Birch', 'Bob Ash', 'Called her back']],
    );
  });

  test('SB-07 an administrator does not confirm it of themselves, yet refuses it; refused and taken back, nothing happens', async () => {
    const about = await withFactor(server, {
      userRole: 'BACKOFFICE_ADMIN',
      email: 'chief@desk.test',
    });
    const chief = await server.session(about);
    const first = await asked(about);
    assert.match(words(await decide(chief, first, 'approve')), /STEP|SECOND_FACTOR|403|400/);
    await server.pool.query('update sessions set second_factor_date = now() where user_id = $1', [
      about,
    ]);
    assert.match(words(await decide(chief, first, 'approve')), /^400 .*about your own account/);
    assert.equal((await decide(chief, first, 'decline')).status, 200);
    assert.equal(await statusOf(first), 'DECLINED');
    const second = await asked(about);
    assert.equal(
      (await two.call('POST /api/approvals/{id}/actions/withdraw', { params: { id: second } }))
        .status,
      400,
    );
    assert.equal(
      (await one.call('POST /api/approvals/{id}/actions/withdraw', { params: { id: second } }))
        .status,
      200,
    );
    assert.match(words(await decide(two, second, 'approve')), /^400 .*this one is withdrawn/);
    assert.ok(await hasFactor(about));
    assert.ok((await subjects('chief@desk.test')).includes('Your second factor stays'));
  });

  test('SB-07 what has changed since is not confirmed: run out, set up anew, asked for by who is no administrator any more', async () => {
    const about = await withFactor(server, { userRole: 'BACKOFFICE_TECHNICAL' });
    const late = await asked(about);
    await server.pool.query(
      `update approvals set expires_date = now() - interval '1 second' where id = $1`,
      [late],
    );
    assert.match(words(await decide(two, late, 'approve')), /^400 .*this one is expired/);
    const anew = await asked(about);
    assert.equal(await statusOf(late), 'EXPIRED');
    await server.pool.query(
      `update second_factors set confirmed_date = now() + interval '1 second' where user_id = $1`,
      [about],
    );
    assert.match(
      words(await decide(two, anew, 'approve')),
      /^400 .*A new second factor was set up/,
    );
    await decide(two, anew, 'decline');
    const gone = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
    assert.equal((await ask(gone, about)).status, 200);
    await two.call('POST /api/users/{id}/actions/block', { params: { id: gone.userId! } });
    const request = await waiting(about);
    assert.match(words(await decide(two, request, 'approve')), /^400 .*no administrator any more/);
    assert.ok(await hasFactor(about));
  });

  test('SB-07 with nobody who could confirm it, the way of who runs the installation is named', async () => {
    const about = await withFactor(server, {
      userRole: 'BACKOFFICE_TECHNICAL',
      email: 'only@desk.test',
    });
    await server.pool.query(
      `update users set status = 'BLOCKED' where user_role = 'BACKOFFICE_ADMIN' and id <> $1 and status = 'ACTIVATED'`,
      [one.userId],
    );
    assert.match(words(await ask(one, about)), /^400 .*npm run admin -- let-in only@desk\.test/);
    assert.match(words(await ask(one, one.userId!)), /^400 .*in your profile/);
  });
});
