import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { migrate } from './platform/db/migrate.ts';
import { testDatabase, type TestDatabase } from './platform/db/testing.ts';
import { seed } from './seed/seed.ts';
import { testEncryption } from './testing/encryption.ts';
import { openPooler } from './testing/pooler.ts';
import { call, startProcess } from './testing/processes.ts';
import { demoOfTests } from './testing/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'paydesk-main-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function query<T extends object>(url: string, ...texts: string[]): Promise<T[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: T[] = [];
    for (const text of texts) ({ rows } = await client.query(text));
    return rows;
  } finally {
    await client.end();
  }
}

/** The one line that a start that is refused leaves: no stack, no second line, status 1. */
async function refusal(databaseUrl: string, settings: Record<string, string> = {}) {
  const failed: Error = await startProcess(databaseUrl, { settings }).then(
    async (server) => {
      await server.stop('SIGINT');
      return assert.fail('it started');
    },
    (error: Error) => error,
  );
  const [, status, said = ''] = /^ended with (\d+):\n([^]*)$/.exec(failed.message) ?? [];
  assert.equal(status, '1', failed.message);
  assert.doesNotMatch(said, /^\s+at |node:internal/m);
  assert.equal(said.trimEnd().split('\n').length, 1, said);
  return said;
}

const as = (url: string, username: string, password: string) => {
  const address = new URL(url);
  Object.assign(address, { username, password });
  return address.href;
};

const signIn = async (url: string) => {
  const answer = await call(`${url}/api/login`, {
    method: 'POST',
    body: { username: 'owner@amber.test', password: 'quiet harbour lantern 42' },
  });
  assert.equal(answer.status, 200, answer.text);
  return (JSON.parse(answer.text) as { token: string }).token;
};

/** A list, a write, money that moves through the sandbox: what needs each of the rights that the server has. */
async function works(url: string) {
  const token = await signIn(url);
  const list = await call(`${url}/api/transactions?f_status=SUCCESS&f_amount=100..200&size=50`, {
    token,
  });
  const rows = (JSON.parse(list.text) as { content: { id: string; refundedAmount: number }[] })
    .content;
  const { id } = rows.find(({ refundedAmount }) => refundedAmount === 0)!;
  const refunded = await call(`${url}/api/transactions/${id}/actions/refund`, {
    method: 'POST',
    token,
    body: { amount: 1.5, currency: 'EUR', refundReason: 'OTHER_REFUND' },
  });
  assert.equal(refunded.status, 200, refunded.text);
  const csv = await call(`${url}/api/transactions.csv?timeZone=UTC&f_id=${id}`, { token });
  assert.equal(csv.status, 200);
  const ready = await call(`${url}/health/ready`);
  assert.deepEqual([ready.status, JSON.parse(ready.text)], [200, { status: 'ready' }]);
}

const recover = async (server: { url: string }) =>
  call(`${server.url}/api/passwords/recover`, {
    method: 'POST',
    body: { email: 'owner@amber.test' },
  });

const until = async (holds: () => Promise<boolean>) => {
  for (let tries = 0; tries < 3000 && !(await holds()); tries++)
    await new Promise((resolve) => setTimeout(resolve, 20));
};

const small = async (url: string) => {
  await migrate(url);
  await seed(url, { clock: new Date(), encryption: testEncryption, transactions: 1000 });
};

