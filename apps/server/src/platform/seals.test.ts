import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testServer, type TestServer } from '../testing/server.ts';
import { audit } from './audit.ts';
import { checkSeals, sealAudit, sealBatch, sealHash, type Anchor, type Seal } from './seals.ts';

const CHECK = fileURLToPath(new URL('../check.ts', import.meta.url));

const checkOf = (url: string, ...anchors: string[]) =>
  spawnSync(process.execPath, [CHECK, ...anchors], {
    env: { PATH: process.env['PATH'], DATABASE_URL: url },
    encoding: 'utf8',
  });

describe('SB-46 the chain of seals over the audit log', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const add = () =>
    server.database.transaction('all', (tx) =>
      audit(
        tx,
        { userId: null, userName: 'Sealed', address: null },
        {
          action: 'PING',
          entityType: 'TEST',
          entityId: null,
          merchantId: null,
          result: 'SUCCESS',
          details: { note: 'a\n"b"', amount: 1.5, nothing: null },
        },
      ),
    );

  async function sealAll() {
    while (await sealBatch(server.database));
  }

  async function faults(anchors: Anchor[] = []): Promise<string[]> {
    const found: string[] = [];
    await checkSeals(server.database, (fault) => found.push(fault), anchors);
    return found;
  }

  const seal = (number: bigint) =>
    server.one<Seal>('select * from audit_seals where number = $1', [number]);
  const last = async () =>
    (await server.one<{ n: bigint }>('select max(number) as n from audit_seals')).n;

  /** What somebody with all rights does behind the server's back, and takes back after the look. */
  async function tamper(
    statement: string,
    values: unknown[] = [],
    look = () => faults(),
  ): Promise<string[]> {
    const tables = ['audit_logs', 'audit_seals'];
    const copies = tables.map((name) => `create table ${name}_copy as select * from ${name};`);
    await server.pool.query(copies.join(''));
    const trigger = (what: string) =>
      server.pool.query(tables.map((name) => `alter table ${name} ${what} trigger user;`).join(''));
    await trigger('disable');
    try {
      await server.pool.query(statement, values);
      return await look();
    } finally {
      for (const name of tables)
        await server.pool.query(
          `truncate ${name}; insert into ${name} select * from ${name}_copy; drop table ${name}_copy`,
        );
      await trigger('enable');
    }
  }

  beforeEach(async () => {
    await add();
    await sealAll();
    assert.deepEqual(await faults(), []);
  });

  test('what the seed left is sealed, and the log has the number and hash of each seal', async () => {
    await add();
    await sealAudit(server.services).run();
    const { hash, number, rows } = await seal(await last());
    assert.equal(rows, 1);
    const line = server.logLines.findLast((each) => each.includes('audit log sealed'))!;
    assert.partialDeepStrictEqual(JSON.parse(line), {
      seal: String(number),
      hash: hash.toString('hex'),
      rows: 1,
    });
    const counts = await server.one<{ sealed: bigint; rows: bigint; waiting: bigint }>(
      `select (select sum(rows) from audit_seals)::bigint as sealed,
         (select count(*) from audit_logs) as rows, (select count(*) from audit_unsealed) as waiting`,
    );
    assert.equal(counts.sealed, counts.rows);
    assert.equal(counts.waiting, 0n);
    assert.equal(await sealBatch(server.database), null, 'nothing waits, so no seal is made');
  });

  test('a changed row is found by its seal and its id, whichever column it is', async () => {
    const number = await last();
    const { ids } = await seal(number);
    const fault = [`seal ${number}: row ${ids[0]} was changed`];
    for (const change of [
      `user_name = 'Somebody else'`,
      `created_date = created_date - interval '1 millisecond'`,
      `details = details || '{"amount": 2.5}'`,
      `result = 'FAILED'`,
      `address = '203.0.113.1'`,
      `merchant_id = gen_random_uuid()`,
      `entity_id = gen_random_uuid()`,
      `user_id = gen_random_uuid()`,
      `application = 'BACKOFFICE'`,
      `action = 'OTHER'`,
      `entity_type = 'OTHER'`,
    ])
      assert.deepEqual(
        await tamper(`update audit_logs set ${change} where id = $1`, [ids[0]]),
        fault,
        change,
      );
  });

  test('a row that is gone is found, before and after it is sealed', async () => {
    const number = await last();
    const { ids } = await seal(number);
    const gone = await tamper('delete from audit_logs where id = $1', [ids[0]]);
    assert.deepEqual(gone, [`seal ${number}: row ${ids[0]} is missing`]);
    await add();
    const { id } = await server.one<{ id: string }>('select id from audit_unsealed');
    const unsealed = await tamper('delete from audit_logs where id = $1', [id]);
    assert.deepEqual(unsealed, [`row ${id} waits for its seal and is missing`]);
  });

  test('a row put in behind the triggers is found', async () => {
    const id = randomUUIDv7();
    const found = await tamper(
      `insert into audit_logs select (jsonb_populate_record(a, jsonb_build_object('id', $1::text))).*
       from audit_logs a limit 1`,
      [id],
    );
    assert.deepEqual(found, [`row ${id} is in no seal and does not wait for one`]);
  });

  test('a row sealed twice is found', async () => {
    const { ids } = await seal(await last());
    await server.pool.query('insert into audit_unsealed values ($1)', [ids[0]]);
    assert.deepEqual(await faults(), [`row ${ids[0]} is sealed more than once`]);
    await server.pool.query('delete from audit_unsealed');
  });

  test('a deleted seal is found: in the middle by its number, the last one by its rows and by the log', async () => {
    await add();
    await sealAll();
    const number = await last();
    const middle = await seal(number - 1n);
    const found = await tamper('delete from audit_seals where number = $1', [number - 1n]);
    assert.deepEqual(found, [
      `seal ${number} follows seal ${number - 2n}: 1 are missing`,
      `row ${middle.ids[0]} is in no seal and does not wait for one`,
    ]);
    const { ids } = await seal(number);
    assert.deepEqual(await tamper('delete from audit_seals where number = $1', [number]), [
      `row ${ids[0]} is in no seal and does not wait for one`,
    ]);
    assert.deepEqual(await faults([[number + 1n, 'ab']]), [
      `seal ${number + 1n} was logged and is missing`,
    ]);
  });

  test('two swapped seals are found', async () => {
    await add();
    await sealAll();
    const number = await last();
    const found = await tamper(
      `alter table audit_seals drop constraint audit_seals_number_check;
       update audit_seals set number = -number where number >= ${number - 1n};
       update audit_seals set number = ${2n * number - 1n} + number where number < 0;
       alter table audit_seals add constraint audit_seals_number_check check (number > 0)`,
    );
    for (const one of [number - 1n, number]) assert.ok(found.includes(`seal ${one} was changed`));
  });

  test('a changed last seal is found, and one made anew by what was logged', async () => {
    const number = await last();
    const whole = await seal(number);
    for (const change of [
      `created_date = created_date - interval '1 day'`,
      `rows = rows + 1`,
      `hash = sha256('x')`,
      `ids = array[gen_random_uuid()]`,
      `row_hashes = sha256('x')`,
      `previous_hash = sha256('x')`,
    ]) {
      const found = await tamper(`update audit_seals set ${change} where number = $1`, [number]);
      assert.ok(found.includes(`seal ${number} was changed`), change);
    }
    const anew = sealHash({ ...whole, created_date: '2020-01-01T00:00:00.000Z' });
    assert.notDeepEqual(anew, whole.hash);
    assert.deepEqual(await faults([[number, whole.hash.toString('hex')]]), []);
    assert.deepEqual(await faults([[number, anew.toString('hex')]]), [
      `seal ${number} is not the one logged`,
    ]);
  });

  test('writers and sealers at the same time: every row is sealed once, also one that commits late', async () => {
    const { n: earlier } = await server.one<{ n: bigint }>('select count(*) as n from audit_logs');
    const late = await server.pool.connect();
    await late.query('begin');
    await late.query(
      `insert into audit_logs (id, created_date, action, entity_type, result, details)
       values ($1, now(), 'LATE', 'TEST', 'SUCCESS', '{}')`,
      [randomUUIDv7()],
    );
    const writing = new AbortController();
    const sealers = [1, 2, 3].map(async () => {
      while (!writing.signal.aborted) await sealBatch(server.database);
    });
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let nth = 0; nth < 25; nth++) await add();
      }),
    );
    await late.query('commit');
    late.release();
    writing.abort();
    await Promise.all(sealers);
    await sealAll();
    assert.deepEqual(await faults(), []);
    const { n, sealed } = await server.one<{ n: bigint; sealed: bigint }>(
      `select (select count(*) from audit_logs) as n, (select sum(rows) from audit_seals)::bigint as sealed`,
    );
    assert.equal(n, earlier + 201n);
    assert.equal(sealed, n);
  });

  test('npm run check says what is wrong, and where, and ends with it', async () => {
    const number = await last();
    const { hash, ids } = await seal(number);
    const logged = `${number}:${hash.toString('hex')}`;
    const whole = checkOf(server.url, logged);
    assert.equal(whole.status, 0, whole.stderr);
    assert.match(whole.stdout, new RegExp(`agrees with its \\d+ seals, the last is ${logged}\n`));
    const other = checkOf(server.url, `${number}:${'0'.repeat(64)}`);
    assert.equal(other.status, 1);
    assert.equal(other.stderr, `seal ${number} is not the one logged\n`);
    assert.match(checkOf(server.url, '41').stderr, /NUMBER:HASH/);
    const changed = await tamper(
      `update audit_logs set result = 'FAILED' where id = $1`,
      [ids[0]],
      async () => {
        const { status, stderr } = checkOf(server.url);
        return [String(status), stderr];
      },
    );
    assert.deepEqual(changed, ['1', `seal ${number}: row ${ids[0]} was changed\n`]);
  });

  test('a second sealer does nothing while one is at work, and no writer waits for either', async () => {
    await add();
    const first = await server.pool.connect();
    await first.query(`begin; select pg_advisory_xact_lock(hashtext('seal_audit'))`);
    await first.query('delete from audit_unsealed');
    assert.equal(await sealBatch(server.database), null);
    await add();
    await first.query('rollback');
    first.release();
    assert.equal((await sealBatch(server.database))!.rows, 2);
  });
});
