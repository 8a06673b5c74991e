import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FAILURE_REASONS } from '@paydesk/contract/declines.ts';
import { FAILURES } from '@paydesk/contract/failures.ts';
import { visibleColumns } from '@paydesk/contract/kernel/columns.ts';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import { transactions } from '@paydesk/contract/resources/transactions.ts';
import fc from 'fast-check';
import { lists } from './resources.ts';
import { parseCsv } from './testing/oracle.ts';
import { runs } from '@paydesk/contract/testing/proof.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

const ROLES = Object.keys(ROLE_PERMISSIONS) as UserRole[];
const MERCHANT_ROLES: UserRole[] = ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'];
const PATHS = [
  '/api/transactions',
  '/api/transactions.csv',
  '/api/transaction',
  '/api/soap-logs',
  '/api/soap-logs.csv',
  '/api/mpi-logs',
] as const;
type Path = (typeof PATHS)[number];

const TRICKS = [
  "' or 1=1 --",
  "'; drop table users; --",
  '$1',
  '%',
  '_',
  '\\',
  '"',
  '{}',
  '[object Object]',
  '..',
  '1..',
  '..1',
  'null',
  'NaN',
  '-0',
  '1e9',
  '99999999999999999999',
  '\u0000',
  '\u202e',
  '=1+1',
  'a'.repeat(256),
  'createdDate,ASC',
  'date,DESC,id',
  'amount,ASC',
  'status,DESC',
  'merchantName,ASC',
  'last7days',
  'thisMonth',
  '31.12.9999',
  '01.01.1000..31.12.9999',
  '29.02.2026',
  '2026-10-25',
  'Europe/Riga',
  'America/Havana',
  'PST',
  'SUCCESS',
  'EUR',
  'true',
];

