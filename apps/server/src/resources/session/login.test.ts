import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sha256 } from '../../testing/hashes.ts';
import { insertUser } from '../../seed/factories.ts';
import { DEMO_PASSWORD } from '../../seed/seed.ts';
import { refusalOf } from '../../testing/answers.ts';
import { meanwhile } from '../../testing/at-once.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const me = (client: Client) => client.call('GET /api/users/me');

describe('sessions', () => {
  let server: TestServer;
  let addresses = 0;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  /** An address that nobody has failed from yet. */
  const newAddress = () => `198.51.100.${++addresses}`;
  const login = (username: unknown, password: unknown, from = newAddress()) =>
    server.anonymous.call('POST /api/login', { body: { username, password }, from });
  const statusOf = async (email: string) =>
    (await server.one<{ status: string }>('select status from users where email = $1', [email]))
      .status;

  test('API-02, SB-07 the right password opens a session; the token is opaque and stored as its hash alone', async () => {
    const reply = await login('  Owner@Amber.TEST ', DEMO_PASSWORD);
    assert.equal(reply.status, 200);
    const { token, expiresIn, passwordExpired, userId } = reply.body;
    assert.match(token, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(expiresIn, 28_800);
    assert.equal(passwordExpired, false);
    const [stored] = await server.all<{ seconds: string; hash: Buffer; user_id: string }>(
      `select extract(epoch from expires_date - created_date) as seconds, token_hash as hash, user_id
       from sessions where token_hash = $1`,
      [sha256(token)],
    );
    assert.ok(stored);
    assert.equal(Number(stored.seconds), 28_800);
    assert.equal(stored.user_id, userId);
    const { rows } = await server.pool.query<{ text: string }>(
      'select s::text as text from sessions s',
    );
    for (const { text } of rows) assert.ok(!text.includes(token));
    const again = await login('owner@amber.test', DEMO_PASSWORD);
    assert.notEqual(again.body.token, token);
  });

  test('API-07, AM-02 the own user, with the roles that come along, and nothing of the password', async () => {
    const { body, text } = await me(await server.as('operator@amber.test'));
    assert.equal(body.email, 'operator@amber.test');
    assert.deepEqual(body.roles, ['MERCHANT_OPERATOR', 'MERCHANT_CONSOLE']);
    assert.equal(body.merchantName, 'Amber & Oak');
    assert.deepEqual(body.status, { name: 'ACTIVATED', description: 'Activated' });
    assert.doesNotMatch(text, /argon2|hash|failed/i);
    const staff = await me(await server.as('technical@paydesk.test'));
    assert.deepEqual(staff.body.roles, ['BACKOFFICE_TECHNICAL']);
    assert.equal(staff.body.merchantId, null);
  });

  test('SB-01 what is no living token is 401, whatever it looks like', async () => {
    const owner = await server.signIn('owner@amber.test');
    const { token } = owner;
    const wrong = [
      'x',
      '',
      token!.slice(1),
      `${token}x`,
      token!.toLowerCase(),
      token!.split('').toReversed().join(''),
      "' or 1=1 --",
      'a'.repeat(43),
      'a'.repeat(5000),
      sha256(token!).toString('hex'),
      sha256(token!).toString('base64url'),
    ];
    for (const each of wrong) assert.equal((await me(server.client(each, null))).status, 401, each);
    const disguises: Record<string, string>[] = [
      { authorization: token! },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer ${token}, Bearer ${token}` },
      { cookie: `token=${token}; session=${token}; authorization=Bearer ${token}` },
      { 'x-authorization': `Bearer ${token}` },
    ];
    for (const headers of disguises) {
      const reply = await server.anonymous.call('GET /api/users/me', { headers });
      assert.equal(reply.status, 401, JSON.stringify(headers));
    }
    const byQuery = await server.anonymous.call('GET /api/users/me', { query: { token: token! } });
    assert.equal(byQuery.status, 401);
    assert.equal((await me(owner)).status, 200);
  });

  test('SB-01 an expired and a revoked session are 401', async () => {
    const { userId } = await server.as('owner@amber.test');
    const expired = await server.session(userId!, -1);
    assert.equal((await me(expired)).status, 401);
    const revoked = await server.session(userId!);
    assert.equal((await me(revoked)).status, 200);
    await server.pool.query('update sessions set revoked_date = now() where token_hash = $1', [
      sha256(revoked.token!),
    ]);
    assert.equal((await me(revoked)).status, 401);
  });

  test('SB-01, AM-112 a session ends with its user: blocked by a person, deactivated or not activated is 401 at the next call', async () => {
    for (const status of ['BLOCKED', 'DEACTIVATED', 'NOT_ACTIVATED']) {
      const person = await server.person();
      assert.equal((await me(person)).status, 200);
      await server.pool.query('update users set status = $1 where id = $2', [
        status,
        person.userId,
      ]);
      assert.equal((await me(person)).status, 401, status);
      assert.equal((await person.call('GET /api/transactions')).status, 401, status);
    }
  });

  test('SB-01 permissions are read at every call, not at the sign-in', async () => {
    const person = await server.person();
    assert.equal((await person.call('GET /api/transactions')).status, 200);
    await server.pool.query(`update users set permissions = '{READ_ANY_USER}' where id = $1`, [
      person.userId,
    ]);
    assert.equal((await person.call('GET /api/transactions')).status, 403);
  });

  test('SB-14 signing out revokes this token and no other, and is audited', async () => {
    const started = new Date();
    const one = await server.signIn('owner@baltic.test');
    const other = await server.signIn('owner@baltic.test');
    assert.equal((await one.call('POST /api/logout')).status, 200);
    assert.equal((await me(one)).status, 401);
    assert.equal((await one.call('POST /api/logout')).status, 401);
    assert.equal((await me(other)).status, 200);
    const { count } = await server.one<{ count: bigint }>(
      `select count(*) from audit_logs where action = 'LOGOUT' and user_id = $1 and created_date > $2`,
      [one.userId, started],
    );
    assert.equal(count, 1n);
  });

  test('SB-02 with an expired password: the own user and signing out, all else is 403', async () => {
    const reply = await login('expired@amber.test', DEMO_PASSWORD);
    assert.equal(reply.body.passwordExpired, true);
    const expired = server.client(reply.body.token, reply.body.userId);
    assert.equal((await me(expired)).body.passwordExpired, true);
    const refused = await expired.call('GET /api/transactions');
    assert.equal(refused.status, 403);
    assert.equal(refused.error.errorCode, 'PASSWORD_EXPIRED');
    assert.equal((await expired.call('POST /api/logout')).status, 200);
  });

  test('SB-07, AM-42 unknown, wrong, blocked, self-blocked and invited are one and the same 401', async () => {
    const replies = [];
    for (const [name = '', password] of [
      ['nobody@amber.test', DEMO_PASSWORD],
      ['owner@amber.test', 'wrong'],
      ['blocked@amber.test', DEMO_PASSWORD],
      ['blocked@amber.test', 'wrong'],
      ['selfblocked@amber.test', DEMO_PASSWORD],
      ['invited@amber.test', DEMO_PASSWORD],
      ['invited@amber.test', 'wrong'],
    ]) {
      const reply = await login(name, password);
      assert.equal(reply.status, 401, name);
      replies.push({ body: refusalOf(reply), length: reply.headers['content-length'] });
    }
    for (const reply of replies) assert.deepEqual(reply, replies[0]);
  });

  test('SB-07 the same time for whoever is unknown as for whoever is known', async () => {
    const names = [
      'nobody@amber.test',
      'blocked@amber.test',
      'invited@amber.test',
      'somebody active',
    ];
    const quickest = names.map(() => Number.POSITIVE_INFINITY);
    const { passwordHash } = await server.one<{ passwordHash: string }>(
      `select password_hash as "passwordHash" from users where email = 'owner@amber.test'`,
    );
    // in turns, and until a busy machine has let each through once: what the work itself takes
    for (let round = 0; round < 60; round++) {
      // another one each time: six wrong passwords would block them
      const active = await insertUser(server.pool, { passwordHash });
      for (const [at, name] of names.entries()) {
        const username = name === 'somebody active' ? active.email : name;
        const started = performance.now();
        await login(username, 'wrong');
        quickest[at] = Math.min(quickest[at]!, performance.now() - started);
      }
      if (round > 5 && Math.max(...quickest) < 2 * Math.min(...quickest)) return;
    }
    assert.fail(`${names.join()} take ${quickest.join()} ms`);
  });

  test('AM-42, SB-07 the sixth wrong password in a row blocks; a right one before starts the count again', async () => {
    const email = 'operator@baltic.test';
    for (let nth = 0; nth < 5; nth++) assert.equal((await login(email, 'wrong')).status, 401);
    assert.equal((await login(email, DEMO_PASSWORD)).status, 200);
    const session = await server.as(email);
    for (let nth = 0; nth < 5; nth++) assert.equal((await login(email, 'wrong')).status, 401);
    assert.equal(await statusOf(email), 'ACTIVATED');
    const sixth = await login(email, 'wrong');
    assert.equal(sixth.status, 401);
    assert.equal(await statusOf(email), 'BLOCKED_SELF');
    const right = await login(email, DEMO_PASSWORD);
    assert.deepEqual(refusalOf(right), refusalOf(sixth));
    assert.equal((await me(session)).status, 200, 'AM-112 who is signed in goes on');
    const [last] = await server.all<{ details: object }>(
      `select details from audit_logs where entity_id = $1 and action = 'LOGIN'
         and details ? 'changes'`,
      [session.userId],
    );
    assert.deepEqual(last!.details, {
      status: 'ACTIVATED',
      attempt: 6,
      changes: { status: { before: 'ACTIVATED', after: 'BLOCKED_SELF' } },
    });
  });

  test('AM-42 guessing at once is no way around the count', async () => {
    const { email } = await server.one<{ email: string }>(
      `select email from users where status = 'ACTIVATED' and user_role = 'MERCHANT_OPERATOR'
         and email not like '%@amber.test' and email not like '%@baltic.test' limit 1`,
    );
    await Promise.all(Array.from({ length: 24 }, (_, nth) => login(email, `guess ${nth}`)));
    assert.equal(await statusOf(email), 'BLOCKED_SELF');
    assert.equal((await login(email, DEMO_PASSWORD)).status, 401);

    // the right password is on its way while the block is being written
    const person = 'owner@baltic.test';
    const right = await meanwhile(
      server,
      [`update users set status = 'BLOCKED_SELF' where email = $1`, person],
      () => login(person, DEMO_PASSWORD),
    );
    assert.equal(right.status, 401);
  });

  test('SB-07 from the thirtieth failure of an address on 429 with Retry-After; others still sign in', async () => {
    const from = newAddress();
    for (let nth = 1; nth < 30; nth++) {
      const name = nth % 2 ? `nobody${nth}@amber.test` : 'blocked@amber.test';
      assert.equal((await login(name, 'wrong', from)).status, 401, `failure ${nth}`);
      // a success does not count, and does not start the count again
      if (nth % 10 === 0)
        assert.equal((await login('owner@amber.test', DEMO_PASSWORD, from)).status, 200);
    }
    const thirtieth = await login('nobody@amber.test', 'wrong', from);
    assert.equal(thirtieth.status, 429);
    const seconds = Number(thirtieth.headers['retry-after']);
    assert.ok(seconds > 500 && seconds <= 600, `${seconds}`);
    const right = await login('owner@amber.test', DEMO_PASSWORD, from);
    assert.equal(right.status, 429, 'not even with the right password');
    // neither another field nor a header makes another address of it
    const disguised = await server.anonymous.call('POST /api/login', {
      body: { username: 'owner@amber.test', password: DEMO_PASSWORD, timezone: 'UTC' },
      headers: { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' },
      from,
    });
    assert.equal(disguised.status, 429);
    assert.equal((await login('owner@amber.test', DEMO_PASSWORD)).status, 200);
    await server.pool.query(
      `update login_attempts set dates = array(select date - interval '10 minutes' from unnest(dates) date)
       where address = $1`,
      [from],
    );
    assert.equal((await login('owner@amber.test', DEMO_PASSWORD, from)).status, 200);
  });

  test('SB-07, SB-48 what a sign-in refuses by its field', async () => {
    for (const [body, fields] of [
      [{}, ['password', 'username']],
      [{ username: ' ', password: '' }, ['password', 'username']],
      [{ username: ['owner@amber.test'], password: DEMO_PASSWORD }, ['username']],
      [{ username: 'owner@amber.test', password: { $ne: null } }, ['password']],
      [{ username: 'a', password: 'b', admin: true }, ['admin']],
      [{ username: 'a\u0000', password: 'b' }, ['username']],
      [{ username: 'a', password: 'b', timezone: 'x'.repeat(65) }, ['timezone']],
    ] as const) {
      const reply = await server.anonymous.call('POST /api/login', { body, from: newAddress() });
      assert.equal(reply.status, 400, JSON.stringify(body));
      assert.deepEqual(reply.error.errors.map(({ field }) => field).sort(), fields);
    }
  });

  test('AM-23, SB-48 a session goes by the zone of whoever signs in, and by UTC where there is no such zone', async () => {
    for (const [timezone, kept] of [
      ['Asia/Tokyo', 'Asia/Tokyo'],
      // to PostgreSQL it has no summer
      ['CET', 'Europe/Brussels'],
      ['Mars/Olympus', 'UTC'],
      [`UTC'; drop table sessions; --`, 'UTC'],
      [undefined, 'UTC'],
    ] as const) {
      const { status, body } = await server.anonymous.call('POST /api/login', {
        body: { username: 'owner@amber.test', password: DEMO_PASSWORD, timezone },
        from: newAddress(),
      });
      assert.equal(status, 200);
      const session = await server.one<{ zone: string }>(
        `select time_zone as zone from sessions where token_hash = sha256($1::text::bytea)`,
        [body.token],
      );
      assert.equal(session.zone, kept);
    }
  });

  test('SB-46 every sign-in is audited, right or wrong, without the password', async () => {
    const { userId } = await server.as('admin@paydesk.test');
    const from = newAddress();
    await login('admin@paydesk.test', 'a wrong secret', from);
    await login('admin@paydesk.test', DEMO_PASSWORD, from);
    const rows = await server.all<{ result: string; text: string }>(
      `select result, a::text as text from audit_logs a
       where entity_id = $1 and action = 'LOGIN' and address = $2 order by created_date, id`,
      [userId, from],
    );
    assert.deepEqual(
      rows.map(({ result }) => result),
      ['FAILED', 'SUCCESS'],
    );
    await login('nobody-at-all@amber.test', 'a wrong secret', from);
    const [unknown] = await server.all<{ result: string; user_id: null; text: string }>(
      `select result, user_id, a::text as text from audit_logs a
       where action = 'LOGIN' and address = $1 and user_id is null`,
      [from],
    );
    assert.equal(unknown!.result, 'FAILED');
    assert.doesNotMatch(unknown!.text, /nobody-at-all|secret/);
    for (const { text } of rows) {
      assert.ok(text.includes('BACKOFFICE'));
      assert.doesNotMatch(text, /secret|lantern/);
    }
  });
});
