import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { DEMO_PASSWORD } from '../../seed/seed.ts';
import { refusalOf } from '../../testing/answers.ts';
import { sha256 } from '../../testing/hashes.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { deviceOf } from '../../platform/auth/device-kind.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

const mine = async (client: Client) =>
  (await client.call('GET /api/users/me/sessions')).body.content;
/** Whose password was shown just now, in this session. */
const proved = (server: TestServer, { userId }: Client) =>
  server.pool.query('update sessions set password_date = now() where user_id = $1', [userId]);
const end = (client: Client, id: string) =>
  client.call('DELETE /api/users/me/sessions/{id}', { params: { id } });
const prove = (by: Client, password = DEMO_PASSWORD) =>
  by.call('POST /api/users/me/password/confirm', { body: { password } });
const status = async (client: Client) => (await client.call('GET /api/users/me')).status;

describe('the own sessions', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  async function login(email: string, userAgent: string, from: string): Promise<Client> {
    const { body } = await server.anonymous.call('POST /api/login', {
      body: { username: email, password: DEMO_PASSWORD },
      headers: { 'user-agent': userAgent },
      from,
    });
    return server.client(body.token, body.userId);
  }

  test('SB-01 device, address, sign-in and last sight of each, this one first; the ended are gone', async () => {
    const email = 'operator@baltic.test';
    const phone = await login(email, PHONE, '192.0.2.10');
    const desk = await login(email, CHROME, '192.0.2.11');
    const ended = await login(email, CHROME, '192.0.2.12');
    await ended.call('POST /api/logout');
    const expired = await server.session(desk.userId!, -1);
    assert.equal(await status(expired), 401);

    const sessions = await mine(phone);
    assert.deepEqual(
      sessions.map(({ device, address, current }) => [device, address, current]),
      [
        ['Safari on iPhone', '192.0.2.10', true],
        ['Chrome on Linux', '192.0.2.11', false],
      ],
    );
    for (const { createdDate, lastSeenDate } of sessions)
      assert.ok(Date.now() - Date.parse(createdDate) < 60_000 && lastSeenDate! >= createdDate);
    const { text } = await desk.call('GET /api/users/me/sessions');
    assert.doesNotMatch(text, /token|hash|Mozilla/);
    assert.ok(!text.includes(desk.token!));
  });

  test('SB-14 one is ended by its id, another person’s id is as absent as none; it is audited', async () => {
    const owner = await server.person();
    const other = await server.session(owner.userId!);
    const stranger = await server.person();
    const [foreign] = await mine(stranger);
    const stale = await end(owner, (await mine(owner))[1]!.id);
    assert.deepEqual([stale.status, stale.error.errorCode], [403, 'PASSWORD_STALE']);
    await proved(server, owner);
    const absent = await end(owner, randomUUIDv7());
    assert.equal(absent.status, 404);
    assert.deepEqual(refusalOf(await end(owner, foreign!.id)), refusalOf(absent));
    assert.equal(await status(stranger), 200);

    const target = (await mine(owner)).find(({ current }) => !current)!;
    assert.equal((await end(owner, target.id)).status, 200);
    assert.equal(await status(other), 401);
    assert.equal(await status(owner), 200);
    assert.equal((await end(owner, target.id)).status, 404, 'it has ended already');
    const rows = await server.all<{ details: object }>(
      `select details from audit_logs where action = 'END_SESSION' and user_id = $1`,
      [owner.userId],
    );
    assert.deepEqual(rows, [{ details: { sessionId: target.id } }]);
  });

  test('SB-14 all others end at once, this one and other people’s stay', async () => {
    const owner = await server.person();
    const others = await Promise.all([1, 2, 3].map(() => server.session(owner.userId!)));
    const stranger = await server.person();
    const stale = await owner.call('POST /api/users/me/sessions/actions/end-others');
    assert.deepEqual([stale.status, stale.error.errorCode], [403, 'PASSWORD_STALE']);
    for (const other of others) assert.equal(await status(other), 200);
    await proved(server, owner);
    const { body } = await owner.call('POST /api/users/me/sessions/actions/end-others');
    assert.equal(body.ended, 3);
    for (const other of others) assert.equal(await status(other), 401);
    assert.equal(await status(owner), 200);
    assert.equal(await status(stranger), 200);
    assert.equal((await mine(owner)).length, 1);
  });

  test('SB-01 the last sight is written once a minute, not at every call', async () => {
    const person = await server.person();
    const read = () =>
      server.one<{ seen: string; version: string }>(
        `select last_seen_date as seen, xmin::text as version from sessions where user_id = $1`,
        [person.userId],
      );
    const first = await read();
    for (let nth = 0; nth < 5; nth++) await status(person);
    assert.deepEqual(await read(), first, 'seen this minute already');
    await server.pool.query(
      `update sessions set last_seen_date = now() - interval '61 seconds' where user_id = $1`,
      [person.userId],
    );
    const old = await read();
    await Promise.all(Array.from({ length: 10 }, () => status(person)));
    const written = await read();
    assert.ok(written.seen > old.seen);
    await status(person);
    assert.deepEqual(await read(), written);
  });

  test('NG-19 without a sign of the person for two hours a session is over; what a page asks by itself is no sign', async () => {
    const merchantId = await server.merchantId('Amber & Oak');
    const person = await server.person({ merchantId });
    const idle = (seconds: number) =>
      server.pool.query(
        'update sessions set last_seen_date = now() - make_interval(secs => $1) where user_id = $2',
        [seconds, person.userId],
      );
    const poll = (since: number) =>
      person.call('GET /api/users/me', { headers: { 'x-idle-seconds': String(since) } });
    const seen = async () =>
      (
        await server.one<{ age: number }>(
          'select extract(epoch from now() - last_seen_date)::int as age from sessions where user_id = $1',
          [person.userId],
        )
      ).age;
    await idle(7100);
    assert.equal((await poll(7100)).status, 200);
    const line = await person.call('GET /api/events', {
      query: { watch: '/api/user-merchant' },
      headers: { 'x-idle-seconds': '7100' },
    });
    assert.equal(line.status, 200, line.text);
    assert.ok((await seen()) >= 7100, 'a page that asks on does not keep it alive');
    assert.equal((await poll(600)).status, 200);
    const told = await seen();
    assert.ok(told >= 600 && told < 660, `${told} s: as long ago as the browser says`);
    await idle(7100);
    assert.equal((await person.call('GET /api/users/me')).status, 200);
    assert.ok((await seen()) < 60, 'a call that says nothing is the person’s');
    for (const header of ['-5', '1e9', '99999999999', 'x', '0, 0'])
      assert.equal(
        (await person.call('GET /api/users/me', { headers: { 'x-idle-seconds': header } })).status,
        200,
        header,
      );
    const { body } = await person.call('GET /api/users/me/session');
    const left = Date.parse(body.idleEndDate) - Date.now();
    assert.ok(left > 7_000_000 && left <= 7_200_000, `${left} ms are left`);
    await idle(7200);
    assert.equal((await person.call('GET /api/users/me')).status, 401);
    assert.equal((await poll(0)).status, 401, 'and stays so');
    // gone from the list that another one sees
    const other = await server.session(person.userId!);
    assert.equal((await mine(other)).length, 1);
  });

  test('SB-01, SB-07 who proves anew who they are gets another token; from its first use on the one before counts for a minute', async () => {
    const first = await login('operator@baltic.test', CHROME, '192.0.2.20');
    const as = (token: string) => server.client(token, first.userId);
    const next = async (by: Client) => (await prove(by)).headers['next-token'];
    const stored = () =>
      server.one<{ tokens: number; text: string }>(
        `select num_nonnulls(next_token_hash, last_token_hash) as tokens, s::text as text
         from sessions s where token_hash = $1`,
        [sha256(first.token!)],
      );
    const wrong = await prove(first, 'wrong');
    assert.deepEqual([wrong.status, wrong.headers['next-token']], [400, undefined]);
    assert.equal((await first.call('GET /api/users/me')).headers['next-token'], undefined);

    // offered and left: a program goes on with its own
    const token = (await next(first))!;
    assert.match(token, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(await next(first), undefined, 'two tabs at once have one');
    assert.equal(await status(first), 200);
    const row = await stored();
    assert.equal(row.tokens, 1);
    assert.ok(!row.text.includes(token));

    // taken up, by many calls at once
    const { id } = (await mine(first)).find(({ current }) => current)!;
    const taken = await Promise.all(Array.from({ length: 8 }, () => status(as(token))));
    assert.deepEqual(new Set(taken), new Set([200]));
    assert.equal((await mine(as(token))).find(({ current }) => current)?.id, id);
    assert.equal(await status(first), 200, 'calls under way and other tabs');
    await server.pool.query('update sessions set last_token_until = now() where id = $1', [id]);
    assert.equal(await status(first), 401);
    assert.equal(await status(as(token)), 200);

    const third = (await next(as(token)))!;
    assert.equal(await status(as(third)), 200);
    assert.equal(await status(first), 401, 'and stays so');
    assert.equal(await status(as(token)), 200);
    // the session’s end is all of its tokens’
    await as(token).call('POST /api/logout');
    assert.deepEqual([await status(as(token)), await status(as(third))], [401, 401]);
  });

  test('SB-01 a blocked person, another role and other permissions count at the next call of a token given before', async () => {
    const merchantId = await server.merchantId('Amber & Oak');
    const person = await server.person({ merchantId });
    const reverse = () =>
      person.call('PUT /api/transactions/{id}/actions/reverse', {
        params: { id: randomUUIDv7() },
        body: { amount: 1, currency: 'EUR', reasonCode: 'DUPLICATE' },
      });
    assert.equal((await reverse()).status, 404, 'may reverse, if there were one');
    const set = (column: string, value: unknown) =>
      server.pool.query(`update users set ${column} = $1 where id = $2`, [value, person.userId]);
    await set('user_role', 'MERCHANT_OPERATOR');
    assert.equal((await reverse()).status, 403);
    assert.equal((await person.call('GET /api/users/me')).body.userRole, 'MERCHANT_OPERATOR');
    await set('permissions', []);
    assert.equal((await person.call('GET /api/transactions')).status, 403);
    await set('merchant_id', await server.merchantId('Baltic Books'));
    assert.equal((await person.call('GET /api/users/me')).body.merchantName, 'Baltic Books');
    // suspended: its token is nothing any more, nor comes to life on another path
    await set('status', 'BLOCKED');
    for (const key of ['GET /api/users/me', 'GET /api/users/me/sessions'] as const)
      assert.equal((await person.call(key)).status, 401);
    assert.equal((await person.call('POST /api/logout')).status, 401);
  });
});

test('a device in the words that people know it by', () => {
  const known: [string | null, string][] = [
    [CHROME, 'Chrome on Linux'],
    [PHONE, 'Safari on iPhone'],
    [
      `${CHROME.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64')} Edg/140.0`,
      'Edge on Windows',
    ],
    [`${CHROME.replace('X11; Linux x86_64', 'Linux; Android 15; Pixel 9')}`, 'Chrome on Android'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko Firefox/140.0',
      'Firefox on macOS',
    ],
    ['curl/8.5.0', 'curl'],
    ['<script>alert(1)</script>', 'Unknown device'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ];
  for (const [userAgent, words] of known) assert.equal(deviceOf(userAgent), words, words);
});
