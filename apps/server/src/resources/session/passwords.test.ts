import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { runs } from '@paydesk/contract/testing/proof.ts';
import { smtpMailer } from '../../gateways/mail.ts';
import { sendInvitation } from '../../platform/auth/invitations.ts';
import { sha256 } from '../../testing/hashes.ts';
import { score } from '../../platform/auth/strength.ts';
import { issueToken, type Purpose } from '../../platform/auth/tokens.ts';
import { housekeeping } from '../../platform/housekeeping.ts';
import { post } from '../../platform/outbox.ts';
import { tasksOf } from '../../resources.ts';
import { insertUser } from '../../seed/factories.ts';
import { DEMO_PASSWORD } from '../../seed/seed.ts';
import type { UserRow } from '../../seed/tables.ts';
import { refusalOf } from '../../testing/answers.ts';
import { meanwhile } from '../../testing/at-once.ts';
import { openMailbox, type Mailbox } from '../../testing/mailbox.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const NEW = 'violet kettle sails north';
const OTHER = 'brisk pebble under lamplight';
const DAY_MS = 86_400_000;

const me = (client: Client) => client.call('GET /api/users/me');

const fieldsOf = (reply: { error: { errors: { field: string; message: string }[] } }) =>
  reply.error.errors.map(({ field, message }) => `${field}: ${message}`);

