import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Key } from '@paydesk/contract/index.ts';
import { visibleColumns } from '@paydesk/contract/kernel/columns.ts';
import type { Resource } from '@paydesk/contract/kernel/resource.ts';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import { Share } from '@paydesk/contract/testing/proof.ts';
import { consumerCredits, ownLoans } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { recurringDues } from '@paydesk/contract/resources/recurring/dues.ts';
import { customers } from '@paydesk/contract/resources/customers/lists.ts';
import { exchangeLogs } from '@paydesk/contract/resources/exchange-logs.ts';
import { soapLogs } from '@paydesk/contract/resources/soap-logs.ts';
import { lists } from './resources.ts';
import { insertRow, insertTransaction } from './seed/factories.ts';
import { waiting } from './testing/at-once.ts';
import { csvCell, dayIn, parseCsv, type Row } from './testing/oracle.ts';
import { insertMessage } from './testing/messages.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

const files = lists.map(({ resource }) => resource).filter(({ csv }) => csv);
const transactions = files.find(({ slug }) => slug === 'transactions')!;
const recurring = files.find(({ path }) => path === '/api/recurring');

const TEXTS = [
  'Lamp, large',
  'The "good" one',
  'two\nlines',
  'two\r\nlines',
  '\r',
  '"',
  '",\r\n"',
  '\\.',
  'naïve 🙂 Šķēres',
  ' padded ',
];
const FORMULAS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '=cmd|"/c calc"!A0',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
];

const file = (client: Client, { path }: Resource, query: Record<string, string> = {}) =>
  client.call(`GET ${path}.csv` as Key, { query });

async function everyRow(client: Client, { path }: Resource, query = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 0; ; page++) {
    const reply = await client.call(`GET ${path}` as Key, {
      query: { ...query, page: String(page), size: '200' },
    });
    const { content } = reply.body as unknown as { content: Row[] };
    rows.push(...content);
    if (content.length < 200) return rows;
  }
}

const signed = (row: Record<string, unknown>) =>
  row['type'] === 'PAYMENT' ? row['amount'] : -(row['amount'] as number);

