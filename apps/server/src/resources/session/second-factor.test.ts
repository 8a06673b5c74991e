import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { table, type Key } from '@paydesk/contract/index.ts';
import { isMachines } from '@paydesk/contract/kernel/access.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { asksStepUp } from '@paydesk/contract/kernel/sensitive.ts';
import { URI, type TOTP } from 'otpauth';
import type { PoolClient } from 'pg';
import * as z from 'zod';
import { insertUser } from '../../seed/factories.ts';
import { DEMO_PASSWORD } from '../../seed/seed.ts';
import type { UserRow } from '../../seed/tables.ts';
import { waiting } from '../../testing/at-once.ts';
import { insertPayment, refund } from '../../testing/money.ts';
import { insertRole, without } from '../../testing/roles.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { takeCode } from '../../platform/auth/factors.ts';

const STEP_MS = 30_000;
const FACTOR = '/api/users/me/second-factor';

const me = async (client: Client) => (await client.call('GET /api/users/me')).body.secondFactor;

async function begin(client: Client) {
  const begun = await client.call(`POST ${FACTOR}`, { body: { password: DEMO_PASSWORD } });
  assert.equal(begun.status, 200, begun.text);
  return { ...begun.body, totp: URI.parse(begun.body.uri) as TOTP };
}

