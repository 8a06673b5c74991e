import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareSandboxes } from './gateways/sandboxes.ts';
import { backUp, restore } from './platform/backup.ts';
import { readNote } from './platform/backup/note.ts';
import { readConfig } from './platform/config.ts';
import { keyFor, noteKey } from './platform/db/installation.ts';
import { ownSignIn } from './platform/db/roles.ts';
import { testDatabase } from './platform/db/testing.ts';
import { encryption, MARK_BYTES, type Encryption } from './platform/encryption.ts';
import { knownKeys, reseal, SEALED } from './platform/resealing.ts';
import { blindOf, openedOf, SEALED_VALUES } from './platform/sealed-values.ts';
import { tasksOf } from './resources.ts';
import { TEST_KEY } from './testing/encryption.ts';
import { startProcess } from './testing/processes.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'paydesk-keys-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const NEW_KEY = 'the next key of the tests, which is as long';
const BACKUP_PASSPHRASE = 'lantern over the quiet harbour';
const log = { debug() {}, info() {}, warn() {}, error() {} };

/** Kept as they came: hashes, public keys and pictures; what lives for minutes; and what each start seals anew. */
const NOT_SEALED =
  /(_hash|hashes|^hash|fingerprint|^mark|^digest|^png|^bytes|_id_index)$|^installation\.sign_in$|^passkeys\.|^audit_redactions\.|^sso_flows\.verifier$/;

const settings = (keys: Record<string, string>) => ({
  DATA_DIR: join(folder, 'none'),
  ENCRYPTION_KEY: undefined,
  ENCRYPTION_KEY_OLD: undefined,
  ...keys,
});