describe('passwords', () => {
  let server: TestServer;
  let mailbox: Mailbox;
  let passwordHash: string;
  let addresses = 0;
  let from: string;
  before(async () => {
    mailbox = await openMailbox();
    server = await testServer({
      settings: { SMTP_URL: mailbox.url },
      mailer: smtpMailer(mailbox.url, 'Paydesk <no-reply@paydesk.test>'),
    });
    const row = await server.one<{ password_hash: string }>(
      `select password_hash from users where email = 'owner@amber.test'`,
    );
    passwordHash = row.password_hash;
  });
  beforeEach(() => {
    from = `198.51.100.${++addresses}`;
  });
  after(async () => {
    await server.close();
    await mailbox.close();
  });

  const recover = (email: unknown) =>
    server.anonymous.call('POST /api/passwords/recover', { body: { email }, from });
  const reset = (token: unknown, newPassword: unknown = NEW) =>
    server.anonymous.call('POST /api/passwords/reset', { body: { token, newPassword }, from });
  const create = (token: unknown, newPassword: unknown = NEW) =>
    server.anonymous.call('POST /api/passwords', { body: { token, newPassword }, from });
  const renew = (client: Client, newPassword: unknown = NEW) =>
    client.call('POST /api/passwords/renew', { body: { newPassword }, from });
  const change = (client: Client, body: object) =>
    client.call('PUT /api/users/me/password', {
      body: { userId: client.userId, currentPassword: DEMO_PASSWORD, newPassword: NEW, ...body },
      from,
    });
  const login = (username: string, password: string) =>
    server.anonymous.call('POST /api/login', { body: { username, password }, from });

  /** Lets the task take what waits, until there is no more: a recovery first, then its mail. */
  async function deliver() {
    const outbox = tasksOf(server.services).find(({ name }) => name === 'deliver-outbox')!;
    await outbox.run();
    await outbox.run();
  }
  const person = (given: Partial<UserRow> = {}) =>
    insertUser(server.pool, { passwordHash, ...given });
  const link = (userId: string, purpose: Purpose = 'RESET', minutes = 60) =>
    server.database.transaction('all', (tx) => issueToken(tx, { userId, purpose, minutes }));
  /** All that a call could change of a person. */
  const state = (userId: string) =>
    server.one(
      `select u::text as person,
         (select json_agg(t order by created_date, token_hash)::text from tokens t where user_id = u.id) as tokens,
         (select json_agg(s order by id)::text from sessions s where user_id = u.id) as sessions,
         (select count(*) from audit_logs where entity_id = u.id and result <> 'REFUSED') as audited
       from users u where id = $1`,
      [userId],
    );
  const userOf = (userId: string) =>
    server.one<{ status: string; failed_logins: number; password_expires_date: string }>(
      'select status, failed_logins, password_expires_date from users where id = $1',
      [userId],
    );
  const audits = (userId: string) =>
    server.all<{ action: string; result: string; address: string; details: object; text: string }>(
      `select action, result, address, details, a::text as text from audit_logs a
       where entity_id = $1 order by created_date, id`,
      [userId],
    );

  test('API-03, SB-08, AU-10 a recovery mails a link that resets the password, once', async () => {
    const { id, email } = await person({ firstName: '<b>Zane</b>' });
    const reply = await recover(email.toUpperCase());
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body, {});
    await deliver();
    const mail = await mailbox.next(email);
    assert.equal(mail.headers['subject'], 'Reset your Paydesk password');
    for (const form of [mail.text, mail.html]) {
      assert.ok(form.includes(mail.link));
      assert.match(form, new RegExp(`from the network address ${from.replaceAll('.', '\\.')}`));
      assert.match(form, /works once, for 1 hour/);
      assert.match(form, /If it was not you, do nothing/);
    }
    assert.ok(mail.html.includes('&lt;b&gt;Zane&lt;/b&gt;'));
    const url = new URL(mail.link);
    assert.equal(url.origin + url.pathname, 'http://127.0.0.1:3000/password-recovery');
    const token = url.searchParams.get('reset')!;
    assert.match(token, /^[A-Za-z0-9_-]{43}$/);
    const stored = await server.all<{ token_hash: Buffer; text: string }>(
      'select token_hash, t::text as text from tokens t where user_id = $1',
      [id],
    );
    assert.deepEqual(
      stored.map(({ token_hash }) => token_hash),
      [sha256(token)],
    );
    assert.ok(!stored[0]!.text.includes(token), 'the hash alone is kept');

    assert.equal((await reset(token)).body, true);
    assert.equal((await login(email, DEMO_PASSWORD)).status, 401);
    assert.equal((await login(email, NEW)).status, 200);
    const earlier = await state(id);
    assert.equal((await reset(token, OTHER)).body, false);
    assert.deepEqual(await state(id), earlier);
    const rows = await audits(id);
    assert.deepEqual(
      rows.map(({ action, result }) => `${action} ${result}`),
      ['PASSWORD_RECOVERY SUCCESS', 'PASSWORD_RESET SUCCESS', 'LOGIN FAILED', 'LOGIN SUCCESS'],
    );
    for (const { text, address } of rows) {
      assert.equal(address, from);
      assert.ok(!text.includes(token) && !text.includes('kettle') && !text.includes('argon2'));
    }
    for (const line of server.logLines) assert.ok(!line.includes(token) && !line.includes(NEW));
  });

  test('SB-08, AM-42 unknown and unfit people get the same answer and no mail; BLOCKED_SELF gets one', async () => {
    const answers = [];
    const people = [];
    for (const status of [
      'ACTIVATED',
      'BLOCKED_SELF',
      'BLOCKED',
      'NOT_ACTIVATED',
      'DEACTIVATED',
    ] as const)
      people.push(await person({ status }));
    for (const email of [...people.map(({ email }) => email), 'nobody@amber.test']) {
      const reply = await recover(email);
      answers.push({
        status: reply.status,
        text: reply.text,
        length: reply.headers['content-length'],
      });
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    await deliver();
    assert.deepEqual(
      people.map(({ email }) => mailbox.to(email).length),
      [1, 1, 0, 0, 0],
    );
    const { waiting } = await server.one<{ waiting: bigint }>(
      'select count(*) as waiting from outbox where delivered_date is null',
    );
    assert.equal(waiting, 0n);
  });

  test('SB-08 an address is one text: a list of them is refused, and nobody gets a mail', async () => {
    const { email } = await person();
    for (const wrong of [
      [email, 'thief@evil.test'],
      [email],
      { email },
      `${email},thief@evil.test`,
      1,
      true,
    ]) {
      const reply = await recover(wrong);
      assert.equal(reply.status, 400, JSON.stringify(wrong));
      assert.deepEqual(
        reply.error.errors.map(({ field }) => field),
        ['email'],
      );
    }
    const twice = await server.anonymous.call('POST /api/passwords/recover', {
      body: { email, 'email[]': 'thief@evil.test' },
      from,
    });
    assert.deepEqual(fieldsOf(twice), ['email[]: Unknown field']);
    await deliver();
    assert.equal(mailbox.to(email).length, 0);
    assert.equal(mailbox.to('thief@evil.test').length, 0);
  });

  test('AU-11, AU-12, SB-08 what is no address is a 400 in the words of the form', async () => {
    for (const [email, message] of [
      ['', 'Please enter your email address'],
      [undefined, 'Please enter your email address'],
      ['abc', 'Email address is invalid'],
      ['a@b', 'Email address is invalid'],
      ['a b@amber.test', 'Email address is invalid'],
      ['a@amber.test\r\nBcc: thief@evil.test', 'Email address is invalid'],
      [`${'a'.repeat(250)}@amber.test`, 'Maximum length is 255 characters'],
    ])
      assert.deepEqual(fieldsOf(await recover(email)), [`email: ${message}`]);
  });

  test('SB-08 who asks again and again gets three links an hour, the last of which works', async () => {
    const { id, email } = await person();
    await Promise.all(Array.from({ length: 6 }, () => recover(email)));
    for (const { status } of await Promise.all(Array.from({ length: 4 }, () => recover(email))))
      assert.equal(status, 200);
    await deliver();
    assert.equal(mailbox.to(email).length, 3);
    const works = [];
    for (const { link } of mailbox.to(email))
      works.push((await reset(new URL(link).searchParams.get('reset'))).body);
    assert.equal(works.filter(Boolean).length, 1, 'a newer link voids the older ones');
    await server.pool.query(
      `update tokens set created_date = created_date - interval '61 minutes' where user_id = $1`,
      [id],
    );
    await recover(email);
    await deliver();
    const links = mailbox.to(email).filter(({ link }) => link.includes('?reset='));
    assert.equal(links.length, 4);
  });

  test('SB-08 the link leads to this installation, whatever host the call names', async () => {
    const { email } = await person();
    await server.anonymous.call('POST /api/passwords/recover', {
      body: { email },
      headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test', origin: 'https://evil.test' },
      from,
    });
    await deliver();
    const { text, html } = await mailbox.next(email);
    assert.doesNotMatch(text + html, /evil\.test/);
  });

  test('API-04, SB-09 unknown, used, expired, replaced and foreign tokens are false and change nothing', async () => {
    const { id } = await person();
    const invited = await person({ status: 'NOT_ACTIVATED', passwordHash: null });
    const client = await server.session(id);
    const replaced = await link(id);
    const expired = await link(id, 'RESET', 0);
    const used = await link(id);
    assert.equal((await reset(used)).body, true);
    const good = await link(id);
    const invitation = await link(invited.id, 'INVITATION');
    const earlier = [await state(id), await state(invited.id)];
    for (const token of [
      'x',
      'a'.repeat(43),
      replaced,
      expired,
      used,
      invitation,
      client.token!,
      good.toLowerCase(),
      ` ${good}`,
      sha256(good).toString('hex'),
      sha256(good).toString('base64url'),
    ])
      assert.equal((await reset(token, OTHER)).body, false, token);
    for (const token of ['x', good, used, expired, client.token!])
      assert.equal((await create(token, OTHER)).body, false, token);
    assert.deepEqual([await state(id), await state(invited.id)], earlier);
    assert.equal((await me(server.client(good, id))).status, 401, 'a link opens no session');
    assert.equal((await reset(good, OTHER)).body, true);
    assert.equal((await create(invitation, OTHER)).body, true);
  });

  test('SB-09, SB-10 of many uses of one token at once one wins', async () => {
    const { id, email } = await person();
    const invited = await person({ status: 'NOT_ACTIVATED', passwordHash: null });
    for (const [token, use, who] of [
      [await link(id), reset, email],
      [await link(invited.id, 'INVITATION'), create, invited.email],
    ] as const) {
      from = `198.51.101.${++addresses}`;
      const passwords = Array.from({ length: runs(15, 50) }, (_, nth) => `${NEW} ${nth} ${OTHER}`);
      const replies = await Promise.all(passwords.map((password) => use(token, password)));
      assert.ok(replies.every(({ status }) => status === 200));
      const winners = passwords.filter((_, nth) => replies[nth]!.body === true);
      assert.equal(winners.length, 1);
      assert.equal((await login(who, winners[0]!)).status, 200);
    }
  });

  test('SB-09, AU-26, AU-27, AM-77 a weak, long or present password is a 400, and the link stays good', async () => {
    const { id } = await person({
      email: 'marta.kalnina@amber.test',
      firstName: 'Marta',
      lastName: 'Kalniņa',
    });
    const token = await link(id);
    const earlier = await state(id);
    for (const [password, message] of [
      ['password1', 'This is a commonly used password.'],
      ['x7Kq', 'Password is too easy to guess'],
      // 2 of 4
      ['violet tram', 'Password is too easy to guess'],
      ['martakalniņa', /./],
      ['marta.kalnina@amber.test', /./],
      ['paydesk', 'There should not be any personal or page related data.'],
      ['', 'Please enter new password'],
      [`${NEW} ${'x'.repeat(255)}`, 'Maximum length is 255 characters'],
      [`${NEW}\u0000`, 'Value must be text'],
      [[NEW], 'Value must be text'],
      [DEMO_PASSWORD, 'New password must not be the present one'],
    ] as const) {
      const reply = await reset(token, password);
      assert.equal(reply.status, 400, String(password));
      assert.equal(reply.error.errorCode, 'VALIDATION_FAILURE');
      const [{ field, message: words }] = reply.error.errors as [
        { field: string; message: string },
      ];
      assert.equal(field, 'newPassword');
      if (typeof message === 'string') assert.equal(words, message);
      else assert.match(words, message);
    }
    assert.deepEqual(await state(id), earlier);
    // 3 of 4 is enough
    assert.equal((await reset(token, 'bluefish tree')).body, true);
  });

  test('SB-09, AM-38 a reset ends every session, sets the date and the count anew', async () => {
    const { id, email } = await person({
      failedLogins: 4,
      passwordExpiresDate: new Date(Date.now() - DAY_MS),
    });
    const sessions = [await server.session(id), await server.session(id)];
    const stranger = await server.person();
    assert.equal((await reset(await link(id))).body, true);
    for (const client of sessions) assert.equal((await me(client)).status, 401);
    assert.equal((await me(stranger)).status, 200);
    const after = await userOf(id);
    assert.equal(after.failed_logins, 0);
    const days = (Date.parse(after.password_expires_date) - Date.now()) / DAY_MS;
    assert.ok(Math.abs(days - 90) < 0.1, `${days}`);
    assert.equal((await login(email, NEW)).body.passwordExpired, false);
  });

  test('AM-42 a reset lifts BLOCKED_SELF, and never BLOCKED', async () => {
    const self = await person({ status: 'BLOCKED_SELF', failedLogins: 6 });
    assert.equal((await reset(await link(self.id))).body, true);
    assert.equal((await userOf(self.id)).status, 'ACTIVATED');
    assert.equal((await login(self.email, NEW)).status, 200);
    const [audited] = await audits(self.id);
    assert.deepEqual(audited!.details, {
      changes: { status: { before: 'BLOCKED_SELF', after: 'ACTIVATED' } },
    });
    for (const status of ['BLOCKED', 'DEACTIVATED', 'NOT_ACTIVATED'] as const) {
      const { id } = await person({ status });
      const token = await link(id);
      const earlier = await state(id);
      assert.equal((await reset(token)).body, false, status);
      assert.deepEqual(await state(id), earlier);
    }
  });

  test('API-06, SB-10 an invitation makes the first password and activates, once', async () => {
    const invited = await person({ status: 'NOT_ACTIVATED', passwordHash: null });
    const invitation = {
      userId: invited.id,
      email: invited.email,
      name: 'Edgars "Ed" Vītols',
      merchantName: 'Amber & Oak',
      invitedBy: 'Anna Ozola',
    };
    const invite = () =>
      server.database.transaction('all', (tx) => sendInvitation(tx, server.services, invitation));
    await invite();
    await invite();
    await deliver();
    const [first, second] = mailbox.to(invited.email).map(({ link }) => new URL(link));
    const mail = mailbox.to(invited.email)[1]!;
    assert.equal(mail.headers['subject'], 'Your invitation to Paydesk');
    assert.match(mail.text, /Anna Ozola has invited you to the console of Amber & Oak/);
    assert.match(mail.html, /Edgars &quot;Ed&quot; Vītols/);
    assert.match(mail.html, /console of Amber &amp; Oak/);
    assert.match(mail.text, /works once, for 7 days/);
    assert.match(mail.text, /If you do not know what this is about/);
    assert.equal(second!.pathname, '/register');
    const tokens = [first, second].map((url) => url!.searchParams.get('invitation')!);
    // the mails may arrive in another order than they were asked for
    const [valid] = await server.all<{ token_hash: Buffer }>(
      `select token_hash from tokens where user_id = $1 and used_date is null`,
      [invited.id],
    );
    const good = tokens.find((token) => sha256(token).equals(valid!.token_hash))!;
    const voided = tokens.find((token) => token !== good)!;
    assert.equal((await create(voided)).body, false);
    assert.equal((await create(good, 'password1')).status, 400);
    assert.equal((await login(invited.email, NEW)).status, 401);
    assert.equal((await create(good)).body, true);
    assert.equal((await userOf(invited.id)).status, 'ACTIVATED');
    assert.equal((await login(invited.email, NEW)).status, 200);
    assert.equal((await create(good, OTHER)).body, false);
    // already registered, by whatever way
    const late = await link(invited.id, 'INVITATION');
    assert.equal((await create(late, OTHER)).body, false);
    const expired = await person({ status: 'NOT_ACTIVATED', passwordHash: null });
    assert.equal((await create(await link(expired.id, 'INVITATION', 0))).body, false);
    const rows = await audits(invited.id);
    assert.ok(
      rows.some(({ action, result }) => action === 'PASSWORD_CREATED' && result === 'SUCCESS'),
    );
  });

  test('API-05, SB-11, SB-02, NG-23 an expired password is renewed, then everything opens', async () => {
    const { id, email } = await person({ passwordExpiresDate: new Date(Date.now() - DAY_MS) });
    const { body } = await login(email, DEMO_PASSWORD);
    assert.equal(body.passwordExpired, true);
    const client = server.client(body.token, id);
    assert.equal((await client.call('GET /api/transactions')).error.errorCode, 'PASSWORD_EXPIRED');
    assert.equal((await change(client, {})).error.errorCode, 'PASSWORD_EXPIRED');
    const earlier = await state(id);
    assert.deepEqual(fieldsOf(await renew(client, 'password1')), [
      'newPassword: This is a commonly used password.',
    ]);
    assert.deepEqual(fieldsOf(await renew(client, DEMO_PASSWORD)), [
      'newPassword: New password must not be the present one',
    ]);
    assert.deepEqual(await state(id), earlier);
    assert.deepEqual((await renew(client)).body, {});
    assert.equal((await me(client)).body.passwordExpired, false);
    assert.equal((await client.call('GET /api/transactions')).status, 200);
    assert.equal((await login(email, NEW)).body.passwordExpired, false);
    const again = await renew(client, OTHER);
    assert.equal(again.status, 403);
    assert.equal(again.error.errorCode, 'FORBIDDEN');
    assert.equal((await login(email, OTHER)).status, 401);
  });

  test('SB-09, SB-20 who is blocked while a mailed link is used stays blocked, with the password of before', async () => {
    const { id, email } = await person();
    const token = await link(id);
    const block = `update users set status = 'BLOCKED' where id = $1`;
    const used = await meanwhile(server, [block, id], () => reset(token));
    assert.equal(used.body, false);
    const { status } = await server.one<{ status: string }>(
      'select status from users where id = $1',
      [id],
    );
    assert.equal(status, 'BLOCKED');
    assert.equal((await login(email, NEW)).status, 401);
  });

  test('API-10, SB-12 an own change ends the other sessions and keeps this one', async () => {
    const { id, email } = await person();
    const [here, there] = [await server.session(id), await server.session(id)];
    const waiting = await link(id);
    assert.deepEqual((await change(here, {})).body, {});
    assert.equal((await me(here)).status, 200);
    assert.equal((await me(there)).status, 401);
    assert.equal((await login(email, DEMO_PASSWORD)).status, 401);
    assert.equal((await login(email, NEW)).status, 200);
    assert.equal((await reset(waiting, OTHER)).body, false, 'a mailed link is void by now');
    assert.deepEqual(fieldsOf(await change(here, { currentPassword: NEW })), [
      'newPassword: New password must not be the present one',
    ]);
    assert.deepEqual(
      fieldsOf(await change(here, { currentPassword: NEW, newPassword: 'lollipops' })),
      ['newPassword: This is similar to a commonly used password.'],
    );
  });

  test('AM-59, SB-12 another person’s id is a 403, and a wrong present password a 400 beside its field', async () => {
    const { id } = await person();
    const victim = await person();
    const client = await server.session(id);
    const earlier = await state(victim.id);
    for (const userId of [victim.id, '00000000-0000-0000-0000-000000000000', 'me']) {
      const reply = await change(client, { userId });
      assert.equal(reply.status, 403, userId);
      assert.equal(reply.error.errorCode, 'FORBIDDEN');
    }
    assert.deepEqual(await state(victim.id), earlier);
    const wrong = await change(client, { currentPassword: NEW });
    assert.deepEqual(fieldsOf(wrong), ['currentPassword: Current password is wrong']);
    assert.equal((await me(client)).status, 200);
  });

  test('AM-42, SB-12 wrong present passwords in a row block like those of the sign-in; a right one costs no try', async () => {
    const { id, email } = await person();
    const client = await server.session(id);
    const wrong = () => change(client, { currentPassword: 'a wrong one' });
    for (let nth = 0; nth < 5; nth++) assert.equal((await wrong()).status, 400);
    // right, though the new one is weak
    assert.equal((await change(client, { newPassword: 'lollipops' })).status, 400);
    assert.equal((await userOf(id)).failed_logins, 5);
    assert.equal((await userOf(id)).status, 'ACTIVATED');
    assert.equal((await wrong()).status, 400);
    assert.equal((await userOf(id)).status, 'BLOCKED_SELF');
    assert.equal((await change(client, {})).status, 401);
    assert.equal((await login(email, DEMO_PASSWORD)).status, 401);
    const last = (await audits(id)).findLast(({ action }) => action === 'PASSWORD_CHANGED')!;
    assert.equal(last.result, 'FAILED');
    assert.deepEqual(last.details, {
      changes: { status: { before: 'ACTIVATED', after: 'BLOCKED_SELF' } },
      sessionEnded: true,
    });

    const other = await person();
    const session = await server.session(other.id);
    const guesses = Array.from({ length: 20 }, (_, nth) => `guess ${nth}`);
    const replies = await Promise.all(
      guesses.map((currentPassword) => change(session, { currentPassword })),
    );
    assert.ok(replies.every(({ status }) => status === 400 || status === 401));
    assert.equal((await userOf(other.id)).status, 'BLOCKED_SELF');
  });

  test('AM-112, SB-21 guesses at the sign-in keep the live session, whose password works on; six from within end it; a lifted block revives none', async () => {
    const { id, email } = await person();
    const [victim, stolen] = [await server.session(id), await server.session(id)];
    for (let nth = 0; nth < 6; nth++) assert.equal((await login(email, 'a guess')).status, 401);
    assert.equal((await userOf(id)).status, 'BLOCKED_SELF');
    assert.equal((await login(email, DEMO_PASSWORD)).status, 401, 'no new sign-in');
    for (const session of [victim, stolen]) assert.equal((await me(session)).status, 200);

    for (let nth = 0; nth < 6; nth++)
      assert.equal((await change(stolen, { currentPassword: 'a guess' })).status, 400);
    assert.equal((await me(stolen)).status, 401);
    assert.equal((await me(victim)).status, 200);
    const admin = await server.as('admin@paydesk.test');
    const activate = () => admin.call('POST /api/users/{id}/actions/activate', { params: { id } });
    assert.equal((await activate()).status, 200);
    assert.equal((await me(stolen)).status, 401, 'it stays over');
    assert.equal((await me(victim)).status, 200);

    assert.equal((await login(email, DEMO_PASSWORD)).status, 200);
    for (let nth = 0; nth < 6; nth++) await login(email, 'a guess');
    // what strangers guessed takes nothing from whoever is signed in, and lifts nothing either
    assert.equal((await change(victim, {})).status, 200);
    assert.equal((await userOf(id)).status, 'BLOCKED_SELF');
    assert.equal((await login(email, NEW)).status, 401);

    assert.equal((await activate()).status, 200);
    await admin.call('POST /api/users/{id}/actions/block', { params: { id } });
    assert.equal((await me(victim)).status, 401, 'blocked by a person: at once');
    assert.equal((await activate()).status, 200);
    assert.equal((await me(victim)).status, 401, 'a lifted block revives none');
  });

  test('AM-121 a renewal counts within ten minutes of its own sign-in with the expired password, and ends the other sessions', async () => {
    const { id, email } = await person({ passwordExpiresDate: new Date(Date.now() - DAY_MS) });
    const signedIn = async () => {
      const { body } = await login(email, DEMO_PASSWORD);
      return server.client(body.token, id);
    };
    const age = (client: Client, minutes: number) =>
      server.pool.query(
        `update sessions set created_date = now() - make_interval(mins => $1) where token_hash = $2`,
        [minutes, createHash('sha256').update(client.token!).digest()],
      );
    const stale = await signedIn();
    await age(stale, 11);
    const refused = await renew(stale);
    assert.equal(refused.status, 401);
    assert.equal((await me(stale)).status, 401, 'they sign in again');
    assert.equal((await login(email, NEW)).status, 401);

    const [fresh, other] = [await signedIn(), await signedIn()];
    await age(fresh, 9);
    assert.equal((await renew(fresh)).status, 200);
    assert.equal((await me(fresh)).status, 200);
    assert.equal((await me(other)).status, 401);

    // a password that expires under a session was not what that session signed in with
    const under = server.client((await login(email, NEW)).body.token, id);
    await server.pool.query('update users set password_expires_date = now() where id = $1', [id]);
    assert.equal((await renew(under, OTHER)).status, 401);
  });

  test('AM-77 while passwords are scored everybody else is served', async () => {
    const hard = 'correct1 H0rse battery$ staple-2019 qwerty zxcvbn '.repeat(3).slice(0, 64);
    await score('warm', []);
    let turns = 0;
    const state = { done: false };
    const scored = Promise.all(Array.from({ length: 4 }, () => score(hard, ['paydesk']))).finally(
      () => (state.done = true),
    );
    while (!state.done) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
    assert.equal((await scored).length, 4);
    // on the loop itself nothing else would have had a turn until the last of them was scored
    assert.ok(turns > 20, `${turns} turns of the loop`);
  });

  test('SB-48 no body takes a field more: nobody makes themselves somebody else', async () => {
    const { id } = await person({ passwordExpiresDate: new Date(Date.now() - DAY_MS) });
    const expired = await server.session(id);
    const fine = await server.person();
    const extra = {
      id,
      role: 'BACKOFFICE_ADMIN',
      userRole: 'BACKOFFICE_ADMIN',
      status: 'ACTIVATED',
      merchantId: id,
      userPermissions: ['READ_ANY_USER'],
      passwordExpiresDate: '2099-01-01T00:00:00.000Z',
    };
    const named = Object.keys(extra).sort();
    const token = await link(id);
    for (const [client, key, body] of [
      [server.anonymous, 'POST /api/passwords/recover', { email: 'owner@amber.test' }],
      [server.anonymous, 'POST /api/passwords/reset', { token, newPassword: NEW }],
      [server.anonymous, 'POST /api/passwords', { token, newPassword: NEW }],
      [expired, 'POST /api/passwords/renew', { newPassword: NEW }],
      [
        fine,
        'PUT /api/users/me/password',
        { userId: fine.userId, currentPassword: DEMO_PASSWORD, newPassword: NEW },
      ],
    ] as const) {
      const reply = await client.call(key, { body: { ...body, ...extra }, from });
      assert.equal(reply.status, 400, key);
      const { errors } = reply.error;
      assert.deepEqual(errors.map(({ field }) => field).sort(), named, key);
      assert.ok(errors.every(({ message }) => message === 'Unknown field'));
    }
    assert.equal((await reset(token)).body, true, 'none of it used the link up');
  });

  test('AM-38 a link that ran out a month ago is taken away', async () => {
    const { id } = await person();
    const token = await link(id);
    const count = async () =>
      (await server.all('select from tokens where user_id = $1', [id])).length;
    await housekeeping(server.services).run();
    assert.equal(await count(), 1);
    await server.pool.query(
      `update tokens set expires_date = now() - interval '31 days' where user_id = $1`,
      [id],
    );
    await housekeeping(server.services).run();
    assert.equal(await count(), 0);
    assert.equal((await reset(token)).body, false);
  });

  test('SB-07 an address makes sixty token calls a minute, of all three together', async () => {
    const one = from;
    for (let nth = 0; nth < 20; nth++) {
      assert.equal((await recover('nobody@amber.test')).status, 200);
      assert.equal((await reset('x')).status, 200);
      assert.equal((await create('x')).status, 200);
    }
    for (const refused of [
      await recover('nobody@amber.test'),
      await reset('x'),
      await create('x'),
    ]) {
      assert.equal(refused.status, 429);
      const seconds = Number(refused.headers['retry-after']);
      assert.ok(seconds > 0 && seconds <= 60, `${seconds}`);
      assert.equal(refusalOf(refused).errorCode, 'TOO_MANY_REQUESTS');
    }
    // a header makes no other address of it, nor does a body
    const disguised = await server.anonymous.call('POST /api/passwords/recover', {
      body: { email: 'somebody@amber.test' },
      headers: { 'x-forwarded-for': '203.0.113.9' },
      from: one,
    });
    assert.equal(disguised.status, 429);
    const elsewhere = await server.anonymous.call('GET /api/settings/console', { from: one });
    assert.equal(elsewhere.status, 200);
    from = '203.0.113.77';
    assert.equal((await recover('nobody@amber.test')).status, 200);
  });
});

