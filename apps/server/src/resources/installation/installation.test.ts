import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Config } from '../../platform/config.ts';
import { tasksOf } from '../../resources.ts';
import { SMALL_PNG } from '../../testing/changes.ts';
import { PICTURES } from '../../testing/pictures.ts';
import { openMailbox, type Mailbox } from '../../testing/mailbox.ts';
import { DEMO_PASSWORD } from '../../seed/seed.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

describe('what staff say of their installation', () => {
  let server: TestServer;
  let admin: Client;
  let mailbox: Mailbox;
  const provider = {
    name: 'Northern Pay',
    country: 'LV',
    timeZone: 'UTC',
    publicAddress: 'https://desk.northern.test',
  } as const;
  before(async () => {
    mailbox = await openMailbox({
      password: 'needle-in-hay',
      refuse: (step, address) =>
        step === 'MAIL FROM' && address === 'nobody@northern.test' ? 550 : 0,
    });
    server = await testServer({ demo: false });
    admin = await server.as('admin@paydesk.test');
  });
  after(async () => {
    await mailbox.close();
    await server.close();
  });

  const at = () => {
    const { hostname: host, port } = new URL(mailbox.url);
    return { host, port: Number(port), security: 'NONE', from: 'desk@northern.test' } as const;
  };
  const save = (body: object) => admin.call('PUT /api/settings/installation', { body });
  const saveMail = (body: object) => admin.call('PUT /api/settings/installation/mail', { body });
  const told = async () => (await server.anonymous.call('GET /api/settings/console')).body;
  const list = async () => (await admin.call('GET /api/settings/to-do')).body.items;
  const aside = (key: 'lending' | 'merchant') =>
    admin.call('PUT /api/settings/to-do/{key}', { params: { key }, body: { setAside: true } });
  const leave = async () =>
    tasksOf(server.services)
      .find(({ name }) => name === 'deliver-outbox')!
      .run();

  test('AM-117 name and logo are told to everybody before any sign-in; what is no picture is refused', async () => {
    assert.deepEqual((await told()).provider, { name: null, country: null, logo: null });
    assert.equal((await save(provider)).status, 200);
    for (const image of [
      'data:image/svg+xml;base64,PHN2Zy8+',
      'data:image/png;base64,R0lGODlh',
      'data:image/jpeg;base64,/9j/4AAQ',
      'https://firm.test/logo.png',
      `${SMALL_PNG}"><script>`,
    ]) {
      const { status, error } = await admin.call('PUT /api/settings/installation/logo', {
        body: { image },
      });
      assert.deepEqual([status, error.errors[0]?.field], [400, 'image'], image.slice(0, 30));
    }
    // as it is drawn anew here
    const { image } = PICTURES[0]!;
    const body = { image };
    assert.equal((await admin.call('PUT /api/settings/installation/logo', { body })).status, 200);
    assert.deepEqual((await told()).provider, {
      name: 'Northern Pay',
      country: 'LV',
      logo: image,
    });
    // and stands above the codes of an authenticator app, where several installations are told apart by it
    const { body: begun } = await admin.call('POST /api/users/me/second-factor', {
      body: { password: DEMO_PASSWORD },
    });
    assert.match(begun.uri, /^otpauth:\/\/totp\/Northern%20Pay:.*\?issuer=Northern%20Pay&/);
  });

  test('AM-82 a zone that no calendar has, an address that is none and a form that is old are refused by their fields', async () => {
    for (const [field, value] of [
      ['timeZone', 'Mars/Olympus'],
      ['timeZone', 'PST'],
      ['publicAddress', 'desk.northern.test'],
      ['country', 'XX'],
      ['name', '  '],
    ] as const) {
      const { status, error } = await save({ ...provider, [field]: value });
      assert.deepEqual([status, error.errors[0]?.field], [400, field], `${field} ${value}`);
    }
    const stale = await save({ ...provider, name: 'Two', readAs: { ...provider, name: 'Old' } });
    assert.deepEqual([stale.status, stale.error.errors[0]?.field], [409, 'name']);
  });

  test('AM-23 business days follow the zone that is set, in every process', async () => {
    const zone = async () =>
      (await server.anonymous.call('GET /api/settings/console')).body.businessTimeZone;
    assert.equal(await zone(), 'UTC');
    assert.equal((await save({ ...provider, timeZone: 'asia/tokyo' })).status, 200);
    assert.equal(await zone(), 'Asia/Tokyo');
    await tasksOf(server.services)
      .find(({ name }) => name === 'follow-business-zone')!
      .run();
    assert.deepEqual(await server.all('select zone from business_day_zone'), [
      { zone: 'Asia/Tokyo' },
    ]);
    // as another process wrote it
    await server.pool.query(`update provider set time_zone = 'UTC'`);
    await tasksOf(server.services)
      .find(({ name }) => name === 'follow-installation')!
      .run();
    assert.equal(await zone(), 'UTC');
  });

  test('SB-46 a mail server is kept once it has taken a mail; its password is sealed, and goes to no other server', async () => {
    const silent = { ...at(), port: 1 };
    for (const [field, body] of [
      ['host', silent],
      ['host', { ...at(), host: 'a b' }],
      ['from', { ...at(), from: 'nobody@northern.test' }],
      ['password', { ...at(), user: 'desk' }],
      ['password', { ...at(), user: 'desk', password: 'another' }],
      ['port', { ...at(), port: 70_000 }],
    ] as const) {
      const { status, error } = await saveMail(body);
      assert.deepEqual([status, error.errors[0]?.field], [400, field], JSON.stringify(error));
    }
    assert.equal((await admin.call('GET /api/settings/installation')).body.mail, null);
    assert.equal(server.services.mailer(), null);

    const { status, text } = await saveMail({ ...at(), user: 'desk', password: 'needle-in-hay' });
    assert.equal(status, 200, text);
    const tested = await mailbox.next('admin@paydesk.test');
    assert.match(tested.text, /https:\/\/desk\.northern\.test/);
    assert.doesNotMatch(text, /needle/);
    const { body } = await admin.call('GET /api/settings/installation');
    assert.deepEqual(body.mail, {
      ...at(),
      user: 'desk',
      hasPassword: true,
    });
    const [row] = await server.all<object>('select * from provider');
    assert.doesNotMatch(JSON.stringify(row), /needle/);
    assert.doesNotMatch(JSON.stringify(await server.all('select * from audit_logs')), /needle/);
    // kept for the same server and user, asked for again by another
    assert.equal(
      (await saveMail({ ...at(), user: 'desk', from: 'two@northern.test' })).status,
      200,
    );
    // nor is it sent in clear, or to whoever listens at another port
    for (const other of [{ host: 'localhost' }, { port: 1 }, { security: 'STARTTLS' }] as const) {
      const { status: said, error } = await admin.call('PUT /api/settings/installation/mail', {
        body: { ...at(), user: 'desk', ...other },
        // so many from one address are refused
        from: '198.51.100.7',
      });
      assert.deepEqual([said, error.errors[0]?.field], [400, 'password'], JSON.stringify(other));
      assert.match(error.errors[0]!.message, /again/);
    }
  });

  test('AM-47 mails leave by the server that is set, with links to the address that is set', async () => {
    await server.anonymous.call('POST /api/passwords/recover', {
      body: { email: 'owner@amber.test' },
    });
    await leave();
    const mail = await mailbox.next('owner@amber.test');
    assert.match(mail.link, /^https:\/\/desk\.northern\.test\/password-recovery\?reset=/);
    assert.equal(mail.from, 'two@northern.test');
    assert.match(mail.headers['from']!, /Northern Pay/);
    assert.match(mail.headers['subject']!, /^Reset your Northern Pay password$/);
    assert.match(mail.text, /Northern Pay sent this mail/);
    assert.doesNotMatch(mail.text + mail.html, /Paydesk/);
  });

  test('AM-118 what the environment says nobody changes in the console', async () => {
    const fixed = await testServer({
      demo: false,
      settings: { SMTP_URL: mailbox.url, BUSINESS_TIME_ZONE: 'Europe/Riga' },
    });
    try {
      const one = await fixed.as('admin@paydesk.test');
      const { body } = await one.call('GET /api/settings/installation');
      assert.deepEqual(body.fixed, { timeZone: true, publicAddress: false, mail: true });
      assert.equal(body.provider.timeZone, 'Europe/Riga');
      const zone = await one.call('PUT /api/settings/installation', { body: provider });
      assert.deepEqual([zone.status, zone.error.errors[0]?.field], [400, 'timeZone']);
      const mail = await one.call('PUT /api/settings/installation/mail', { body: at() });
      assert.deepEqual([mail.status, mail.error.errors[0]?.field], [400, 'host']);
    } finally {
      await fixed.close();
    }
  });

  test('AM-118 what is still to be done is told until it is; what can be done without is set aside', async () => {
    await server.pool.query(`update users set status = 'DEACTIVATED'
      where user_role = 'BACKOFFICE_ADMIN' and email <> 'admin@paydesk.test'`);
    const open = (await list()).filter(({ done }) => !done).map(({ name }) => name);
    assert.ok(open.includes('administrator'));
    await server.person({ userRole: 'BACKOFFICE_ADMIN' });
    assert.equal((await list()).find(({ name }) => name === 'administrator')!.done, true);
    assert.equal((await aside('merchant')).status, 400);
    assert.equal((await aside('lending')).status, 200);
    assert.equal((await list()).find(({ name }) => name === 'lending')!.setAside, true);
    // a backup is kept once one lies there whole, not by the setting alone
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-kept-'));
    const { config } = server.services as { config: Config };
    const kept = async () => (await list()).find(({ name }) => name === 'backups')!.done;
    try {
      assert.equal(await kept(), false);
      config.BACKUP_DIR = folder;
      assert.equal(await kept(), false);
      const own = join(folder, '2026-03-01T02-00-00Z');
      mkdirSync(own);
      assert.equal(await kept(), false);
      writeFileSync(join(own, 'backup.json'), 'damaged later');
      assert.equal(await kept(), true);
    } finally {
      delete config.BACKUP_DIR;
      rmSync(folder, { recursive: true });
    }
  });
});