describe('SB-33, SB-46, SB-47 another encryption key', () => {
  let server: TestServer;
  let owner: Client;
  let both: Encryption;
  before(async () => {
    server = await testServer();
    owner = await server.as('owner@amber.test');
  });
  after(() => server.close());

  /** Every sealed value there is, by what it is under: how many, and how many this key does not open. */
  async function opened(by: Encryption) {
    let there = 0;
    const closed: string[] = [];
    for (const { table, column, id = 'id', purpose } of SEALED)
      for (const row of await server.all<{ id: string; sealed: Buffer }>(
        `select ${id}::text as id, ${column} as sealed from ${table} where ${column} is not null`,
      )) {
        there++;
        try {
          by.open(row.sealed, typeof purpose === 'string' ? purpose : purpose(row.id));
        } catch {
          closed.push(`${table} ${row.id}`);
        }
      }
    return { there, closed };
  }

  const posted = (by: Encryption, text: string) =>
    server.pool.query(
      `insert into outbox (id, kind, payload, created_date, due_date)
       values (gen_random_uuid(), 'TEST', $1, now(), now() + interval '1 year')`,
      [by.seal(JSON.stringify({ text }), 'outbox')],
    );

  test('every column of bytes is sealed and gone through, or is known to be none of it', async () => {
    const columns = await server.all<{ name: string; guarded: boolean }>(
      `select c.table_name || '.' || c.column_name as name, exists (
         select from pg_trigger t where t.tgrelid = format('public.%I', c.table_name)::regclass
           and t.tgname = 'sealed_' || c.table_name || '_' || c.column_name
           and c.ordinal_position = any(t.tgattr::int2[])) as guarded
       from information_schema.columns c where c.table_schema = 'public' and c.data_type = 'bytea'`,
    );
    const sealed = SEALED.map(({ table, column }) => `${table}.${column}`);
    const unknown = columns.filter(
      ({ name }) =>
        !sealed.includes(name) && !NOT_SEALED.test(name) && !NOT_SEALED.test(name.split('.')[1]!),
    );
    assert.deepEqual(
      unknown.map(({ name }) => name),
      [],
    );
    assert.deepEqual(
      columns
        .filter(({ guarded }) => guarded)
        .map(({ name }) => name)
        .toSorted(),
      sealed.toSorted(),
    );
  });

  test('a start with a new key beside the old one begins the change; without the old one it is refused', async () => {
    await noteKey(server.url, encryption(TEST_KEY), settings({}));
    await assert.rejects(
      keyFor(server.url, settings({ ENCRYPTION_KEY: NEW_KEY })),
      /is not the one/,
    );
    const given = { ENCRYPTION_KEY: NEW_KEY, ENCRYPTION_KEY_OLD: TEST_KEY };
    both = await keyFor(server.url, settings(given));
    await noteKey(server.url, both, settings(given));
    assert.ok(both.mark(), 'it seals under the new one, and says so');
    for (const [given, name] of [
      [TEST_KEY, both.keys[0]!],
      [NEW_KEY, both.keys[1]!],
    ] as const)
      await assert.rejects(
        keyFor(server.url, settings({ ENCRYPTION_KEY: given })),
        new RegExp(
          `The encryption key ${name.fingerprint.toString('hex', 0, 8)} is missing: .*ENCRYPTION_KEY_OLD`,
        ),
      );
    // who starts with the keys the other way round goes along
    const turned = settings({ ENCRYPTION_KEY: TEST_KEY, ENCRYPTION_KEY_OLD: NEW_KEY });
    const other = await keyFor(server.url, turned);
    await noteKey(server.url, other, turned);
    assert.deepEqual(other.mark(), both.mark());
    assert.equal((await knownKeys(server.services.database.kysely)).length, 2);
    // who has the old one alone is sent no calls any more
    const { statusCode, body } = await server.app.inject({ url: '/health/ready' });
    assert.equal(statusCode, 503);
    assert.match(body, /another encryption key/);
    // the server's own role is signed in by the password that others have
    const { name, password } = await ownSignIn(server.url, both);
    assert.equal(password, encryption(TEST_KEY).derive(`database sign-in ${name}`).toString('hex'));
  });

  test('cut short it goes on where it stopped, while others write under both; then the old one may go', async () => {
    const { database } = server.services;
    const old = encryption(TEST_KEY);
    for (let nth = 0; nth < 120; nth++) await posted(old, `before ${nth}`);
    const had = await opened(both);
    assert.deepEqual(had.closed, []);
    const work = { database, encryption: both, log: server.services.log };

    const writing = new AbortController();
    let written = 0;
    const refused: string[] = [];
    after(() => writing.abort());
    const writers = [old, both].map(async (by) => {
      while (!writing.signal.aborted) {
        await posted(by, 'meanwhile').then(
          () => written++,
          (error: { code: string }) => refused.push(error.code),
        );
        await sleep(2);
      }
    });
    // stopped, as by a kill, after a few portions
    const stopping = new AbortController();
    let portions = 0;
    const few = {
      ...work,
      database: {
        ...database,
        transaction: (async (sight, does) => {
          if (++portions === 12) stopping.abort();
          return database.transaction(sight, does);
        }) as typeof database.transaction,
      },
    };
    await reseal(few, { size: 25, graceMs: 0 }).run(stopping.signal);
    const stopped = await server.all<{ name: string; seen: string }>(
      'select name, seen from resealing',
    );
    assert.ok(stopped.some(({ seen }) => Number(seen) > 0));
    const { change } = (await (await server.as('admin@paydesk.test')).call('GET /api/system')).body
      .encryption;
    assert.ok(change && change.round === 1 && change.seen > 0 && change.about >= change.seen);
    const half = await opened(encryption(NEW_KEY));
    assert.ok(half.closed.length > 0 && half.closed.length < half.there, 'half way');

    // one that fails in the middle of a portion has done nothing of it
    await assert.rejects(
      Promise.resolve(
        reseal(
          { ...work, encryption: { ...both, seal: () => assert.fail('the process ends') } },
          { size: 25, graceMs: 0 },
        ).run(),
      ),
      /the process ends/,
    );
    // the demo's customers are many: in portions of 25 the writers would be far ahead
    const figures = await reseal(work, { size: 250, graceMs: 0 }).run();
    assert.ok(figures && figures.processed! > 0 && figures.failed === 0);
    writing.abort();
    await Promise.all(writers);
    assert.ok(written > 0);
    assert.deepEqual([...new Set(refused)], ['55000'], 'under the closed key nobody writes');
    await assert.rejects(posted(old, 'late'), { code: '55000' });

    const alone = encryption(NEW_KEY);
    const sealed = await opened(alone);
    assert.deepEqual(sealed.closed, []);
    assert.equal(sealed.there, had.there + written);
    // what an equal personal id is found by follows from the new key as well (ADR 159)
    for (const value of SEALED_VALUES.filter(({ indexed }) => indexed)) {
      const { table, column, id: key = 'id', kind } = value;
      const rows = await server.all<Record<string, never> & { id: string; index: Buffer }>(
        `select ${key} as id, ${column}, ${column}_sealed, ${column}_index as index from ${table}
         where ${column}_sealed is not null`,
      );
      assert.ok(rows.length > 0, table);
      for (const row of rows) {
        const text = openedOf(alone, value, row.id, row as never)!;
        assert.deepEqual(row.index, blindOf(alone, kind, text)[0], `${table} ${row.id}`);
      }
    }
    const marks = await server.all<{ mark: Buffer }>(
      `select distinct substring(payload, 1, ${MARK_BYTES}) as mark from outbox`,
    );
    assert.deepEqual(
      marks.map(({ mark }) => mark),
      [both.mark()],
    );
    const [log] = await server.all<{ details: { keys: string[] } }>(
      `select details from audit_logs where action = 'RETIRE_ENCRYPTION_KEY'`,
    );
    assert.deepEqual(log!.details.keys, [both.keys[1]!.fingerprint.toString('hex', 0, 8)]);

    // the old one alone opens nothing any more, the new one alone is enough, and does not begin anew
    await assert.rejects(
      keyFor(server.url, settings({ ENCRYPTION_KEY: TEST_KEY })),
      /is not the one/,
    );
    const one = settings({ ENCRYPTION_KEY: NEW_KEY });
    const key = await keyFor(server.url, one);
    await noteKey(server.url, key, one);
    assert.equal(key.open(key.seal('a word', 'outbox'), 'outbox'), 'a word');
    // nor does a process whose settings were forgotten take the old one up again
    const forgotten = settings({ ENCRYPTION_KEY: TEST_KEY, ENCRYPTION_KEY_OLD: NEW_KEY });
    const late = await keyFor(server.url, forgotten);
    await noteKey(server.url, late, forgotten);
    assert.deepEqual(late.mark(), key.mark());
    assert.deepEqual(await reseal(work, { graceMs: 0 }).run(), { processed: 0, failed: 0 });
  });

  test('a process sees within seconds that another has begun, where it has the key', async () => {
    const { services } = server;
    const own = encryption(TEST_KEY, NEW_KEY);
    assert.equal(own.mark(), null);
    const follow = tasksOf({ ...services, encryption: own }).find(
      ({ name }) => name === 'follow-keys',
    );
    await follow!.run();
    assert.deepEqual(own.mark(), both.mark());
  });

  test('what people see is as before: the API key is shown, by a process with the new key alone', async () => {
    assert.equal((await owner.call('GET /api/user-merchant/api-key-info')).status, 200);
    const started = await startProcess(server.url, {
      settings: { ENCRYPTION_KEY: '', ENCRYPTION_KEY_COMMAND: `printf '%s\\n' '${NEW_KEY}'` },
    });
    try {
      assert.ok(!started.said().includes(NEW_KEY));
      const shown = await fetch(`${started.url}/api/user-merchant/api-key`, {
        headers: { authorization: `Bearer ${owner.token}` },
      });
      assert.equal(shown.status, 200);
      assert.match(((await shown.json()) as { key: string }).key, /^pdk_/);
    } finally {
      await started.stop('SIGINT');
    }
  });
});

