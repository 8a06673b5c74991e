import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Key } from '@paydesk/contract/index.ts';
import { URI, type TOTP } from 'otpauth';
import { tasksOf } from './resources.ts';
import { DEMO_PASSWORD } from './seed/seed.ts';
import type { UserRow } from './seed/tables.ts';
import { waiting } from './testing/at-once.ts';
import { somebody } from './testing/changes.ts';
import { aConnection, insertConnection, turnedOn } from './testing/identities.ts';
import { namedKey } from './testing/machines.ts';
import { mailsOf } from './testing/mails.ts';
import { act, read, remove, setRole } from './testing/people.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

const CONFIRM = 'POST /api/email-changes/confirm';
const STOP = 'POST /api/email-changes/stop';
const FACTOR = '/api/users/me/second-factor';
const NEW = 'violet kettle sails north';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

const provision = async (by: Client, { params }: { params: { id: string } }) =>
  (await by.call('POST /api/sso/connections/{id}/actions/provision', { params })).body.token;

const status = async (client: Client) => (await client.call('GET /api/users/me')).status;
const me = async (client: Client) => (await client.call('GET /api/users/me')).body;

const showPassword = (client: Client, password = DEMO_PASSWORD) =>
  client.call('POST /api/users/me/password/confirm', { body: { password } });
const sha = (text: string) => createHash('sha256').update(text).digest();
const invitation = ({ link }: { link: string }) => new URL(link).searchParams.get('invitation')!;

const rotate = (by: Client, { id }: { id: string }) =>
  by.call('POST /api/provider-keys/{id}/actions/rotate', { params: { id } });

