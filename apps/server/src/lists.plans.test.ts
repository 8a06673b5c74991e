import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ROLE_PERMISSIONS, type Actor, type UserRole } from '@paydesk/contract/permissions.ts';
import { runs } from '@paydesk/contract/testing/proof.ts';
import { sql, type RawBuilder } from 'kysely';
import { unfinishedAmong } from './domain/personal-data/alive.ts';
import { failureSql } from './domain/failures.ts';
import { recordNames } from './domain/record-names.ts';
import { openDatabase, type Database } from './platform/db/database.ts';
import { settingsFor } from './platform/db/plans.ts';
import type { Sight } from './platform/db/reading.ts';
import { migrate } from './platform/db/migrate.ts';
import { testDatabase, type TestDatabase } from './platform/db/testing.ts';
import { FEW } from './platform/list/few.ts';
import type { ListDefinition } from './platform/list/definition.ts';
import { readListQuery, type ListRequest } from './platform/list/query.ts';
import {
  countStatement,
  oneStatement,
  pageStatement,
  startStatement,
} from './platform/list/sql.ts';
import { searchStatement } from './platform/search/statement.ts';
import { meant } from './platform/search/typed.ts';
import { sources } from './resources.ts';
import { timelineStatement } from './resources/timelines/statement.ts';
import { customerRecord } from './resources/customers/records.ts';
import { exchangeLogsList } from './resources/exchange-logs.ts';
import { ownAuditLogsList } from './resources/own-audit-logs.ts';
import { purchasesList } from './resources/purchases/lists.ts';
import { transactionsList } from './resources/transactions/lists.ts';
import { seed } from './seed/seed.ts';
import { testEncryption } from './testing/encryption.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'CTE Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const ROWS = runs(60_000, 200_000);

async function manyTransactions(url: string): Promise<void> {
  await migrate(url);
  await seed(url, { clock: new Date(), encryption: testEncryption, transactions: ROWS });
}

/** What people open all day: each must read about a page, not the table. */
const HOT: readonly [string, UserRole, Record<string, string>][] = [
  ['the newest', 'BACKOFFICE_ADMIN', {}],
  ['the oldest', 'BACKOFFICE_ADMIN', { sort: 'date,ASC' }],
  ['far from the start', 'BACKOFFICE_ADMIN', { page: String(ROWS / 100) }],
  ['of one status', 'BACKOFFICE_ADMIN', { f_status: 'SUCCESS' }],
  ['of a rare status', 'BACKOFFICE_ADMIN', { f_status: 'CANCELLED' }],
  ['of one type', 'BACKOFFICE_ADMIN', { f_type: 'REFUND' }],
  ['of a rare type', 'BACKOFFICE_ADMIN', { f_type: 'MANUAL_REFUND' }],
  ['of payments alone', 'BACKOFFICE_ADMIN', { f_type: 'PAYMENT' }],
  ['by amount', 'BACKOFFICE_ADMIN', { sort: 'amount,DESC' }],
  ['by status', 'BACKOFFICE_ADMIN', { sort: 'status,ASC' }],
  ['by merchant', 'BACKOFFICE_ADMIN', { sort: 'merchantName,ASC' }],
  ['by the day to answer', 'BACKOFFICE_ADMIN', { sort: 'respondBy,ASC' }],
  ['by the day to answer, the last first', 'MERCHANT_ADMIN', { sort: 'respondBy,DESC' }],
  [
    'of open disputes by the day to answer',
    'BACKOFFICE_ADMIN',
    { sort: 'respondBy,ASC', f_dispute: 'OPEN' },
  ],
  ['counted twice', 'BACKOFFICE_ADMIN', { f_paidTwice: 'true' }],
  ['of a merchant, counted twice', 'MERCHANT_ADMIN', { f_paidTwice: 'true' }],
  ['by merchant, the last first', 'BACKOFFICE_ADMIN', { sort: 'merchantName,DESC' }],
  [
    'by merchant, of one status',
    'BACKOFFICE_ADMIN',
    { sort: 'merchantName,ASC', f_status: 'SUCCESS' },
  ],
  ['of merchants by their name', 'BACKOFFICE_ADMIN', { f_merchantName: 'mber' }],
  ['of a merchant', 'MERCHANT_ADMIN', {}],
  ['of a merchant, of one type', 'MERCHANT_ADMIN', { f_type: 'REFUND' }],
  ['of a merchant, of one status', 'MERCHANT_ADMIN', { f_status: 'SUCCESS' }],
  ['of a merchant, by amount', 'MERCHANT_ADMIN', { sort: 'amount,ASC' }],
  ['of a merchant, by status', 'MERCHANT_ADMIN', { sort: 'status,DESC' }],
];