describe('the file of a list', () => {
  let server: TestServer;
  let merchantId: string;
  const people = {} as Record<UserRole, Client>;

  before(async () => {
    server = await testServer({ now: () => new Date('2026-10-24T22:30:00Z') });
    merchantId = await server.merchantId('Amber & Oak');
    for (const userRole of Object.keys(ROLE_PERMISSIONS) as UserRole[])
      people[userRole] = await server.person({
        userRole,
        merchantId: userRole.startsWith('MERCHANT_') ? merchantId : null,
      });
    await insertMessage(server, merchantId);
    for (const description of [...TEXTS, ...FORMULAS, null, ''])
      await insertTransaction(server.pool, {
        merchantId,
        description,
        batchId: 'troublesome',
        externalErrorDescription: description,
      });
    for (let hour = 0; hour < 50; hour++)
      await insertTransaction(server.pool, {
        merchantId,
        batchId: 'change of clocks',
        date: new Date(Date.parse('2026-10-24T12:00Z') + hour * 3_600_000),
      });
    const { id, merchant } = await server.one<{ id: string; merchant: string }>(
      'select id, merchant_id as merchant from transactions limit 1',
    );
    for (const [nth, text] of [...TEXTS, ...FORMULAS].entries()) {
      const createdDate = new Date();
      const log = { transactionId: id, merchantId: merchant, payload: text, createdDate };
      await insertRow(server.pool, 'soapLogs', {
        id: crypto.randomUUID(),
        ...log,
        direction: 'REQUEST',
        operation: text,
        exchangeId: null,
        httpStatus: -nth,
        durationMs: null,
      });
      await insertRow(server.pool, 'mpiLogs', {
        id: crypto.randomUUID(),
        ...log,
        messageType: 'AReq',
        eci: text,
        result: null,
        xid: null,
      });
    }
  });
  after(() => server.close());

  /** What came to files that others read already stands after all else, in this order (AM-125). */
  const LATER =
    'type signedAmount markedByHand purchaseId orderId recurringPaymentId refundedTransactionId refundedAmount reversedAmount reversedRefundsAmount hold dispute liabilityShift failure respondBy requestedBy originalAmount originalLeft'.split(
      ' ',
    );
  /** Of a plan, which the list shows before what it came to and the file after it. */
  const OF_PLAN =
    'amount intervalUnit intervalCount nextChargeAt suspendReason endedDate onHold customerName'.split(
      ' ',
    );
  const COME_LATE: Record<string, string[]> = {
    [ownLoans.path]: ['orderNumber', 'hold'],
    [consumerCredits.path]: ['customerName', 'hold', 'heldDate'],
    [customers.path]: ['statusReason'],
    // the screen has how it ended before the payload
    [exchangeLogs.path]: ['outcome', 'outcomeDetail', 'outcomeDate', 'attempts'],
    [soapLogs.path]: ['result'],
    [recurringDues.path]: ['customerName', 'decidedNote'],
  };
  const later = (resource: Resource, column: string) =>
    resource === transactions
      ? LATER.indexOf(column)
      : resource === recurring
        ? OF_PLAN.indexOf(column)
        : (COME_LATE[resource.path] ?? []).indexOf(column);

  /** The file holds the labels and the list's rows, row for row and cell for cell. */
  async function sameAsList(role: UserRole, resource: Resource, query: Record<string, string>) {
    const what = `${resource.slug} by ${role} ${JSON.stringify(query)}`;
    // before the file, which leaves a row of its own in the audit log
    const rows = await everyRow(people[role], resource, query);
    const reply = await file(people[role], resource, query);
    assert.equal(reply.status, 200, `${what}: ${reply.text.slice(0, 300)}`);
    assert.equal(reply.headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(reply.headers['x-records-truncated'], 'false');
    assert.equal(reply.text.codePointAt(0), 0xfeff, `${what}: a byte order mark`);
    const permissions = ROLE_PERMISSIONS[role];
    const actor = { userId: '', userRole: role, permissions, merchantId: null };
    const columns = visibleColumns(resource.columns, actor)
      .filter(([, { hidden }]) => hidden !== true)
      .toSorted(([a], [b]) => later(resource, a) - later(resource, b));
    const zone = query['timeZone'] ?? 'UTC';
    const [labels, ...records] = parseCsv(reply.text.slice(1));
    assert.deepEqual(
      labels,
      columns.map(([, { label }]) => label),
      what,
    );
    assert.equal(records.length, rows.length, `${what}: how many`);
    for (const [index, row] of rows.entries())
      assert.deepEqual(
        records[index],
        columns.map(([key, column]) =>
          csvCell(column, key === 'signedAmount' ? signed(row) : row[key], zone),
        ),
        what,
      );
    return rows.length;
  }

  test('CS-05, CS-07, CS-18, SB-06, AM-36, AM-125 it equals the list, row for row, under the same filters and rights', async () => {
    const queries: Record<string, string>[] = [
      {},
      { timeZone: 'Europe/Riga', f_createdDate: '25.10.2026' },
      { timeZone: 'America/New_York', sort: 'createdDate,ASC' },
      { timeZone: 'CET', f_createdDate: 'last30days' },
    ];
    const own: Record<string, string>[] = [
      { f_status: 'SUCCESS', f_amount: '10..99.99', sort: 'amount,ASC' },
      { f_batchId: 'troublesome', sort: 'status,DESC' },
      { f_description: "' or '1'='1", f_currency: 'EUR' },
      { f_description: '\\' },
      { f_id: 'ffffffff-ffff-7fff-bfff-ffffffffffff' },
    ];
    const share = new Share('Files beside their lists, under filters');
    for (const resource of files)
      for (const role of Object.keys(people) as UserRole[]) {
        if (!resource.read.some((one) => ROLE_PERMISSIONS[role].includes(one))) continue;
        let rows = 0;
        const more = resource === transactions ? own : [];
        const [whole, ...cut] = queries as [Record<string, string>, ...Record<string, string>[]];
        const asked = share.of([...cut, ...more], `${resource.slug} ${role}`, 12);
        for (const query of [whole, ...asked]) rows += await sameAsList(role, resource, query);
        assert.ok(rows > 0, `${resource.slug} has rows for ${role}`);
      }
    share.tell();
  });

  test('CS-05, SB-06 it is made under whatever is counted in a way of its own: words that come again and again, names of owners', async () => {
    const reader = people.BACKOFFICE_TECHNICAL;
    for (const { resource, repeated = [], owners = {} } of lists) {
      if (!files.includes(resource)) continue;
      for (const key of [...repeated, ...Object.keys(owners)]) {
        const one = (await everyRow(reader, resource)).find((row) => row[key]);
        const query = { [`f_${key}`]: String(one![key]).slice(0, 2) };
        const { status, text } = await file(reader, resource, query);
        assert.equal(status, 200, `${resource.slug} by ${key}: ${text.slice(0, 200)}`);
        const rows = await everyRow(reader, resource, query);
        assert.equal(parseCsv(text.slice(1)).length - 1, rows.length, `${resource.slug} by ${key}`);
      }
    }
  });

  test('AM-36 texts that a sheet would run are escaped, quotes and line ends are quoted, numbers stay', async () => {
    const { text } = await file(people.MERCHANT_ADMIN, transactions, { f_batchId: 'troublesome' });
    const [labels, ...records] = parseCsv(text.slice(1));
    const at = labels!.indexOf('Description');
    const cells = new Set(records.map((record) => record[at]));
    for (const formula of [...FORMULAS, '\r']) assert.ok(cells.has(`'${formula}`), formula);
    for (const plain of TEXTS.filter((one) => one !== '\r')) assert.ok(cells.has(plain), plain);
    const soap = files.find(({ slug }) => slug === 'soap-logs')!;
    const { text: logs } = await file(people.BACKOFFICE_ADMIN, soap);
    assert.match(logs, /,-3,/);
  });

  test('TX-25, AM-36 it is called by the list and the day of the download in the reader’s zone', async () => {
    for (const resource of files)
      for (const [timeZone, day] of [
        ['UTC', '2026-10-24'],
        ['Europe/Riga', '2026-10-25'],
      ] as const) {
        // what is a merchant’s own no member of staff reads
        const person = resource.scope === 'own' ? people.MERCHANT_ADMIN : people.BACKOFFICE_ADMIN;
        const { headers } = await file(person, resource, { timeZone });
        const name = `attachment; filename="${resource.slug}_${day}.csv"`;
        assert.equal(headers['content-disposition'], name);
      }
  });

  test('TX-24, API-31, AM-110 dateFrom and dateTo cut it, both days included, in the zone', async () => {
    const rows = await everyRow(people.MERCHANT_ADMIN, transactions);
    for (const timeZone of ['UTC', 'Europe/Riga', 'Pacific/Kiritimati', 'America/Havana'])
      for (const [dateFrom, dateTo] of [
        ['2026-10-25', '2026-10-25'],
        ['2026-10-24', '2026-10-25'],
        ['2026-10-26', undefined],
        [undefined, '2026-10-24'],
        ['2026-02-29', undefined],
      ] as const) {
        const query = { timeZone, ...(dateFrom && { dateFrom }), ...(dateTo && { dateTo }) };
        const reply = await file(people.MERCHANT_ADMIN, transactions, query);
        if (dateFrom === '2026-02-29') {
          assert.equal(reply.status, 400);
          assert.equal(reply.error.errors[0]!.field, 'dateFrom');
          continue;
        }
        const expected = rows.filter((row) => {
          const day = dayIn(timeZone, row['date'] as string);
          return (!dateFrom || day >= dateFrom) && (!dateTo || day <= dateTo);
        });
        const [, ...records] = parseCsv(reply.text.slice(1));
        assert.deepEqual(
          records.map(([id]) => id),
          expected.map(({ id }) => id),
          JSON.stringify(query),
        );
      }
  });

  test('SB-06 an unknown zone, dateFrom after dateTo and days that are none are refused', async () => {
    const refused: [Record<string, string>, string][] = [
      [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
      [{ timeZone: 'PST' }, 'timeZone'],
      [{ timeZone: "UTC'; drop table users; --" }, 'timeZone'],
      [{ dateFrom: '2026-10-26', dateTo: '2026-10-25' }, 'dateFrom'],
      [{ dateFrom: '25.10.2026' }, 'dateFrom'],
      [{ dateTo: '2026-13-01' }, 'dateTo'],
      [{ dateTo: '' }, 'dateTo'],
    ];
    for (const [query, field] of refused) {
      const reply = await file(people.MERCHANT_ADMIN, transactions, query);
      assert.equal(reply.status, 400, JSON.stringify(query));
      assert.deepEqual(
        reply.error.errors.map((each) => each.field),
        [field],
      );
    }
  });

  test('SB-06 who leaves in the middle leaves nothing behind: no connection, no running query', async () => {
    await server.pool.query(
      `insert into transactions (id, merchant_id, date, status, amount_cents, currency, description)
       select gen_random_uuid(), $1, now(), 'SUCCESS', 100, 'EUR', repeat('x', 8000)
       from generate_series(1, 2500)`,
      [merchantId],
    );
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const leave = () =>
      new Promise<void>((resolve, reject) => {
        const headers = { authorization: `Bearer ${people.MERCHANT_ADMIN.token}` };
        const request = get({ port, path: '/api/transactions.csv', headers }, (response) => {
          assert.equal(response.statusCode, 200);
          response.once('data', () => {
            response.destroy();
            resolve();
          });
        });
        request.on('error', reject);
      });
    // more of them than the pool has connections
    for (let nth = 0; nth < 5; nth++)
      await Promise.all([leave(), leave(), leave(), leave(), leave()]);
    for (let tries = 0; ; tries++) {
      const running = await server.all<{ query: string }>(
        `select query from pg_stat_activity where datname = current_database()
         and pid <> pg_backend_pid() and application_name = 'paydesk' and state <> 'idle'`,
      );
      const { idleCount, totalCount, waitingCount } = server.pool;
      if (!running.length && idleCount === totalCount && !waitingCount) break;
      assert.ok(tries < 600, `still there: ${JSON.stringify(running)} ${idleCount}/${totalCount}`);
      await sleep(50);
    }
    assert.equal((await file(people.MERCHANT_ADMIN, transactions, { f_amount: '1' })).status, 200);
    const cut = server.logLines.filter((line) => line.includes('file cut short'));
    assert.deepEqual(cut, [], 'a reader who left is no fault');
  });
});

/** What an audit row says of a file. */
interface Exported {
  user_id: string;
  merchant_id: string | null;
  result: string;
  entity_type: string;
  address: string;
  details: {
    list: string;
    filters: Record<string, string>;
    rows: number;
    truncated: boolean;
    ended: string;
  };
}

describe('files of several people', () => {
  let server: TestServer;
  let port: number;
  let amber: string;
  const WIDE = 3000;
  before(async () => {
    server = await testServer({ settings: { CSV_RECORDS_LIMIT: '2900' } });
    amber = await server.merchantId('Amber & Oak');
    // more than the sockets of a machine hold for a reader who takes nothing
    await server.pool.query(
      `insert into transactions (id, merchant_id, date, status, amount_cents, currency, description, batch_id)
       select gen_random_uuid(), $1, '2026-01-05T12:00Z'::timestamptz - make_interval(secs => n), 'SUCCESS', 100, 'EUR',
         repeat('x', 8000), 'wide'
       from generate_series(1, ${WIDE}) n`,
      [amber],
    );
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    port = (server.app.server.address() as AddressInfo).port;
  });
  after(() => server.close());

  const exported = async (client: Client) =>
    server.all<Exported>(
      `select user_id, merchant_id, result, entity_type, address, details from audit_logs
       where action = 'EXPORT_CSV' and user_id = $1 order by created_date, id`,
      [client.userId],
    );
  const path = '/api/transactions.csv?f_batchId=wide&timeZone=UTC';

  /** Begins a file over a socket and takes nothing of it but its head. */
  function begin(client: Client, headers: Record<string, string> = {}) {
    return new Promise<{ response: IncomingMessage; ended: Promise<unknown> }>(
      (resolve, reject) => {
        get(
          { port, path, headers: { authorization: `Bearer ${client.token}`, ...headers } },
          (response) => {
            response.pause();
            const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
            response.on('close', () => end(null)).on('error', () => end(null));
            resolve({ response, ended });
          },
        ).on('error', reject);
      },
    );
  }

  test('SB-46 each file leaves a row: who, which list, what was asked for, how many records', async () => {
    const owner = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId: amber });
    await owner.call('GET /api/transactions.csv', {
      query: { f_batchId: 'wide', f_amount: '1.00', dateFrom: '2026-01-05', sort: 'amount,ASC' },
      from: '203.0.113.9',
    });
    await owner.call('GET /api/transactions.csv', { query: { f_batchId: 'none has this' } });
    const refusedOne = await owner.call('GET /api/transactions.csv', { query: { f_no: '1' } });
    assert.equal(refusedOne.status, 400);
    const whole = {
      user_id: owner.userId,
      merchant_id: amber,
      result: 'SUCCESS',
      entity_type: 'TRANSACTION',
      address: '203.0.113.9',
    };
    assert.deepEqual(await exported(owner), [
      {
        ...whole,
        details: {
          list: 'transactions',
          filters: {
            f_batchId: 'wide',
            f_amount: '1.00',
            dateFrom: '2026-01-05',
            sort: 'amount,ASC',
          },
          rows: 2900,
          truncated: true,
          ended: 'WHOLE',
        },
      },
      {
        ...whole,
        address: '127.0.0.1',
        details: {
          list: 'transactions',
          filters: { f_batchId: 'none has this' },
          rows: 0,
          truncated: false,
          ended: 'WHOLE',
        },
      },
    ]);
  });

  test('SB-46 a file that its reader left leaves a row too, with what had been sent', async () => {
    const owner = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId: amber });
    const { response } = await begin(owner);
    let taken = 0;
    for await (const part of response) if ((taken += (part as Buffer).length) > 100_000) break;
    response.destroy();
    let rows: Exported[] = [];
    for (let tries = 0; !rows.length && tries < 600; tries++) {
      await sleep(50);
      rows = await exported(owner);
    }
    const [{ result, details }] = rows as [Exported];
    assert.deepEqual([result, details.ended, details.truncated], ['FAILED', 'READER_LEFT', true]);
    assert.ok(details.rows > 0 && details.rows < 2900, `${details.rows} rows`);
  });

  test('SB-06 the size of a file is said before, by the same filters and rights', async () => {
    const staff = await server.as('admin@paydesk.test');
    const technical = await server.as('technical@paydesk.test');
    const owner = await server.as('owner@amber.test');
    const baltic = await server.as('owner@baltic.test');
    const wide = { f_batchId: 'wide', timeZone: 'Europe/Riga' };
    assert.deepEqual(await count(owner, wide), { totalElements: WIDE, records: 2900 });
    assert.deepEqual(await count(baltic, wide), { totalElements: 0, records: 0 });
    const before = { ...wide, dateTo: '2026-01-04' };
    assert.deepEqual(await count(owner, before), { totalElements: 0, records: 0 });
    for (const client of [staff, technical, owner, baltic])
      for (const query of [
        { dateFrom: dayAgo(20), dateTo: dayAgo(9), timeZone: 'Asia/Tokyo' },
        { f_status: 'SUCCESS', dateFrom: dayAgo(1) },
        { f_amount: '10..60', f_date: 'last7days', timeZone: 'America/New_York' },
      ] as Record<string, string>[]) {
        const { text } = await client.call('GET /api/transactions.csv', { query });
        const records = parseCsv(text.slice(1)).length - 1;
        assert.equal((await count(client, query)).records, records, JSON.stringify(query));
      }
    for (const query of [{ f_merchantName: 'Baltic' }, { f_no: '1' }, { timeZone: 'Mars' }])
      assert.equal(
        (await owner.call('GET /api/transactions.csv/count', { query: query as never })).status,
        400,
      );
    assert.equal((await owner.call('GET /api/soap-logs.csv/count')).status, 403);
  });

  test('SB-01, SB-02, SB-46 whoever is blocked or may do something else in the middle of a file gets no more of it, nor one that they wait for', async () => {
    const lose = {
      blocked: `update users set status = 'BLOCKED' where id = $1`,
      'another role': `update users set user_role = 'MERCHANT_OPERATOR' where id = $1`,
      'signed out': 'update sessions set revoked_date = now() where user_id = $1',
    };
    for (const [how, statement] of Object.entries(lose)) {
      const owner = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId: amber });
      const begun = [await begin(owner), await begin(owner)];
      const third = begin(owner);
      await sleep(100);
      await server.pool.query(statement, [owner.userId]);
      const { response } = await third;
      assert.equal(response.statusCode, 401, how);
      response.destroy();
      for (const { response: cut, ended } of begun) {
        cut.resume();
        await ended;
        assert.ok(!cut.complete, `${how}: cut`);
      }
      let rows: Exported[] = [];
      for (let tries = 0; rows.length < 2 && tries < 600; tries++) {
        await sleep(50);
        rows = await exported(owner);
      }
      assert.deepEqual(
        rows.map(({ result, details }) => [result, details.ended]),
        begun.map(() => ['FAILED', 'RIGHTS_LOST']),
        how,
      );
    }
  });

  test('SB-06 who has left before their file begins holds no place that others wait for, and no connection', async () => {
    const owner = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId: amber });
    // whose calls are they: that is asked, and not answered yet
    const held = await server.pool.connect();
    await held.query('begin; lock table sessions in access exclusive mode');
    const headers = { authorization: `Bearer ${owner.token}` };
    const left = [1, 2].map(() => get({ port, path, headers }).on('error', () => {}));
    await waiting(server, left.length);
    for (const request of left) request.destroy();
    // the server hears of that before it goes on
    await sleep(200);
    await held.query('rollback');
    held.release();
    const { response } = await begin(owner, { prefer: 'respond-async, wait=5' });
    assert.equal(response.statusCode, 200, 'both places are free');
    response.destroy();
    const open = `select from pg_stat_activity where datname = current_database()
      and state <> 'idle' and query ilike 'copy%'`;
    for (let tries = 0; (await server.all(open)).length; tries++) {
      assert.ok(tries < 200, 'nothing is read for nobody');
      await sleep(50);
    }
  });

  test('SB-06 four readers who take nothing deny nobody a file: who waits is told, and gets it', async () => {
    const slow = [];
    for (const merchant of ['Amber & Oak', null] as const) {
      const client = await server.person(
        merchant ? { userRole: 'MERCHANT_ADMIN', merchantId: amber } : {},
      );
      slow.push({ client, files: [await begin(client), await begin(client)] });
      const { response } = await begin(client, { prefer: 'respond-async, wait=0' });
      assert.equal(response.statusCode, 202, 'a third of one person waits');
      const { value: told } = (await response[Symbol.asyncIterator]().next()) as { value: Buffer };
      assert.deepEqual(JSON.parse(String(told)), { ahead: 2, of: 'PERSON' });
    }
    const other = await server.person();
    const query = { f_batchId: 'none' };
    const told = await server.app.inject({
      url: '/api/transactions.csv?f_batchId=none',
      headers: { authorization: `Bearer ${other.token}`, prefer: 'respond-async, wait=1' },
    });
    assert.deepEqual([told.statusCode, told.json()], [202, { ahead: 4, of: 'EVERYBODY' }]);
    assert.equal(told.headers['preference-applied'], 'respond-async');
    const began = performance.now();
    assert.equal((await other.call('GET /api/transactions.csv', { query })).status, 200);
    assert.ok(performance.now() - began < 20_000, 'well before its reader would give up');
    // those who were cut are told of, whoever that was
    const rows = [];
    for (let tries = 0; !rows.length && tries < 600; tries++) {
      for (const { client } of slow) rows.push(...(await exported(client)));
      await sleep(50);
    }
    assert.ok(rows.length > 0);
    for (const { details } of rows) assert.equal(details.ended, 'READER_STALLED');
    for (const { files: begun } of slow)
      for (const { response, ended } of begun) {
        response.destroy();
        await ended;
      }
  });
});