/** What a session that was stolen can do to an account, and what its owner hears of it. */
describe('taking an account over', () => {
  let server: TestServer;
  let amber: string;
  let addresses = 0;
  let codes = Date.now();
  before(async () => {
    server = await testServer({ now: () => new Date(codes) });
    amber = await server.merchantId('Amber & Oak');
  });
  after(() => server.close());

  const unique = () => `person${++addresses}@take.test`;
  async function person(given: Partial<UserRow> = {}) {
    const email = given.email ?? unique();
    const client = await somebody(server, { userRole: 'MERCHANT_ADMIN', ...given, email });
    return { client, id: client.userId!, email };
  }
  const login = (username: string, password = DEMO_PASSWORD, more: object = {}) =>
    server.anonymous.call('POST /api/login', {
      body: { username, password, ...more },
      from: `198.51.100.${++addresses % 250}`,
    });
  const fields = { firstName: 'Liene', lastName: 'Kalna', phoneNumber: '+371 2000 0000' };
  const changeEmail = (client: Client, id: string, email: string) =>
    client.call('PUT /api/user-merchant/employees', { body: { ...fields, id, email } });
  const byLink = async (key: typeof CONFIRM | typeof STOP, token: string) =>
    (
      await server.anonymous.call(key, {
        body: { token },
        // so many from one address are refused
        from: `198.51.100.${++addresses % 250}`,
      })
    ).body;
  const mails = (to: string) => mailsOf(server, to);
  const subjects = async (to: string) => (await mails(to)).map(({ subject }) => subject);
  const tokenOf = async (to: string, name: 'confirm' | 'stop') =>
    (await mails(to)).map(({ link }) => new URL(link).searchParams.get(name)).findLast(Boolean)!;
  const deliver = async () => {
    await tasksOf(server.services)
      .find(({ name }) => name === 'deliver-outbox')!
      .run();
  };
  /** By the link that was mailed last. */
  const resetAt = async (to: string, newPassword: string) => {
    const links = (await mails(to)).map(({ link }) => new URL(link).searchParams.get('reset'));
    const body = { token: links.findLast(Boolean)!, newPassword };
    return (await server.anonymous.call('POST /api/passwords/reset', { body })).body;
  };
  const recover = async (email: string) => {
    await server.anonymous.call('POST /api/passwords/recover', { body: { email } });
    await deliver();
  };
  const stored = (id: string) =>
    server.one<{ email: string; status: string }>('select email, status from users where id = $1', [
      id,
    ]);
  /** The change as it stands for the person: mailed, and nothing done yet. */
  async function asked(given: Partial<UserRow> = {}) {
    const one = await person(given);
    const next = unique();
    assert.equal((await showPassword(one.client)).status, 200);
    const reply = await changeEmail(one.client, one.id, next);
    assert.equal(reply.status, 200, reply.text);
    return {
      ...one,
      next,
      confirm: await tokenOf(next, 'confirm'),
      stop: await tokenOf(one.email, 'stop'),
    };
  }

  test('SB-07 a stolen session of who has a second factor invites no administrator, and does nothing else that is sensitive', async () => {
    const { client, id } = await person();
    const { body } = await client.call(`POST ${FACTOR}`, { body: { password: DEMO_PASSWORD } });
    const app = URI.parse(body.uri) as TOTP;
    await client.call(`POST ${FACTOR}/confirm`, {
      body: { code: app.generate({ timestamp: codes }) },
    });
    // five minutes later, in somebody else's hands
    await server.pool.query(
      `update sessions set second_factor_date = now() - interval '6 minutes' where user_id = $1`,
      [id],
    );
    const colleague = await person({ userRole: 'MERCHANT_OPERATOR' });
    const url = 'https://thief.test/';
    const invited = unique();
    const tries: [Key, object][] = [
      [
        'POST /api/user-merchant/employees',
        { body: { ...fields, email: invited, userRole: 'MERCHANT_ADMIN', merchantId: amber } },
      ],
      [
        'PUT /api/user-merchant/employees',
        { body: { ...fields, id: colleague.id, email: unique() } },
      ],
      [
        'PUT /api/user-merchant/employees/role',
        { body: { id: colleague.id, userRole: 'MERCHANT_ADMIN' } },
      ],
      ['POST /api/users/{id}/actions/block', { params: { id: colleague.id } }],
      ['GET /api/user-merchant/api-key', {}],
      ['POST /api/user-merchant/api-key', {}],
      [
        'PUT /api/user-merchant/payment-notification-callback',
        { body: { purchaseNotificationUrl: url } },
      ],
      [
        'POST /api/user-merchant/payment-notification-callback',
        { body: { purchaseNotificationUrl: url } },
      ],
      [
        'PUT /api/user-merchant/order-verification-callback',
        { body: { orderVerificationUrl: url } },
      ],
    ];
    for (const [key, options] of tries) {
      const reply = await client.call(key, options);
      assert.equal(reply.status, 403, key);
      assert.equal(
        (reply as { error: { errorCode: string } }).error.errorCode,
        'SECOND_FACTOR_STALE',
        key,
      );
    }
    assert.deepEqual(await mails(invited), []);
    const known = await server.all('select 1 from users where email = $1', [invited]);
    assert.deepEqual(known, []);
    codes += 30_000;
    await client.call(`POST ${FACTOR}/renew`, {
      body: { code: app.generate({ timestamp: codes }) },
    });
    const [key, options] = tries[0]!;
    assert.equal((await client.call(key, options)).status, 200, 'with a code it is done');
    // whoever has the factor is asked for no password besides
    assert.equal((await changeEmail(client, colleague.id, unique())).status, 200);
  });

  test('AM-120 a session alone changes no address, neither the own nor a colleague’s, nor by staff; guesses at the password end it', async () => {
    const victim = await person();
    const thief = await server.session(victim.id);
    const colleague = await person({ userRole: 'MERCHANT_OPERATOR' });
    const mailbox = unique();
    const staff = await somebody(server, { userRole: 'BACKOFFICE_ADMIN', merchantId: null });
    for (const [client, id] of [
      [thief, victim.id],
      [thief, colleague.id],
      [staff, victim.id],
    ] as const) {
      const reply = await changeEmail(client, id, mailbox);
      assert.equal(reply.status, 403);
      assert.equal(reply.error.errorCode, 'PASSWORD_STALE');
    }
    await recover(mailbox);
    assert.deepEqual(await mails(mailbox), []);
    assert.deepEqual(await subjects(victim.email), []);
    assert.equal((await read(thief, victim.id)).body.pendingEmail, null);
    // what is no address needs no password
    assert.equal((await changeEmail(thief, victim.id, victim.email)).status, 200);
    for (let nth = 0; nth < 6; nth++)
      assert.equal((await showPassword(thief, `guess ${nth}`)).status, 400);
    assert.equal(await status(thief), 401);
    assert.equal(await status(victim.client), 200);
    assert.equal((await changeEmail(victim.client, victim.id, mailbox)).status, 403);
    // a password shown six minutes ago is none
    assert.equal((await showPassword(victim.client)).status, 200);
    await server.pool.query(
      `update sessions set password_date = now() - interval '301 seconds' where user_id = $1`,
      [victim.id],
    );
    assert.equal((await changeEmail(victim.client, victim.id, mailbox)).status, 403);
  });

  test('AM-120 it counts once the new address has confirmed it; until then the old one stands, is told, and can stop it', async () => {
    const { client, id, email, next, confirm, stop } = await asked();
    for (const one of [await me(client), (await read(client, id)).body])
      assert.deepEqual([one.email, one.pendingEmail], [email, next]);
    assert.deepEqual(await subjects(next), ['Confirm your new email address for Paydesk']);
    assert.deepEqual(await subjects(email), ['Your email address for Paydesk is to be changed']);
    const [told] = await mails(email);
    assert.ok(told!.text.includes(next) && told!.text.includes('127.0.0.1'));
    assert.match(told!.link, /^http:\/\/127\.0\.0\.1:3000\/email-change\?stop=[\w-]{43}$/);
    // neither signs in nor recovers yet
    assert.equal((await login(next)).status, 401);
    await recover(next);
    assert.equal((await mails(next)).length, 1);
    // kept as their hashes alone, each for its purpose
    const hashes = await server.one<{ confirm: Buffer; stop: Buffer; text: string }>(
      `select confirm_hash as confirm, stop_hash as stop, c::text as text from email_changes c where user_id = $1`,
      [id],
    );
    assert.deepEqual([hashes.confirm, hashes.stop], [sha(confirm), sha(stop)]);
    assert.ok(!hashes.text.includes(confirm) && !hashes.text.includes(stop));
    for (const [key, wrong] of [
      [CONFIRM, stop],
      [STOP, confirm],
      [CONFIRM, 'x'],
    ] as const)
      assert.deepEqual(await byLink(key, wrong), { outcome: 'VOID', email: null });
    assert.equal(
      (
        await server.anonymous.call('POST /api/passwords/reset', {
          body: { token: confirm, newPassword: NEW },
        })
      ).body,
      false,
    );

    assert.deepEqual(await byLink(STOP, stop), { outcome: 'DONE', email });
    assert.equal(await status(client), 401, 'whoever asked sits in it no more');
    assert.deepEqual(await byLink(CONFIRM, confirm), { outcome: 'VOID', email: null });
    assert.deepEqual(await byLink(STOP, stop), { outcome: 'USED', email: null });
    assert.equal((await stored(id)).email, email);
    assert.equal((await login(email)).status, 200);
  });

  test('AM-120 confirmed by one of many at once; the old address takes it back within its link’s time, past any further change', async () => {
    const { id, email, client, next, confirm, stop } = await asked();
    const answers = await Promise.all(Array.from({ length: 20 }, () => byLink(CONFIRM, confirm)));
    assert.deepEqual(answers.map(({ outcome }) => outcome).sort(), [
      'DONE',
      ...Array.from({ length: 19 }, () => 'USED'),
    ]);
    assert.equal((await stored(id)).email, next);
    assert.deepEqual([(await me(client)).email, (await me(client)).pendingEmail], [next, null]);
    assert.equal((await login(email)).status, 401);
    assert.equal((await login(next)).status, 200);
    assert.equal((await subjects(email)).at(-1), 'Your email address for Paydesk was changed');

    // the thief goes on to a third mailbox, asks for a password there, and gives the old address away
    const third = unique();
    assert.equal((await changeEmail(client, id, third)).status, 200);
    assert.equal((await byLink(CONFIRM, await tokenOf(third, 'confirm'))).outcome, 'DONE');
    await recover(third);
    const reset = new URL((await mails(third)).at(-1)!.link).searchParams.get('reset')!;
    const admin = await server.as('admin@paydesk.test');
    const body = { ...fields, email, userRole: 'MERCHANT_OPERATOR', merchantId: amber };
    const given = await admin.call('POST /api/user-merchant/employees', { body });
    assert.deepEqual(given.error.errors, [
      { field: 'email', message: 'This email address is in use already' },
    ]);

    assert.deepEqual(await byLink(STOP, stop), { outcome: 'DONE', email });
    assert.equal((await stored(id)).email, email);
    assert.equal(await status(client), 401);
    const key = 'POST /api/passwords/reset';
    assert.equal(
      (await server.anonymous.call(key, { body: { token: reset, newPassword: NEW } })).body,
      false,
    );
    // the mailboxes in between take nothing back
    assert.equal((await byLink(STOP, await tokenOf(next, 'stop'))).outcome, 'VOID');
    assert.equal((await stored(id)).email, email);
    const actions = await server.all<{ action: string }>(
      `select action from audit_logs where entity_id = $1 and action like '%EMAIL%' order by created_date, id`,
      [id],
    );
    assert.deepEqual(
      actions.map(({ action }) => action),
      [
        'ASK_EMAIL_CHANGE',
        'CONFIRM_EMAIL',
        'ASK_EMAIL_CHANGE',
        'CONFIRM_EMAIL',
        'STOP_EMAIL_CHANGE',
      ],
    );
  });

  test('AM-120 a password that was reset by the new address opens nothing once the old one has stopped the change', async () => {
    const { email, next, confirm, stop } = await asked();
    await byLink(CONFIRM, confirm);
    await recover(next);
    assert.equal(await resetAt(next, NEW), true);
    assert.equal((await login(next, NEW)).status, 200);
    assert.deepEqual(await byLink(STOP, stop), { outcome: 'DONE', email });
    assert.equal((await login(email, NEW)).status, 401);
    assert.equal((await subjects(email)).at(-1), 'Choose a new password for Paydesk');
    await recover(email);
    assert.equal(await resetAt(email, 'brisk pebble under lamplight'), true);
    assert.equal((await login(email, 'brisk pebble under lamplight')).status, 200);
  });

  test('AM-120, SB-09 what was added to sign in with since a change was first asked for goes as it is stopped, what was there stays, and the old address reads it', async () => {
    const { client, id, email } = await asked();
    const addKey = (name: string, age: string) =>
      server.pool.query(
        `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, synced, created_date)
         values (gen_random_uuid(), $1, uuid_send(gen_random_uuid()), '', 0, '{}', $2, false, now() - $3::interval)`,
        [id, name, age],
      );
    await addKey('Own laptop', '1 day');
    await addKey('Thief’s key', '0');
    // who asks again has shown a factor, as who has just added one can
    await server.pool.query('update sessions set second_factor_date = now() where user_id = $1', [
      id,
    ]);
    // what was asked for first is given up for another: what was added between the two is no less somebody's
    assert.equal((await changeEmail(client, id, unique())).status, 200);
    await server.pool.query(
      `insert into second_factors (user_id, secret, created_date, confirmed_date) values ($1, '', now(), now())`,
      [id],
    );
    await server.pool.query(
      `insert into recovery_codes (user_id, code_hash) values ($1, uuid_send(gen_random_uuid()))`,
      [id],
    );
    await server.pool.query(
      `insert into audit_logs (id, created_date, user_id, action, entity_type, entity_id, result, details)
       values (gen_random_uuid(), now(), $1, 'RENEW_RECOVERY_CODES', 'USER', $1, 'SUCCESS', '{}')`,
      [id],
    );
    const stop = await tokenOf(email, 'stop');
    assert.deepEqual(await byLink(STOP, stop), { outcome: 'DONE', email });
    const left = await server.all('select name from passkeys where user_id = $1', [id]);
    assert.deepEqual(left, [{ name: 'Own laptop' }]);
    for (const table of ['second_factors', 'recovery_codes'])
      assert.deepEqual(await server.all(`select from ${table} where user_id = $1`, [id]), []);
    const removed = ['the passkey “Thief’s key”', 'an authenticator app', 'recovery codes'];
    const mail = (await mails(email)).at(-1)!;
    assert.equal(mail.subject, 'What was added to your Paydesk account is removed');
    assert.ok(mail.text.replaceAll(/\s+/g, ' ').includes(removed.join(', ')), mail.text);
    const row = await server.one<{ details: { removed: string[] } }>(
      `select details from audit_logs where entity_id = $1 and action = 'STOP_EMAIL_CHANGE'`,
      [id],
    );
    assert.deepEqual(row.details.removed, removed);
  });

  test('AM-120, SB-33 keys and certificates that the account made since a change was asked for open nothing once it is stopped, others go on, and the old address reads which', async () => {
    const earlier = await namedKey(server, amber);
    const { client, id, email, stop } = await asked();
    await server.pool.query(
      `update sessions set second_factor_date = now(), password_date = now() where user_id = $1`,
      [id],
    );
    const of = (key: string) => server.client(key, id);
    const reads = async (key: string) =>
      (await of(key).call('GET /api/merchant-api/orders')).status;
    const body = { name: 'Thief’s', readsOrders: true };
    const named = await client.call('POST /api/user-merchant/api-keys', { body });
    assert.equal(named.status, 200, named.text);
    const one = await client.call('POST /api/user-merchant/api-key');
    assert.equal(one.status, 200, one.text);
    const certificate = await client.call('POST /api/user-merchant/certificate');
    assert.equal(certificate.status, 200, certificate.text);
    const keys = [named.body.key!, one.body.key!];
    for (const key of keys) assert.notEqual(await reads(key), 401);
    assert.deepEqual(await byLink(STOP, stop), { outcome: 'DONE', email });
    for (const key of keys) assert.equal(await reads(key), 401);
    assert.notEqual(await reads(earlier.key), 401);
    const removed = [
      'the API key “Thief’s”',
      `the API key …${one.body.key!.slice(-4)}`,
      `the certificate ${certificate.body.name}`,
    ];
    const mail = (await mails(email)).find(({ subject }) => subject.endsWith('is removed'))!;
    assert.ok(mail.text.replaceAll(/\s+/g, ' ').includes(removed.join(', ')), mail.text);
    const rows = await server.all<{ action: string; entity_id: string; after: string }>(
      `select action, entity_id, details #>> '{changes,status,after}' as after from audit_logs
       where user_id = $1 and action ~ '^(REVOKE|DISABLE)_' order by action desc, entity_id`,
      [id],
    );
    assert.deepEqual(
      rows.map(({ action, after }) => `${action} ${after}`),
      ['REVOKE_API_KEY REVOKED', 'REVOKE_API_KEY REVOKED', 'DISABLE_CERTIFICATE DISABLED'],
    );
    assert.equal(rows[0]!.entity_id, named.body.id);
    assert.equal(rows[2]!.entity_id, certificate.body.id);
  });

  const invite = async (by: Client, lastName: string, userRole = 'MERCHANT_ADMIN') => {
    const body = {
      ...fields,
      email: unique(),
      firstName: 'Ben',
      lastName,
      userRole,
      merchantId: amber,
    };
    const made = await by.call('POST /api/user-merchant/employees', { body: body as never });
    assert.equal(made.status, 200, made.text);
    return { id: made.body.id, email: body.email };
  };

  test('AM-120, SB-23 whom the account has invited since a change was asked for comes in no more once it is stopped, nor whom those have; an administrator lets them in again', async () => {
    const { client, id, email, stop } = await asked();
    await server.pool.query(
      `update sessions set second_factor_date = now(), password_date = now() where user_id = $1`,
      [id],
    );
    const owner = await server.as('owner@amber.test');
    const others = await invite(owner, 'Others');
    const open = await invite(client, 'Open');
    const active = await invite(client, 'Active');
    await server.pool.query(`update users set status = 'ACTIVATED' where id = $1`, [active.id]);
    const second = await server.session(active.id);
    await server.pool.query(
      `update sessions set second_factor_date = now(), password_date = now() where user_id = $1`,
      [active.id],
    );
    const below = await invite(second, 'Below');
    const key = await second.call('POST /api/user-merchant/api-keys', {
      body: { name: 'Second thief’s', readsOrders: true },
    });
    assert.equal(key.status, 200, key.text);

    assert.deepEqual(await byLink(STOP, stop), { outcome: 'DONE', email });
    const statuses = async () =>
      Promise.all([others, open, active, below].map(async (one) => (await stored(one.id)).status));
    assert.deepEqual(await statuses(), [
      'NOT_ACTIVATED',
      'NOT_ACTIVATED',
      'BLOCKED',
      'NOT_ACTIVATED',
    ]);
    const links = async (whose: string) =>
      (
        await server.all(
          `select from tokens where user_id = $1 and purpose = 'INVITATION'
             and used_date is null and expires_date > now()`,
          [whose],
        )
      ).length;
    assert.deepEqual(
      await Promise.all([others, open, below].map((one) => links(one.id))),
      [1, 0, 0],
    );
    assert.equal((await second.call('GET /api/users/me')).status, 401);
    const machine = server.client(key.body.key!, active.id);
    assert.equal((await machine.call('GET /api/merchant-api/orders')).status, 401);
    const removed = [
      `the invitation of Ben Open (${open.email})`,
      `the account of Ben Active (${active.email})`,
      'the API key “Second thief’s”',
      `the invitation of Ben Below (${below.email})`,
    ];
    const mail = (await mails(email)).find(({ subject }) => subject.endsWith('is removed'))!;
    const text = mail.text.replaceAll(/\s+/g, ' ');
    for (const one of removed) assert.ok(text.includes(one), text);
    assert.match(text, /an administrator invites again, or activates/);
    const rows = await server.all<{ line: string }>(
      `select action || ' ' || entity_id as line from audit_logs
       where user_id = $1 and action in ('BLOCK', 'WITHDRAW_INVITATION', 'REVOKE_API_KEY') order by 1`,
      [id],
    );
    assert.deepEqual(
      rows.map(({ line }) => line),
      [
        `BLOCK ${active.id}`,
        `REVOKE_API_KEY ${key.body.id}`,
        ...[open, below].map((one) => `WITHDRAW_INVITATION ${one.id}`).toSorted(),
      ],
    );

    await owner.call('POST /api/users/me/password/confirm', {
      body: { password: 'quiet harbour lantern 42' },
    });
    for (const [one, action] of [
      [active, 'activate'],
      [open, 'resendInvitation'],
    ] as const) {
      const params = { id: one.id };
      const again = await owner.call(`POST /api/users/{id}/actions/${action}`, { params });
      assert.equal(again.status, 200, again.text);
    }
    assert.equal(await links(open.id), 1);
    assert.equal((await stored(active.id)).status, 'ACTIVATED');
  });

  test('AM-120, SB-07, SB-23 of what the account opened since, single sign-on is off, its provider’s token opens nothing, and neither does who came by it or by an invitation that was sent elsewhere', async () => {
    const { client, id, email, stop } = await asked();
    const owner = await server.as('owner@amber.test');
    const freshly = (whose: string) =>
      server.pool.query(
        `update sessions set second_factor_date = now(), password_date = now() where user_id = $1`,
        [whose],
      );
    await freshly(id);
    await freshly(owner.userId!);
    const connect = async (by: Client, domain: string) => {
      const body = aConnection('https://id.test', domain, { name: domain });
      const made = await insertConnection(server, by, body);
      await turnedOn(server, made);
      return { ...made, params: { id: made.id } };
    };
    const joins = (token: string, userName: string) =>
      server.app.inject({
        method: 'POST',
        url: '/scim/v2/Users',
        remoteAddress: `198.51.100.${++addresses % 250}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        payload: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName },
      });
    // a colleague’s, of which the account takes the provider’s token; one of its own; one that it did not touch
    const theirs = await connect(owner, 'colleagues.test');
    const first = (await joins(await provision(owner, theirs), 'early@colleagues.test')).json();
    const own = await connect(client, 'thief.test');
    const untouched = await connect(owner, 'others.test');
    const taken = await provision(client, theirs);
    const late = (await joins(taken, 'late@colleagues.test')).json();
    const thief = (await joins(await provision(client, own), 'ann@thief.test')).json();
    const session = await server.session(thief.id);
    assert.equal((await session.call('GET /api/users/me')).status, 200);
    // whom others have invited, the invitation sent to a mailbox of the account’s choice
    const invited = await invite(owner, 'Elsewhere');
    const elsewhere = unique();
    const { status: sent } = await changeEmail(client, invited.id, elsewhere);
    assert.equal(sent, 200);
    const token = invitation((await mails(elsewhere)).at(-1)!);
    await server.anonymous.call('POST /api/passwords', { body: { token, newPassword: NEW } });
    assert.equal((await login(elsewhere, NEW)).status, 200);

    assert.deepEqual(await byLink(STOP, stop), { outcome: 'DONE', email });
    const on = await server.all<{ id: string; is_on: boolean }>(
      'select id, is_on from sso_connections where id = any($1)',
      [[theirs.id, own.id, untouched.id]],
    );
    const isOn = new Map(on.map((one) => [one.id, one.is_on]));
    assert.deepEqual(
      [theirs, own, untouched].map((one) => isOn.get(one.id)),
      [true, false, true],
    );
    assert.equal((await joins(taken, 'last@colleagues.test')).statusCode, 401);
    assert.equal((await session.call('GET /api/users/me')).status, 401);
    assert.equal((await login(elsewhere, NEW)).status, 401);
    assert.deepEqual(
      await Promise.all(
        [first, late, thief, invited].map(async (one) => (await stored(one.id)).status),
      ),
      ['ACTIVATED', 'BLOCKED', 'BLOCKED', 'BLOCKED'],
    );
    const mail = (await mails(email)).find(({ subject }) => subject.endsWith('is removed'))!;
    const text = mail.text.replaceAll(/\s+/g, ' ');
    for (const one of [
      `the single sign-on “${own.name}”`,
      `the access by SCIM to “${theirs.name}”`,
      '(ann@thief.test)',
      `(${elsewhere})`,
    ])
      assert.ok(text.includes(one), `${one}: ${text}`);
  });

  test('AM-120, SB-23 whom the account has activated or given more rights since is blocked, unless somebody else has said so after it; administrators read what it did', async () => {
    const { client, id, email, stop } = await asked();
    await server.pool.query(
      `update sessions set second_factor_date = now(), password_date = now() where user_id = $1`,
      [id],
    );
    const owner = await server.as('owner@amber.test');
    const operator = { userRole: 'MERCHANT_OPERATOR' } as const;
    const raised = (await person(operator)).id;
    const lowered = (await person({})).id;
    const again = (await person({ status: 'BLOCKED' })).id;
    const agreed = (await person({ status: 'BLOCKED' })).id;
    const untouched = (await person(operator)).id;
    const [given, taken] = [(await person(operator)).id, (await person({})).id];
    assert.equal((await setRole(client, raised, 'MERCHANT_ADMIN')).status, 200);
    assert.equal((await setRole(client, lowered, 'MERCHANT_OPERATOR')).status, 200);
    for (const [whose, userRole] of [
      [given, 'MERCHANT_ADMIN'],
      [taken, 'MERCHANT_OPERATOR'],
    ] as const) {
      const call = { params: { id: whose }, body: { userRole } };
      const set = await client.call('POST /api/users/{id}/actions/set-role', call);
      assert.equal(set.status, 200, set.text);
    }
    for (const whose of [again, agreed])
      assert.equal((await act(client, whose, 'activate')).status, 200);
    // a colleague has looked at one of them
    await act(owner, agreed, 'block');
    await act(owner, agreed, 'activate');
    const session = await server.session(raised);
    assert.equal((await session.call('GET /api/users/me')).status, 200);

    assert.deepEqual(await byLink(STOP, stop), { outcome: 'DONE', email });
    assert.deepEqual(
      await Promise.all(
        [raised, given, again, lowered, taken, agreed, untouched].map(
          async (one) => (await stored(one)).status,
        ),
      ),
      [...Array(3).fill('BLOCKED'), ...Array(4).fill('ACTIVATED')],
    );
    assert.equal((await session.call('GET /api/users/me')).status, 401);
    const subject = /a change of its address was stopped$/;
    for (const [to, link] of [
      ['owner@amber.test', '/merchant/audit-log'],
      ['admin@paydesk.test', '/audit-logs'],
    ] as const) {
      const mail = (await mails(to)).findLast((one) => subject.test(one.subject))!;
      const text = mail.text.replaceAll(/\s+/g, ' ');
      assert.ok(text.includes(email), text);
      assert.ok(text.includes(`(${(await stored(again)).email})`), text);
      assert.match(
        text,
        /activate \(user\) × 2, grant administrator role \(user\), .*change role \(user\) × 2/,
      );
      // not what was taken back of it
      assert.doesNotMatch(text, /block \(user\)/);
      assert.ok(mail.link.endsWith(link));
    }
    const told = async (to: string) =>
      (await mails(to)).filter((one) => subject.test(one.subject)).length;
    for (const to of ['owner@baltic.test', 'operator@amber.test', email])
      assert.equal(await told(to), 0, to);
  });

  test('AM-120 a change is stopped though a provider tells of the person at that moment: what waits in a circle is done anew', async () => {
    const { client, id, email, stop } = await asked();
    const made = await insertConnection(
      server,
      client,
      aConnection('https://id.test', 'circle.test'),
    );
    await turnedOn(server, made);
    const provider = await server.pool.connect();
    try {
      await provider.query('begin');
      await provider.query('select from sso_connections where id = $1 for update', [made.id]);
      const stopped = byLink(STOP, stop);
      await waiting(server, 1);
      await provider.query('select from users where id = $1 for no key update', [id]);
      await provider.query('rollback');
      assert.deepEqual(await stopped, { outcome: 'DONE', email });
    } finally {
      provider.release();
    }
  });

  /** An invitation goes to another address. */
  const send = async (by: Client, one: { id: string }, to: string) => {
    const body = { ...fields, lastName: 'Elsewhere', email: to };
    const reply = await by.call('PUT /api/users/{id}', { params: { id: one.id }, body });
    assert.equal(reply.status, 200, reply.text);
    return to;
  };

  test('AM-120, SB-23 an older invitation that the account has sent to another address meanwhile lets nobody in once the change is stopped, and goes again to whom it was for; one that is only sent again, or set right by somebody else, does', async () => {
    const owner = await server.as('owner@amber.test');
    const [open, active, again, right] = [
      await invite(owner, 'Open'),
      await invite(owner, 'Active'),
      await invite(owner, 'Again'),
      await invite(owner, 'Right'),
    ];
    const { client, id, email, stop } = await asked();
    const fresh = (who: string) =>
      server.pool.query(
        `update sessions set second_factor_date = now(), password_date = now() where user_id = $1`,
        [who],
      );
    await fresh(id);
    await fresh(owner.userId!);
    const lost = await send(client, open, unique());
    const taken = await send(client, active, unique());
    const token = invitation((await mails(taken)).at(-1)!);
    const body = { token, newPassword: NEW };
    assert.equal((await server.anonymous.call('POST /api/passwords', { body })).body, true);
    await send(client, right, unique());
    const corrected = await send(owner, right, unique());
    const params = { id: again.id };
    const resent = await client.call('POST /api/users/{id}/actions/resendInvitation', { params });
    assert.equal(resent.status, 200, resent.text);

    assert.deepEqual(await byLink(STOP, stop), { outcome: 'DONE', email });
    assert.deepEqual(await stored(active.id), { email: taken, status: 'BLOCKED' });
    assert.equal((await login(taken, NEW)).status, 401);
    assert.deepEqual(await stored(open.id), { email: open.email, status: 'NOT_ACTIVATED' });
    const tokens = await server.all<{ id: string; open: boolean }>(
      `select user_id as id, bool_or(used_date is null and expires_date > now()) as open from tokens
       where user_id = any($1) and purpose = 'INVITATION' group by 1`,
      [[open.id, again.id, right.id]],
    );
    const isOpen = (one: { id: string }) => tokens.find((token) => token.id === one.id)!.open;
    assert.deepEqual([open, again, right].map(isOpen), [false, true, true]);
    assert.equal((await stored(right.id)).email, corrected);
    const mail = (await mails(email)).find(({ subject }) => subject.endsWith('is removed'))!;
    const text = mail.text.replaceAll(/\s+/g, ' ');
    for (const one of [`the invitation of Liene Elsewhere (${lost})`, `(${taken})`])
      assert.ok(text.includes(one), text);
  });

  test('AM-120, SB-33 of what was made since, a key that somebody else has put in its place stays', async () => {
    const { client, id, stop } = await asked();
    await server.pool.query(
      `update sessions set second_factor_date = now(), password_date = now() where user_id = $1`,
      [id],
    );
    await client.call('POST /api/user-merchant/api-key');
    const owner = await server.as('owner@amber.test');
    const { body } = await owner.call('POST /api/user-merchant/api-key');
    assert.equal((await byLink(STOP, stop)).outcome, 'DONE');
    const kept = await server.all('select last_four from api_keys where merchant_id = $1', [amber]);
    assert.deepEqual(kept, [{ last_four: body.key!.slice(-4) }]);
  });

  test('AM-120 of staff it is the provider’s keys, made or changed, but not what somebody else has changed since', async () => {
    const { client, id, email } = await person({ userRole: 'BACKOFFICE_ADMIN', merchantId: null });
    assert.equal((await showPassword(client)).status, 200);
    const body = { ...fields, email: unique() };
    const reply = await client.call('PUT /api/users/{id}', { params: { id }, body });
    assert.equal(reply.status, 200, reply.text);
    const made = await client.call('POST /api/provider-keys', {
      body: { name: 'Core', writesMerchants: true },
    });
    assert.equal(made.status, 200, made.text);
    // one that was there before and is another by now; and one that somebody else has changed after that
    const staff = await server.as('admin@paydesk.test');
    const [rotated, right] = await Promise.all(
      ['Rotated', 'Right'].map(async (name) => {
        const { body: key } = await staff.call('POST /api/provider-keys', {
          body: { name, writesMerchants: true },
        });
        assert.equal((await rotate(client, key)).status, 200);
        return key;
      }),
    );
    assert.equal((await rotate(staff, right!)).status, 200);
    assert.equal((await byLink(STOP, await tokenOf(email, 'stop'))).outcome, 'DONE');
    const keys = await server.all<{ name: string; status: string }>(
      'select name, status from provider_keys where id = any($1) order by created_date, name',
      [[made.body.id, rotated!.id, right!.id]],
    );
    assert.deepEqual(Object.fromEntries(keys.map(({ name, status: stands }) => [name, stands])), {
      Core: 'DISABLED',
      Rotated: 'DISABLED',
      Right: 'ACTIVE',
    });
    const { text } = (await mails(email)).at(-1)!;
    assert.match(text, /the provider key “Core”/);
    assert.doesNotMatch(text, /“Right”/);
  });

  test('AM-120, SB-09 a password that is reset ends the change that waits, as it ends the sessions', async () => {
    const { id, email, next, confirm } = await asked();
    await recover(email);
    assert.equal(await resetAt(email, NEW), true);
    assert.deepEqual(await byLink(CONFIRM, confirm), { outcome: 'VOID', email: null });
    assert.equal((await stored(id)).email, email);
    assert.equal((await login(email, NEW)).status, 200);
    assert.equal((await login(next, NEW)).status, 401);
  });

  test('AM-120 too late, replaced, withdrawn, blocked, deleted or promoted meanwhile: the link does nothing', async () => {
    const late = await asked();
    await server.pool.query(
      `update email_changes set expires_date = now() - interval '1 second' where user_id = $1`,
      [late.id],
    );
    assert.equal((await me(late.client)).pendingEmail, null);
    assert.equal((await byLink(CONFIRM, late.confirm)).outcome, 'EXPIRED');
    assert.equal((await byLink(STOP, late.stop)).outcome, 'EXPIRED');

    const replaced = await asked();
    const second = unique();
    assert.equal((await changeEmail(replaced.client, replaced.id, second)).status, 200);
    assert.equal((await me(replaced.client)).pendingEmail, second);
    assert.equal((await byLink(CONFIRM, replaced.confirm)).outcome, 'VOID');
    assert.equal((await changeEmail(replaced.client, replaced.id, unique())).status, 200);
    const fourth = await changeEmail(replaced.client, replaced.id, unique());
    assert.deepEqual(
      fourth.error.errors.map(({ field }) => field),
      ['email'],
      'three an hour',
    );
    assert.equal((await replaced.client.call('DELETE /api/users/me/pending-email')).status, 200);
    assert.equal((await me(replaced.client)).pendingEmail, null);
    assert.equal((await byLink(CONFIRM, await tokenOf(second, 'confirm'))).outcome, 'VOID');
    assert.equal((await replaced.client.call('DELETE /api/users/me/pending-email')).status, 400);

    const owner = await server.as('owner@amber.test');
    for (const [what, status] of [
      [
        (id: string) => owner.call('DELETE /api/users/{id}/pending-email', { params: { id } }),
        'ACTIVATED',
      ],
      [(id: string) => act(owner, id, 'block'), 'BLOCKED'],
      [(id: string) => remove(owner, id), 'DEACTIVATED'],
      [(id: string) => setRole(owner, id, 'MERCHANT_ADMIN'), 'ACTIVATED'],
    ] as const) {
      const one = await asked({
        userRole: 'MERCHANT_OPERATOR',
        permissions: ['UPDATE_MERCHANT_EMPLOYEE'],
      });
      assert.equal((await what(one.id)).status, 200);
      assert.equal((await byLink(CONFIRM, one.confirm)).outcome, 'VOID');
      assert.deepEqual(await stored(one.id), { email: one.email, status });
    }
    // one that counted before the block is taken back all the same, and opens nothing
    const blocked = await asked();
    await byLink(CONFIRM, blocked.confirm);
    await act(owner, blocked.id, 'block');
    assert.equal((await byLink(STOP, blocked.stop)).outcome, 'DONE');
    assert.deepEqual(await stored(blocked.id), { email: blocked.email, status: 'BLOCKED' });
  });

  test('AM-120 two who are to have one address, and one that somebody else takes meanwhile: the first has it', async () => {
    const [one, other] = [await asked(), await person()];
    await showPassword(other.client);
    assert.equal((await changeEmail(other.client, other.id, one.next)).status, 200);
    const confirms = [one.confirm, await tokenOf(one.next, 'confirm')];
    const answers = await Promise.all(confirms.map((token) => byLink(CONFIRM, token)));
    assert.deepEqual(answers.map(({ outcome }) => outcome).sort(), ['DONE', 'TAKEN']);
    for (const { client } of [one, other]) assert.equal((await me(client)).pendingEmail, null);

    const third = await asked();
    const admin = await server.as('admin@paydesk.test');
    const body = { ...fields, email: third.next, userRole: 'MERCHANT_OPERATOR', merchantId: amber };
    assert.equal((await admin.call('POST /api/user-merchant/employees', { body })).status, 200);
    assert.deepEqual(await byLink(CONFIRM, third.confirm), { outcome: 'TAKEN', email: null });
    assert.equal((await stored(third.id)).email, third.email);
    assert.equal((await login(third.email)).status, 200);
    const refused = await changeEmail(third.client, third.id, one.next);
    assert.deepEqual(refused.error.errors, [
      { field: 'email', message: 'This email address is in use already' },
    ]);
  });

  test('AM-120, EM-22 of who is not activated the address changes at once: a new invitation to the new one, nothing to the old', async () => {
    const { client } = await person();
    await showPassword(client);
    const email = unique();
    const { body: user } = await client.call('POST /api/user-merchant/employees', {
      body: { ...fields, email, userRole: 'MERCHANT_OPERATOR', merchantId: amber },
    });
    const old = invitation((await mails(email))[0]!);
    const next = unique();
    const { body: changed } = await changeEmail(client, user.id, next);
    assert.deepEqual([changed.email, changed.pendingEmail], [next, null]);
    assert.equal((await mails(email)).length, 1, 'the old address gets nothing');
    const [mail, ...more] = await mails(next);
    assert.equal(more.length, 0);
    const choose = async (token: string) =>
      (await server.anonymous.call('POST /api/passwords', { body: { token, newPassword: NEW } }))
        .body;
    assert.equal(await choose(old), false);
    assert.equal(await choose(invitation(mail!)), true);
    assert.equal((await login(next, NEW)).status, 200);
  });

  test('AM-120 a person is told of a changed password, factor, codes, recovery, role and block, and of nothing twice', async () => {
    const { client, id, email } = await person({ userRole: 'MERCHANT_OPERATOR' });
    const told = async () => {
      const all = await subjects(email);
      await server.pool.query(`delete from outbox`);
      return all;
    };
    await client.call('PUT /api/users/me/password', {
      body: { userId: id, currentPassword: DEMO_PASSWORD, newPassword: NEW },
    });
    assert.deepEqual(await told(), ['Your Paydesk password was changed']);
    const password = { password: NEW };
    const { body } = await client.call(`POST ${FACTOR}`, { body: password });
    const app = URI.parse(body.uri) as TOTP;
    const code = () => app.generate({ timestamp: (codes += 30_000) });
    const confirmed = await client.call(`POST ${FACTOR}/confirm`, { body: { code: code() } });
    assert.deepEqual(await told(), ['Two-factor sign-in is on']);
    assert.equal((await login(email, NEW, { code: confirmed.body.recoveryCodes[0] })).status, 200);
    const [used] = await mails(email);
    assert.match(used!.text, /; 9 are left\./);
    assert.deepEqual(await told(), ['A recovery code was used']);
    await client.call(`POST ${FACTOR}/renew`, { body: { code: confirmed.body.recoveryCodes[1] } });
    assert.deepEqual(await told(), ['A recovery code was used']);
    await client.call(`POST ${FACTOR}/recovery-codes`, { body: password });
    assert.deepEqual(await told(), ['New recovery codes were made']);
    await client.call(`DELETE ${FACTOR}`, { body: { ...password, code: code() } });
    assert.deepEqual(await told(), ['Two-factor sign-in was turned off']);
    const owner = await server.as('owner@amber.test');
    await setRole(owner, id, 'MERCHANT_ADMIN');
    await setRole(owner, id, 'MERCHANT_OPERATOR');
    const roles = await mails(email);
    assert.match(
      roles[0]!.text,
      /Anna Ozola has changed your role: you are a Merchant Administrator now/,
    );
    assert.equal((await told()).length, 2);
    await recover(email);
    const reset = new URL((await mails(email))[0]!.link).searchParams.get('reset')!;
    await told();
    await server.anonymous.call('POST /api/passwords/reset', {
      body: { token: reset, newPassword: 'brisk pebble under lamplight' },
    });
    assert.deepEqual(await told(), ['Your Paydesk account was recovered']);
    await server.pool.query('update users set password_expires_date = now() where id = $1', [id]);
    const { body: expired } = await login(email, 'brisk pebble under lamplight');
    await told();
    await server.client(expired.token, id).call('POST /api/passwords/renew', {
      body: { newPassword: NEW },
    });
    assert.deepEqual(await told(), ['Your Paydesk password was changed']);
    for (let nth = 0; nth < 8; nth++) await login(email, 'a guess');
    assert.deepEqual(await told(), ['Sign-ins to your Paydesk account are blocked']);
    await act(owner, id, 'activate');
    await act(owner, id, 'block');
    assert.deepEqual(await told(), ['Your Paydesk account was blocked']);
  });

  test('AM-120 a sign-in from a new device is told, the very first and those of known ones are not', async () => {
    const { email } = await person();
    const signIn = async (userAgent: string, from: string, device?: string) => {
      const { status } = await server.anonymous.call('POST /api/login', {
        body: { username: email, password: DEMO_PASSWORD, ...(device && { device }) },
        headers: { 'user-agent': userAgent },
        from,
      });
      assert.equal(status, 200);
      return (await mails(email)).length;
    };
    assert.equal(await signIn(CHROME, '192.0.2.1', 'laptop'), 0, 'the very first');
    assert.equal(await signIn(CHROME, '192.0.2.1', 'laptop'), 0);
    assert.equal(await signIn(CHROME, '192.0.2.99', 'laptop'), 0, 'the same one elsewhere');
    assert.equal(await signIn(CHROME, '192.0.2.1'), 0, 'its kind where it was before');
    assert.equal(await signIn(PHONE, '192.0.2.1', 'phone'), 1, 'another kind');
    assert.equal(await signIn(PHONE, '203.0.113.9', 'phone'), 1);
    assert.equal(await signIn(CHROME, '203.0.113.77', 'somebody’s'), 2, 'the same kind, elsewhere');
    const last = (await mails(email)).at(-1)!;
    assert.equal(last.subject, 'A sign-in from a new device');
    assert.match(last.text, /with Chrome on Linux, from the network address 203\.0\.113\.77/);
    const wrong = await server.anonymous.call('POST /api/login', {
      body: { username: email, password: 'a guess' },
      headers: { 'user-agent': 'curl/8.5.0' },
      from: '203.0.113.78',
    });
    assert.equal(wrong.status, 401);
    assert.equal((await mails(email)).length, 2, 'who did not come in is no device');
    const { text } = await server.one<{ text: string }>(
      'select string_agg(k::text, $1) as text from known_devices k',
      [' '],
    );
    assert.ok(!text.includes('laptop') && !text.includes('192.0.2'));
  });
});
