import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { insertRow } from '../seed/factories.ts';
import { lists } from '../resources.ts';
import { core, machine, namedKey, newOrder } from '../testing/machines.ts';
import { without, withRole } from '../testing/roles.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { ownAuditLogsList } from './own-audit-logs.ts';

const PATH = 'GET /api/user-merchant/audit-logs';

const made = (who: string) => `CREATE_ORDER ${who}  SUCCESS ORDER`;

const movedTo = (after: string) => ({ changes: { status: { before: 'DRAFT', after } } });

describe('the audit log of a merchant, for its administrators', () => {
  let server: TestServer;
  let merchantId: string;
  before(async () => {
    server = await testServer();
    merchantId = await server.merchantId('Amber & Oak');
  });
  after(() => server.close());

  const insert = (entry: Record<string, unknown>) =>
    insertRow(server.pool, 'auditLogs', {
      id: randomUUIDv7(),
      merchantId,
      action: 'TRIED',
      entityType: 'ORDER',
      entityId: null,
      result: 'SUCCESS',
      application: null,
      address: '192.0.2.77',
      details: { changes: { note: { before: 'a "quoted"\n', after: 'č \\ \u0001' } } },
      createdDate: new Date(),
      ...entry,
    } as never);

  it('AT-01 staff find in theirs what people did, or what systems did: tasks, gateways and keys', async () => {
    const id = randomUUIDv7();
    const action = 'BY_WHOM';
    await insert({ action, userId: id, userName: 'Anna Ozola', application: 'MERCHANT_CONSOLE' });
    // carried out later for somebody, in no console
    await insert({ action, userId: id, userName: 'Kārlis Bite' });
    await insert({ action, userId: id, userName: 'API key …1234' });
    await insert({ action, userId: id, userName: 'Certificate Till 7' });
    await insert({ action, userId: null, userName: 'Institution' });
    await insert({ action, userId: null, userName: null });
    const staff = await server.as('admin@paydesk.test');
    const by = async (f_by: string) => {
      const query = { f_by, f_action: `=${action}` };
      const { body } = await staff.call('GET /api/audit-logs/users', { query });
      return body.content.map(({ user }) => user).toSorted();
    };
    assert.deepEqual(await by('PERSON'), ['Anna Ozola', 'Kārlis Bite']);
    assert.deepEqual(await by('SYSTEM'), ['API key …1234', 'Certificate Till 7', 'Institution']);
    assert.deepEqual(await by('NOBODY'), [null]);
  });

  it('SB-03, SB-46 it has what their people did, from where, and nobody else’s', async () => {
    const owner = await server.as('owner@amber.test');
    await owner.call('POST /api/login', {
      body: { username: 'owner@amber.test', password: 'wrong' },
      from: '198.51.100.9',
    });
    const { body } = await owner.call(PATH, { query: { f_address: '198.51.100.9' } });
    assert.equal(body.totalElements, 1);
    assert.deepEqual(
      [body.content[0]!.action, body.content[0]!.user, body.content[0]!.userId],
      ['LOGIN', 'Anna Ozola', owner.userId],
    );
    assert.equal(body.content[0]!.record, 'Anna Ozola');
    const all = await owner.call(PATH, { query: { size: '200' } });
    const ids = all.body.content.map(({ id }) => id);
    const { rows } = await server.pool.query<{ merchant_id: string | null }>(
      'select distinct merchant_id from audit_logs where id = any($1)',
      [ids],
    );
    assert.deepEqual(rows, [{ merchant_id: merchantId }]);
    const other = await server.as('owner@baltic.test');
    const theirs = await other.call(PATH, { query: { f_address: '198.51.100.9' } });
    assert.equal(theirs.body.totalElements, 0);
    for (const email of ['operator@amber.test', 'admin@paydesk.test'])
      for (const path of [PATH, `${PATH}.csv`, `${PATH}.jsonl`, `${PATH}.csv/count`] as const)
        assert.equal((await (await server.as(email)).call(path)).status, 403, `${email} ${path}`);
  });

  it('SB-03, SB-05 by an address no row is asked for its own', async () => {
    const owner = await server.as('owner@amber.test');
    const { said } = await server.one<{ said: string }>(
      `select pg_get_functiondef('own_audit_address(uuid)'::regprocedure) as said`,
    );
    await server.pool.query(`create or replace function own_audit_address(row_id uuid) returns text
      language plpgsql stable as $$ begin raise 'asked'; end $$`);
    try {
      for (const path of [PATH, `${PATH}.csv/count`] as const) {
        const { status, text } = await owner.call(path, { query: { f_address: '203.0.113.250' } });
        assert.equal(status, 200, text);
      }
    } finally {
      await server.pool.query(said);
    }
  });

  it('GT-29 a function that a list asks once for each row keeps its plan', async () => {
    const asked = lists.map(({ columns, where }) => JSON.stringify([columns, where])).join('\n');
    // one that PostgreSQL can't write into the statement; lists have their own plans made each time
    const functions = await server.all<{ name: string; keeps: boolean }>(
      `select p.proname as name, coalesce('plan_cache_mode=auto' = any(p.proconfig), false) as keeps
       from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
         and (p.prosecdef or p.proconfig is not null)
       order by 1`,
    );
    const theirs = functions.filter(({ name }) => new RegExp(`\\b${name}\\(`).test(asked));
    assert.deepEqual(theirs, [
      { name: 'audit_key', keeps: true },
      { name: 'charge_refusal', keeps: true },
      { name: 'own_audit_address', keeps: true },
      { name: 'told_name', keeps: true },
    ]);
  });

  it('SB-03 staff have no name and no address there, and what they note for themselves is not there', async () => {
    const staff = await server.as('admin@paydesk.test');
    const by = { userId: staff.userId, userName: 'Staff Person', application: 'BACKOFFICE' };
    const { rows } = await server.pool.query<{ id: string }>(
      `(select id, 1 as at from orders where merchant_id = $1 limit 1)
       union all (select id, 2 from orders where merchant_id <> $1 limit 1) order by at`,
      [merchantId],
    );
    await insert({ ...by, action: 'TRIED_ORDER', entityId: rows[0]!.id });
    await insert({ ...by, action: 'NAMED_OTHERS', entityId: rows[1]!.id });
    // every kind that has a name at a merchant can be read there
    for (const entityType of [
      'API_KEY',
      'CERTIFICATE',
      'CONSUMER_CREDIT',
      'PAYMENT_LINK',
      'PURCHASE',
      'RECURRING_PAYMENT',
      'SHIPPING_METHOD',
      'TRANSACTION',
      'USER',
      'WIDGET',
    ])
      await insert({ ...by, action: 'NAMED_NONE', entityType, entityId: rows[1]!.id });
    await insert({ ...by, action: 'TRIED_NOTE', entityType: 'MERCHANT' });
    await insert({ ...by, action: 'TRIED_SCREENING', entityType: 'SCREENING_CASE' });
    await insert({ userId: null, userName: 'Secret gateway', action: 'TRIED_ALONE' });
    const owner = await server.as('owner@amber.test');
    const { body, text } = await owner.call(PATH, { query: { f_action: 'tried_' } });
    assert.deepEqual(
      body.content
        .map(({ action, user, userId, address }) => [action, user, userId, address])
        .sort(),
      [
        ['TRIED_ALONE', 'Automatic', null, null],
        ['TRIED_ORDER', 'Paydesk', null, null],
      ],
    );
    assert.doesNotMatch(text, /Staff Person|Secret gateway|192\.0\.2\.77/);
    assert.match(
      body.content.find(({ action }) => action === 'TRIED_ORDER')!.record!,
      /^Order \S/,
      'what it was done to, by its name',
    );
    const named = await owner.call(PATH, { query: { f_action: 'named_' } });
    assert.equal(named.body.totalElements, 11);
    for (const { record } of named.body.content) assert.equal(record, null, 'none of another’s');
    // nor is any of it guessed by a filter
    for (const [key, value] of [
      ['f_user', 'staff'],
      ['f_user', 'secret'],
      ['f_address', '192.0.2.77'],
    ] as const)
      assert.equal((await owner.call(PATH, { query: { [key]: value } })).body.totalElements, 0);
  });

  it('the database itself shows a merchant’s statements no name of staff', async () => {
    await assert.rejects(
      server.pool.query('set local role paydesk_merchant; select user_name from audit_logs'),
      /permission denied/,
    );
  });

  it('SB-06 CSV and JSON lines are the rows of the list, streamed, and leave a trace of their own', async () => {
    await insert({ userId: null, userName: null, action: 'LINES_TRIED' });
    const owner = await server.as('owner@amber.test');
    const query = { f_action: 'lines_tried' };
    const page = await owner.call(PATH, { query });
    const file = await owner.call(`${PATH}.jsonl`, { query });
    assert.match(String(file.headers['content-type']), /^application\/jsonl/);
    assert.match(String(file.headers['content-disposition']), /own-audit-logs_[\d-]+\.jsonl"/);
    assert.ok(
      file.text.endsWith('}\n') && !file.text.includes('\r') && !file.text.includes('\uFEFF'),
    );
    const lines = file.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    assert.deepEqual(
      lines,
      // the name of what it was done to is a page's alone
      page.body.content.map((row) =>
        Object.fromEntries(
          Object.entries({ ...row, details: JSON.parse(row.details) as object }).filter(
            ([key]) => key !== 'record',
          ),
        ),
      ),
    );
    const sheet = await owner.call(`${PATH}.csv`, { query });
    assert.match(sheet.text, /LINES_TRIED/);
    const traces = await owner.call(PATH, { query: { f_entityType: 'own_audit_log' } });
    assert.deepEqual(
      traces.body.content.map(({ action, result }) => [action, result.name]),
      [
        ['EXPORT_CSV', 'SUCCESS'],
        ['EXPORT_JSON_LINES', 'SUCCESS'],
      ],
    );
  });

  it('SB-06 a file of many records is whole, and one that is cut says so', async () => {
    const staff = await server.as('admin@paydesk.test');
    const file = await staff.call('GET /api/audit-logs/users.jsonl');
    const { body } = await staff.call('GET /api/audit-logs/users.csv/count');
    const lines = file.text.trimEnd().split('\n');
    assert.ok(Math.abs(lines.length - body.records) <= 1, `${lines.length} of ${body.records}`);
    for (const line of lines) JSON.parse(line);
    assert.equal(file.headers['x-records-truncated'], 'false');
    assert.equal(
      (await staff.call('GET /api/audit-logs/users.jsonl', { query: { f_no: '1' } })).status,
      400,
    );
  });

  it('SB-04, ST-03 why staff decided so of what a rule had held is not there, in no form', async () => {
    const staff = await server.as('admin@paydesk.test');
    const why = { amount: 1, reason: 'Known to the police', reasonNote: 'Known to the police' };
    const address = '192.0.2.99';
    for (const entry of [
      { action: 'PASS_REVIEW', entityType: 'TRANSACTION', details: why },
      { action: 'REFUSE_REVIEW', entityType: 'TRANSACTION', details: why },
      { action: 'REVIEW_LOAN', entityType: 'CONSUMER_CREDIT', details: why },
      {
        action: 'MOVE_LOAN',
        entityType: 'CONSUMER_CREDIT',
        details: { ...why, ...movedTo('CUSTOMER_RISK_EVALUATION_SUCCEEDED') },
      },
    ])
      await insert({ ...entry, userId: staff.userId, userName: 'Staff Person', address });
    await insert({
      action: 'MOVE_LOAN',
      entityType: 'CONSUMER_CREDIT',
      userId: null,
      details: { reason: 'Loan number L-77', ...movedTo('CONFIRMED') },
    });
    const owner = await server.as('owner@amber.test');
    const { body } = await owner.call(PATH, { query: { size: '200' } });
    assert.ok(body.content.filter(({ details }) => details.includes('"amount": 1')).length >= 4);
    assert.ok(body.content.some(({ details }) => details.includes('Loan number L-77')));
    for (const path of [PATH, `${PATH}.csv`, `${PATH}.jsonl`] as const)
      assert.doesNotMatch(
        (await owner.call(path, { query: { size: '200' } as never })).text,
        /police/,
        path,
      );
  });

  it('SB-04, TX-07 nor does the history or the timeline of the record say it, or who of staff has the case', async () => {
    const staff = await server.as('admin@paydesk.test');
    const owner = await server.as('owner@amber.test');
    const { id } = await server.one<{ id: string }>(
      'select id from transactions where merchant_id = $1 and order_id is not null limit 1',
      [merchantId],
    );
    const loan = await server.one<{ id: string }>(
      'select id from consumer_credits where merchant_id = $1 limit 1',
      [merchantId],
    );
    const by = { userId: staff.userId, userName: 'Staff Person', entityId: id };
    const why = { reason: 'Known to Interpol', reasonNote: 'Known to Interpol' };
    const taken = { changes: { taken_by: { before: null, after: 'Known to Interpol' } } };
    for (const entry of [
      { ...by, action: 'PASS_REVIEW', entityType: 'TRANSACTION', details: why },
      { ...by, action: 'REFUSE_REVIEW', entityType: 'TRANSACTION', details: why },
      { ...by, action: 'TAKE_REVIEW', entityType: 'TRANSACTION', details: taken },
      {
        ...by,
        action: 'REVIEW_LOAN',
        entityType: 'CONSUMER_CREDIT',
        entityId: loan.id,
        details: why,
      },
      {
        ...by,
        action: 'TAKE_LOAN_REVIEW',
        entityType: 'CONSUMER_CREDIT',
        entityId: loan.id,
        details: taken,
      },
    ])
      await insert(entry);
    const read = async (who: typeof owner) => [
      (await who.call('GET /api/transactions/{id}/history', { params: { id } })).text,
      (await who.call('GET /api/timelines/transaction/{id}', { params: { id } })).text,
      (await who.call('GET /api/timelines/loan/{id}', { params: { id: loan.id } })).text,
    ];
    for (const text of await read(staff)) assert.match(text, /Interpol/);
    for (const text of [...(await read(owner)), (await owner.call(PATH)).text]) {
      assert.match(text, /REVIEW|[Rr]eview/);
      assert.doesNotMatch(text, /Interpol/);
    }
  });

  it('SB-33, SB-46 what their systems did says by which key, a replaced one too; a core’s of the house does not', async () => {
    const MAKE = 'POST /api/merchant-api/orders';
    const first = await machine(server, merchantId);
    const one = await first.call(MAKE, { body: newOrder() });
    const byFirst = `API key …${first.token!.slice(-4)}`;
    const second = await machine(server, merchantId);
    const refused = await second.call(MAKE, { body: newOrder({ items: [] }) });
    assert.equal(refused.status, 400);
    const PAUSE = 'POST /api/merchant-api/recurring/{id}/pause';
    const absent = await second.call(PAUSE, { params: { id: randomUUIDv7() }, body: {} });
    assert.equal(absent.status, 404);
    const named = await namedKey(server, merchantId, { name: 'Till 7' });
    const other = await server.client(named.key, named.id).call(MAKE, { body: newOrder() });
    // a key of the house, and one of staff who is called as a key is
    const house = await core(server);
    const staff = await server.as('admin@paydesk.test');
    for (const userId of [house.userId, staff.userId])
      await insert({
        userId,
        userName: userId === staff.userId ? 'API key of staff' : 'Provider key Core',
        action: 'TRIED_ORDER_OF_HOUSE',
        entityId: one.body.id,
      });
    const owner = await server.as('owner@amber.test');
    const rows = async (client: typeof owner, query: Record<string, string>) =>
      (await client.call(PATH, { query })).body.content.map(
        ({ action, user, userId, result, entityType }) =>
          [action, user, userId, result.name, entityType].join(' '),
      );
    assert.deepEqual(await rows(owner, { f_entityId: other.body.id }), [made('API key Till 7')]);
    assert.deepEqual(await rows(owner, { f_entityId: one.body.id, f_user: byFirst }), [
      made(byFirst),
    ]);
    assert.deepEqual(await rows(owner, { f_user: `API key …${second.token!.slice(-4)}` }), [
      `${PAUSE} API key …${second.token!.slice(-4)}  REFUSED RECURRING`,
      `${MAKE} API key …${second.token!.slice(-4)}  REFUSED ORDER`,
    ]);
    assert.deepEqual(await rows(owner, { f_action: 'OF_HOUSE' }), [
      'TRIED_ORDER_OF_HOUSE Paydesk  SUCCESS ORDER',
      'TRIED_ORDER_OF_HOUSE Paydesk  SUCCESS ORDER',
    ]);
    const history = 'GET /api/orders/{id}/history';
    const params = { id: other.body.id };
    for (const who of [owner, staff])
      assert.deepEqual(
        (await who.call(history, { params })).body.content.map(({ user }) => user),
        ['API key Till 7'],
      );
    for (const path of [`${PATH}.csv`, `${PATH}.jsonl`] as const)
      assert.match((await owner.call(path)).text, /API key Till 7/);
    const stranger = await server.as('owner@baltic.test');
    assert.deepEqual(await rows(stranger, { f_user: 'API key' }), []);
    // nor does the database tell who asks past the list
    const { id } = await server.one<{ id: string }>(
      `select id from audit_logs where user_name = 'API key Till 7' limit 1`,
    );
    const sees = async (whose: string) => {
      const sight = { merchantId: whose, userId: owner.userId! };
      return server.services.database.snapshot(sight, async (client) => {
        const { rows } = await client.query<{ key: string }>('select audit_key($1) as key', [id]);
        return rows[0]!.key;
      });
    };
    assert.equal(await sees(merchantId), 'API key Till 7');
    assert.equal(await sees(await server.merchantId('Baltic Books')), null);
  });

  it('SB-05 of what happened by itself no key is asked for, row by row', async () => {
    for (let n = 0; n < 3; n++)
      await insert({ action: 'LATE_ANSWER', entityType: 'PAYMENT_OPERATION', userId: null });
    const client = await server.pool.connect();
    try {
      await client.query(`begin; create or replace function audit_key(row_id uuid) returns text
        language plpgsql stable as $$ begin raise 'asked'; end $$`);
      const { rowCount } = await client.query(
        `select from audit_logs l where l.merchant_id = $1 and l.user_id is null and not (${ownAuditLogsList.where})`,
        [merchantId],
      );
      assert.ok(rowCount! >= 3);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('AT-01, SB-03, AM-33 a record is found by its name, of the own merchant’s alone', async () => {
    const owner = await server.as('owner@amber.test');
    const { userId, userName } = { userId: owner.userId, userName: 'Anna Ozola' };
    const order = await server.one<{ id: string; number: string }>(
      `select id, external_order_number as number from orders
       where merchant_id = $1 and external_order_number is not null limit 1`,
      [merchantId],
    );
    const widget = await server.one<{ id: string; name: string }>(
      'select id, name from widgets where merchant_id = $1 limit 1',
      [merchantId],
    );
    const foreign = await server.one<{ id: string; number: string }>(
      `select id, external_order_number as number from orders
       where merchant_id <> $1 and external_order_number is not null limit 1`,
      [merchantId],
    );
    for (const [entityType, entityId] of [
      ['ORDER', order.id],
      ['ORDER', foreign.id],
      ['WIDGET', widget.id],
      ['USER', owner.userId],
    ])
      await insert({ userId, userName, action: 'CALLED_SO', entityType, entityId });
    const found = async (f_entityId: string) => {
      const { body } = await owner.call(PATH, { query: { f_entityId, f_action: '=CALLED_SO' } });
      return body.content.map(({ entityId }) => entityId);
    };
    for (const name of [`Order ${order.number}`, order.number, ` order ${order.number} `])
      assert.deepEqual(await found(name), [order.id], name);
    assert.deepEqual(await found(widget.name.toUpperCase()), [widget.id]);
    for (const name of ['anna ozola', 'Owner@amber.test', owner.userId!, owner.userId!.slice(-6)])
      assert.deepEqual(await found(name), [owner.userId], name);
    // another’s is called by nothing here, as what is called so nowhere, or is a part of a name
    for (const name of [`Order ${foreign.number}`, 'Nobody at all', 'Anna', 'Order %'])
      assert.deepEqual(await found(name), [], name);
    const query = { f_entityId: widget.name, f_action: '=CALLED_SO' };
    assert.equal((await owner.call(`${PATH}.csv/count`, { query })).body.totalElements, 1);
    for (const path of [`${PATH}.csv`, `${PATH}.jsonl`] as const) {
      const { text } = await owner.call(path, { query });
      assert.ok(text.includes(widget.id) && !text.includes(order.id), path);
    }
    // who may not read a kind of record is not told by its name which one it is
    const blind = await withRole(server, {
      base: 'MERCHANT_ADMIN',
      rights: without('MERCHANT_ADMIN', 'WIDGETS'),
      merchantId,
    });
    assert.equal((await blind.call(PATH, { query })).body.totalElements, 0);
  });
});
