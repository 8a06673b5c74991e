import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import {
  AUDITED_AT_MERCHANTS,
  AUDITED_IN_THE_HOUSE,
  KINDS_AT_MERCHANTS,
  KINDS_IN_THE_HOUSE,
} from '@paydesk/contract/audited.ts';
import { table } from '@paydesk/contract/index.ts';
import { isMachines } from '@paydesk/contract/kernel/access.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { AnyRecord, RecordActions } from '@paydesk/contract/kernel/record.ts';
import { SANDBOX_AMOUNTS } from './gateways/acquirer-sandbox.ts';
import { DEMO_PASSWORD } from './seed/seed.ts';
import { CHANGED } from './testing/changed.ts';
import { CHANGES, profile, somebody, type Changing } from './testing/changes.ts';
import { insertPayment, markRefunded, refund, reverse } from './testing/money.ts';
import { sensitiveOf, watchWrites } from './testing/writes.ts';
import { TRYING_OUT, testServer, type Client, type TestServer } from './testing/server.ts';

interface Row {
  action: string;
  result: string;
  user_id: string | null;
  user_name: string | null;
  application: string | null;
  address: string | null;
  entity_type: string;
  entity_id: string | null;
  merchant_id: string | null;
  details: {
    errorCode?: string;
    fields?: string[];
    changes?: Record<string, { before: unknown; after: unknown }>;
  };
}

const changing = Object.entries(table).filter(([key]) => !key.startsWith('GET ')) as [
  Changing,
  Endpoint,
][];

const refused = (errorCode: string, fields?: string[]) =>
  fields ? { errorCode, fields } : { errorCode };

/** As the literals have it; a text that the case made up is `*` where they say so. */
const told = (changes: Row['details']['changes'], wanted: (typeof CHANGED)[Changing]) =>
  changes &&
  Object.fromEntries(
    Object.entries(changes).map(([field, { before, after }]) => [
      field,
      [before, after].map((value, at) =>
        typeof value === 'string' && wanted?.[field]?.[at] === '*' ? '*' : value,
      ),
    ]),
  );