describe('who signs in to the database', () => {
  let made: TestDatabase;
  const app = `app_${randomBytes(4).toString('hex')}`;
  before(async () => {
    made = await demoOfTests();
  });
  after(async () => {
    await made.drop();
  });

  const sessions = () =>
    query<{ usename: string }>(
      made.url,
      `select distinct usename from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and usename is not null`,
    );

  test('SB-46 with DATABASE_URL alone the server makes a role of its own and serves as that, all its connections', async () => {
    const [{ oid }] = (await query<{ oid: number }>(
      made.url,
      'select oid from pg_database where datname = current_database()',
    )) as [{ oid: number }];
    // two at once, with the password that only the key tells
    const processes = await Promise.all([startProcess(made.url), startProcess(made.url)]);
    try {
      await works(processes[0].url);
      await signIn(processes[1].url);
      assert.deepEqual(await sessions(), [{ usename: `paydesk_server_${oid}` }]);
    } finally {
      await Promise.all(processes.map((each) => each.stop('SIGINT')));
    }
  });

  test('SB-46 with DATABASE_OWNER_URL it serves as the role that is named, which may own and create nothing', async () => {
    await query(made.url, `create role ${app} login password 'serves'`);
    const settings = { DATABASE_OWNER_URL: made.url };
    try {
      const server = await startProcess(as(made.url, app, 'serves'), { settings });
      try {
        await works(server.url);
        assert.deepEqual(await sessions(), [{ usename: app }]);
      } finally {
        await server.stop('SIGINT');
      }
      assert.match(
        await refusal(made.url, settings),
        /^DATABASE_URL signs in as paydesk, which .*is the owner/,
      );
      await query(made.url, `grant create on schema public to ${app}`);
      const words = new RegExp(
        `^DATABASE_URL signs in as ${app}, which may create tables or schemas`,
      );
      assert.match(await refusal(as(made.url, app, 'serves'), settings), words);
      await query(made.url, `revoke create on schema public from ${app}`);
      assert.match(
        await refusal(as(made.url, app, 'guess'), settings),
        /^The database refuses the password/,
      );
    } finally {
      await query(made.url, `drop role ${app}`);
    }
  });

  test('a database brought over from the version before serves as before', async () => {
    const { url, drop } = await testDatabase();
    const migrations = new URL('migrations/', import.meta.url);
    const names = readdirSync(migrations)
      .sort()
      .filter((name) => name < '0063');
    try {
      await query(
        url,
        `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
         create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
         insert into kysely_migration_lock values ('migration_lock', 0)`,
      );
      for (const name of names)
        await query(
          url,
          readFileSync(new URL(name, migrations), 'utf8'),
          `insert into kysely_migration values ('${name}', now()::text)`,
        );
      const owners = () =>
        query<{ owner: string }>(
          url,
          `select distinct relowner::regrole::text as owner from pg_class
           where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
        );
      assert.deepEqual(await owners(), [{ owner: 'paydesk' }, { owner: 'paydesk_data' }]);
      await small(url);
      assert.deepEqual(await owners(), [{ owner: 'paydesk' }]);
      const server = await startProcess(url);
      try {
        await works(server.url);
      } finally {
        await server.stop('SIGINT');
      }
    } finally {
      await drop();
    }
  });
});

describe('a start that can’t be', () => {
  let made: TestDatabase;
  before(async () => {
    made = await demoOfTests();
  });
  after(() => made.drop());

  test('SB-47 another encryption key, or none where there was one', async () => {
    const wrong = await refusal(made.url, { ENCRYPTION_KEY: 'x'.repeat(40) });
    assert.match(
      wrong,
      /^The encryption key of ENCRYPTION_KEY is not the one that the database was set up with/,
    );
    assert.match(wrong, /All processes of one database need the same ENCRYPTION_KEY/);
    assert.doesNotMatch(wrong, /xxx/);
    const dataDir = join(folder, 'no-key');
    const missing = await refusal(made.url, { ENCRYPTION_KEY: '', DATA_DIR: dataDir });
    assert.match(missing, /^The encryption key is missing: [^]* ENCRYPTION_KEY/);
    assert.equal(existsSync(join(dataDir, 'encryption.key')), false, 'none is made in its place');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'encryption.key'), 'y'.repeat(44));
    const kept = await refusal(made.url, { ENCRYPTION_KEY: '', DATA_DIR: dataDir });
    assert.match(kept, /encryption\.key is not the one/);
    // of a version before, which wrote no fingerprint, a secret tells
    await query(
      made.url,
      'update installation set key_fingerprint = null',
      'delete from encryption_keys',
    );
    assert.match(await refusal(made.url, { ENCRYPTION_KEY: 'x'.repeat(40) }), /is not the one/);
    const right = await startProcess(made.url);
    await right.stop('SIGINT');
    const [noted] = await query<{ bytes: number }>(
      made.url,
      'select length(key_fingerprint) as bytes from installation',
    );
    assert.deepEqual(noted, { bytes: 32 });
  });

  test('a database of a later version, unless all that it has had fits this one (ADR 148)', async () => {
    await query(made.url, `insert into kysely_migration values ('9999-later.sql', now()::text)`);
    assert.match(
      await refusal(made.url),
      /^The database is of a later Paydesk \(it has 9999-later\.sql\)/,
    );
    const says = (breaks: string | null) =>
      query(
        made.url,
        `update kysely_migration set release = '99.0.0', breaks = ${breaks ? `'${breaks}'` : 'null'}
         where name = '9999-later.sql'`,
      );
    await says('they pay twice');
    assert.equal(
      (await refusal(made.url)).trimEnd(),
      'The database is of a later Paydesk: 9999-later.sql ends the time of older processes, since they pay twice. ' +
        'Start 99.0.0 or a later one, or restore a backup that this one made.',
    );
    // what does not break it lets it start, and serve
    await says(null);
    const older = await startProcess(made.url);
    try {
      const ready = async () => (await call(`${older.url}/health/ready`)).status === 200;
      await until(ready);
      assert.ok(await ready());
      await says('they pay twice');
      const standing = async () => (await call(`${older.url}/health/ready`)).text;
      await until(async () => /of a later version/.test(await standing()));
      assert.deepEqual(JSON.parse(await standing()), { status: 'of a later version' });
    } finally {
      await older.stop('SIGINT');
    }
    await query(made.url, `delete from kysely_migration where name = '9999-later.sql'`);
  });

  test('an owner who may not create roles', async () => {
    const poor = `poor_${randomBytes(4).toString('hex')}`;
    await query(
      made.url,
      `create role ${poor} login password 'poor'`,
      `grant ${poor} to current_user`,
      `create database ${poor} owner ${poor}`,
    );
    const url = new URL(as(made.url, poor, 'poor'));
    url.pathname = `/${poor}`;
    try {
      const said = await refusal(url.href);
      assert.match(said, new RegExp(`^The role ${poor} may not create roles`));
      assert.match(said, new RegExp(`alter role "?${poor}"? createrole`));
      assert.deepEqual(
        await query(url.href, `select from pg_tables where schemaname = 'public'`),
        [],
      );
    } finally {
      await query(made.url, `drop database ${poor}`, `drop role ${poor}`);
    }
  });

  test('a port that is taken, an address of another machine: found before anything is started', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const dataDir = join(folder, 'never-made');
    const said = await refusal('', { PORT: String(port), DATA_DIR: dataDir });
    assert.match(said, new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken`));
    const elsewhere = await refusal('', { HOST: '192.0.2.1', DATA_DIR: dataDir });
    assert.match(elsewhere, /^192\.0\.2\.1 is no address of this machine/);
    assert.equal(existsSync(dataDir), false);
    other.close();
  });

  test('a folder that can’t be written, and one of another PostgreSQL', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const said = await refusal('', { DATA_DIR: join(folder, 'a-file/data') });
    assert.match(said, /can’t be written \(ENOTDIR\)\. Give Paydesk a DATA_DIR/);
    const dataDir = join(folder, 'older');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '15\n');
    assert.match(
      await refusal('', { DATA_DIR: dataDir }),
      /was made by PostgreSQL 15; this Paydesk brings/,
    );
  });

  test('nobody at the address, a wrong password, no such database', async () => {
    assert.match(
      await refusal('postgres://x@127.0.0.1:1/x'),
      /^Nobody answers at the database’s address/,
    );
    assert.match(
      await refusal(as(made.url, 'paydesk', 'guess')),
      /^The database refuses the password/,
    );
    const gone = new URL(made.url);
    gone.pathname = '/gone';
    assert.match(await refusal(gone.href), /^The database that the address names is not there/);
  });

  test('a pooler in transaction mode, unless DATABASE_DIRECT_URL leads past it', async () => {
    const app = `app_${randomBytes(4).toString('hex')}`;
    await query(made.url, `create role ${app} login password 'serves'`);
    const direct = as(made.url, app, 'serves');
    // its own connections work as the server’s role, since no client can ask for that
    await query(
      made.url,
      `grant paydesk_server, paydesk_merchant to ${app}`,
      `alter role ${app} set role = paydesk_server`,
    );
    const pooler = await openPooler({ connectionString: direct });
    const pooled = `postgres://${app}:serves@127.0.0.1:${pooler.port}/${new URL(made.url).pathname.slice(1)}`;
    try {
      const settings = { DATABASE_OWNER_URL: made.url };
      assert.match(
        await refusal(pooled, settings),
        /^Between Paydesk and its database stands a pooler in transaction mode\. Set DATABASE_DIRECT_URL/,
      );
      const server = await startProcess(pooled, {
        settings: { ...settings, DATABASE_DIRECT_URL: direct },
      });
      try {
        await works(server.url);
        assert.deepEqual([...pooler.refused], []);
      } finally {
        await server.stop('SIGINT');
      }
    } finally {
      pooler.close();
      await query(made.url, `drop role ${app}`);
    }
  });
});

