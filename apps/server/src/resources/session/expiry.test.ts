import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { smtpMailer } from '../../gateways/mail.ts';
import { tasksOf } from '../../resources.ts';
import { insertUser } from '../../seed/factories.ts';
import type { UserRow } from '../../seed/tables.ts';
import { openMailbox, type Mailbox } from '../../testing/mailbox.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe('passwords that end soon', () => {
  let server: TestServer;
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await openMailbox();
    server = await testServer({ mailer: smtpMailer(mailbox.url, 'no-reply@paydesk.test') });
    await server.pool.query(`update users set password_expires_date = now() + interval '30 days'`);
  });
  after(async () => {
    await server.close();
    await mailbox.close();
  });

  const run = () =>
    tasksOf(server.services)
      .find(({ type }) => type === 'PASSWORD_EXPIRY')!
      .run();
  const waiting = async () =>
    (await server.one<{ n: number }>(
      `select count(*)::int as n from outbox where kind = 'MAIL' and delivered_date is null`,
    ))!.n;
  const person = (days: number, given: Partial<UserRow> = {}) =>
    insertUser(server.pool, { passwordExpiresDate: inDays(days), ...given });

  test('AM-14 within a week of its end each gets one mail, with the end and the way to the profile', async () => {
    const ends = inDays(6.9);
    const given = { firstName: 'Ada', lastName: 'Birch', passwordExpiresDate: ends };
    const { email } = await insertUser(server.pool, given);
    await person(7.1);
    await person(-1);
    for (const status of ['BLOCKED', 'BLOCKED_SELF', 'DEACTIVATED', 'NOT_ACTIVATED'] as const)
      await person(3, { status });
    assert.deepEqual(await run(), { processed: 1, failed: 0 });
    assert.deepEqual(await run(), { processed: 0, failed: 0 });
    const arriving = mailbox.next(email);
    await tasksOf(server.services)
      .find(({ name }) => name === 'deliver-outbox')!
      .run();
    const mail = await arriving;
    const [date, time] = ends.toISOString().split('T') as [string, string];
    const end = `${date.split('-').reverse().join('.')} ${time.slice(0, 5)}`;
    assert.ok(mail.text.includes('Hello Ada Birch'), mail.text);
    assert.ok(mail.text.includes(end), `${end}: ${mail.text}`);
    assert.equal(mail.headers['subject'], 'Your Paydesk password expires soon');
    assert.equal(mail.link, 'http://127.0.0.1:3000/profile');
    assert.equal(await waiting(), 0);
  });

  test('a new password that ends soon is told anew', async () => {
    const { id } = await person(2);
    await run();
    await server.pool.query('update users set password_expires_date = $2 where id = $1', [
      id,
      inDays(5),
    ]);
    assert.deepEqual(await run(), { processed: 1, failed: 0 });
    assert.deepEqual(await run(), { processed: 0, failed: 0 });
  });

  test('many at once, by two at the same moment, get one each', async () => {
    await Promise.all(Array.from({ length: 120 }, () => person(4)));
    const before = await waiting();
    await Promise.all([run(), run()]);
    await run();
    assert.equal((await waiting()) - before, 120);
  });
});