describe('the audit log', () => {
  let server: TestServer;
  let owner: Client;
  let amber: string;
  let writes: () => Promise<string[]>;
  before(async () => {
    server = await testServer({
      ...TRYING_OUT,
      settings: { ...TRYING_OUT.settings, CALLBACK_ALLOW: '127.0.0.1' },
    });
    owner = await server.as('owner@amber.test');
    amber = await server.merchantId('Amber & Oak');
    writes = await watchWrites(server);
  });
  after(() => server.close());

  /** The rows that the work leaves. */
  async function left(work: () => Promise<unknown>): Promise<Row[]> {
    const known = await server.all<{ id: string }>('select id from audit_logs');
    await work();
    return server.all<Row>(
      'select * from audit_logs where not id = any($1::uuid[]) order by created_date, id',
      [known.map(({ id }) => id)],
    );
  }

  for (const [key, { access, sensitive }] of changing)
    test(`SB-46, SB-07 ${key} leaves a row that says who, from where and what; the table says what is sensitive in it`, async () => {
      assert.ok(CHANGES[key], `${key} needs a case`);
      const {
        action,
        by = owner,
        whose,
        entityId,
        plain,
        staffs,
        made,
        finish,
        application = staffs ? 'BACKOFFICE' : 'MERCHANT_CONSOLE',
        ...options
      } = await CHANGES[key](server);
      const caller = whose === undefined ? by : server.anonymous;
      await writes();
      let written: string[] = [];
      const rows = await left(async () => {
        const { status, text } = await caller.call(key, { ...options, from: '203.0.113.5' });
        assert.ok(status < 300, `${status}: ${text}`);
        written = await writes();
        await finish?.();
      });
      const row = rows.find((each) => each.action === action)!;
      assert.ok(row, `${action} is there`);
      assert.match(row.result, /^(SUCCESS|PENDING)$/);
      const who = whose === undefined ? by.userId : whose;
      assert.equal(row.user_id, who);
      assert.equal(Boolean(row.user_name), who !== null);
      assert.equal(row.application, who && application);
      assert.equal(row.address, '203.0.113.5');
      if (entityId !== null && (entityId ?? options.params))
        assert.equal(row.entity_id, entityId ?? options.params!['id']);
      else assert.ok(row.entity_id);
      assert.equal(row.merchant_id, made ? row.entity_id : staffs ? null : amber);
      assert.equal('changes' in row.details, !plain, 'a change says what was before and after');
      assert.deepEqual(told(row.details.changes, CHANGED[key]), CHANGED[key]);
      assert.deepEqual(
        rows.filter(({ result }) => result === 'REFUSED'),
        [],
      );
      // who has no session can't be asked for anything anew
      if (access !== 'public' && !isMachines(access) && sensitiveOf(written).length)
        assert.ok(sensitive, `${key} is sensitive: ${written.join(', ')}`);
    });

  test('SB-46 money that moves: before and after, when it is reserved and when it is settled', async () => {
    const id = await insertPayment(server, { merchantId: amber });
    const reversed = await insertPayment(server, { merchantId: amber });
    const rows = await left(async () => {
      await refund(owner, id, 30);
      await reverse(owner, reversed, 100);
    });
    const changed = rows.map(({ details }) => details.changes);
    assert.deepEqual(changed, [
      { pending_refund_amount: { before: 0, after: 30 } },
      {
        refunded_amount: { before: 0, after: 30 },
        pending_refund_amount: { before: 30, after: 0 },
      },
      { pending_reversal_amount: { before: 0, after: 100 } },
      {
        status: { before: 'SUCCESS', after: 'REVERSED' },
        reversed_amount: { before: 0, after: 100 },
        pending_reversal_amount: { before: 100, after: 0 },
      },
    ]);
  });

  test('SB-46 a refusal by a rule, by a field, by a right or by a record has one row', async () => {
    const id = await insertPayment(server, { merchantId: amber });
    const foreign = await insertPayment(server, {
      merchantId: await server.merchantId('Baltic Books'),
    });
    const without = await server.person({ merchantId: amber, permissions: [] });
    const key = 'PUT /api/transactions/{id}/actions/refund';
    const absent = randomUUIDv7();
    const told = async (work: () => Promise<{ status: number }>) => {
      let status = 0;
      const rows = await left(async () => ({ status } = await work()));
      assert.equal(rows.length, 1);
      const row = rows[0]!;
      assert.deepEqual(
        [row.action, row.result, row.entity_type, row.merchant_id, row.application, row.address],
        [key, 'REFUSED', 'TRANSACTION', amber, 'MERCHANT_CONSOLE', '127.0.0.1'],
      );
      assert.ok(row.user_id && row.user_name);
      return { status, id: row.entity_id, details: row.details };
    };
    assert.deepEqual(await told(() => refund(owner, id, 1e6)), {
      status: 400,
      id,
      details: refused('VALIDATION_FAILURE', ['amount']),
    });
    assert.deepEqual(
      await told(() => refund(owner, id, 'hunter2', { refundReason: '', '4111111111111111': 'x' })),
      {
        status: 400,
        id,
        details: refused('VALIDATION_FAILURE', ['amount', 'refundReason', 'unknown']),
      },
    );
    assert.deepEqual(await told(() => refund(without, id, 1)), {
      status: 403,
      id,
      details: refused('FORBIDDEN'),
    });
    for (const other of [foreign, absent])
      assert.deepEqual(await told(() => refund(owner, other, 1)), {
        status: 404,
        id: other,
        details: refused('NOT_FOUND'),
      });
    assert.deepEqual(await told(() => refund(owner, 'no-id; drop', 1)), {
      status: 404,
      id: null,
      details: refused('NOT_FOUND'),
    });
  });

  test('SB-46 the own record is named where the path names none', async () => {
    const person = await somebody(server);
    const [row] = await left(() =>
      person.call('PUT /api/users/me', { body: { ...profile, firstName: '' } }),
    );
    assert.deepEqual(
      [row!.entity_type, row!.entity_id, row!.details.fields],
      ['USER', person.userId, ['firstName']],
    );
  });

  test('SB-46 reading what one may not has a row, reading what is not there or wrongly has none', async () => {
    const expired = await server.person({
      merchantId: amber,
      passwordExpiresDate: new Date(Date.now() - 60_000),
    });
    const rows = await left(async () => {
      assert.equal((await owner.call('GET /api/soap-logs')).status, 403);
      assert.equal((await owner.call('GET /api/soap-logs.csv')).status, 403);
      assert.equal((await expired.call('GET /api/transactions')).status, 403);
      const params = { id: randomUUIDv7() };
      assert.equal((await owner.call('GET /api/transactions/{id}', { params })).status, 404);
      assert.equal((await owner.call('GET /api/transactions', { query: 'x=1' })).status, 400);
    });
    assert.deepEqual(
      rows.map(({ action, details }) => [action, details.errorCode]),
      [
        ['GET /api/soap-logs', 'FORBIDDEN'],
        ['GET /api/soap-logs.csv', 'FORBIDDEN'],
        ['GET /api/transactions', 'PASSWORD_EXPIRED'],
      ],
    );
  });

  test('SB-46 nobody, a fault and what has a row already leave no refusal', async () => {
    const id = await insertPayment(server, { merchantId: amber, amountCents: 2_000_000n });
    const rows = await left(async () => {
      assert.equal((await refund(server.anonymous, id, 1)).status, 401);
      assert.equal((await refund(server.client('x'.repeat(43), null), id, 1)).status, 401);
      await server.pool.query('alter table money_operations rename to gone');
      assert.equal((await refund(owner, id, 1)).status, 500);
      await server.pool.query('alter table gone rename to money_operations');
      const declined = await refund(owner, id, fromCents(SANDBOX_AMOUNTS.declined));
      assert.equal(declined.status, 400);
    });
    assert.deepEqual(
      rows.map(({ action, result }) => `${action} ${result}`),
      ['REFUND PENDING', 'REFUND FAILED'],
    );
  });

  test('SB-46 SB-49 an audit log that can’t be written, or not now, changes no refusal', async () => {
    const id = await insertPayment(server, { merchantId: amber });
    await server.pool.query(`
      create function fail() returns trigger language plpgsql as
        $$ begin raise exception 'full'; end $$;
      create trigger fail before insert on audit_logs for each row execute function fail()`);
    const failed = await markRefunded(owner, id, 1e6);
    await server.pool.query('drop trigger fail on audit_logs; drop function fail()');
    assert.equal(failed.status, 400);
    assert.ok(server.logLines.some((line) => line.includes('refusal not audited')));

    const client = await server.pool.connect();
    await client.query('begin; lock table audit_logs in share mode');
    const began = performance.now();
    const late = await markRefunded(owner, id, 1e6);
    assert.equal(late.status, 400);
    assert.ok(performance.now() - began < 8000);
    const rows = await left(async () => {
      await client.query('rollback');
      client.release();
      await wait(300);
    });
    assert.equal(rows.length, 1, 'it is written as soon as that is possible');
  });

  test('AT-01 SB-46 whatever was done by now is called by a code that has words', async () => {
    const contract = join(import.meta.dirname, '../../../packages/contract/src/resources');
    const files = globSync('**/*.ts', { cwd: contract }).filter((file) => !file.includes('.test.'));
    const found = await Promise.all(
      files.map((file) => import(join(contract, file)) as Promise<Record<string, unknown>>),
    );
    const records = found.flatMap((module) =>
      Object.values(module).filter(
        (one): one is AnyRecord =>
          typeof one === 'object' && one !== null && 'entity' in one && 'actions' in one,
      ),
    );
    const kinds = records.map(({ entity }) => entity);
    const actions = records.flatMap((record) =>
      Object.values(record.actions as RecordActions<never>).map(({ audited }): string => audited),
    );
    const rows = await server.all<{ action: string; kind: string }>(
      `select distinct action, entity_type as kind from audit_logs where result <> 'REFUSED'`,
    );
    assert.ok(rows.length > 20);
    for (const { action, kind } of rows) {
      const named = action in AUDITED_AT_MERCHANTS || action in AUDITED_IN_THE_HOUSE;
      assert.ok(named || actions.includes(action), action);
      const known = kind in KINDS_AT_MERCHANTS || kind in KINDS_IN_THE_HOUSE;
      // a list is no record
      const ofList = /^(EXPORT_|ASK_SECOND|CARRY_OUT)/.test(action);
      assert.ok(ofList || known || kinds.includes(kind), `${action} of ${kind}`);
    }
  });

  test('SB-46 SB-47 no row holds a password, a token, a secret or a card number', async () => {
    const person = await server.signIn('operator@amber.test');
    const body = { username: 'operator@amber.test', password: 'needle-password' };
    await server.anonymous.call('POST /api/login', { body });
    await person.call('PUT /api/users/me', {
      body: { ...profile, passwordHash: 'needle-password', 'needle-name': person.token },
    });
    const rows = await server.all<{ text: string; details: object }>(
      'select details, a::text as text from audit_logs a',
    );
    assert.ok(rows.length > 100);
    const keys = (value: unknown): string[] =>
      value && typeof value === 'object'
        ? Object.entries(value).flatMap(([key, part]) => [key, ...keys(part)])
        : [];
    for (const { text, details } of rows) {
      for (const secret of [
        DEMO_PASSWORD,
        person.token!,
        owner.token!,
        'needle',
        '$argon2',
        'Bearer',
      ])
        assert.ok(!text.includes(secret), text);
      for (const key of keys(details))
        assert.doesNotMatch(key, /password|token|secret|pan$|cvv|hash|privateKey/i);
      // a card number, and 256 bits as the tokens are written
      assert.doesNotMatch(JSON.stringify(details), /(?<![\w-])\d{13,19}(?![\w-])/);
      assert.doesNotMatch(JSON.stringify(details), /(?<![\w-])[\w-]{43}(?![\w-])/);
    }
  });
});