describe('two-factor sign-in', () => {
  let server: TestServer;
  let merchantId: string;
  let passwordHash: string;
  let addresses = 0;
  /** The server's clock for codes; each code needs a step of its own. */
  let now = Date.now();
  before(async () => {
    server = await testServer({ now: () => new Date(now) });
    merchantId = await server.merchantId('Amber & Oak');
    passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 8, timeCost: 1 });
  });
  after(() => server.close());

  const login = (username: string, code?: string, password = DEMO_PASSWORD) =>
    server.anonymous.call('POST /api/login', {
      body: { username, password, ...(code !== undefined && { code }) },
      from: `203.0.113.${++addresses}`,
    });
  const statusOf = async (id: string) =>
    (await server.one<{ status: string }>('select status from users where id = $1', [id])).status;

  interface Enrolled {
    email: string;
    id: string;
    client: Client;
    totp: TOTP;
    recoveryCodes: string[];
    /** A code that has not been used: the clock goes on by a step. */
    code: () => string;
  }

  async function signedIn(given: Partial<UserRow> = {}) {
    const { id, email } = await insertUser(server.pool, {
      passwordHash,
      merchantId,
      ...given,
    });
    return { id, email, client: await server.session(id) };
  }

  async function enrolled(given: Partial<UserRow> = {}): Promise<Enrolled> {
    const person = await signedIn(given);
    const { totp } = await begin(person.client);
    const code = () => {
      now += STEP_MS;
      return totp.generate({ timestamp: now });
    };
    const confirmed = await person.client.call(`POST ${FACTOR}/confirm`, {
      body: { code: code() },
    });
    assert.equal(confirmed.status, 200, confirmed.text);
    return { ...person, totp, code, recoveryCodes: confirmed.body.recoveryCodes };
  }

  const signInWith = async ({ email, id }: Enrolled, code: string): Promise<Client> => {
    const reply = await login(email, code);
    assert.equal(reply.status, 200, reply.text);
    return server.client(reply.body.token, id);
  };

  /** A sign-in that has come to reading this table when something else is done and over. */
  async function whileSigningIn(
    email: string,
    table: string,
    work: (client: PoolClient) => Promise<unknown>,
  ) {
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query(`lock table ${table} in access exclusive mode`);
      const reply = login(email);
      await waiting(server, 1);
      await work(client);
      await client.query('commit');
      return await reply;
    } finally {
      client.release();
    }
  }

  test('SB-09, SB-10 who signs in by a password that is changed meanwhile does not come in: no session outlives it', async () => {
    const { email, id } = await signedIn();
    const { status } = await whileSigningIn(email, 'second_factors', async (client) => {
      await client.query(`update users set password_hash = 'another' where id = $1`, [id]);
      await client.query('update sessions set revoked_date = now() where user_id = $1', [id]);
    });
    assert.equal(status, 401);
    const { n } = await server.one<{ n: number }>(
      'select count(*)::int as n from sessions where user_id = $1 and revoked_date is null',
      [id],
    );
    assert.equal(n, 0);
  });

  test('SB-07 who signs in by the password alone while an app is set up is asked for its code', async () => {
    const { email, client: own } = await signedIn();
    const { totp } = await begin(own);
    now += STEP_MS;
    const reply = await whileSigningIn(email, 'sso_connections', async () => {
      const code = totp.generate({ timestamp: now });
      const { status, text } = await own.call(`POST ${FACTOR}/confirm`, { body: { code } });
      assert.equal(status, 200, text);
    });
    assert.equal(reply.error.errorCode, 'SECOND_FACTOR_REQUIRED');
    assert.deepEqual(
      reply.error.errors.map(({ field }) => field),
      ['code'],
    );
  });

  test('SB-07 an app is set up by the password and its first right code; then the sign-in asks for a code', async () => {
    const person = await signedIn();
    const other = await server.session(person.id);
    const wrong = await person.client.call(`POST ${FACTOR}`, { body: { password: 'wrong' } });
    assert.deepEqual(wrong.error.errors, [{ field: 'password', message: 'The password is wrong' }]);
    const { uri, secret, totp } = await begin(person.client);
    assert.match(uri, /^otpauth:\/\/totp\/Paydesk:/);
    assert.equal(totp.secret.base32, secret);
    assert.equal(totp.secret.bytes.length, 20);

    assert.equal((await login(person.email)).status, 200, 'unproved, it asks for nothing yet');
    assert.equal((await me(person.client)).on, false);
    const refused = await person.client.call(`POST ${FACTOR}/confirm`, {
      body: { code: '000000' === totp.generate({ timestamp: now }) ? '000001' : '000000' },
    });
    assert.equal(refused.error.errors[0]?.field, 'code');

    const { body } = await person.client.call(`POST ${FACTOR}/confirm`, {
      body: { code: totp.generate({ timestamp: now }) },
    });
    assert.equal(new Set(body.recoveryCodes).size, 10);
    for (const code of body.recoveryCodes)
      // 32 characters of 5 bits: 160 bits
      assert.match(code, /^[a-z2-7]{4}(-[a-z2-7]{4}){7}$/);
    const state = await me(person.client);
    assert.deepEqual([state.on, state.required, state.recoveryCodesLeft], [true, false, 10]);
    assert.ok(Date.parse(state.stepUpUntil!) > Date.now());
    assert.equal(
      (await other.call('GET /api/users/me')).status,
      401,
      'what a password opened ends',
    );

    assert.equal((await login(person.email)).error.errorCode, 'SECOND_FACTOR_REQUIRED');
    const again = await person.client.call(`POST ${FACTOR}`, { body: { password: DEMO_PASSWORD } });
    assert.equal(again.status, 400, 'one that is on is not replaced');
    now += STEP_MS;
    const right = await login(person.email, totp.generate({ timestamp: now }));
    assert.equal(right.status, 200);
    assert.ok((await me(server.client(right.body.token, person.id))).stepUpUntil);
  });

  test('SB-07 nothing of the secret, the codes or the password is stored or logged as it is', async () => {
    const person = await enrolled();
    const { rows } = await server.pool.query<{ text: string }>(
      `select f::text as text from second_factors f union all select r::text from recovery_codes r
       union all select a::text from audit_logs a where entity_id = $1`,
      [person.id],
    );
    const stored = rows.map(({ text }) => text).join('\n') + server.logLines.join('\n');
    const secrets = [person.totp.secret.base32, person.totp.secret.hex, DEMO_PASSWORD];
    const plain = person.recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')]);
    for (const secret of [...secrets, ...plain])
      assert.ok(!stored.toLowerCase().includes(secret.toLowerCase()));
    assert.match(stored, /TURN_ON_SECOND_FACTOR/);
  });

  test('SB-07 nobody learns of a second factor before the password is right', async () => {
    const person = await enrolled();
    for (const code of [undefined, '123456', person.code(), person.recoveryCodes[0]]) {
      const reply = await login(person.email, code, 'wrong');
      assert.equal(reply.error.errorCode, 'UNAUTHORIZED');
    }
    const { recoveryCodesLeft } = await me(person.client);
    assert.equal(recoveryCodesLeft, 10, 'a code with a wrong password is not used up');
  });

  test('SB-07 a wrong code counts like a wrong password: the sixth in a row blocks, and no call without a code starts again', async () => {
    const person = await enrolled();
    for (let nth = 1; nth <= 6; nth++) {
      assert.equal(await statusOf(person.id), 'ACTIVATED');
      assert.equal((await login(person.email)).error.errorCode, 'SECOND_FACTOR_REQUIRED');
      const wrong = await login(person.email, `wrong-${nth}`);
      assert.equal(wrong.status, 401);
      assert.equal(wrong.error.errorCode, 'SECOND_FACTOR_REFUSED');
    }
    assert.equal(await statusOf(person.id), 'BLOCKED_SELF');
    assert.equal((await login(person.email, person.code())).error.errorCode, 'UNAUTHORIZED');
    assert.equal(
      (await person.client.call('GET /api/users/me')).status,
      200,
      'a stranger’s guesses throw nobody out',
    );
    const rows = await server.all<{ result: string; factor: string; n: number }>(
      `select result, details ->> 'secondFactor' as factor, count(*)::int as n from audit_logs
       where entity_id = $1 and action = 'LOGIN' group by 1, 2 order by 1, 2`,
      [person.id],
    );
    assert.deepEqual(rows, [
      { result: 'FAILED', factor: 'refused', n: 6 },
      { result: 'FAILED', factor: null, n: 1 },
      { result: 'PENDING', factor: 'asked for', n: 6 },
    ]);
  });

  test('SB-07 a signed-in thief does not guess on: wrong codes and passwords count there, too', async () => {
    const person = await enrolled();
    const thief = await server.session(person.id);
    for (let nth = 1; nth <= 3; nth++) {
      const renewed = await thief.call(`POST ${FACTOR}/renew`, { body: { code: `00000${nth}x` } });
      assert.deepEqual(renewed.error.errors, [
        { field: 'code', message: 'The code is wrong or has been used' },
      ]);
      const off = await thief.call(`DELETE ${FACTOR}`, {
        body: { password: `guess ${nth}`, code: '1' },
      });
      assert.equal(off.error.errors[0]?.field, 'password');
    }
    assert.equal(await statusOf(person.id), 'BLOCKED_SELF');
    assert.equal((await thief.call('GET /api/users/me')).status, 401);
  });

  test('SB-07, AM-112 wrong codes at the setting-up count, whoever asks: the sixth ends that session and no other', async () => {
    const person = await signedIn();
    const other = await server.session(person.id);
    const { totp } = await begin(person.client);
    const confirm = (code: string) =>
      person.client.call(`POST ${FACTOR}/confirm`, { body: { code } });
    for (let nth = 1; nth <= 6; nth++) {
      const wrong = await other.call(`POST ${FACTOR}/confirm`, { body: { code: '00000' } });
      assert.equal(wrong.status, 400);
    }
    assert.equal((await other.call('GET /api/users/me')).status, 401);
    assert.equal((await me(person.client)).on, false);
    assert.equal(await statusOf(person.id), 'BLOCKED_SELF');
    // whoever is signed in goes on, with tries of their own
    assert.equal((await confirm('00000')).status, 400);
    now += STEP_MS;
    assert.equal((await confirm(totp.generate({ timestamp: now }))).status, 200);
    const rows = await server.all<{ details: object }>(
      `select details from audit_logs where entity_id = $1 and action = 'TURN_ON_SECOND_FACTOR'
         and result = 'FAILED' order by created_date, id`,
      [person.id],
    );
    assert.equal(rows.length, 7);
    assert.deepEqual(rows[5]!.details, {
      changes: { status: { before: 'ACTIVATED', after: 'BLOCKED_SELF' } },
      sessionEnded: true,
    });
  });

  test('SB-07 a code is taken once, within a step of the clock; of many at once one wins', async () => {
    const person = await enrolled();
    const code = person.code();
    const replies = await Promise.all(Array.from({ length: 5 }, () => login(person.email, code)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401, 401, 401]);
    assert.equal((await login(person.email, code)).error.errorCode, 'SECOND_FACTOR_REFUSED');
    await server.pool.query('update users set failed_logins = 0 where id = $1', [person.id]);

    const at = (steps: number) => person.totp.generate({ timestamp: now + steps * STEP_MS });
    assert.equal((await login(person.email, at(-1))).status, 401, 'older than the last one taken');
    now += 10 * STEP_MS;
    assert.equal((await login(person.email, at(-2))).status, 401, 'two steps ago');
    assert.equal((await login(person.email, at(2))).status, 401, 'two steps ahead');
    assert.equal((await login(person.email, at(-1))).status, 200);
    assert.equal((await login(person.email, at(1))).status, 200);
    assert.equal((await login(person.email, at(0))).status, 401, 'older than the last one taken');
  });

  test('SB-07 fifty parallel uses of one recovery code: one wins', async () => {
    const person = await enrolled();
    // past the limit of tries, which lets six of them through
    const take = () =>
      server.database.transaction('all', (tx) =>
        takeCode(server.services, tx, person.id, person.recoveryCodes[3]!),
      );
    const uses = await Promise.all(Array.from({ length: 50 }, take));
    assert.equal(uses.filter((use) => use === 'recovery').length, 1);
    assert.equal(
      (
        await server.one<{ used: bigint }>(
          'select count(used_date) as used from recovery_codes where user_id = $1',
          [person.id],
        )
      ).used,
      1n,
    );
  });

  test('SB-07 a recovery code signs in once, however it is typed; new ones void the old', async () => {
    const person = await enrolled();
    const [first = '', second = '', third = ''] = person.recoveryCodes;
    const client = await signInWith(person, ` ${first.toUpperCase().replaceAll('-', ' ')} `);
    assert.equal((await login(person.email, first)).status, 401);
    assert.equal((await me(client)).recoveryCodesLeft, 9);
    await signInWith(person, second.replaceAll('-', ''));
    const { body } = await client.call(`POST ${FACTOR}/recovery-codes`, {
      body: { password: DEMO_PASSWORD },
    });
    assert.equal(body.recoveryCodes.length, 10);
    assert.equal((await login(person.email, third)).status, 401);
    await signInWith(person, body.recoveryCodes[0]!);
    const other = await enrolled();
    assert.equal(
      (await login(other.email, body.recoveryCodes[1])).status,
      401,
      'of another person',
    );
  });

  test('SB-07 it is turned off by password and code together, and leaves nothing behind', async () => {
    const person = await enrolled();
    const off = (body: object) => person.client.call(`DELETE ${FACTOR}`, { body });
    assert.equal((await off({ password: 'wrong', code: person.code() })).status, 400);
    assert.equal((await off({ password: DEMO_PASSWORD, code: '000000x' })).status, 400);
    assert.equal((await me(person.client)).on, true);
    assert.equal((await off({ password: DEMO_PASSWORD, code: person.code() })).status, 200);
    assert.equal((await me(person.client)).on, false);
    assert.equal((await login(person.email)).status, 200);
    const left = await server.all('select 1 from recovery_codes where user_id = $1', [person.id]);
    assert.equal(left.length, 0);
    assert.equal((await off({ password: DEMO_PASSWORD, code: person.code() })).status, 400);
  });

  test('SB-51 no body of these takes more than its fields', async () => {
    const person = await enrolled();
    const bodies: [Key, object][] = [
      [`POST ${FACTOR}`, { password: DEMO_PASSWORD }],
      [`POST ${FACTOR}/confirm`, { code: '123456' }],
      [`DELETE ${FACTOR}`, { password: DEMO_PASSWORD, code: '123456' }],
      [`POST ${FACTOR}/recovery-codes`, { password: DEMO_PASSWORD }],
      [`POST ${FACTOR}/renew`, { code: '123456' }],
      ['POST /api/users/me/sessions/actions/end-others', {}],
    ];
    const extra = {
      userId: person.id,
      id: person.id,
      userRole: 'BACKOFFICE_ADMIN',
      status: 'ACTIVATED',
      merchantId,
      userPermissions: ['READ_ANY_USER'],
      secret: 'JBSWY3DPEHPK3PXP',
      on: false,
    };
    for (const [key, body] of bodies) {
      const reply = await person.client.call(key, { body: { ...body, ...extra } });
      assert.equal(reply.status, 400, key);
      const fields = reply.error.errors.map(({ field }) => field).sort();
      assert.deepEqual(fields, Object.keys(extra).sort(), key);
    }
    assert.equal((await me(person.client)).on, true);
  });

  const stepUps = (Object.entries(table) as unknown as [Key, Endpoint][]).filter(([, row]) =>
    asksStepUp(row),
  );

  test('SB-07 the rows that ask for a new code are these: money, keys, rights, and addresses', () => {
    const keys = stepUps.map(([key]) => key as string);
    const asked = [
      'DELETE /api/user-merchant/employees/{id}',
      'DELETE /api/users/{id}/pending-email',
      'GET /api/user-merchant/api-key',
      'POST /api/financing/consumer-credits/{id}/refund-requests',
      ...['activate', 'approve', 'decline', 'disable'].map(
        (name) => `POST /api/merchants/{id}/actions/${name}`,
      ),
      ...['cancel', 'capture', 'pass', 'refund', 'refuse', 'reverse', 'successful'].map(
        (name) => `POST /api/transactions/{id}/actions/${name}`,
      ),
      'POST /api/user-merchant/api-key',
      'POST /api/user-merchant/api-keys',
      'POST /api/user-merchant/api-keys/{id}/actions/revoke',
      'PUT /api/user-merchant/api-keys/{id}',
      'POST /api/user-merchant/certificate',
      'POST /api/user-merchant/certificate-requests',
      'POST /api/user-merchant/employees',
      'POST /api/user-merchant/payment-notification-callback',
      `POST ${FACTOR}/recovery-codes`,
      ...['activate', 'block', 'resendInvitation'].map(
        (name) => `POST /api/users/{id}/actions/${name}`,
      ),
      'PUT /api/financing-products/{id}',
      'PUT /api/merchants/{id}',
      'PUT /api/merchants/{id}/certificate/disable',
      'PUT /api/merchants/{id}/features/{feature}',
      ...['refund', 'reverse', 'successful'].map(
        (name) => `PUT /api/transactions/{id}/actions/${name}`,
      ),
      'PUT /api/user-merchant/certificate/disable',
      'PUT /api/user-merchant/delivery-cost-calculation-callback',
      'POST /api/personal-data/{id}',
      'POST /api/personal-data/{id}/export',
      'POST /api/personal-data/{id}/show',
      'PUT /api/user-merchant/employees',
      'PUT /api/user-merchant/employees/role',
      'PUT /api/user-merchant/order-verification-callback',
      'PUT /api/user-merchant/payment-notification-callback',
      'DELETE /api/users/{id}',
      'DELETE /api/users/me/sessions/{id}',
      'POST /api/users/me/sessions/actions/end-others',
      'POST /api/approvals/{id}/actions/approve',
      'POST /api/roles',
      'PUT /api/roles/{id}',
      'DELETE /api/roles/{id}',
      'POST /api/users/{id}/actions/set-role',
      'POST /api/approval-thresholds',
      'DELETE /api/approval-thresholds/{id}',
      'POST /api/financing-products',
      ...['remove-gateway', 'set-gateway'].map(
        (name) => `POST /api/financing/financing-institutions/{id}/actions/${name}`,
      ),
      'POST /api/merchants',
      ...['remove-acquirer', 'set-acquirer'].map(
        (name) => `POST /api/merchants/{id}/actions/${name}`,
      ),
      ...['activate', 'deactivate'].map((name) => `POST /api/settings/rules/{id}/actions/${name}`),
      // money that a payer agreed to, taken by hand, or another sum of it
      ...['repay', 'withdraw'].map(
        (name) => `POST /api/financing/consumer-credits/{id}/actions/${name}`,
      ),
      'POST /api/recurring-dues/many/actions/charge',
      'POST /api/recurring-dues/{id}/actions/charge',
      ...['amount', 'charge'].map((name) => `POST /api/recurring/{id}/actions/${name}`),
      'POST /api/users',
      ...['end-sessions', 'grant-administrator', 'revoke-administrator', 'take-off-factor'].map(
        (name) => `POST /api/users/{id}/actions/${name}`,
      ),
      'DELETE /api/passkeys/{id}',
      'POST /api/sso/connections',
      'PUT /api/sso/connections/{id}',
      'DELETE /api/sso/connections/{id}',
      ...['turn-on', 'turn-off', 'enforce', 'leave-free', 'provision', 'stop-provisioning'].map(
        (name) => `POST /api/sso/connections/{id}/actions/${name}`,
      ),
      'PUT /api/user-merchant/second-factor',
      'POST /api/merchants/{id}/actions/set-second-factor',
      'PUT /api/settings/installation',
      'POST /api/provider-keys',
      'PUT /api/provider-keys/{id}',
      'POST /api/provider-keys/{id}/actions/rotate',
      'POST /api/provider-keys/{id}/actions/disable',
      'PUT /api/settings/installation/mail',
      // it may charge cards
      'POST /api/system/tasks/{type}/actions/run',
      'PUT /api/users/{id}',
    ];
    assert.deepEqual(keys.sort(), asked.sort());
  });

  test('SB-07 what proves its person by its own body is sensitive too, and is this', () => {
    const proving = (Object.entries(table) as unknown as [Key, Endpoint][])
      .filter(([, { provenBy }]) => provenBy)
      .map(([key, { provenBy, sensitive }]) => [key, `${sensitive} by ${provenBy}`]);
    assert.deepEqual(Object.fromEntries(proving), {
      'POST /api/users/me/password/confirm': 'KEYS by password',
      'GET /api/passkeys/registration': 'KEYS by fresh proof',
      'POST /api/passkeys': 'KEYS by fresh proof',
      'POST /api/passkeys/confirmation': 'KEYS by passkey',
      'POST /api/passwords/renew': 'KEYS by fresh sign-in',
      'PUT /api/users/me/password': 'KEYS by password',
      'POST /api/users/me/second-factor': 'KEYS by password',
      'POST /api/users/me/second-factor/confirm': 'KEYS by code',
      'DELETE /api/users/me/second-factor': 'KEYS by code',
      'POST /api/users/me/second-factor/renew': 'KEYS by code',
    });
  });

  test('SB-07 what shows a secret is sensitive, a reading too', () => {
    const names = (value: unknown): string[] =>
      value && typeof value === 'object'
        ? Object.entries(value).flatMap(([name, part]) => [name, ...names(part)])
        : [];
    for (const [key, row] of Object.entries(table) as unknown as [Key, Endpoint][]) {
      const named = [
        // a permission's key and a setting's are their names
        'GET /api/permissions',
        'PUT /api/settings/meta-data/{name}',
        // null there: it stands in the answers that make it
        'GET /api/provider-keys/{id}',
        'GET /api/user-merchant/api-keys/{id}',
        // of a loan that nobody has begun
        'GET /api/widgets/preview',
        'GET /api/payment-links/preview',
      ].includes(key);
      if (row.access === 'public' || row.list || named) continue;
      const shown = names(z.toJSONSchema(row.answer, { unrepresentable: 'any' }));
      if (shown.some((name) => /^(key|secret|token|privateKey|recoveryCodes)$/.test(name)))
        assert.equal(row.sensitive, 'KEYS', key);
    }
  });

  for (const [key, row] of stepUps)
    test(`SB-07 a code older than five minutes is asked for anew before anything happens: ${key}`, async () => {
      const [permission] = Array.isArray(row.access) ? row.access : [];
      const given: Partial<UserRow> = {
        userRole: row.roles?.[0] ?? 'MERCHANT_ADMIN',
        ...(permission && { permissions: [permission] }),
      };
      if (given.userRole!.startsWith('BACKOFFICE')) given.merchantId = null;
      const person = await enrolled(given);
      const without = await signedIn(given);
      const id = await insertPayment(server, { merchantId });
      // whatever the body would be, it is not looked at yet
      const options = {
        params: { id, feature: 'WIDGETS', type: 'HOUSEKEEPING' },
        ...(!key.startsWith('GET ') && { body: {} }),
      };
      const fresh = await person.client.call(key, options);
      assert.notEqual(fresh.status, 403, 'fresh');
      const seconds = async (age: number) =>
        server.pool.query(
          `update sessions set second_factor_date = now() - make_interval(secs => $1) where user_id = $2`,
          [age, person.id],
        );
      await seconds(290);
      assert.notEqual((await person.client.call(key, options)).status, 403, 'four minutes old');
      await seconds(301);
      const stale = await person.client.call(key, options);
      assert.equal(stale.status, 403);
      assert.equal(stale.error.errorCode, 'SECOND_FACTOR_STALE');
      await server.pool.query('update sessions set second_factor_date = null where user_id = $1', [
        person.id,
      ]);
      assert.equal((await person.client.call(key, options)).error.errorCode, 'SECOND_FACTOR_STALE');
      const other = await without.client.call(key, options);
      if (key === 'POST /api/users/me/sessions/actions/end-others')
        assert.equal(other.error.errorCode, 'PASSWORD_STALE', 'the password instead');
      else assert.notEqual(other.status, 403, 'nobody else is asked');
      const renewed = await person.client.call(`POST ${FACTOR}/renew`, {
        body: { code: person.code() },
      });
      assert.ok(Date.parse(renewed.body.stepUpUntil) > Date.now() + 290_000);
      assert.notEqual((await person.client.call(key, options)).status, 403, 'shown again');
    });

  test('SB-01, SB-02, SB-07 a code shown opens its own session alone, and nothing that its person may not do any more', async () => {
    const person = await enrolled({ userRole: 'MERCHANT_ADMIN' });
    const other = await signInWith(person, person.code());
    await server.pool.query('update sessions set second_factor_date = null where user_id = $1', [
      person.id,
    ]);
    const id = await insertPayment(server, { merchantId });
    const by = async (client: Client) => {
      const reply = await refund(client, id, 1);
      return reply.status === 200 ? 'OK' : reply.error.errorCode;
    };
    const shown = await person.client.call(`POST ${FACTOR}/renew`, {
      body: { code: person.code() },
    });
    assert.equal(shown.status, 200, shown.text);
    assert.deepEqual([await by(person.client), await by(other)], ['OK', 'SECOND_FACTOR_STALE']);
    const role = (roleId: string | null) =>
      server.pool.query('update users set role_id = $1 where id = $2', [roleId, person.id]);
    const rights = without('MERCHANT_ADMIN', 'REFUND');
    await role(await insertRole(server, { base: 'MERCHANT_ADMIN', merchantId, rights }));
    assert.equal(await by(person.client), 'FORBIDDEN');
    await role(null);
    assert.equal(await by(person.client), 'OK', 'still open');
    await server.pool.query(`update users set status = 'BLOCKED' where id = $1`, [person.id]);
    assert.equal(await by(person.client), 'UNAUTHORIZED');
    const { cents } = await server.one<{ cents: string }>(
      'select sum(amount_cents) as cents from money_operations where transaction_id = $1',
      [id],
    );
    assert.equal(Number(cents), 200);
  });

  test('AM-102, SB-16 a refund that was asked for a code moves nothing, and once under the same key afterwards', async () => {
    const person = await enrolled();
    const id = await insertPayment(server, { merchantId });
    await server.pool.query('update sessions set second_factor_date = null where user_id = $1', [
      person.id,
    ]);
    const options = { headers: { 'idempotency-key': 'one refund' } };
    const asked = await refund(person.client, id, 10, {}, options);
    assert.equal(asked.error.errorCode, 'SECOND_FACTOR_STALE');
    const standing = () =>
      server.one<{ operations: number; keys: number }>(
        `select (select count(*) from money_operations where transaction_id = $1)::int as operations,
           (select count(*) from idempotency_keys where user_id = $2)::int as keys`,
        [id, person.id],
      );
    assert.deepEqual(await standing(), { operations: 0, keys: 0 });
    await person.client.call(`POST ${FACTOR}/renew`, { body: { code: person.code() } });
    for (let nth = 0; nth < 2; nth++)
      assert.equal((await refund(person.client, id, 10, {}, options)).status, 200);
    assert.deepEqual(await standing(), { operations: 1, keys: 1 });
  });
});

