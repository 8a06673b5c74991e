import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { migrate } from '../../platform/db/migrate.ts';
import { testDatabase, type TestDatabase } from '../../platform/db/testing.ts';
import { surroundings } from '../../platform/db/testing/surroundings.ts';
import { TEST_KEY } from '../../testing/encryption.ts';
import { call, startProcess, type Process } from '../../testing/processes.ts';

const PASSWORD = 'violet kettle sails north';
const ADMIN = fileURLToPath(new URL('../../admin.ts', import.meta.url));

const person = (token: string, email: string) => ({
  token,
  firstName: 'Ana',
  lastName: 'Birch',
  email,
  newPassword: PASSWORD,
});

const tokenOf = (server: Process) => /\/setup\?token=([\w-]{43})\n/.exec(server.said())?.[1];

/** `npm run admin -- …`: what it prints, and how it ends. */
const admin = (env: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [ADMIN, ...args],
      { env: { PATH: process.env['PATH'], ...surroundings(), ...env } },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });

describe('an installation without the demo', () => {
  let empty: TestDatabase;
  let server: Process;
  const settings = { SEED: 'empty', PUBLIC_URL: 'https://desk.firm.test' };
  const start = () => startProcess(empty.url, { settings: { SEED: 'empty' } });
  const post = async (path: string, body: object, token?: string) => {
    const answer = await call(`${server.url}${path}`, {
      method: 'POST',
      body,
      ...(token && { token }),
    });
    return { status: answer.status, body: JSON.parse(answer.text) };
  };
  const open = async () => JSON.parse((await call(`${server.url}/api/setup`)).text);
  const byHand = (...args: string[]) =>
    admin({ ...settings, DATABASE_URL: empty.url, ENCRYPTION_KEY: TEST_KEY }, ...args);

  before(async () => {
    empty = await testDatabase(migrate);
    server = await start();
  });
  after(async () => {
    await server.stop('SIGINT');
    await empty.drop();
  });

  test('its start prints one link; the start after it another, and the first is void', async () => {
    const first = tokenOf(server)!;
    assert.ok(first);
    assert.deepEqual(await open(), { open: true });
    await server.stop('SIGINT');
    server = await start();
    assert.notEqual(tokenOf(server), first);
    const refused = await post('/api/setup', person(first, 'ana@firm.test'));
    assert.deepEqual([refused.status, refused.body], [200, null]);
  });

  test('of ten at once with the link one becomes the administrator, signed in; what is refused uses nothing up', async () => {
    const token = tokenOf(server)!;
    const weak = await post('/api/setup', {
      ...person(token, 'ana@firm.test'),
      newPassword: 'lollipops',
    });
    assert.deepEqual(
      weak.body.errors.map(({ field }: { field: string }) => field),
      ['newPassword'],
    );
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        post('/api/setup', person(token, `a${nth}@firm.test`)),
      ),
    );
    const winner = all.filter(({ body }) => body !== null);
    assert.deepEqual(
      all.map(({ status }) => status),
      Array(10).fill(200),
    );
    assert.equal(winner.length, 1);
    const login: { token: string; passwordExpired: boolean } = winner[0]!.body;
    const me = await call(`${server.url}/api/users/me`, { token: login.token });
    const { userRole, merchantId, email } = JSON.parse(me.text);
    assert.deepEqual(
      [userRole, merchantId, login.passwordExpired],
      ['BACKOFFICE_ADMIN', null, false],
    );
    assert.deepEqual(await open(), { open: false });
    await server.stop('SIGINT');
    server = await start();
    assert.equal(tokenOf(server), undefined, 'nobody is asked to set it up again');
    const signIn = await post('/api/login', { username: email, password: PASSWORD });
    assert.equal(signIn.status, 200);
  });

  test('npm run admin invites beside the running server, lists, and lets somebody locked in again', async () => {
    const invited = await byHand('invite', 'Bob@firm.test', '--name', 'Bob Ash');
    assert.equal(invited.code, 0, invited.said);
    const token = /https:\/\/desk\.firm\.test\/register\?invitation=([\w-]{43})\n/.exec(
      invited.said,
    )?.[1];
    const created = await post('/api/passwords', { token, newPassword: PASSWORD });
    assert.deepEqual([created.status, created.body], [200, true]);
    const login = { username: 'bob@firm.test', password: PASSWORD };
    assert.equal((await post('/api/login', login)).status, 200);

    for (let tries = 0; tries < 6; tries++)
      await post('/api/login', { ...login, password: 'wrong' });
    assert.equal((await post('/api/login', login)).status, 401, 'blocked');
    const again = await byHand('let-in', 'bob@firm.test');
    assert.equal(again.code, 0, again.said);
    const reset = /password-recovery\?reset=([\w-]{43})\n/.exec(again.said)?.[1];
    const chosen = { token: reset, newPassword: 'orange ladder hums softly' };
    assert.deepEqual((await post('/api/passwords/reset', chosen)).body, true);
    const back = await post('/api/login', { ...login, password: chosen.newPassword });
    assert.equal(back.status, 200);

    const list = await byHand('list');
    assert.match(list.said, /^bob@firm\.test\s+Back Office Administrator\s+ACTIVATED\s+Bob Ash$/m);
    const client = new Client({ connectionString: empty.url });
    await client.connect();
    const { rows } = await client.query<{ action: string }>(
      `select action from audit_logs where user_name = 'npm run admin' order by created_date`,
    );
    await client.end();
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['CREATE', 'LET_IN'],
    );
  });

  test('npm run admin refuses in one line what makes no sense', async () => {
    for (const [args, words] of [
      [['invite', 'bob@firm.test'], /^bob@firm.test has an account: let-in brings it back/],
      [['let-in', 'nobody@firm.test'], /^Nobody has an account by the address nobody@firm.test\n$/],
      [['invite', 'bob'], /^bob: .*\nUsage: npm run admin/],
      [['invite', 'eve@firm.test', '--role', 'MERCHANT_ADMIN'], /^--role: one of BACKOFFICE_ADMIN/],
      [['destroy'], /^What is to be done\?\nUsage/],
    ] as const) {
      const { code, said } = await byHand(...args);
      assert.deepEqual([code, words.test(said)], [1, true], said);
    }
  });
});

test('npm run admin works on the embedded database too, with no server beside it', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'paydesk-admin-'));
  try {
    const invited = await admin({ DATA_DIR, SEED: 'empty' }, 'invite', 'ana@firm.test');
    assert.equal(invited.code, 0, invited.said);
    assert.match(invited.said, /ana@firm\.test is invited as Back Office Administrator/);
    const { said } = await admin({ DATA_DIR, SEED: 'empty' }, 'list');
    assert.match(said, /^ana@firm\.test\s+Back Office Administrator\s+NOT_ACTIVATED/m);
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
});
