import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { URI, type TOTP } from 'otpauth';
import { insertUser } from '../../seed/factories.ts';
import { DEMO_PASSWORD } from '../../seed/seed.ts';
import type { UserRow } from '../../seed/tables.ts';
import { atOnce } from '../../testing/at-once.ts';
import { authenticator, question, withPasskey } from '../../testing/authenticator.ts';
import { mailsOf } from '../../testing/mails.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const SIGN_IN = 'GET /api/passkeys/sign-in';
const CONFIRM = 'GET /api/passkeys/confirmation';
const EVIL = 'http://localhost.evil.test:3000';

const me = async (client: Client) => (await client.call('GET /api/users/me')).body.secondFactor;
const mine = async (client: Client) => (await client.call('GET /api/passkeys')).body.content;

const ask = async (client: Client) => (await client.call('GET /api/passkeys/registration')).body!;

describe('passkeys', () => {
  let server: TestServer;
  let merchantId: string;
  let passwordHash: string;
  let addresses = 0;
  let now = Date.now();
  before(async () => {
    server = await testServer({ now: () => new Date(now) });
    merchantId = await server.merchantId('Amber & Oak');
    passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 8, timeCost: 1 });
  });
  after(() => server.close());

  async function person(given: Partial<UserRow> = {}) {
    const { id, email } = await insertUser(server.pool, { passwordHash, merchantId, ...given });
    return { id, email, client: await server.session(id) };
  }
  async function withOne(given: Partial<UserRow> = {}) {
    const made = await person(given);
    return { ...made, ...(await withPasskey(made.client, DEMO_PASSWORD)) };
  }
  const from = () => `203.0.113.${++addresses}`;
  const signIn = (credential: string) =>
    server.anonymous.call('POST /api/passkeys/sign-in', { body: { credential }, from: from() });
  const login = (username: string, more: object = {}) =>
    server.anonymous.call('POST /api/login', {
      body: { username, password: DEMO_PASSWORD, ...more },
      from: from(),
    });
  const stale = (id: string) =>
    server.pool.query('update sessions set second_factor_date = null where user_id = $1', [id]);

  test('SB-07 a passkey is made on fresh proof; the first is a second factor: recovery codes, and other sessions end', async () => {
    const someone = await person();
    const other = await server.session(someone.id);
    const early = await someone.client.call('GET /api/passkeys/registration');
    assert.equal(early.error.errorCode, 'PASSWORD_STALE', 'a stolen session makes none');

    const first = await withPasskey(someone.client, DEMO_PASSWORD, '  Phone ');
    assert.equal(first.passkey.name, 'Phone');
    assert.equal(first.recoveryCodes?.length, 10);
    assert.equal((await other.call('GET /api/users/me')).status, 401);
    const state = await me(someone.client);
    assert.deepEqual([state.on, state.app, state.passkeys], [true, false, 1]);
    assert.ok(state.stepUpUntil);

    const second = await withPasskey(someone.client, DEMO_PASSWORD);
    assert.equal(second.recoveryCodes, null);
    assert.deepEqual(
      (await mine(someone.client)).map(({ name, lastUsedDate }) => [name, lastUsedDate]),
      [
        ['Phone', null],
        ['Work laptop', null],
      ],
    );
    await stale(someone.id);
    const late = await someone.client.call('GET /api/passkeys/registration');
    assert.equal(
      late.error.errorCode,
      'SECOND_FACTOR_STALE',
      'the password is not enough any more',
    );
  });

  test('SB-07 of how a device is reached known words alone are kept, and no id longer than WebAuthn has', async () => {
    const { client, id } = await person();
    await client.call('POST /api/users/me/password/confirm', { body: { password: DEMO_PASSWORD } });
    const send = (credential: string) =>
      client.call('POST /api/passkeys', { body: { name: 'Phone', credential } });
    const told = async (transports: unknown) => {
      const made = JSON.parse(authenticator().create(await ask(client))) as { response: object };
      return send(JSON.stringify({ ...made, response: { ...made.response, transports } }));
    };
    const odd = ['\u0000', 'usb', '\ud83d', 'telepathy', 'internal', 'usb', { toString: 1 }];
    const kept = await told(odd);
    assert.equal(kept.status, 200, kept.text);
    const row = await server.one<{ transports: string[] }>(
      'select transports from passkeys where user_id = $1',
      [id],
    );
    assert.deepEqual(row.transports, ['usb', 'internal']);
    assert.equal((await told('usb')).status, 400);

    const long = await send(authenticator(4000).create(await ask(client)));
    assert.deepEqual([long.status, long.error.errors[0]?.field], [400, 'credential'], long.text);
    assert.equal((await send(authenticator(1023).create(await ask(client)))).status, 200);
  });

  test('SB-07 a passkey signs in by itself, and is the second factor beside the password', async () => {
    const someone = await withOne();
    const asked = await question(server.anonymous, SIGN_IN);
    assert.deepEqual(asked.allowCredentials, [], 'which there are is told to nobody');
    const alone = await signIn(someone.device.get(asked));
    assert.equal(alone.status, 200, alone.text);
    const client = server.client(alone.body.token, alone.body.userId);
    assert.equal((await client.call('GET /api/users/me')).body.email, someone.email);
    assert.ok((await me(client)).stepUpUntil, 'its device has made sure of its person');
    assert.ok((await mine(client))[0]!.lastUsedDate);

    const needed = await login(someone.email);
    assert.equal(needed.error.errorCode, 'SECOND_FACTOR_REQUIRED');
    assert.deepEqual(
      needed.error.errors.map(({ field }) => field),
      ['passkey'],
    );
    const passkey = someone.device.get(await question(server.anonymous, SIGN_IN));
    assert.equal((await login(someone.email, { passkey })).status, 200);
    const wrong = await login(someone.email, { passkey, password: 'wrong' });
    assert.equal(wrong.error.errorCode, 'UNAUTHORIZED');
    const byCode = await login(someone.email, { code: someone.recoveryCodes![0] });
    assert.equal(byCode.status, 200, 'a recovery code stands in for it');
    const rows = await server.all<{ result: string; details: { secondFactor?: string } }>(
      `select result, details from audit_logs where entity_id = $1 and action = 'LOGIN' order by created_date, id`,
      [someone.id],
    );
    assert.deepEqual(
      rows.map(({ result, details }) => [result, details.secondFactor]),
      [
        ['SUCCESS', 'passkey'],
        ['PENDING', 'asked for'],
        ['SUCCESS', 'passkey'],
        ['FAILED', undefined],
        ['SUCCESS', 'recovery'],
      ],
    );
  });

  test('SB-07 what asks for a second factor takes a passkey, of this person and this session alone', async () => {
    const someone = await withOne();
    await stale(someone.id);
    const id = someone.passkey.id;
    const remove = () => someone.client.call('DELETE /api/passkeys/{id}', { params: { id } });
    assert.equal((await remove()).error.errorCode, 'SECOND_FACTOR_STALE');
    const confirm = (credential: string, client = someone.client) =>
      client.call('POST /api/passkeys/confirmation', { body: { credential } });

    const other = await server.session(someone.id);
    const elsewhere = await question(other, CONFIRM);
    assert.equal((await confirm(someone.device.get(elsewhere))).status, 400, 'another session’s');
    const signing = await question(server.anonymous, SIGN_IN);
    assert.equal((await confirm(someone.device.get(signing))).status, 400, 'a sign-in’s');
    const stranger = await withOne();
    const asked = await question(someone.client, CONFIRM);
    assert.equal((await confirm(stranger.device.get(asked))).status, 400, 'another person’s');
    assert.equal(asked.allowCredentials.length, 1);
    assert.equal((await me(someone.client)).stepUpUntil, null);

    const credential = someone.device.get(asked);
    const shown = await confirm(credential);
    assert.ok(Date.parse(shown.body.stepUpUntil) > Date.now() + 290_000, shown.text);
    await stale(someone.id);
    assert.equal((await confirm(credential)).status, 400, 'once');
    // four wrong ones came before this session's own: a fifth and a sixth end it, as codes do
    for (let nth = 0; nth < 2; nth++) await confirm(credential);
    assert.equal((await someone.client.call('GET /api/users/me')).status, 401);
  });

  const attacks: [
    what: string,
    run: (made: Awaited<ReturnType<typeof withOne>>) => Promise<string>,
  ][] = [
    [
      'an answer for another origin',
      async ({ device }) => device.get(await question(server.anonymous, SIGN_IN), { origin: EVIL }),
    ],
    [
      'an answer for another name',
      async ({ device }) =>
        device.get(await question(server.anonymous, SIGN_IN), { rpId: 'evil.test' }),
    ],
    [
      'a device that has not made sure of its person',
      async ({ device }) =>
        device.get(await question(server.anonymous, SIGN_IN), { unverified: true }),
    ],
    [
      'a question that nobody asked',
      async ({ device }) =>
        device.get(await question(server.anonymous, SIGN_IN), {
          challenge: Buffer.alloc(54, 7).toString('base64url'),
        }),
    ],
    [
      'a question that was changed so that it lasts',
      async ({ device }) => {
        const asked = await question(server.anonymous, SIGN_IN);
        const bytes = Buffer.from(asked.challenge, 'base64url');
        bytes[21]! ^= 0x80;
        return device.get(asked, { challenge: bytes.toString('base64url') });
      },
    ],
    [
      'a question for somebody signed in',
      async ({ device, client }) => device.get(await question(client, CONFIRM)),
    ],
    [
      'another person’s handle',
      async ({ device }) =>
        device.get(await question(server.anonymous, SIGN_IN), {
          userHandle: Buffer.alloc(16, 1).toString('base64url'),
        }),
    ],
    [
      'the answer to a registration',
      async ({ device }) =>
        device.get(await question(server.anonymous, SIGN_IN), { type: 'webauthn.create' }),
    ],
    [
      'a forged signature',
      async ({ device }) => {
        const asked = await question(server.anonymous, SIGN_IN);
        const forged = JSON.parse(authenticator().get(asked)) as { id: string; rawId: string };
        forged.id = forged.rawId = device.id.toString('base64url');
        return JSON.stringify(forged);
      },
    ],
    [
      'an unknown passkey',
      async () => authenticator().get(await question(server.anonymous, SIGN_IN)),
    ],
    ['no JSON at all', async () => '{"id"'],
  ];
  for (const [what, run] of attacks)
    test(`SB-07 refused at the sign-in: ${what}`, async () => {
      const made = await withOne();
      const refused = await signIn(await run(made));
      assert.equal(refused.status, 401, refused.text);
      const good = made.device.get(await question(server.anonymous, SIGN_IN));
      assert.equal((await signIn(good)).status, 200, 'the right one still does');
    });

  test('SB-07 an answer counts once, ten minutes long; of many at once one wins', async () => {
    const { device } = await withOne();
    const credential = device.get(await question(server.anonymous, SIGN_IN));
    const replies = await Promise.all(Array.from({ length: 6 }, () => signIn(credential)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401, 401, 401, 401]);
    const asked = await question(server.anonymous, SIGN_IN);
    now += 11 * 60_000;
    assert.equal((await signIn(device.get(asked))).status, 401);
  });

  test('SB-07 a registration is taken from the session that began it, once, from this address, of a device that makes sure', async () => {
    const someone = await withOne();
    const other = await server.session(someone.id);
    await server.pool.query('update sessions set second_factor_date = now() where user_id = $1', [
      someone.id,
    ]);
    const keep = (credential: string) =>
      someone.client.call('POST /api/passkeys', { body: { name: 'Key', credential } });
    const refused = async (credential: string, why: string) =>
      assert.deepEqual((await keep(credential)).error.errors[0]?.field, 'credential', why);
    await refused(authenticator().create(await ask(other)), 'another session');
    const asked = await ask(someone.client);
    await refused(authenticator().create(asked, { origin: EVIL }), 'another origin');
    await refused(authenticator().create(asked, { unverified: true }), 'nobody was made sure of');
    await refused(someone.device.create(asked), 'known already');
    assert.equal((await keep(authenticator().create(asked))).status, 200);
    await refused(authenticator().create(asked), 'answered already');
  });

  test('SB-07 a count that goes back tells of a copy: it opens nothing any more, and its person is told', async () => {
    const someone = await withOne();
    const use = async (counter: number) =>
      signIn(someone.device.get(await question(server.anonymous, SIGN_IN), { counter }));
    assert.equal((await use(5)).status, 200);
    assert.equal((await use(5)).status, 401);
    assert.equal((await use(9)).status, 401, 'nor does the one that was copied');
    assert.equal((await mine(someone.client))[0]!.copied, true);
    assert.equal((await login(someone.email)).error.errorCode, 'SECOND_FACTOR_REQUIRED');
    const told = (await mailsOf(server, someone.email)).map(({ subject }) => subject);
    assert.deepEqual(told, [
      'A passkey was added',
      'A passkey of yours is closed: there is a copy of it',
    ]);
  });

  test('SB-07 renamed and removed by whose it is; a removed one opens nothing', async () => {
    const someone = await withOne();
    const stranger = await withOne();
    const params = { id: someone.passkey.id };
    const rename = (client: Client, name: string) =>
      client.call('PUT /api/passkeys/{id}', { params, body: { name } });
    assert.equal((await rename(stranger.client, 'Mine')).status, 404);
    assert.equal((await rename(someone.client, '')).status, 400);
    assert.equal((await rename(someone.client, 'Old phone')).body.name, 'Old phone');
    const remove = (client: Client) => client.call('DELETE /api/passkeys/{id}', { params });
    assert.equal((await remove(stranger.client)).status, 404);
    const credential = someone.device.get(await question(server.anonymous, SIGN_IN));
    assert.equal((await remove(someone.client)).status, 200);
    assert.equal((await signIn(credential)).status, 401);
    const state = await me(someone.client);
    assert.deepEqual([state.on, state.recoveryCodesLeft], [false, 0], 'the codes went with it');
    assert.equal((await login(someone.email)).status, 200);
  });

  test('SB-07 app and passkey: each is one, either is taken, and the codes stay while one is left', async () => {
    const someone = await withOne();
    await stale(someone.id);
    const path = '/api/users/me/second-factor';
    const body = { password: DEMO_PASSWORD };
    const begun = await someone.client.call(`POST ${path}`, { body });
    assert.equal(begun.error.errorCode, 'SECOND_FACTOR_STALE', 'no password adds a key beside it');
    const credential = someone.device.get(await question(someone.client, CONFIRM));
    await someone.client.call('POST /api/passkeys/confirmation', { body: { credential } });
    const { uri } = (await someone.client.call(`POST ${path}`, { body })).body;
    const totp = URI.parse(uri) as TOTP;
    const code = () => totp.generate({ timestamp: (now += 30_000) });
    await someone.client.call(`POST ${path}/confirm`, { body: { code: code() } });
    const both = await login(someone.email);
    assert.deepEqual(
      both.error.errors.map(({ field }) => field),
      ['passkey', 'code'],
    );
    assert.equal((await login(someone.email, { code: code() })).status, 200);
    const off = await someone.client.call(`DELETE ${path}`, { body: { ...body, code: code() } });
    assert.equal(off.status, 200, off.text);
    const state = await me(someone.client);
    assert.deepEqual([state.on, state.app, state.recoveryCodesLeft], [true, false, 10]);
  });

  test('SB-07 who is blocked or gone signs in by no passkey', async () => {
    const { id, device } = await withOne();
    for (const status of ['BLOCKED', 'BLOCKED_SELF', 'DEACTIVATED']) {
      await server.pool.query('update users set status = $2 where id = $1', [id, status]);
      const credential = device.get(await question(server.anonymous, SIGN_IN));
      assert.equal((await signIn(credential)).status, 401, status);
    }
  });

  test('SB-07 thirty wrong ones from one address are enough', async () => {
    const tries = Array.from({ length: 31 }, () =>
      server.anonymous.call('POST /api/passkeys/sign-in', {
        body: { credential: '{}' },
        from: '198.51.100.77',
      }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    assert.ok(statuses.includes(429));
  });
});