describe('the plans of the hot lists', () => {
  let copy: TestDatabase;
  let database: Database;
  let merchantId: string;

  before(async () => {
    copy = await testDatabase(manyTransactions, String(ROWS));
    database = openDatabase(copy.url, { statementTimeoutMs: 15_000 });
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from merchants where name = 'Amber & Oak'`,
    );
    merchantId = rows[0]!.id;
  });
  after(async () => {
    await database.close();
    await copy.drop();
  });

  const actorOf = (role: UserRole): Actor => ({
    userId: '',
    userRole: role,
    permissions: ROLE_PERMISSIONS[role],
    merchantId: role === 'MERCHANT_ADMIN' ? merchantId : null,
  });

  async function listPlan(role: UserRole, query: Record<string, string>): Promise<Plan[]> {
    const actor = actorOf(role);
    const request = readListQuery(transactionsList.resource, actor, query, 'page');
    const far = startStatement(transactionsList, actor, request);
    if (!far) return planOf(pageStatement(transactionsList, actor, request));
    const [start] = await database.run(far, 'all');
    const page = pageStatement(transactionsList, actor, request, undefined, start);
    return [...(await planOf(far)), ...(await planOf(page))];
  }

  /** The page, before its total, reads the beginning of its list and no more. */
  async function readsTheBeginning(
    list: ListDefinition,
    actor: Actor,
    request: ListRequest,
  ): Promise<void> {
    const nodes = await planOf(pageStatement(list, actor, request, undefined, null, false));
    const reads = nodes.filter((one) => one['Relation Name'] === list.resource.slug);
    assert.ok(reads.length, list.resource.slug);
    for (const node of reads)
      assert.ok(
        node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) <= 5000,
        `${request.filters.map(({ key }) => key).join()}: ${node['Actual Rows']} rows by ${node['Node Type']}`,
      );
  }

  /** As it is planned for its values, or for any, as PostgreSQL keeps the plan of a list's first page. */
  async function planOf(
    statement: RawBuilder<unknown>,
    sight: Sight = 'all',
    kept = false,
  ): Promise<Plan[]> {
    const { sql, parameters } = database.compile(statement);
    const explain = 'explain (analyze, timing off, format json)';
    const { rows } = await database.snapshot(sight, async (client) => {
      type Answer = { 'QUERY PLAN': [{ Plan: Plan }] };
      if (!kept) return client.query<Answer>(`${explain} ${sql}`, parameters as unknown[]);
      const values = parameters.map((value) => `'${String(value)}'`).join();
      await client.query(
        `${settingsFor(sql)}; set local plan_cache_mode to force_generic_plan; prepare kept as ${sql}`,
      );
      const answer = await client.query<Answer>(`${explain} execute kept (${values})`);
      await client.query('deallocate kept');
      return answer;
    });
    const nodes: Plan[] = [];
    const walk = (plan: Plan) => {
      nodes.push(plan);
      plan.Plans?.forEach(walk);
    };
    walk(rows[0]!['QUERY PLAN'][0].Plan);
    return nodes;
  }

  /** So many transactions a statement reads, those that it leaves out among them. */
  const transactionsRead = async (statement: RawBuilder<unknown>) =>
    (await planOf(statement))
      .filter((node) => node['Relation Name'] === 'transactions')
      .map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
      .reduce((sum, rows) => sum + rows, 0);

  for (const [name, role, query] of HOT)
    test(`AM-109, SB-05 the list ${name} neither scans nor sorts the whole`, async () => {
      const nodes = await listPlan(role, query);
      for (const node of nodes) {
        const scanned = node['Node Type'] === 'Seq Scan' && node['Relation Name'];
        assert.notEqual(scanned, 'transactions', 'no scan of the whole table');
        // the deepest page walks at most the days around it, which are a few thousand rows here
        if (node['Relation Name'] === 'transactions')
          assert.ok(node['Actual Rows'] < ROWS / 20, `${node['Actual Rows']} rows read`);
        if (node['Node Type'].includes('Sort'))
          assert.ok(node['Actual Rows'] <= 5000, `${node['Actual Rows']} rows sorted`);
      }
    });

  // the end of the day in Honolulu has most of UTC's day before it
  for (const timeZone of ['Europe/Riga', 'Pacific/Honolulu'])
    test(`AM-109, SB-05 a month of days in ${timeZone} is counted by whole days, and by the hours at its ends`, async () => {
      const nodes = await listPlan('BACKOFFICE_ADMIN', { f_date: 'last30days', timeZone });
      for (const node of nodes.filter((one) => one['Relation Name'] === 'transactions')) {
        const read = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
        assert.ok(read < ROWS / 20, `${read} rows read`);
      }
      // of both ends at once all days between are read, where there are more rows than here
      assert.ok(!nodes.some((one) => one['Node Type'] === 'BitmapOr'), 'each end by itself');
    });

  test('AM-109, SB-05 the plan that is kept of the first page walks the index of its order, for one merchant and for all', async () => {
    for (const role of ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'] as const) {
      const actor = actorOf(role);
      const request = readListQuery(transactionsList.resource, actor, { size: '20' }, 'page');
      const sight: Sight = actor.merchantId ? { merchantId, userId: crypto.randomUUID() } : 'all';
      const statement = pageStatement(transactionsList, actor, request);
      const nodes = await planOf(statement, sight, true);
      const read = nodes.filter((node) => node['Relation Name'] === 'transactions');
      assert.match(read[0]!['Node Type'], /^Index (Only )?Scan$/);
      for (const node of read) assert.ok(node['Actual Rows'] <= 20, `${node['Actual Rows']} rows`);
      // with a filter, or further on, it is planned for what is asked
      for (const query of [{ f_status: 'SUCCESS' }, { page: '1' }, { sort: 'amount,ASC' }]) {
        const other = readListQuery(transactionsList.resource, actor, query, 'page');
        const { sql } = database.compile(pageStatement(transactionsList, actor, other));
        assert.equal(settingsFor(sql), null);
      }
    }
  });

  test('AM-109, SB-05 words are found by their index below the policy of a merchant too', async (t) => {
    const { rows } = await database.pool.query<{ known: boolean; words: string }>(
      `select f.proleakproof as known, substr(description, 1, 14) as words from transactions, pg_proc f
       where merchant_id = $1 and description like 'Order%'
         and f.oid = 'pg_catalog.texticlike(text,text)'::regprocedure limit 1`,
      [merchantId],
    );
    // an owner that is no superuser can't say that 'contains' leaks nothing
    if (!rows[0]!.known) return t.skip('not the tests’ own PostgreSQL');
    const actor = actorOf('MERCHANT_ADMIN');
    const query = { f_description: rows[0]!.words };
    const request = readListQuery(transactionsList.resource, actor, query, 'page');
    const sight = { merchantId, userId: crypto.randomUUID() };
    const nodes = await planOf(pageStatement(transactionsList, actor, request), sight);
    const found = nodes.filter((node) => node['Node Type'] === 'Bitmap Index Scan');
    assert.ok(found.length >= 2, 'the page and its total go by the index of words');
    for (const node of found) assert.ok(node['Actual Rows'] < ROWS / 100, 'few rows are found');
  });

  test('AM-109 a total by the texts there are is that of the rows, with none of them too', async () => {
    for (const [filter, where] of [
      [{ f_externalErrorCode: '5' }, `external_error_code like '%5%'`],
      [{ f_externalErrorType: 'risk' }, `external_error_type ilike '%risk%'`],
      [{ f_externalErrorDescription: 'too m' }, `external_error_description ilike '%too m%'`],
      [{ f_externalErrorDescription: '100%' }, 'false'],
    ] as const) {
      const actor = actorOf('BACKOFFICE_TECHNICAL');
      const request = readListQuery(transactionsList.resource, actor, filter, 'page');
      const statement = pageStatement(transactionsList, actor, request);
      const [row] = await database.run(statement, 'all');
      const { rows } = await database.pool.query<{ n: number }>(
        `select count(*)::int as n from transactions where ${where}`,
      );
      const { totalElements } = JSON.parse(row!.answer) as { totalElements: number };
      assert.equal(totalElements, rows[0]!.n);
      const counts = (await planOf(statement)).filter(
        (node) => node['Node Type'] === 'Index Only Scan',
      );
      assert.ok(counts.length >= 3, 'texts and rows are read off the index of the texts');
    }
  });

  for (const [name, filter, where] of [
    ['few, that lie anywhere', { f_amount: '5000..' }, 'amount_cents >= 500000'],
    ['many', { f_amount: '2..' }, 'amount_cents >= 200'],
    ['of a batch', { f_batchId: '4120' }, `batch_id like '%4120%'`],
  ] as const)
    test(`AM-109 a page and its total are the same whichever way they are found: ${name}`, async () => {
      const actor = actorOf('BACKOFFICE_ADMIN');
      const ask = { sort: 'amount,ASC', size: '20', page: '1', ...filter };
      const request = readListQuery(transactionsList.resource, actor, ask, 'page');
      const [row] = await database.run(pageStatement(transactionsList, actor, request), 'all');
      const { content, totalElements } = JSON.parse(row!.answer) as {
        content: { id: string }[];
        totalElements: number;
      };
      const { rows } = await database.pool.query<{ id: string }>(
        `select id from transactions where ${where} order by amount_cents, id`,
      );
      assert.equal(totalElements, rows.length);
      assert.ok(name.startsWith('few') === rows.length <= FEW, `${rows.length} rows`);
      assert.deepEqual(
        content.map(({ id }) => id),
        rows.slice(20, 40).map(({ id }) => id),
      );
    });

  /** By date, as a list opens: found at its beginning, by an index, or by walking. */
  const WORDS: readonly [string, Record<string, string>, string][] = [
    ['frequent words', { f_description: 'Order' }, `description ilike '%order%'`],
    ['two letters', { f_description: 'ir' }, `description ilike '%ir%'`],
    ['two digits of cards', { f_cardPan: '17' }, `card_pan like '%17%'`],
    ['a range of amounts', { f_amount: '10..50' }, 'amount_cents between 1000 and 5000'],
    [
      'a range and a rare status',
      { f_amount: '20..', f_status: 'CANCELLED' },
      `amount_cents >= 2000 and status = 'CANCELLED'`,
    ],
    [
      'words and a status',
      { f_description: 'Subscription', f_status: 'DECLINED' },
      `description ilike '%subscription%' and status = 'DECLINED'`,
    ],
    [
      'words of a month',
      { f_description: 'order', f_date: 'last30days', timeZone: 'UTC' },
      `description ilike '%order%' and date >= (now() at time zone 'UTC')::date - 29`,
    ],
    ['words that nobody wrote', { f_description: 'zzq 4711' }, 'false'],
    [
      'a part of a reference',
      { f_accountStatementReference: '51' },
      `account_statement_reference like '%51%'`,
    ],
    [
      'a frequent scheme',
      { f_cardPan: 'mastercard' },
      'left(card_pan, 2)::int between 51 and 55 or left(card_pan, 4)::int between 2221 and 2720',
    ],
    ['a rare scheme', { f_cardPan: 'Amex' }, `left(card_pan, 2) in ('34', '37')`],
    [
      'a scheme and a status',
      { f_cardPan: 'Visa', f_status: 'DECLINED' },
      `card_pan like '4%' and status = 'DECLINED'`,
    ],
    ['a card’s last four', { f_cardPan: '•• 6017' }, `card_last_four = '6017'`],
  ];

  for (const [name, filter, where] of WORDS)
    test(`AM-109, SB-05 pages of ${name} are the rows themselves, in their order`, async () => {
      for (const role of ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'] as const) {
        const actor = actorOf(role);
        const own = actor.merchantId ? `merchant_id = '${merchantId}'` : 'true';
        const { rows } = await database.pool.query<{ id: string }>(
          `select id from transactions where ${own} and (${where}) order by date desc, id desc`,
        );
        for (const page of [0, 1, 3, 30]) {
          const ask = { size: '20', page: String(page), ...filter };
          const request = readListQuery(transactionsList.resource, actor, ask, 'page');
          const sight: Sight = actor.merchantId
            ? { merchantId, userId: crypto.randomUUID() }
            : 'all';
          for (const counting of [true, false]) {
            const statement = pageStatement(
              transactionsList,
              actor,
              request,
              undefined,
              null,
              counting,
            );
            const [row] = await database.run(statement, sight);
            const { content, totalElements } = JSON.parse(row!.answer) as {
              content: { id: string }[];
              totalElements: number | null;
            };
            assert.deepEqual(
              content.map(({ id }) => id),
              rows.slice(page * 20, page * 20 + 20).map(({ id }) => id),
            );
            if (counting || totalElements !== null) assert.equal(totalElements, rows.length);
          }
        }
      }
    });

  test('AM-109, SB-05 the page of a frequent word, before its total, reads the beginning of the list and no more', async () => {
    for (const [, filter] of WORDS.slice(0, 4))
      for (const role of ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'] as const) {
        const actor = actorOf(role);
        const request = readListQuery(transactionsList.resource, actor, filter, 'page');
        await readsTheBeginning(transactionsList, actor, request);
      }
  });

  test('AM-109, SB-05 words that one merchant has not are found nowhere at once, however many others wrote them', async (t) => {
    const { rows } = await database.pool.query<{ known: boolean; word: string; others: number }>(
      `select f.proleakproof as known, word, count(*)::int as others
       from transactions, regexp_split_to_table(description, '[^[:alpha:]]+') word, pg_proc f
       where f.oid = 'pg_catalog.texticlike(text,text)'::regprocedure and length(word) >= 4
       group by 1, 2 having not bool_or(merchant_id = $1) order by 3 desc limit 1`,
      [merchantId],
    );
    const { known, word, others } = rows[0]!;
    assert.ok(others > ROWS / 100, `${others} rows of others have ${word}`);
    if (!known) return t.skip('not the tests’ own PostgreSQL');
    const actor = actorOf('MERCHANT_ADMIN');
    const sight = { merchantId, userId: crypto.randomUUID() };
    for (const filter of [
      { f_description: word },
      { f_description: word, f_status: 'SUCCESS' },
    ] as const) {
      const request = readListQuery(transactionsList.resource, actor, filter, 'page');
      const statement = pageStatement(transactionsList, actor, request);
      const [row] = await database.run(statement, sight);
      assert.deepEqual(JSON.parse(row!.answer), { content: [], totalElements: 0 });
      const found = (await planOf(statement, sight)).filter(
        (node) => node['Index Name'] === 'transactions_words',
      );
      assert.ok(found.length > 0, 'the index of words is asked');
      for (const node of found) assert.equal(node['Actual Rows'], 0, 'and knows whose they are');
    }
  });

  /** Of purchases, beside a status: its beginning is looked through, and where that is all of it, it is the answer. */
  const OF_PURCHASES: readonly [string, Record<string, string>, string][] = [
    ['words', { f_paymentInfo: 'der' }, `payment_info ilike '%der%'`],
    ['words that nobody wrote', { f_paymentInfo: 'zzq 4711' }, 'false'],
    ['an amount and more', { f_amount: '20..' }, 'amount_cents >= 2000'],
    ['a message that failed', { f_lastCallbackStatus: 'ERROR' }, `last_callback_status = 'ERROR'`],
  ];
  for (const [name, filter, where] of OF_PURCHASES)
    test(`AM-109, SB-05 pages of purchases by ${name} are the rows themselves, beside a status and without`, async () => {
      for (const role of ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'] as const)
        for (const status of [null, 'UNSIGNED', 'CANCELLED', 'SETTLED']) {
          const own = role === 'MERCHANT_ADMIN' ? `merchant_id = '${merchantId}'` : 'true';
          await isThose(
            role,
            { ...filter, ...(status && { f_status: status }) },
            `${own} and ${where} and ${status ? `status = '${status}'` : 'true'}`,
          );
        }
    });

  test('AM-109, SB-05 pages of purchases by their merchant’s name beside a status are the rows themselves', async () => {
    for (const word of ['mber', 'es', 'Amber & Oak', 'nobody'])
      for (const status of ['UNSIGNED', 'CANCELLED'])
        await isThose(
          'BACKOFFICE_ADMIN',
          { f_merchantName: word, f_status: status },
          `status = '${status}' and merchant_id in (select id from merchants where name ilike '%${word}%')`,
        );
  });

  async function isThose(role: UserRole, query: Record<string, string>, where: string) {
    const actor = actorOf(role);
    const sight: Sight = actor.merchantId ? { merchantId, userId: crypto.randomUUID() } : 'all';
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from purchases where ${where} order by created_date desc, id desc`,
    );
    for (const page of [0, 3])
      for (const counting of [true, false]) {
        const ask = { size: '20', page: String(page), ...query };
        const request = readListQuery(purchasesList.resource, actor, ask, 'page');
        const [row] = await database.run(
          pageStatement(purchasesList, actor, request, undefined, null, counting),
          sight,
        );
        const { content, totalElements } = JSON.parse(row!.answer) as {
          content: { id: string }[];
          totalElements: number | null;
        };
        assert.deepEqual(
          content.map(({ id }) => id),
          rows.slice(page * 20, page * 20 + 20).map(({ id }) => id),
          JSON.stringify(ask),
        );
        if (counting || totalElements !== null) assert.equal(totalElements, rows.length);
      }
  }

  test('AM-109, SB-05 a page of purchases beside a status reads the beginning of that status and no more', async () => {
    for (const filter of [
      { f_paymentInfo: 'der' },
      { f_merchantName: 'e' },
      { f_amount: '10..' },
    ] as Record<string, string>[]) {
      const actor = actorOf('BACKOFFICE_ADMIN');
      const ask = { ...filter, f_status: 'CANCELLED', size: '20' };
      const request = readListQuery(purchasesList.resource, actor, ask, 'page');
      await readsTheBeginning(purchasesList, actor, request);
    }
  });

  test('AM-109, SB-05 what expired on a day long ago is found where it lies, not by walking to it', async () => {
    const { rows } = await database.pool.query<{ day: string }>(
      `select to_char(percentile_disc(0.3) within group (order by expiration_date) at time zone 'UTC', 'YYYY-MM-DD') as day
       from purchases`,
    );
    const { day } = rows[0]!;
    const asked = { f_expirationDate: `${day}..${day}` };
    for (const role of ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'] as const)
      await isThose(
        role,
        asked,
        `expiration_date >= '${day}T00:00Z' and expiration_date < '${day}T00:00Z'::timestamptz + interval '24 hours'
         and ${role === 'MERCHANT_ADMIN' ? `merchant_id = '${merchantId}'` : 'true'}`,
      );
    const actor = actorOf('BACKOFFICE_ADMIN');
    const request = readListQuery(purchasesList.resource, actor, asked, 'page');
    const plan = await planOf(pageStatement(purchasesList, actor, request));
    assert.ok(plan.some((node) => node['Index Name'] === 'purchases_expiration_date'));
  });

  test('AM-109, SB-05 a merchant’s purchases beside a status are read without anybody else’s', async () => {
    const actor = actorOf('MERCHANT_ADMIN');
    const ask = { f_amount: '10..', f_status: 'CANCELLED', size: '20' };
    const request = readListQuery(purchasesList.resource, actor, ask, 'page');
    const sight = { merchantId, userId: crypto.randomUUID() };
    const page = pageStatement(purchasesList, actor, request, undefined, null, false);
    const read = (await planOf(page, sight)).filter(
      (node) => node['Index Name'] === 'purchases_of_merchant_by_status',
    );
    assert.ok(read.some((node) => node['Actual Rows'] > 0));
    for (const node of read) assert.equal(node['Rows Removed by Filter'] ?? 0, 0);
  });

  test('AM-109, SB-05 the page of many merchants by a part of their names reads the beginning of the list', async () => {
    await database.pool.query(
      `insert into merchants (id, name, status, created_date)
       select gen_random_uuid(), 'Ember ' || n, 'APPROVED', now() from generate_series(1, 30) n`,
    );
    try {
      const { rows } = await database.pool.query<{ id: string }>(
        `select t.id from transactions t join merchants m on m.id = t.merchant_id
         where m.name ilike '%mber%' order by t.date desc, t.id desc`,
      );
      assert.ok(rows.length > ROWS / 50, `${rows.length} rows`);
      const actor = actorOf('BACKOFFICE_ADMIN');
      const ask = { f_merchantName: 'mber', size: '20', page: '2' };
      const request = readListQuery(transactionsList.resource, actor, ask, 'page');
      await readsTheBeginning(transactionsList, actor, request);
      const statement = pageStatement(transactionsList, actor, request);
      // of more names than it keeps PostgreSQL thinks that one has these letters, and sorts all that they have
      assert.ok((await planOf(statement)).some((node) => node['CTE Name'] === 'beginning'));
      const [row] = await database.run(statement, 'all');
      const { content, totalElements } = JSON.parse(row!.answer) as {
        content: { id: string }[];
        totalElements: number;
      };
      assert.equal(totalElements, rows.length);
      assert.deepEqual(
        content.map(({ id }) => id),
        rows.slice(40, 60).map(({ id }) => id),
      );
    } finally {
      await database.pool.query(`delete from merchants where name like 'Ember %'`);
    }
  });

  test('AM-109 a page that is asked for before its total starts no processes to help it', () => {
    const actor = actorOf('BACKOFFICE_ADMIN');
    const request = readListQuery(transactionsList.resource, actor, { f_amount: '10..' }, 'page');
    const settings = [true, false].map((counting) => {
      const page = pageStatement(transactionsList, actor, request, undefined, null, counting);
      return settingsFor(database.compile(page).sql);
    });
    assert.deepEqual(settings, [null, 'set local max_parallel_workers_per_gather to 0']);
  });

  test('AM-109, SB-05 why a payment came to nothing is found by what an index knows, and is those rows', async () => {
    const { rows: reasons } = await database.pool.query<{ reason: string; ids: string[] }>(
      `select ${failureSql('t')} as reason, array_agg(id order by date desc, id desc) as ids
       from transactions t group by 1 having ${failureSql('t')} is not null`,
    );
    assert.ok(reasons.length > 5, `${reasons.length} reasons`);
    const actor = actorOf('BACKOFFICE_ADMIN');
    const none = { reason: 'THE_CARD_NUMBER_IS_WRONG', ids: [] };
    const asks = reasons.some(({ reason }) => reason === none.reason)
      ? reasons
      : [...reasons, none];
    for (const { reason, ids } of asks) {
      const request = readListQuery(
        transactionsList.resource,
        actor,
        { f_failure: reason },
        'page',
      );
      const statement = pageStatement(transactionsList, actor, request);
      const [row] = await database.run(statement, 'all');
      const answer = JSON.parse(row!.answer) as {
        content: { id: string }[];
        totalElements: number;
      };
      assert.equal(answer.totalElements, ids.length, reason);
      assert.deepEqual(
        answer.content.map(({ id }) => id),
        ids.slice(0, answer.content.length),
      );
      for (const node of await planOf(statement))
        assert.ok(
          node['Node Type'] !== 'Seq Scan' || node['Relation Name'] !== 'transactions',
          `${reason}: no scan of the whole table`,
        );
      // an index has those alone, in the list's order
      if (reason.startsWith('THE_ACQUIRER_DECLINED_THE_REFUND'))
        for (const node of await planOf(statement))
          if (node['Relation Name'] === 'transactions')
            assert.ok(
              node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) <= ids.length,
              `${node['Actual Rows']} rows by ${node['Node Type']}`,
            );
    }
  });

  test('SB-05 a timeline finds the rows of its case by an index, whoever reads it', async () => {
    const { rows } = await database.pool.query<{ transaction: string; purchase: string }>(
      `select id as transaction, purchase_id as purchase from transactions t
       where merchant_id = $1 and purchase_id is not null
         and exists (select from transactions r
           where r.refunded_transaction_id = t.id and r.merchant_id = t.merchant_id) limit 1`,
      [merchantId],
    );
    for (const role of ['BACKOFFICE_TECHNICAL', 'MERCHANT_ADMIN'] as const)
      for (const [of, id] of Object.entries(rows[0]!)) {
        const nodes = await planOf(
          timelineStatement(of as 'purchase', actorOf(role), id, merchantId),
        );
        const read = nodes.filter((node) => node['Relation Name'] === 'transactions');
        assert.ok(read.length > 3, 'the transactions of the case are looked for');
        for (const node of nodes)
          if (/^(transactions|purchases|money_operations)$/.test(node['Relation Name'] ?? ''))
            assert.ok(
              node['Node Type'] !== 'Seq Scan' && node['Actual Rows'] < 20,
              `${node['Node Type']} of ${node['Relation Name']}: ${node['Actual Rows']} rows`,
            );
      }
  });

  test('what a desk types is found by indexes, under row-level security too', async () => {
    const { rows } = await database.pool.query<{ card: string; cents: bigint; day: string }>(
      `select right(card_pan, 4) as card, amount_cents as cents,
         to_char(date at time zone 'UTC', 'DD.MM.YYYY') as day
       from transactions where merchant_id = $1 and card_pan is not null limit 1`,
      [merchantId],
    );
    const { card, cents, day } = rows[0]!;
    const amount = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
    for (const role of ['BACKOFFICE_TECHNICAL', 'MERCHANT_ADMIN'] as const)
      for (const q of [
        card,
        amount,
        day,
        `${card} ${amount}`,
        `${amount} ${day}`,
        'ozols janis',
        'PAY-7676603164',
        // eight digits of an order’s number
        'BB-10021844',
        // how a loan's begins
        'NO-1137',
      ]) {
        const actor = { ...actorOf(role), timeZone: 'UTC' };
        const statement = searchStatement(sources, actor, meant(q, '2026-11-20')!);
        if (!statement) continue;
        const sight =
          role === 'MERCHANT_ADMIN' ? { merchantId, userId: crypto.randomUUID() } : 'all';
        for (const node of await planOf(statement, sight))
          if (
            /^(transactions|orders|purchases|consumer_credits)$/.test(node['Relation Name'] ?? '')
          ) {
            const what = `${q} by ${role}: ${node['Node Type']} of ${node['Relation Name']}`;
            assert.notEqual(node['Node Type'], 'Seq Scan', what);
            // of what no index has the newest thousand are looked through
            assert.ok(node['Actual Rows'] <= 1_000, `${what}, ${node['Actual Rows']} rows`);
          }
      }
  });

  test('AM-33 an order that the audit log is asked for by its number is found by that, among all of its merchant’s', async () => {
    const merchant = { merchantId, userId: crypto.randomUUID() };
    const actor = { ...actorOf('MERCHANT_ADMIN'), ...merchant };
    const nodes = await planOf(recordNames.find(actor, 'Order BB-10021844', 201)!, merchant);
    const [node] = nodes.filter((one) => one['Relation Name'] === 'orders');
    assert.equal(node!['Rows Removed by Filter'] ?? 0, 0, 'no other order is read');
  });

  test('the end of an id is looked for by the order of ids, among the newest alone', async () => {
    for (const role of ['BACKOFFICE_TECHNICAL', 'MERCHANT_ADMIN'] as const) {
      const actor = { ...actorOf(role), timeZone: 'UTC' };
      const statement = searchStatement(sources, actor, meant('dbc99e', '2026-11-20')!);
      const sight = role === 'MERCHANT_ADMIN' ? { merchantId, userId: crypto.randomUUID() } : 'all';
      const many = (await planOf(statement!, sight)).filter(
        (node) => node['Relation Name'] === 'transactions' && node['Actual Rows'] > ROWS / 100,
      );
      assert.deepEqual(
        many.map((node) => node['Node Type']),
        [role === 'MERCHANT_ADMIN' ? 'Index Only Scan' : 'Index Scan'],
        role,
      );
      assert.ok(many[0]!['Actual Rows'] <= 20_000);
    }
  });

  test('the beginning of an id is looked for by the index of ids, and no more than are shown', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from transactions where merchant_id = $1 order by id offset 1000 limit 1',
      [merchantId],
    );
    const begins = rows[0]!.id.slice(0, 8);
    for (const role of ['BACKOFFICE_TECHNICAL', 'MERCHANT_ADMIN'] as const) {
      const actor = { ...actorOf(role), timeZone: 'UTC' };
      const statement = searchStatement(sources, actor, meant(`${begins}…`, '2026-11-20')!);
      const sight = role === 'MERCHANT_ADMIN' ? { merchantId, userId: crypto.randomUUID() } : 'all';
      for (const node of await planOf(statement!, sight)) {
        const table = node['Relation Name'];
        if (!/^(transactions|orders|purchases|consumer_credits|customers)$/.test(table ?? ''))
          continue;
        const read = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
        assert.notEqual(node['Node Type'], 'Seq Scan', `${role}: ${table}`);
        assert.ok(read <= 1_000, `${role}: ${read} rows of ${table} by ${node['Node Type']}`);
      }
    }
  });

  test('AM-33, AM-109 a list is asked for the end of an id among its newest rows, and reads no others', async () => {
    for (const role of ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'] as const)
      for (const node of await listPlan(role, { f_id: '…dbc99e' }))
        if (node['Relation Name'] === 'transactions') {
          assert.notEqual(node['Node Type'], 'Seq Scan', role);
          const read = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
          assert.ok(read <= 20_000, `${role}: ${read} rows by ${node['Node Type']}`);
        }
  });

  test('AM-33, AM-109 a payer’s name is found by the index of names, in any order and without accents', async () => {
    const [{ payer } = { payer: '' }] = (
      await database.pool.query<{ payer: string }>(
        `select c.last_name || ' ' || c.first_name as payer
         from transactions t join customers c on c.id = t.customer_id
         where c.last_name ~ '[^[:ascii:]]' limit 1`,
      )
    ).rows;
    const typed = payer.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    assert.notEqual(typed, payer.toLowerCase());
    const actor = actorOf('BACKOFFICE_ADMIN');
    const request = readListQuery(transactionsList.resource, actor, { f_payer: typed }, 'page');
    const statement = pageStatement(transactionsList, actor, request);
    const [row] = await database.run(statement, 'all');
    const { content } = JSON.parse(row!.answer) as { content: { payer: string }[] };
    assert.ok(content.length);
    for (const found of content)
      assert.deepEqual(found.payer.split(' ').toSorted(), payer.split(' ').toSorted());
    const unknown = await listPlan('BACKOFFICE_ADMIN', { f_payer: 'xqzw vyxq' });
    assert.ok(unknown.some((node) => node['Index Name'] === 'customers_search_name_idx'));
    assert.ok(
      unknown.every(
        (node) => node['Relation Name'] !== 'customers' || node['Node Type'] !== 'Seq Scan',
      ),
    );
  });

  test('API-23, CU-02 a customer’s payments are read once for all that their page says of them', async () => {
    const [most] = (
      await database.pool.query<{ id: string; rows: number }>(
        `select customer_id as id, count(*)::int as rows from transactions
         where customer_id is not null group by 1 order by 2 desc limit 1`,
      )
    ).rows;
    const all = await transactionsRead(
      oneStatement(customerRecord.whole, actorOf('BACKOFFICE_ADMIN'), most!.id),
    );
    // those after the last that went through once more
    assert.ok(all >= most!.rows && all < 1.5 * most!.rows, `${all} read of ${most!.rows}`);
    const going = await transactionsRead(unfinishedAmong(sql`${most!.id}::uuid`));
    assert.ok(going < most!.rows / 2, `${going} read to find what goes on still`);
  });

  test('GT-30, AM-33 messages that none is found in are looked through once for page and total', async () => {
    const days = [6, 0].map((ago) => new Date(Date.now() - ago * 86_400_000));
    const f_createdDate = days.map((day) => day.toISOString().slice(0, 10)).join('..');
    const actor = actorOf('BACKOFFICE_ADMIN');
    const query = { f_xml: 'zzqq 4711', f_createdDate };
    const request = readListQuery(exchangeLogsList.resource, actor, query, 'page');
    const read = (await planOf(pageStatement(exchangeLogsList, actor, request))).filter(
      (node) => node['Relation Name'] === 'exchange_logs' && node['Actual Loops'],
    );
    assert.equal(read.length, 1, JSON.stringify(read));
  });

  test('SB-03, SB-05 what a merchant’s people did from an address is read by one way through an index', async () => {
    const actor = actorOf('MERCHANT_ADMIN');
    const request = readListQuery(ownAuditLogsList.resource, actor, { f_address: '.' }, 'rows');
    const statement = countStatement(ownAuditLogsList, actor, request);
    const sight = { merchantId, userId: crypto.randomUUID() };
    const [row] = await database.run(statement, sight);
    assert.ok(row!.total > 20n, `${row!.total} rows`);
    const read = (await planOf(statement, sight)).filter(
      (node) => node['Relation Name'] === 'audit_logs',
    );
    assert.deepEqual(
      read.map((node) => node['Actual Loops']),
      [1],
    );
  });
});