test('AM-47 of what payers are told a demo logs the link only where more is asked for, so that its sign-ins stay in sight', async () => {
  for (const [level, logged] of [
    ['info', 0],
    ['debug', 1],
  ] as const) {
    const server = await testServer({ settings: { SEED: 'empty', LOG_LEVEL: level }, demo: true });
    const merchantId = await server.merchantId('Amber & Oak');
    const letter = { to: 'anna@mail.test', subject: 'Paid', text: 'Paid', html: '<p>Paid</p>' };
    await server.database.transaction('all', (tx) =>
      post(
        tx,
        server.services,
        'MAIL',
        { ...letter, link: 'https://paydesk.test/pay/c/1' },
        { minutes: 60, merchantId },
      ),
    );
    const lines = server.logLines.filter((line) => line.includes('a mail waits in the outbox'));
    assert.equal(lines.length, logged, level);
    await server.close();
  }
});

test('AM-47 a demo without a mail server logs the link; other installations do not', async () => {
  for (const [settings, demo, logged] of [
    [{ SEED: 'empty' }, true, true],
    [{ SEED: 'demo' }, false, false],
    [{ SMTP_URL: 'smtp://127.0.0.1:1' }, true, false],
  ] as const) {
    const server = await testServer({ settings, demo });
    await server.anonymous.call('POST /api/passwords/recover', {
      body: { email: 'owner@amber.test' },
    });
    await tasksOf(server.services)
      .find(({ name }) => name === 'deliver-outbox')!
      .run();
    const lines = server.logLines.filter((line) => line.includes('/password-recovery?reset='));
    assert.equal(lines.length, logged ? 1 : 0, JSON.stringify(settings));
    const { waiting } = await server.one<{ waiting: bigint }>(
      `select count(*) as waiting from outbox where kind = 'MAIL' and delivered_date is null`,
    );
    assert.equal(waiting, 1n, 'the mail itself waits');
    await server.close();
  }
});