describe('passkeys where staff must have a second factor', () => {
  let server: TestServer;
  let passwordHash: string;
  before(async () => {
    server = await testServer({ settings: { STAFF_SECOND_FACTOR: 'required' } });
    passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 8, timeCost: 1 });
  });
  after(() => server.close());

  test('SB-02, SB-07 a passkey is one, and the last can not be removed', async () => {
    const { id } = await insertUser(server.pool, { passwordHash });
    const staff = await server.session(id);
    assert.equal(
      (await staff.call('GET /api/transactions')).error.errorCode,
      'SECOND_FACTOR_MISSING',
    );
    const { passkey } = await withPasskey(staff, DEMO_PASSWORD);
    assert.equal((await staff.call('GET /api/transactions')).status, 200);
    const remove = () => staff.call('DELETE /api/passkeys/{id}', { params: { id: passkey.id } });
    assert.match((await remove()).text, /your only second factor/);
    await withPasskey(staff, DEMO_PASSWORD, 'Another');
    assert.equal((await remove()).status, 200);
  });

  test('SB-02, SB-07 of app and passkey that are taken away at the same moment one stays', async () => {
    const { id } = await insertUser(server.pool, { passwordHash });
    const staff = await server.session(id);
    const { passkey } = await withPasskey(staff, DEMO_PASSWORD);
    const path = '/api/users/me/second-factor';
    const password = DEMO_PASSWORD;
    const begun = await staff.call(`POST ${path}`, { body: { password } });
    const totp = URI.parse(begun.body.uri) as TOTP;
    const timestamp = Date.now();
    // each code is of a step of its own, and the one before counts too
    const earlier = totp.generate({ timestamp: timestamp - 30_000 });
    const on = await staff.call(`POST ${path}/confirm`, { body: { code: earlier } });
    assert.equal(on.status, 200, on.text);
    const code = totp.generate({ timestamp });
    const gone = await atOnce(server, () => [
      staff.call(`DELETE ${path}`, { body: { password, code } }).then(({ status }) => status),
      staff
        .call('DELETE /api/passkeys/{id}', { params: { id: passkey.id } })
        .then(({ status }) => status),
    ]);
    assert.deepEqual(gone.toSorted(), [200, 400]);
    const { app, passkeys } = await me(staff);
    assert.equal(Number(app) + passkeys, 1);
  });
});

describe('passkeys and the public address', () => {
  for (const [address, origin] of [
    ['https://desk.firm.test', 'https://desk.firm.test'],
    ['https://desk.firm.test:8443/console', 'https://desk.firm.test:8443'],
    ['http://127.0.0.1:3000', 'http://localhost:3000'],
    ['http://[::1]:3000', 'http://localhost:3000'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://desk.firm.test', null],
    ['https://198.51.100.7', null],
  ] as const)
    test(`SB-07 ${address}: ${origin ?? 'none'}`, async () => {
      const { partyOf } = await import('../../platform/auth/passkeys/challenges.ts');
      assert.equal(partyOf({ publicUrl: () => address })?.origin ?? null, origin);
    });
});