const columnNames = [
  ...new Set(lists.flatMap(({ resource }) => Object.keys(resource.columns))),
  'createdDate',
];

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** Names and values of every kind, some that fit together and many that do not, as they stand in a URL. */
function queries(samples: () => string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...columnNames).map((column) => `f_${column}`) },
    {
      weight: 5,
      arbitrary: fc.constantFrom('page', 'size', 'sort', 'timeZone', 'dateFrom', 'dateTo'),
    },
    { weight: 1, arbitrary: fc.constantFrom('f_', 'f___proto__', '__proto__', 'f_id[]', 'id') },
    {
      weight: 1,
      // a refusal names it, and no answer may name the library
      arbitrary: fc.string({ maxLength: 8 }).filter((text) => !/zod/i.test(text)),
    },
  );
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.nat().map((at) => samples()[at % samples().length]!) },
    { weight: 4, arbitrary: fc.constantFrom(...TRICKS) },
    { weight: 2, arbitrary: fc.nat({ max: 250 }).map(String) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...columnNames), fc.constantFrom('ASC', 'DESC'))
        .map(([column, direction]) => `${column},${direction}`),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 10 }) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.nat({ max: 90_000 }), fc.nat({ max: 90_000 }))
        .map(([a, b]) => `${a / 100}..${b / 100}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .date({
          min: new Date('2026-08-01'),
          max: new Date('2026-12-01'),
          noInvalidDate: true,
        })
        .map((date) => date.toISOString().slice(0, 10).split('-').reverse().join('.')),
    },
  );
  const pair = fc.tuple(name, value).map(([key, text]) => `${encoded(key)}=${encoded(text)}`);
  const fitting = fc
    .oneof(
      fc.constantFrom('SUCCESS', 'FAILED', 'REVERSED').map((name) => ['f_status', name]),
      fc
        .constantFrom('date', 'amount', 'status', 'createdDate')
        .map((key) => ['sort', `${key},ASC`]),
      fc.constantFrom('order', 'lamp', 'e', '%', 'Delivery').map((text) => ['f_description', text]),
      fc.constantFrom('last30days', 'thisMonth', '..01.11.2026').map((days) => ['f_date', days]),
      fc.constantFrom('Asia/Tokyo', 'America/Havana', 'CET').map((zone) => ['timeZone', zone]),
      fc.nat({ max: 300 }).map((least) => ['f_amount', `${least}..${least + 40}.5`]),
      fc.nat({ max: 3 }).map((page) => ['page', String(page)]),
      fc.integer({ min: 1, max: 200 }).map((size) => ['size', String(size)]),
      fc.nat().map((at) => ['f_description', samples()[at % samples().length]!.slice(0, 4)]),
      fc.nat({ max: 99 }).map((part) => ['f_cardPan', String(part)]),
      fc.constantFrom(...Object.keys(FAILURES)).map((name) => ['f_failure', name]),
    )
    .map(([key, text]) => `${key}=${encoded(text!)}`);
  const broken = fc.constantFrom('%ff=%ff', 'f_description=%ff', '&&&', '=', 'f_id', '%', 'a=%zz');
  // what an audience may not ask for, by values that are there
  const limited = fc
    .tuple(
      fc.constantFrom(
        ...Object.entries(transactions.columns).flatMap(([key, column]) =>
          'visibleTo' in column ? [key] : [],
        ),
      ),
      fc.oneof(
        fc.constantFrom('e', '1', 'a', '5'),
        fc.nat().map((at) => samples()[at % samples().length]!),
      ),
      fc.boolean(),
    )
    .map(([key, text, sorts]) => (sorts ? `sort=${key},ASC` : `f_${key}=${encoded(text)}`));
  const anything = fc.oneof(
    { weight: 8, arbitrary: pair },
    { weight: 2, arbitrary: limited },
    { weight: 8, arbitrary: fitting },
    { weight: 1, arbitrary: broken },
  );
  return fc
    .oneof(fc.array(anything, { maxLength: 4 }), fc.array(fitting, { minLength: 1, maxLength: 4 }))
    .map((pairs) => pairs.join('&'));
}

/**
 * Why a payment failed follows from the error on purpose, and is one of the words of ours (ADR 65): by its
 * name in a row of the list and at the end of one of the file, in a sentence in the detail. No list is sorted by it.
 */
const withoutFailures = (text: string) =>
  text.replaceAll(/"failure" ?: ?("[^"]*"|\{[^}]*\})/g, (_, said: string) => {
    const failure = JSON.parse(said) as string | { reason: string };
    const known =
      typeof failure === 'string'
        ? Object.hasOwn(FAILURES, failure)
        : Object.values(FAILURE_REASONS).includes(failure.reason);
    assert.ok(known, `${said} is no word of ours`);
    return '';
  });

/** Of a file, where no text that may hold a comma or a line's end comes behind it. */
const withoutColumn = (text: string, behind: number) =>
  text.replaceAll(
    new RegExp(`,(\\w*)((?:,[^",\r\n]*){${behind}})(?=\r\n)`, 'g'),
    (_, said: string, others: string) => {
      assert.ok(said === '' || Object.hasOwn(FAILURES, said), `${said} is no word of ours`);
      return others;
    },
  );

const wordless = (text: string) => {
  const [head = '', ...rows] = text.split('\r\n');
  const labels = head.split(',');
  const at = labels.indexOf(transactions.columns.failure.label);
  return at < 0
    ? withoutFailures(text)
    : head + withoutColumn(['', ...rows].join('\r\n'), labels.length - 1 - at);
};

const asksByFailure = (search: string) =>
  new URLSearchParams(search).getAll('f_failure').some((name) => name.trim() !== '');

describe('whatever is asked of a list', () => {
  /** The same rows three times: as they are, and with other values where an audience may not look. */
  let plain: TestServer;
  let otherErrors: TestServer;
  let otherEverything: TestServer;
  let samples: string[] = [];
  let ownIds: Set<string>;
  let asked = 0;
  const people = new Map<TestServer, Record<UserRole, Client>>();

  before(async () => {
    [plain, otherErrors, otherEverything] = await Promise.all([
      testServer(),
      testServer(),
      testServer(),
    ]);
    const amber = await plain.merchantId('Amber & Oak');
    for (const server of [plain, otherErrors, otherEverything]) {
      const clients = {} as Record<UserRole, Client>;
      for (const userRole of ROLES)
        clients[userRole] = await server.person({
          userRole,
          merchantId: MERCHANT_ROLES.includes(userRole) ? amber : null,
        });
      people.set(server, clients);
    }
    const changeErrors = `
      update transactions set external_error_type = md5(id::text), external_error_code = 'x' || amount_cents::text,
        external_error_description = case when xid is null then 'was empty' end,
        xid = case when external_error_code is null then 'xid ' || status end`;
    await otherErrors.pool.query(changeErrors);
    await otherEverything.pool.query(changeErrors);
    await otherEverything.pool.query(`update merchants set name = md5(id::text)`);
    await otherEverything.pool.query(
      `update customers set first_name = last_name, last_name = md5(email)`,
    );
    await otherEverything.pool.query(
      `update transactions set customer_id = case when customer_id is null then (select id from customers limit 1) end`,
    );
    // what belongs to others: other amounts, days, words, and half of it handed on to somebody else
    await otherEverything.pool.query(
      `update transactions set description = 'of another', status = 'FAILED', batch_id = null,
         date = (date at time zone 'UTC' - interval '3 days') at time zone 'UTC', card_pan = 'none', order_id = gen_random_uuid(),
         merchant_id = (select id from merchants where id <> $1 order by id desc limit 1)
       where merchant_id <> $1`,
      [amber],
    );
    const rows = await plain.all<Record<string, string | null>>(
      `select t.id::text, t.amount_cents / 100.0 || '' as amount, t.description, t.card_pan, t.xid, t.batch_id,
         t.merchant_id::text, t.customer_id::text, t.external_error_code, t.external_error_description,
         t.purchase_id::text, m.name, c.first_name || ' ' || c.last_name as payer
       from transactions t join merchants m on m.id = t.merchant_id left join customers c on c.id = t.customer_id
       order by t.id limit 120`,
    );
    samples = rows.flatMap((row) => Object.values(row).filter((value) => value !== null));
    const own = await plain.all<{ id: string }>(
      'select id from transactions where merchant_id = $1',
      [amber],
    );
    ownIds = new Set(own.map(({ id }) => id));
  });
  after(() => Promise.all([plain, otherErrors, otherEverything].map((server) => server.close())));

  const query = queries(() => samples);
  const role = fc.constantFrom(...ROLES);
  const path = fc.oneof(
    { weight: 3, arbitrary: fc.constant<Path>('/api/transactions') },
    { weight: 1, arbitrary: fc.constantFrom(...PATHS) },
  );

  /** With a new session now and then: one alone may ask 6,000 times a minute. */
  async function ask(server: TestServer, who: UserRole, where: Path, search: string) {
    const clients = people.get(server)!;
    if (++asked % 1000 === 0)
      for (const each of ROLES) clients[each] = await server.session(clients[each].userId!);
    return clients[who].call(`GET ${where}`, { query: search });
  }

  test('SB-03, SB-04, SB-05 never a fault, never another tenant’s row, never a column of another audience', async (t) => {
    const counts = new Map<number, number>();
    let rows = 0;
    const numRuns = runs(250, 10_000);
    await fc.assert(
      fc.asyncProperty(role, path, query, async (who, where, search) => {
        const reply = await ask(plain, who, where, search);
        counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1);
        const merchant = MERCHANT_ROLES.includes(who);
        const staffOnly = merchant && !where.startsWith('/api/transaction');
        const allowed = staffOnly
          ? [403]
          : where === '/api/transaction'
            ? [200, 400, 404]
            : [200, 400];
        assert.ok(allowed.includes(reply.status), `${reply.status} ${reply.text.slice(0, 200)}`);
        if (reply.status !== 200 || !where.startsWith('/api/transaction')) return;
        const permissions = ROLE_PERMISSIONS[who];
        const actor = { userId: '', userRole: who, permissions, merchantId: null };
        const visible = visibleColumns(transactions.columns, actor);
        const ids: string[] = [];
        if (where === '/api/transactions') {
          const { content } = reply.body as unknown as { content: { id: string }[] };
          const keys = visible
            .flatMap(([key, { fileOnly, filterOnly }]) => (fileOnly || filterOnly ? [] : key))
            .join();
          for (const row of content) assert.equal(Object.keys(row).join(), keys);
          ids.push(...content.map(({ id }) => id));
        } else if (where === '/api/transaction') ids.push((reply.body as { id: string }).id);
        else {
          const [labels, ...records] = parseCsv(reply.text.slice(1));
          // what is new in the file stands last (AM-125)
          const inFile = visible.filter(([, { hidden }]) => hidden !== true);
          const shown = [0, 1, 2, 3].flatMap((last) =>
            inFile.filter(([, { lastInFile = false }]) => Number(lastInFile) === last),
          );
          assert.deepEqual(
            labels,
            shown.map(([, { label }]) => label),
          );
          ids.push(...records.map(([id]) => id!));
        }
        rows += ids.length;
        if (merchant) for (const id of ids) assert.ok(ownIds.has(id), `${id} is another's`);
      }),
      { numRuns },
    );
    const figures = [...counts].sort().map(([status, count]) => `${count} × ${status}`);
    t.diagnostic(
      `${numRuns} random queries: ${figures.join(', ')}; ${rows} rows, 0 of another tenant`,
    );
    assert.ok((counts.get(200) ?? 0) > numRuns / 20, 'enough of them find something');
  });

  test('SB-03, SB-04 no answer depends on a hidden column or on another tenant’s rows', async (t) => {
    const numRuns = runs(120, 10_000);
    let answered = 0;
    const roles = fc.constantFrom<UserRole>('BACKOFFICE_ADMIN', ...MERCHANT_ROLES);
    const paths = fc.constantFrom<Path>(
      '/api/transactions',
      '/api/transactions.csv',
      '/api/transaction',
    );
    await fc.assert(
      fc.asyncProperty(roles, paths, query, async (who, where, search) => {
        const changed = who === 'BACKOFFICE_ADMIN' ? otherErrors : otherEverything;
        const [one, other] = await Promise.all([
          ask(plain, who, where, search),
          ask(changed, who, where, search),
        ]);
        const told = ({ status, text, headers }: typeof one) => ({
          status,
          text: status < 400 ? wordless(text) : text.replace(/"requestId":"[^"]+"/, ''),
          truncated: headers['x-records-truncated'],
        });
        const [expected, found] = [told(one), told(other)];
        // who asks by the reason finds other rows, or none; a refusal is the same
        if (asksByFailure(search) && one.status !== 400)
          return assert.ok([200, 404].includes(found.status), `${found.status}`);
        assert.deepEqual(found, expected);
        if (one.status === 200) answered++;
      }),
      { numRuns },
    );
    t.diagnostic(
      `${numRuns} random queries over two databases that differ where the asker may not look: ` +
        `${answered} answered, 0 differ`,
    );
  });

  test('SB-05 pages of any size put together are the whole, whatever the filter and the sort', async (t) => {
    const numRuns = runs(15, 500);
    const sorts = Object.entries(transactions.columns)
      .filter(([, column]) => 'sort' in column && column.sort)
      .map(([key]) => key);
    const filters = fc.constantFrom(
      {},
      { f_status: 'SUCCESS' },
      { f_amount: '..30' },
      { f_description: 'order' },
      { f_currency: 'EUR', f_createdDate: 'last30days' },
    );
    await fc.assert(
      fc.asyncProperty(
        role,
        filters,
        fc.constantFrom(...sorts),
        fc.constantFrom('ASC', 'DESC'),
        fc.integer({ min: 40, max: 200 }),
        async (who, filter, key, direction, size) => {
          const merchant = MERCHANT_ROLES.includes(who);
          fc.pre(!(merchant && key === 'merchantName'));
          const seen: string[] = [];
          for (let page = 0; ; page++) {
            const search = { ...filter, sort: `${key},${direction}`, page, size };
            const text = String(
              new URLSearchParams(Object.entries(search).map(([k, v]) => [k, String(v)])),
            );
            const reply = await ask(plain, who, '/api/transactions', text);
            const { content, totalElements } = reply.body as unknown as {
              content: { id: string }[];
              totalElements: number;
            };
            seen.push(...content.map(({ id }) => id));
            if (content.length < size) {
              assert.equal(seen.length, totalElements);
              assert.equal(new Set(seen).size, seen.length);
              return;
            }
          }
        },
      ),
      { numRuns },
    );
    t.diagnostic(`${numRuns} walks through all pages: none lost or repeated a row`);
  });
});