async function count(client: Client, query: Record<string, string>) {
  const { status, body, text } = await client.call('GET /api/transactions.csv/count', { query });
  assert.equal(status, 200, text);
  return body;
}

const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe('the largest file', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer({ settings: { CSV_RECORDS_LIMIT: '25' } });
  });
  after(() => server.close());

  test('AM-34, API-151, CS-19 it is cut at the limit, and says so', async () => {
    const admin = await server.as('admin@paydesk.test');
    const limit = await admin.call('GET /api/csv/records-limit');
    assert.deepEqual(limit.body, { recordsLimit: 25 });
    const cut = await admin.call('GET /api/transactions.csv', { query: { sort: 'amount,ASC' } });
    assert.equal(cut.headers['x-records-truncated'], 'true');
    const [, ...records] = parseCsv(cut.text.slice(1));
    const list = await admin.call('GET /api/transactions', {
      query: { sort: 'amount,ASC', size: '25' },
    });
    assert.deepEqual(
      records.map(([id]) => id),
      list.body.content.map(({ id }) => id),
    );
    const { id, amount } = list.body.content[0]!;
    const one = await admin.call('GET /api/transactions.csv', {
      query: { f_id: id, f_amount: String(amount) },
    });
    assert.equal(one.headers['x-records-truncated'], 'false');
    assert.equal(parseCsv(one.text.slice(1)).length, 2);
  });

  test('AM-34, CS-19 a file that is exactly full is whole; one record more is cut', async () => {
    const admin = await server.as('admin@paydesk.test');
    const merchantId = await server.merchantId('Amber & Oak');
    const full = async () => {
      const query = { f_description: 'exactly full' };
      const { headers, text } = await admin.call('GET /api/transactions.csv', { query });
      return [parseCsv(text.slice(1)).length - 1, headers['x-records-truncated']];
    };
    const add = { merchantId, description: 'exactly full' };
    for (let nth = 0; nth < 25; nth++) await insertTransaction(server.pool, add);
    assert.deepEqual(await full(), [25, 'false']);
    await insertTransaction(server.pool, add);
    assert.deepEqual(await full(), [25, 'true']);
  });
});
