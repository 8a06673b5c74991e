import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testServer, type TestServer } from '../testing/server.ts';
import { audit } from './audit.ts';
import { readHeads, writeHeads } from './audit-heads.ts';
import { sealBatch } from './seals.ts';

const CHECK = fileURLToPath(new URL('../check.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paydesk-heads-'));
const heads = join(folder, 'heads');

let server: TestServer;
let today = '2026-03-01';
before(async () => {
  server = await testServer({ settings: { AUDIT_HEADS_DIR: heads } });
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const writing = () =>
  writeHeads({ ...server.services, now: () => new Date(`${today}T03:00:00Z`) })!.run();

async function addAndSeal() {
  await server.database.transaction('all', (tx) =>
    audit(
      tx,
      { userId: null, userName: 'Signed', address: null },
      {
        action: 'PING',
        entityType: 'TEST',
        entityId: null,
        merchantId: null,
        result: 'SUCCESS',
        details: {},
      },
    ),
  );
  while (await sealBatch(server.database));
}

const check = (dir = heads) =>
  spawnSync(process.execPath, [CHECK], {
    env: { PATH: process.env['PATH'], DATABASE_URL: server.url, AUDIT_HEADS_DIR: dir },
    encoding: 'utf8',
  });

function faultsOf(dir = heads): string[] {
  const found: string[] = [];
  readHeads(dir, (fault) => found.push(fault));
  return found;
}

test('SB-46 the head is signed and written once a day, and npm run check holds the log against all of them', async () => {
  await addAndSeal();
  assert.deepEqual(await writing(), { processed: 1, failed: 0 });
  await addAndSeal();
  assert.deepEqual(await writing(), { processed: 0, failed: 0 }, 'of one day once');
  today = '2026-03-02';
  assert.deepEqual(await writing(), { processed: 1, failed: 0 });
  assert.deepEqual(readdirSync(heads).toSorted(), [
    '2026-03-01.json',
    '2026-03-02.json',
    'signer.pem',
  ]);
  assert.match(readFileSync(join(heads, 'signer.pem'), 'utf8'), /^-----BEGIN PUBLIC KEY-----/);
  const { text } = await server.one<{ text: string }>('select t::text as text from audit_signer t');
  assert.doesNotMatch(text, /PRIVATE KEY|505249564154/, 'the private key is sealed');
  assert.ok(!server.logLines.join('').includes('PRIVATE KEY'));
  const whole = check();
  assert.equal(whole.status, 0, whole.stderr);
  assert.match(whole.stdout, /2 seals are held against signed heads/);
});

const triggers = (what: 'disable' | 'enable') =>
  `alter table audit_logs ${what} trigger user; alter table audit_seals ${what} trigger user`;
const [OFF, ON] = [triggers('disable'), triggers('enable')];

test('SB-46 a log that was cut at its end agrees with itself, and is found by the head; so is one made anew', async () => {
  const { number } = JSON.parse(readFileSync(join(heads, '2026-03-02.json'), 'utf8')) as {
    number: string;
  };
  // by somebody with all rights, behind the triggers: the last seal and its rows
  const cut = [
    `create table kept_seals as select * from audit_seals where number >= ${number}`,
    `create table kept_rows as select * from audit_logs where id in (select unnest(ids) from kept_seals)`,
    OFF,
    `delete from audit_logs where id in (select id from kept_rows)`,
    `delete from audit_seals where number >= ${number}`,
    ON,
  ].join('; ');
  await server.pool.query(cut);
  try {
    const without = spawnSync(process.execPath, [CHECK], {
      env: { PATH: process.env['PATH'], DATABASE_URL: server.url },
      encoding: 'utf8',
    });
    assert.equal(without.status, 0, 'without the heads nothing is seen');
    const { status, stderr } = check();
    assert.equal(status, 1);
    assert.equal(stderr, `seal ${number} was logged and is missing\n`);
    await addAndSeal();
    assert.equal(check().stderr, `seal ${number} is not the one logged\n`);
  } finally {
    await server.pool.query(
      `${OFF};
       delete from audit_logs where id in (select unnest(ids) from audit_seals where number >= ${number});
       delete from audit_seals where number >= ${number};
       insert into audit_logs select * from kept_rows; insert into audit_seals select * from kept_seals;
       ${ON}; drop table kept_rows, kept_seals`,
    );
  }
  assert.equal(check().status, 0);
});

test('SB-46 a head that was changed, moved to another day or signed by another key is none', async () => {
  const file = join(heads, '2026-03-02.json');
  const text = readFileSync(file, 'utf8');
  const said = '2026-03-02.json is no head that this installation has signed';
  const head = JSON.parse(text) as Record<string, string>;
  for (const changed of [
    JSON.stringify({ ...head, number: String(Number(head['number']) - 1) }),
    JSON.stringify({ ...head, hash: '0'.repeat(64) }),
    JSON.stringify({ ...head, date: '2026-03-02T04:00:00.000Z' }),
    readFileSync(join(heads, '2026-03-01.json'), 'utf8'),
    '{}',
    'nonsense',
  ]) {
    writeFileSync(file, changed);
    assert.deepEqual(faultsOf(), [said], changed);
  }
  writeFileSync(file, text);
  assert.deepEqual(faultsOf(), []);
  const empty = join(folder, 'empty');
  assert.deepEqual(faultsOf(empty), [`${empty} holds no signed heads of the audit log`]);
  assert.equal(check(empty).status, 1);
});