test('AM-47 a database that was not filled as a demo is none, whatever SEED says: no link and no address is logged, no sandbox moves its money, and none is begun unsaid', async () => {
  const { url, drop } = await testDatabase(async (empty) => {
    await migrate(empty);
    await seed(empty, { clock: new Date(), encryption: testEncryption, transactions: 1000 });
    await query(empty, 'update installation set demo = false');
    // the demo's loans stand still: whoever borrows is mailed of what happens to them
    await query(empty, 'update consumer_credits set checkout_id = null');
    await query(
      empty,
      `update loan_operations set status = 'DECLINED', next_attempt_date = null where status = 'PENDING'`,
    );
  });
  const mails = async () =>
    (
      await query<{ n: number }>(url, `select count(*)::int as n from outbox where kind = 'MAIL'`)
    )[0]!.n;
  try {
    for (const demo of [false, true]) {
      await query(url, `update installation set demo = ${demo}`);
      const before = await mails();
      const server = await startProcess(url, { settings: { SEED: 'demo', LOG_LEVEL: 'debug' } });
      assert.equal((await recover(server)).status, 200);
      await until(async () => (await mails()) > before);
      if (demo) await until(async () => server.said().includes('password-recovery?reset='));
      if (demo) await works(server.url);
      else await assert.rejects(works(server.url), /No acquirer is set up, so no money can move/);
      await server.stop('SIGINT');
      const said = server.said();
      assert.equal(await mails(), before + 1);
      assert.equal(said.includes('password-recovery?reset='), demo);
      assert.equal(said.includes('owner@amber.test'), demo);
      assert.equal(said.includes('quiet harbour lantern 42'), demo);
      if (!demo)
        assert.match(
          await refusal(url, { SCREENING: 'sandbox' }),
          /^Wrong settings: SCREENING: sandbox .* this database is no demo.*ALLOW_SANDBOX=true/,
        );
    }
  } finally {
    await drop();
  }
});