test('a backup of the midst of a change holds both keys, and is restored with both', async () => {
  const server = await testServer();
  const bare = await testDatabase();
  try {
    const keys = { ENCRYPTION_KEY: NEW_KEY, ENCRYPTION_KEY_OLD: TEST_KEY };
    const config = readConfig({ DATABASE_URL: server.url, ...keys, BACKUP_PASSPHRASE });
    await noteKey(server.url, await keyFor(server.url, config), config);
    const backup = join(folder, 'midst');
    await backUp(config, server.url, { folder: backup, kind: 'tables' });
    assert.equal((await readNote(backup)).olderFingerprints.length, 1);
    const into = { log, tables: prepareSandboxes };
    const there = { DATABASE_URL: bare.url, DATA_DIR: join(folder, 'restored') };
    await assert.rejects(
      restore(readConfig({ ...there, ENCRYPTION_KEY: NEW_KEY }), backup, into),
      /set ENCRYPTION_KEY_OLD to the one before, too/,
    );
    await restore(readConfig({ ...there, BACKUP_PASSPHRASE }), backup, into);
    // the data folder's file has both, the one that seals first
    const restored = await keyFor(bare.url, readConfig(there));
    assert.deepEqual(
      restored.keys.map(({ fingerprint }) => fingerprint),
      encryption(NEW_KEY, TEST_KEY).keys.map(({ fingerprint }) => fingerprint),
    );
  } finally {
    await server.close();
    await bare.drop();
  }
});

const refusedBy = (settings: Record<string, string>, words: RegExp) =>
  assert.throws(
    () => readConfig(settings),
    (error: Error) => {
      assert.match(error.message, words);
      assert.doesNotMatch(error.message, /the next key|secret/);
      return true;
    },
  );

describe('where a key comes from', () => {
  const file = join(folder, 'a-key');
  writeFileSync(file, `${NEW_KEY}\n`);
  test('a file or a command stands for the setting, the line’s end not counted', () => {
    for (const name of ['ENCRYPTION_KEY', 'ENCRYPTION_KEY_OLD'] as const) {
      assert.equal(readConfig({ [`${name}_FILE`]: file })[name], NEW_KEY);
      assert.equal(readConfig({ [`${name}_COMMAND`]: `cat ${file}` })[name], NEW_KEY);
    }
  });

  test('SB-47 two at once, a file that is not there, a command that fails: refused by name, nothing told', () => {
    refusedBy(
      { ENCRYPTION_KEY: NEW_KEY, ENCRYPTION_KEY_FILE: file },
      /ENCRYPTION_KEY, ENCRYPTION_KEY_FILE: set one/,
    );
    refusedBy(
      { ENCRYPTION_KEY_FILE: join(folder, 'secret') },
      /ENCRYPTION_KEY_FILE: the file can’t be read \(ENOENT\)/,
    );
    refusedBy(
      { ENCRYPTION_KEY_COMMAND: `cat ${file}; echo secret >&2; exit 3` },
      /_COMMAND: the command failed \(status 3\)/,
    );
    refusedBy({ ENCRYPTION_KEY_COMMAND: 'echo secret' }, /gave less than 32/);
  });
});