const NOBODY = '0197c3f2-8a41-7d0e-9b55-0000000000aa';

describe('two-factor sign-in, required for staff', () => {
  let server: TestServer;
  let passwordHash: string;
  before(async () => {
    server = await testServer({ settings: { STAFF_SECOND_FACTOR: 'required' } });
    passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 8, timeCost: 1 });
  });
  after(() => server.close());

  test('SB-02, SB-07 staff without one reach the way to it and nothing else, merchants everything', async () => {
    const { id } = await insertUser(server.pool, { passwordHash });
    const open: string[] = [];
    for (const [key, row] of Object.entries(table) as unknown as [Key, Endpoint][]) {
      if (row.access === 'public' || isMachines(row.access)) continue;
      const staff = await server.session(id);
      const reply = await staff.call(key, {
        params: Object.fromEntries(
          [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, NOBODY]),
        ),
        body: row.body ? {} : undefined,
      });
      if (reply.status === 403 && reply.error.errorCode === 'SECOND_FACTOR_MISSING') continue;
      open.push(key);
    }
    assert.deepEqual(open.sort(), [
      'DELETE /api/users/me/view-as',
      'GET /api/passkeys/registration',
      'GET /api/users/me',
      'GET /api/users/me/session',
      'POST /api/logout',
      'POST /api/passkeys',
      'POST /api/users/me/password/confirm',
      `POST ${FACTOR}`,
      `POST ${FACTOR}/confirm`,
    ]);
    const merchant = await server.as('owner@amber.test');
    assert.equal((await merchant.call('GET /api/transactions')).status, 200);
    const { body } = await merchant.call('GET /api/users/me');
    assert.equal(body.secondFactor.required, false);
  });

  test('SB-07 set up, it opens everything and can not be turned off', async () => {
    const { id } = await insertUser(server.pool, { passwordHash });
    const staff = await server.session(id);
    const { body } = await staff.call(`POST ${FACTOR}`, { body: { password: DEMO_PASSWORD } });
    const totp = URI.parse(body.uri) as TOTP;
    await staff.call(`POST ${FACTOR}/confirm`, { body: { code: totp.generate() } });
    assert.equal((await staff.call('GET /api/transactions')).status, 200);
    const state = (await staff.call('GET /api/users/me')).body.secondFactor;
    assert.deepEqual([state.on, state.required], [true, true]);
    const off = await staff.call(`DELETE ${FACTOR}`, {
      body: { password: DEMO_PASSWORD, code: totp.generate({ timestamp: Date.now() + STEP_MS }) },
    });
    assert.deepEqual(off.error.errors, [
      { field: 'code', message: 'Two-factor sign-in is required of you' },
    ]);
  });

  test('SB-02 an expired password is renewed first', async () => {
    const staff = await server.person({ passwordExpiresDate: new Date(Date.now() - 60_000) });
    const reply = await staff.call('GET /api/transactions');
    assert.equal(reply.error.errorCode, 'PASSWORD_EXPIRED');
    assert.equal(
      (await staff.call(`POST ${FACTOR}`, { body: { password: 'x' } })).error.errorCode,
      'PASSWORD_EXPIRED',
    );
  });
});
