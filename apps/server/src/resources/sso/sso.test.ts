import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { insertUser } from '../../seed/factories.ts';
import { DEMO_PASSWORD } from '../../seed/seed.ts';
import type { UserRow } from '../../seed/tables.ts';
import { withPasskey } from '../../testing/authenticator.ts';
import {
  aConnection,
  BINDING,
  CALLBACK,
  insertConnection,
  lyingProvider,
  realProvider,
  turnedOn,
  walk,
} from '../../testing/identities.ts';
import { until } from '../../testing/kills/paydesk.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const GROUPS = { roleClaim: 'groups', adminValue: 'owners', memberValue: 'clerks' };

describe('single sign-on', () => {
  let server: TestServer;
  let real: Awaited<ReturnType<typeof realProvider>>;
  let lying: Awaited<ReturnType<typeof lyingProvider>>;
  let amber: string;
  let passwordHash: string;
  let addresses = 0;
  const dns = new Map<string, string[]>();
  before(async () => {
    server = await testServer({
      settings: { CALLBACK_ALLOW: '127.0.0.1' },
      textsOf: async (domain) => dns.get(domain) ?? [],
    });
    [real, lying] = await Promise.all([realProvider(), lyingProvider()]);
    amber = await server.merchantId('Amber & Oak');
    passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 8, timeCost: 1 });
  });
  after(() => Promise.all([server.close(), real.close(), lying.close()]));

  const from = () => `203.0.113.${++addresses % 250}`;
  const owner = () => server.person({ merchantId: amber, passwordHash });
  const begin = (email: string, binding = BINDING) =>
    server.anonymous.call('POST /api/sso/begin', { body: { email, binding }, from: from() });
  const finish = (answer: Record<string, string>, more: object = {}) => {
    const { state = '', code, iss, error } = answer;
    const body = { state, code, iss, error, binding: BINDING, ...more };
    return server.anonymous.call('POST /api/sso/finish', { body, from: from() });
  };
  const person = async (email: string) =>
    server.one<{ id: string; user_role: string; merchant_id: string | null; status: string }>(
      'select id, user_role, merchant_id, status from users where email = $1',
      [email],
    );
  const made = async (domain: string, more: object = {}, by?: Client) => {
    const one = await insertConnection(
      server,
      by ?? (await owner()),
      aConnection(real.url, domain, more),
    );
    await turnedOn(server, one);
    return one;
  };
  const signIn = async (email: string, said: object = {}) => {
    real.state.person = { sub: `sub of ${email}`, email, email_verified: true, ...said };
    return finish(await walk((await begin(email)).body!.url));
  };

  test('SB-07 a connection is written down, its domain proved by DNS, tried by a real sign-in, and only then on', async () => {
    const by = await owner();
    const body = aConnection(real.url, 'Firm.test, firm.test', GROUPS);
    const { body: one, text } = await by.call('POST /api/sso/connections', { body });
    assert.doesNotMatch(text, /a secret of/);
    const params = { id: one.id };
    const act = <K extends 'verify' | 'turn-on'>(what: K) =>
      by.call(`POST /api/sso/connections/{id}/actions/${what}`, { params });
    assert.match((await act('turn-on')).text, /Try it first/);

    const tried = await by.call('POST /api/sso/connections/{id}/actions/try', {
      params,
      body: { binding: BINDING },
    });
    real.state.person = {
      sub: 'me',
      email: 'me@firm.test',
      email_verified: true,
      groups: ['owners'],
    };
    const answer = await walk(tried.body.url);
    const came = await finish(answer);
    assert.deepEqual(came.body, { login: null, tried: one.id }, 'a try opens nothing');
    assert.match((await act('turn-on')).text, /None of its domains/);

    dns.set('firm.test', ['v=spf1 -all', 'paydesk-verification=wrong']);
    assert.equal((await act('verify')).body.domains[0]!.verified, false);
    dns.set('firm.test', [one.domains[0]!.record]);
    assert.equal((await act('verify')).body.domains[0]!.verified, true);
    const on = await act('turn-on');
    assert.equal(on.body.on, true, on.text);
    assert.equal(on.body.claims?.['email'], 'me@firm.test');
    assert.equal((await server.anonymous.call('GET /api/sso')).body.any, true);

    const change = (to: object) =>
      by.call('PUT /api/sso/connections/{id}', {
        params,
        body: { ...body, clientSecret: null, ...to },
      });
    const elsewhere = await change({ issuer: 'https://elsewhere.test' });
    assert.equal(elsewhere.error.errors[0]?.field, 'clientSecret', 'the secret goes nowhere else');
    const changed = await change({});
    assert.deepEqual(
      [changed.body.on, changed.body.triedDate],
      [false, null],
      'what was tried is not what is there now',
    );
    await by.call('DELETE /api/sso/connections/{id}', { params });
  });

  test('SB-07 who changes or turns off a connection while its provider is asked is not overtaken by the answer', async () => {
    const by = await owner();
    const one = await made('slow.test', GROUPS, by);
    real.state.person = { sub: 'slow', email: 'slow@slow.test', email_verified: true };
    real.state.person['groups'] = ['owners'];
    const params = { id: one.id };
    /** Held by somebody who has not said yet what they write. */
    const overtaken = async (answer: Record<string, string>, write: string) => {
      const client = await server.pool.connect();
      try {
        await client.query('begin');
        await client.query('select from sso_connections where id = $1 for update', [one.id]);
        const coming = finish(answer);
        await until('the answer waits', async () => {
          const { n } = await server.one<{ n: number }>(
            `select count(*)::int as n from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return n > 0;
        });
        await client.query(`update sso_connections set ${write} where id = $1`, [one.id]);
        await client.query('commit');
        return await coming;
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    const beganUrl = (await begin('slow@slow.test')).body!.url;
    const refused = await overtaken(await walk(beganUrl), `is_on = false, tried_date = null`);
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.text, /changed meanwhile/);
    assert.equal(await person('slow@slow.test'), undefined);

    const tried = await by.call('POST /api/sso/connections/{id}/actions/try', {
      params,
      body: { binding: BINDING },
    });
    const came = await overtaken(await walk(tried.body.url), `admin_value = 'others'`);
    assert.deepEqual(came.body, { login: null, tried: one.id });
    const { body } = await by.call('GET /api/sso/connections');
    const now = body.content.find(({ id }) => id === one.id)!;
    assert.deepEqual([now.triedDate, now.claims], [null, null]);
    assert.match(now.problem ?? '', /changed while it was tried/);
    assert.match(
      (await by.call('POST /api/sso/connections/{id}/actions/turn-on', { params })).text,
      /Try it first/,
    );
    await by.call('DELETE /api/sso/connections/{id}', { params });
  });

  test('SB-07 people come by it: new ones with the role of their claims, invited ones, and those who were there', async () => {
    const one = await made('oak.test', GROUPS);
    const clerk = await signIn('clerk@oak.test', { given_name: 'Ana', groups: ['clerks'] });
    assert.equal(clerk.status, 200, clerk.text);
    const { token, userId, passwordExpired } = clerk.body.login!;
    const client = server.client(token, userId);
    const me = (await client.call('GET /api/users/me')).body;
    assert.deepEqual(
      [me.email, me.firstName, me.userRole, me.merchantId, passwordExpired],
      ['clerk@oak.test', 'Ana', 'MERCHANT_OPERATOR', amber, false],
    );
    await server.pool.query(
      `insert into email_changes (id, user_id, old_email, new_email, asked_by, confirm_hash, stop_hash, status,
         created_date, expires_date)
       values (gen_random_uuid(), $1, 'clerk@oak.test', 'clerk@else.test', 'Somebody', 'confirm', 'stop', 'PENDING',
         now(), now() + interval '1 hour')`,
      [userId],
    );
    const again = await signIn('clerk@oak.test', { groups: ['owners'] });
    assert.equal(again.body.login!.userId, userId, 'the same person');
    assert.equal((await person('clerk@oak.test')).user_role, 'MERCHANT_ADMIN');
    const { status } = await server.one<{ status: string }>(
      'select status from email_changes where user_id = $1',
      [userId],
    );
    assert.equal(status, 'VOID', 'what was asked of a clerk’s address is not an administrator’s');
    const none = await signIn('none@oak.test', { groups: ['strangers'] });
    assert.match(none.text, /gives you no role here/);

    const given = { merchantId: amber, status: 'NOT_ACTIVATED' as const, passwordHash: null };
    await insertUser(server.pool, { ...given, email: 'invited@oak.test' });
    await signIn('invited@oak.test', { groups: ['clerks'] });
    assert.equal((await person('invited@oak.test')).status, 'ACTIVATED');
    const chief = { ...given, userRole: 'MERCHANT_ADMIN' as const, email: 'chief@oak.test' };
    await insertUser(server.pool, chief);
    await signIn(chief.email, { groups: ['clerks'] });
    const { user_role: role, status: now } = await person(chief.email);
    assert.deepEqual(
      [role, now],
      ['MERCHANT_OPERATOR', 'ACTIVATED'],
      'whatever they were invited as',
    );

    // who was made by it has no password to show, and a sign-in of five minutes is as good
    const passkey = await client.call('GET /api/passkeys/registration');
    assert.equal(passkey.status, 200);
    const by = await owner();
    const params = { id: one.id };
    await by.call('POST /api/sso/connections/{id}/actions/turn-off', { params });
    assert.equal((await client.call('GET /api/users/me')).status, 401, 'its sessions end');
    assert.equal((await begin('clerk@oak.test')).body, null);
  });

  test('SB-07 never across the boundary: no claim makes staff of a merchant’s person, nor takes another’s', async () => {
    await made('border.test', { ...GROUPS, adminValue: 'BACKOFFICE_ADMIN' });
    const admin = await signIn('chief@border.test', { groups: ['BACKOFFICE_ADMIN', 'staff'] });
    assert.equal(admin.status, 200);
    const made2 = await person('chief@border.test');
    assert.deepEqual([made2.user_role, made2.merchant_id], ['MERCHANT_ADMIN', amber]);

    const baltic = await server.merchantId('Baltic Books');
    const others: Partial<UserRow>[] = [{ merchantId: baltic }, { merchantId: null }];
    for (const [nth, given] of others.entries()) {
      const email = `other${nth}@border.test`;
      await insertUser(server.pool, { ...given, email });
      const refused = await signIn(email, { groups: ['clerks'] });
      assert.match(refused.text, /does not work there/);
    }
    // an address of a domain that this connection does not speak for
    real.state.person = {
      sub: 'stranger',
      email: 'owner@baltic.test',
      email_verified: true,
      groups: ['clerks'],
    };
    const foreign = await finish(await walk((await begin('x@border.test')).body!.url));
    assert.match(foreign.text, /of no domain/);
    for (const verified of [false, undefined, 'true']) {
      const email = 'unverified@border.test';
      const refused = await signIn(email, { email_verified: verified, groups: ['clerks'] });
      assert.match(refused.text, /not verified/);
    }
    const blocked = await insertUser(server.pool, {
      merchantId: amber,
      email: 'blocked@border.test',
      status: 'BLOCKED',
    });
    assert.match((await signIn('blocked@border.test', { groups: ['clerks'] })).text, /blocked/);
    assert.ok(blocked.id);
  });

  test('SB-07, SB-25 who was removed by hand stays out, called as before or otherwise, until an administrator or the provider brings them back', async () => {
    const by = await owner();
    await made('gone.test', GROUPS, by);
    const said = { groups: ['clerks'] };
    const fay = await signIn('fay@gone.test', said);
    const remove = (id: string) =>
      by.call('DELETE /api/user-merchant/employees/{id}', { params: { id } });
    await remove(fay.body.login!.userId);
    for (const sub of ['sub of fay@gone.test', 'another name of hers']) {
      const refused = await signIn('fay@gone.test', { ...said, sub });
      assert.equal(refused.status, 400, sub);
      assert.match(refused.text, /removed here: ask your administrator for an invitation/);
    }
    const renamed = await signIn('fay.b@gone.test', { ...said, sub: 'sub of fay@gone.test' });
    assert.match(renamed.text, /removed here/, 'by another address neither');
    const given = { merchantId: amber, status: 'NOT_ACTIVATED' as const, passwordHash: null };
    const { id } = await insertUser(server.pool, { ...given, email: 'fay@gone.test' });
    for (const sub of ['sub of fay@gone.test', 'another name of hers', 'sub of fay@gone.test']) {
      const back = await signIn('fay@gone.test', { ...said, sub });
      assert.equal(back.body.login?.userId, id, back.text);
    }
  });

  test('SB-07, AM-120 an address that its holder may still take back is nobody else’s by SSO either', async () => {
    await made('back.test');
    const { id } = await insertUser(server.pool, { merchantId: amber, email: 'new@back.test' });
    await server.pool.query(
      `insert into email_changes (id, user_id, old_email, new_email, asked_by, confirm_hash, stop_hash,
         status, created_date, expires_date)
       values ($1, $2, 'old@back.test', 'new@back.test', 'Anna Ozola', $3, $4, 'CONFIRMED', now(),
         now() + interval '1 hour')`,
      [randomUUIDv7(), id, randomBytes(32), randomBytes(32)],
    );
    const refused = await signIn('old@back.test');
    assert.equal(refused.status, 400, refused.text);
    await server.pool.query(`update email_changes set expires_date = now() where user_id = $1`, [
      id,
    ]);
    assert.equal((await signIn('old@back.test')).status, 200);
  });

  test('SB-07 claims that can’t be kept are refused in words, names are cleaned and cut at whole letters', async () => {
    const by = await owner();
    const one = await insertConnection(server, by, aConnection(lying.url, 'odd.test'));
    await turnedOn(server, one);
    const { state } = lying;
    let people = 0;
    const come = async (claims: object) => {
      const url = new URL((await begin('a@odd.test')).body!.url);
      const email = `p${++people}@odd.test`;
      state.nonce = url.searchParams.get('nonce')!;
      state.claims = { sub: email, email, email_verified: true, ...claims };
      const answer = { state: url.searchParams.get('state')!, code: 'any', iss: lying.url };
      return { email, came: await finish(answer) };
    };
    const signs = randomBytes(12_000).toString('base64');
    for (const sub of ['a\u0000', 'a\nb', '\ud83d', signs, 'a'.repeat(256)]) {
      const { came } = await come({ sub });
      assert.equal(came.status, 400, came.text);
      assert.match(came.text, /calls you by what is no name/);
    }
    assert.equal((await come({ sub: signs.slice(0, 255) })).came.status, 200);
    for (const email of ['a\u0000@odd.test', '4111111111111111@odd.test', '<b>@odd.test'])
      assert.match((await come({ email })).came.text, /names no email address/);
    const smile = '\u{1F600}';
    for (const [given, kept] of [
      ['a\u0000b', 'a b'],
      ['a\r\nBcc: x', 'a Bcc: x'],
      ['\u202eAna\u2028', 'Ana'],
      [`${'a'.repeat(24)}${smile}b`, `${'a'.repeat(24)}${smile}`],
      ['\ud83dAna', 'Ana'],
      ['\u200b', 'the address'],
      ['4111 1111 1111 1111', 'the address'],
      [{ a: 1 }, 'the address'],
    ] as const) {
      const { email, came } = await come({ given_name: given });
      assert.equal(came.status, 200, came.text);
      const named = await server.one<{ first_name: string }>(
        'select first_name from users where email = $1',
        [email],
      );
      assert.equal(named.first_name, kept === 'the address' ? email.split('@')[0] : kept);
    }
  });

  test('SB-07 a domain is one connection’s, and a connection its merchant’s', async () => {
    const by = await owner();
    const baltic = await server.as('owner@baltic.test');
    await made('shared.test');
    const body = aConnection(real.url, 'shared.test');
    const { body: thief } = await baltic.call('POST /api/sso/connections', { body });
    dns.set('shared.test', [thief.domains[0]!.record]);
    const params = { id: thief.id };
    const verified = await baltic.call('POST /api/sso/connections/{id}/actions/verify', { params });
    assert.match(verified.text, /belongs to another connection/);
    const del = await by.call('DELETE /api/sso/connections/{id}', { params });
    assert.equal(del.status, 404);
    const staff = await server.as('admin@paydesk.test');
    const { content, callbackUrl, scimUrl } = (await staff.call('GET /api/sso/connections')).body;
    assert.deepEqual(content, []);
    // what a provider is told is known before there is one
    assert.deepEqual([callbackUrl, scimUrl], [CALLBACK, new URL('/scim/v2', CALLBACK).href]);
  });

  test('SB-07 an answer counts once, for the browser that left, within ten minutes', async () => {
    await made('once.test');
    real.state.person = { sub: 'once', email: 'a@once.test', email_verified: true };
    const answer = await walk((await begin('a@once.test')).body!.url);
    assert.equal((await finish(answer, { binding: 'another browser' })).status, 401);
    assert.equal((await finish({ ...answer, state: 'guessed' })).status, 401);
    assert.equal(
      (await finish(answer)).status,
      200,
      'who has only tried to take it has not spoiled it',
    );
    assert.equal((await finish(answer)).status, 401, 'replayed');

    const fresh = await begin('a@once.test');
    const replayed = new URL(fresh.body!.url).searchParams.get('state')!;
    const reused = await finish({ ...answer, state: replayed });
    assert.equal(reused.status, 400, 'a code that was used, under a new question');
    const late = await walk((await begin('a@once.test')).body!.url);
    await server.pool.query(`update sso_flows set created_date = now() - interval '11 minutes'`);
    assert.equal((await finish(late)).status, 401);
  });

  const lies: [what: string, tell: (state: typeof lying.state) => void][] = [
    ['another nonce', (state) => (state.claims = { nonce: 'of somebody else' })],
    ['no nonce', (state) => (state.claims = { nonce: undefined })],
    ['another audience', (state) => (state.claims = { aud: 'another client' })],
    ['another issuer', (state) => (state.claims = { iss: 'https://evil.test' })],
    ['over', (state) => (state.claims = { exp: 1_000_000_000 })],
    ['signed by another key', (state) => (state.forged = true)],
    ['not signed', (state) => (state.unsigned = true)],
    ['no subject', (state) => (state.claims = { sub: undefined })],
  ];
  test('SB-07 a token is believed for what it is: lies of a provider open nothing', async () => {
    const by = await owner();
    const one = await insertConnection(server, by, aConnection(lying.url, 'lies.test'));
    await turnedOn(server, one);
    const { state } = lying;
    const come = async (iss = lying.url, tell: (typeof lies)[number][1] = () => {}) => {
      const url = new URL((await begin('a@lies.test')).body!.url);
      const good = { sub: 'a', email: 'a@lies.test', email_verified: true };
      Object.assign(state, {
        nonce: url.searchParams.get('nonce'),
        forged: false,
        unsigned: false,
      });
      state.claims = good;
      tell(state);
      state.claims = { ...good, ...state.claims };
      return finish({ state: url.searchParams.get('state')!, code: 'any', iss });
    };
    for (const [what, tell] of lies) {
      const refused = await come(lying.url, tell);
      assert.equal(refused.status, 400, `${what}: ${refused.text}`);
    }
    assert.equal((await come('https://evil.test')).status, 400, 'mixed up with another provider');
    const good = await come();
    assert.equal(good.status, 200, good.text);
    const asked = state.asked.at(-1)!;
    assert.ok(asked.get('code_verifier'), 'PKCE');
    assert.equal(asked.get('redirect_uri'), 'http://127.0.0.1:3000/sso');

    state.issuer = 'https://evil.test';
    const described = await begin('a@lies.test');
    assert.equal(described.status, 400, 'another than was written down');
    state.issuer = null;
  });

  test('SB-07, SB-29 the provider is called by the guarded way', async () => {
    const by = await owner();
    for (const issuer of ['http://10.0.0.1:8080', 'http://169.254.169.254/']) {
      const one = await insertConnection(server, by, aConnection(issuer, `${addresses++}x.test`));
      const tried = await by.call('POST /api/sso/connections/{id}/actions/try', {
        params: { id: one.id },
        body: { binding: BINDING },
      });
      assert.match(tried.text, /not one of the public internet/);
    }
    for (const issuer of ['http://firm.test', 'https://firm.test/?x=1', 'ftp://firm.test']) {
      const body = aConnection(issuer, 'wrong.test');
      const refused = await by.call('POST /api/sso/connections', { body });
      assert.equal(refused.error.errors[0]?.field, 'issuer', issuer);
    }
  });

  test('SB-07 enforced: password and passkey open nothing any more, but for the administrators who keep a way in', async () => {
    const one = await made('strict.test');
    const admin = { merchantId: amber, passwordHash, userRole: 'MERCHANT_ADMIN' } as const;
    const chief = await insertUser(server.pool, { ...admin, email: 'chief@strict.test' });
    const clerk = await insertUser(server.pool, { ...admin, email: 'clerk@strict.test' });
    const by = await server.session(chief.id);
    const params = { id: one.id };
    const enforce = (breakGlass: string[]) =>
      by.call('POST /api/sso/connections/{id}/actions/enforce', { params, body: { breakGlass } });
    assert.match((await enforce([chief.id])).text, /second factor/);
    const { recoveryCodes } = await withPasskey(by, DEMO_PASSWORD);
    assert.match((await enforce([chief.id, clerk.id])).text, /Each must be/);
    // nobody could sign in by one that is off
    await server.pool.query('update sso_connections set is_on = false where id = $1', [one.id]);
    assert.match((await enforce([chief.id])).text, /Turn it on first/);
    await server.pool.query('update sso_connections set is_on = true where id = $1', [one.id]);
    const enforced = await enforce([chief.id]);
    assert.equal(enforced.body.enforced, true, enforced.text);

    const login = (username: string, more: object = {}) =>
      server.anonymous.call('POST /api/login', {
        body: { username, password: DEMO_PASSWORD, ...more },
        from: from(),
      });
    assert.match((await login('clerk@strict.test')).text, /sign in by Amber Identity/);
    const wrong = await login('clerk@strict.test', { password: 'wrong' });
    assert.equal(wrong.error.errorCode, 'UNAUTHORIZED', 'told to nobody without the password');
    const kept = await login('chief@strict.test', { code: recoveryCodes![0] });
    assert.equal(kept.status, 200, kept.text);
    assert.equal((await signIn('clerk@strict.test')).status, 200);
    assert.equal((await begin('clerk@strict.test')).body!.enforced, true);
  });

  test('SB-07 staff have their own: no merchant’s person, and the last administrator stays one', async () => {
    const staff = await server.as('admin@paydesk.test');
    await made('desk.test', { ...GROUPS, roleClaim: 'groups' }, staff);
    const desk = await signIn('new@desk.test', { groups: ['clerks'] });
    assert.equal(desk.status, 200, desk.text);
    const { user_role, merchant_id } = await person('new@desk.test');
    assert.deepEqual([user_role, merchant_id], ['BACKOFFICE_TECHNICAL', null]);
    await insertUser(server.pool, { merchantId: amber, email: 'amber@desk.test' });
    const other = await signIn('amber@desk.test', { groups: ['clerks'] });
    assert.match(other.text, /does not work there/);

    await signIn('chief@desk.test', { groups: ['owners'] });
    const chief = await person('chief@desk.test');
    assert.equal(chief.user_role, 'BACKOFFICE_ADMIN');
    const rest = `user_role = 'BACKOFFICE_ADMIN' and id <> '${chief.id}' and status = `;
    await server.pool.query(`update users set status = 'BLOCKED' where ${rest}'ACTIVATED'`);
    await signIn('chief@desk.test', { groups: ['clerks'] });
    assert.equal((await person('chief@desk.test')).user_role, 'BACKOFFICE_ADMIN');
    await server.pool.query(`update users set status = 'ACTIVATED' where ${rest}'BLOCKED'`);
  });
});
