import assert from 'node:assert/strict';
import { createHash, randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { SHOWN_A_DAY } from '@paydesk/contract/resources/customers/personal.ts';
import { TEST_APPLICANTS } from '@paydesk/contract/test-applicants.ts';
import { borrowerOf, isBlocked } from './domain/customers/borrower.ts';
import { loanDocument } from './domain/lending/view.ts';
import { heldOf } from './domain/personal-data/export.ts';
import { mustFit, readBooks } from './platform/db/books.ts';
import { encryption } from './platform/encryption.ts';
import { reseal } from './platform/resealing.ts';
import { paperPurpose } from './platform/sealed-papers.ts';
import {
  IBAN_OF_MERCHANT,
  maskedValue,
  openedOf,
  PERSONAL_ID_OF_BORROWER,
  PERSONAL_ID_OF_CUSTOMER,
  SEALED_VALUES,
  sealedColumns,
} from './platform/sealed-values.ts';
import { insertCustomer } from './seed/factories.ts';
import { TEST_KEY } from './testing/encryption.ts';
import { begunLoan, onlyTheseLend } from './testing/loans.ts';
import { core } from './testing/machines.ts';
import { newMerchant } from './testing/new-merchant.ts';
import { without, withRole } from './testing/roles.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

test('SB-47 what is shown of a personal id or of an account tells two apart, and passes for neither', () => {
  assert.equal(maskedValue('personal id', '120385-12945'), '12••••••••45');
  assert.equal(maskedValue('personal id', '1234567'), '•••••••');
  assert.equal(maskedValue('bank account', 'LV97HABA0012345678910'), 'LV•••••••••••••••8910');
});

test('SB-47 a sealed value opens in its own row alone, and equal ones are found however they are written', () => {
  const key = encryption(TEST_KEY);
  const [one, other] = [randomUUIDv7(), randomUUIDv7()];
  const row = sealedColumns(key, PERSONAL_ID_OF_CUSTOMER, one, '120385-12945');
  const left = { ...row, personal_id: null };
  assert.equal(openedOf(key, PERSONAL_ID_OF_CUSTOMER, one, left), '120385-12945');
  assert.throws(() => openedOf(key, PERSONAL_ID_OF_CUSTOMER, other, left));
  assert.throws(() => openedOf(key, PERSONAL_ID_OF_BORROWER, one, left));
  const again = sealedColumns(key, PERSONAL_ID_OF_CUSTOMER, other, '120385 12945');
  assert.deepEqual(again.personal_id_index, row.personal_id_index);
  assert.notDeepEqual(again.personal_id_sealed, row.personal_id_sealed);
  const elsewhere = encryption('another key that is long enough for it');
  assert.notDeepEqual(
    sealedColumns(elsewhere, PERSONAL_ID_OF_CUSTOMER, one, '120385-12945').personal_id_index,
    row.personal_id_index,
  );
  assert.notDeepEqual(key.blind('12038512945', 'import')[0], row.personal_id_index);
});

describe('what lies sealed', () => {
  let server: TestServer;
  let admin: Client;
  before(async () => {
    server = await testServer();
    admin = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  /** Every personal id and account that the database knows, opened. */
  async function known(): Promise<Map<string, string>> {
    const all = new Map<string, string>();
    for (const value of SEALED_VALUES) {
      const { table, column, id = 'id' } = value;
      const rows = await server.all<Record<string, never> & { id: string }>(
        `select ${id} as id, ${column}, ${column}_sealed from ${table}
         where coalesce(${column}, ${column}_masked) is not null`,
      );
      for (const row of rows) {
        const text = openedOf(server.services.encryption, value, row.id, row as never)!;
        all.set(plain(text), `${table} ${row.id}`);
      }
    }
    return all;
  }

  /** Where any of these stands in clear, in whatever row of whatever table, bytes that are texts included. */
  async function standing(words: ReadonlyMap<string, string>): Promise<string[]> {
    const columns = await server.all<{ table: string; column: string; type: string }>(
      `select c.table_name as table, c.column_name as column, c.udt_name as type
       from information_schema.columns c join information_schema.tables t
         on t.table_schema = c.table_schema and t.table_name = c.table_name
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
         and c.udt_name !~ '^(uuid|timestamptz|date|bool|int[248]|numeric|float[48])$'`,
    );
    assert.ok(columns.length > 300, 'the whole database');
    const found: string[] = [];
    for (const { table, column, type } of columns) {
      const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
      const rows = await server.all<{ text: string }>(
        `select distinct ${text} as text from "${table}" where length(${text}) >= 7`,
      );
      for (const { text: all } of rows)
        for (const [word] of all.matchAll(/[\p{L}\p{N}][\p{L}\p{N} -]{5,}[\p{L}\p{N}]/gu))
          for (const part of [word, ...word.split(' ')])
            if (words.has(plain(part))) found.push(`${table}.${column}: ${words.get(plain(part))}`);
    }
    return [...new Set(found)];
  }

  const keyChange = (by = server.services.encryption) =>
    reseal({ ...server.services, encryption: by }, { graceMs: 0 });

  test('SB-47 a copy of the database holds no personal id and no account in clear, whatever was done', async () => {
    const words = await known();
    assert.ok(words.size > 3000, `${words.size} of the demo`);

    await onlyTheseLend(server);
    const amber = await server.merchantId('Amber & Oak');
    const loan = await begunLoan(server, amber);
    const { personalId } = TEST_APPLICANTS.find(({ name }) => name === 'offered')!;
    const params = { id: amber };
    const iban = 'LV97 HABA 0012 3456 7891 0';
    const before = (await admin.call('GET /api/merchants/{id}', { params })).body;
    const saved = await admin.call('PUT /api/merchants/{id}', {
      params,
      body: { name: before.name, iban },
      headers: { 'idempotency-key': 'an account' },
    });
    assert.equal(saved.status, 200, saved.text);
    assert.equal(saved.body.iban, 'LV97HABA0012345678910');
    const made = await admin.call('POST /api/merchants', { body: newMerchant() });
    assert.equal(made.status, 200, made.text);
    const ours = await core(server);
    const customer = {
      externalId: 'C-1',
      firstName: 'Zaiga',
      lastName: 'Vītola',
      email: 'zaiga@mail.test',
      date: '2026-06-01T10:00:00.000Z',
      status: 'ACTIVE',
    };
    for (const [nth, own] of ['120385-12945', '161175-19997', '161175-19997'].entries()) {
      const came = await ours.call('POST /api/provider-api/customers', {
        body: { rows: [{ ...customer, personalId: own }] },
        headers: { 'idempotency-key': `customers ${nth}` },
      });
      const { result } = came.body.rows[0]!;
      assert.equal(result, ['CREATED', 'CHANGED', 'UNCHANGED'][nth], came.text);
    }
    await keyChange().run();

    const all = await known();
    for (const word of [personalId, iban, '161175-19997']) assert.ok(all.has(plain(word)), word);
    all.set(plain('120385-12945'), 'a personal id that was changed');
    assert.deepEqual(await standing(all), []);
    // and no paper of a loan, whose text is packed
    const papers = await server.one<{ clear: number; sealed: number }>(
      `select count(bytes)::int as clear, count(bytes_sealed)::int as sealed from loan_documents`,
    );
    assert.ok(papers.clear === 0 && papers.sealed > 50, JSON.stringify(papers));
    // who may see them still does, and the rest is shown what tells two apart
    const { body } = await admin.call('GET /api/financing/consumer-credits/{id}', {
      params: { id: loan.loanId },
    });
    assert.equal(body.person!.personalId, personalId);
    const [zaiga] = (
      await admin.call('GET /api/customers', { query: { f_email: 'zaiga@mail.test' } })
    ).body.content;
    assert.equal(zaiga!.personalId, '16••••••••97');
    // the search above sees what stands in clear
    await server.pool.query(`update customers set phone = $1 where id = $2`, [
      personalId,
      zaiga!.id,
    ]);
    assert.deepEqual(
      (await standing(all)).map((one) => one.split(':')[0]),
      ['customers.phone'],
    );
    await server.pool.query('update customers set phone = null where id = $1', [zaiga!.id]);
  });

  test('SB-46, SB-47 who gives a reason sees a personal id for half a minute, and nobody else does; so often a day', async () => {
    const SHOW = 'POST /api/personal-data/{id}/show';
    const technical = await server.as('technical@paydesk.test');
    const { id } = await insertCustomer(server.pool, { personalId: '120385-12945' });
    const params = { id };
    const seen = async (by: Client) => {
      const { body } = await by.call('GET /api/customers/{id}', { params });
      return [body.personalId, body.shownPersonalId, body.shownUntil !== null];
    };
    const hidden = ['12••••••••45', null, false];
    assert.deepEqual(await seen(technical), hidden);
    const bare = await technical.call(SHOW, { params, body: { reason: ' ' } });
    assert.deepEqual([bare.status, bare.error.errors[0]!.field], [400, 'reason']);
    const body = { reason: 'They called, and I compare' };
    const shown = await technical.call(SHOW, { params, body });
    assert.deepEqual([shown.status, shown.body.shownPersonalId], [200, '120385-12945']);
    assert.deepEqual(await seen(technical), ['12••••••••45', '120385-12945', true]);
    assert.deepEqual(await seen(admin), hidden, 'another person');
    await keyChange().run();
    assert.deepEqual(await seen(technical), ['12••••••••45', '120385-12945', true], 'sealed');
    const [log] = await server.all<{ details: object; user_id: string; text: string }>(
      `select details, user_id, a::text as text from audit_logs a
       where action = 'SHOW_PERSONAL_ID' and entity_id = $1`,
      [id],
    );
    assert.deepEqual([log!.details, log!.user_id], [body, technical.userId]);
    assert.doesNotMatch(log!.text, /12945/);
    const left = await server.one<{ seconds: number }>(
      `select extract(epoch from expires_date - created_date)::int as seconds
       from personal_data_permits where kind = 'SHOW' and customer_id = $1`,
      [id],
    );
    assert.equal(left.seconds, 30);
    const over = `update personal_data_permits set expires_date = now() - interval '1 second' where kind = 'SHOW'`;
    await server.pool.query(over);
    assert.deepEqual(await seen(technical), hidden, 'the half minute is over');

    await server.pool.query(
      `insert into personal_data_permits (id, customer_id, user_id, kind, reason, created_date, expires_date)
       select gen_random_uuid(), customer_id, user_id, kind, reason, created_date, expires_date
       from personal_data_permits, generate_series(1, ${SHOWN_A_DAY - 1}) where kind = 'SHOW'`,
    );
    const many = await technical.call(SHOW, { params, body });
    assert.equal(many.status, 400);
    assert.match(many.error.errors[0]!.message, /50 personal IDs within a day/);
    assert.equal((await admin.call(SHOW, { params, body })).status, 200, 'each has their own');
    const nobody = await insertCustomer(server.pool);
    const none = await admin.call(SHOW, { params: { id: nobody.id }, body });
    assert.match(none.error.errors[0]!.message, /No personal ID is known/);
  });

  test('SB-04, SB-46 a role of a firm’s own may leave whole personal ids out: of loans it sees their ends', async () => {
    const { id: loanId } = await server.one<{ id: string }>(
      'select consumer_credit_id as id from consumer_credit_persons limit 1',
    );
    const read = async (by: Client) =>
      (await by.call('GET /api/financing/consumer-credits/{id}', { params: { id: loanId } })).body
        .person!.personalId;
    const whole = await read(admin);
    assert.doesNotMatch(whole, /•/);
    const base = 'BACKOFFICE_ADMIN';
    const narrow = await withRole(server, { base, rights: without(base, 'PERSONAL_IDS') });
    assert.equal(await read(narrow), maskedValue('personal id', whole));
    const { id } = await insertCustomer(server.pool, { personalId: '120385-12945' });
    const refused = await narrow.call('POST /api/personal-data/{id}/show', {
      params: { id },
      body: { reason: 'They called' },
    });
    assert.equal(refused.status, 403);
  });

  test('ADR 159 what a version before left is sealed in portions, and stays readable to it until its time is over', async () => {
    const { encryption: key, database } = server.services;
    const books = (sql: string) => server.pool.query(`update kysely_migration set ${sql}`);
    await books(`breaks = null, timestamp = '2026-01-01T00:00:00.000Z'`);
    await books(`timestamp = now()::text where name = '0290-sealed-values.sql'`);
    const ids: string[] = [];
    for (let nth = 0; nth < 30; nth++)
      ids.push((await insertCustomer(server.pool, { personalId: `1203${nth + 10}-12945` })).id);
    const amber = await server.merchantId('Amber & Oak');
    await server.pool.query('update merchants set iban = $1 where id = $2', ['EE38', amber]);
    const stands = async (id: string) =>
      server.one<{ clear: string | null; sealed: Buffer | null; index: Buffer | null }>(
        `select personal_id as clear, personal_id_sealed as sealed, personal_id_index as index
         from customers where id = $1`,
        [id],
      );
    const left = async () =>
      (
        await server.one<{ rows: number }>(
          `select count(*)::int as rows from customers
           where personal_id is not null and personal_id_sealed is null`,
        )
      ).rows;

    // stopped as by a kill after a portion
    const stopping = new AbortController();
    let portions = 0;
    const cut = {
      ...database,
      transaction: (async (sight, does) => {
        if (++portions === 3) stopping.abort();
        return database.transaction(sight, does);
      }) as typeof database.transaction,
    };
    await reseal({ ...server.services, database: cut }, { size: 8, graceMs: 0 }).run(
      stopping.signal,
    );
    assert.ok((await left()) > 0 && (await left()) < 30, 'half way');
    await keyChange().run();
    assert.equal(await left(), 0);
    const both = await stands(ids[0]!);
    assert.equal(both.clear, '120310-12945', 'the version before reads it');
    assert.ok(both.sealed && both.index);
    const { body } = await admin.call('GET /api/merchants/{id}', { params: { id: amber } });
    assert.equal(body.iban, 'EE38');

    // what the version before writes is what holds
    await server.pool.query('update customers set personal_id = $1 where id = $2', [
      '161175-19997',
      ids[0],
    ]);
    assert.equal((await stands(ids[0]!)).sealed, null);
    await keyChange().run();
    const row = await stands(ids[0]!);
    const opened = { personal_id: null, personal_id_sealed: row.sealed };
    assert.equal(openedOf(key, PERSONAL_ID_OF_CUSTOMER, ids[0]!, opened), '161175-19997');

    // its time is over: nothing is clear, what it would write is sealed soon, and it does not start any more
    const files = (await readBooks(server.pool))!.map(({ name }) => name);
    const older = files.filter((name) => name < '0290');
    mustFit((await readBooks(server.pool))!, older, '0.2.0');
    await books(
      `timestamp = (now() - interval '16 minutes')::text where name = '0290-sealed-values.sql'`,
    );
    await keyChange().run();
    for (const { table, column } of SEALED_VALUES)
      assert.equal(
        (await server.one<{ n: number }>(`select count(${column})::int as n from ${table}`)).n,
        0,
        table,
      );
    const had = (await readBooks(server.pool))!;
    assert.throws(() => mustFit(had, older, '0.2.0'), /personal ids and bank accounts/);
    const { rows } = await server.pool.query(
      `update customers set personal_id_masked = personal_id_masked where id = $1 returning personal_id`,
      [ids[0]],
    );
    assert.deepEqual(rows, [{ personal_id: null }]);
    await keyChange().run();
  });

  test('ADR 181, LN-35 a paper of a loan lies sealed in its own row; one that a version before left or erases goes its way', async () => {
    const { encryption: key, database } = server.services;
    const beside = (age: string) =>
      server.pool.query(
        `update kysely_migration set breaks = null,
           timestamp = case when name = '0290-sealed-values.sql' then (now() - $1::interval)::text
             else '2026-01-01T00:00:00.000Z' end`,
        [age],
      );
    const { id, loan, sha256 } = await server.one<{ id: string; loan: string; sha256: string }>(
      `select id, consumer_credit_id as loan, sha256 from loan_documents
       where kind = 'AGREEMENT' and bytes_sealed is not null order by id limit 1`,
    );
    const stands = () =>
      server.one<{ bytes: Buffer | null; sealed: Buffer | null }>(
        'select bytes, bytes_sealed as sealed from loan_documents where id = $1',
        [id],
      );
    const read = async () => (await loanDocument(server.services, loan, id))!.bytes;
    const write = (set: string, ...values: unknown[]) =>
      server.pool.query(`update loan_documents set ${set} where id = $1`, [id, ...values]);
    const paper = await read();
    assert.equal(createHash('sha256').update(paper).digest('hex'), sha256);
    assert.equal((await stands()).bytes, null);
    const { sealed } = await stands();
    assert.throws(() => key.openBytes(sealed!, paperPurpose(loan)), 'in another row');

    // a version before serves beside: it reads what it has written, which is sealed already
    await beside('0 minutes');
    await write('bytes = $2, bytes_sealed = null', paper);
    await keyChange().run();
    assert.deepEqual([(await stands()).bytes, await read()], [paper, paper]);
    assert.ok((await stands()).sealed);
    await write(`bytes = ''`);
    assert.equal((await stands()).sealed, null, 'what it erases is erased');
    assert.equal((await read()).length, 0);

    // its time is over
    await write('bytes = $2', paper);
    await beside('16 minutes');
    await keyChange().run();
    assert.equal((await stands()).bytes, null);
    assert.deepEqual(await read(), paper);

    // another key goes through it, and an export has it as it was signed
    const both = encryption('the next key of the tests, which is as long', TEST_KEY);
    both.sealUnder(both.keys[0]!, false);
    assert.deepEqual(both.openBytes((await stands()).sealed!, paperPurpose(id)), paper);
    const { customer } = await server.one<{ customer: string }>(
      'select customer_id as customer from consumer_credits where id = $1',
      [loan],
    );
    const held = await heldOf(database.kysely, server.services, customer);
    const [shown] = held['loan_documents']!.filter((row) => row['id'] === id);
    assert.equal(shown!['bytes'], `\\x${paper.toString('hex')}`);
    assert.ok(!('bytes_sealed' in shown!));
  });

  test('ADR 159 a borrower is found by an equal number: sealed, left in clear, and while keys change', async () => {
    const { database, encryption: key } = server.services;
    const both = encryption('the next key of the tests, which is as long', TEST_KEY);
    both.sealUnder(both.keys[0]!, false);
    const [one] = await server.all<{ id: string; customer: string }>(
      `select l.id, l.customer_id as customer from consumer_credit_persons p
       join consumer_credits l on l.id = p.consumer_credit_id and l.merchant_id = p.merchant_id
       join customers c on c.id = l.customer_id and c.status <> 'CLOSED'
       where p.personal_id_sealed is not null and exists (select from authentications a
         where a.consumer_credit_id = l.id and a.merchant_id = l.merchant_id and a.status = 'SUCCESS') limit 1`,
    );
    const read = () =>
      server.one<{ personal_id: string | null; personal_id_sealed: Buffer; mail: string }>(
        `select p.personal_id, p.personal_id_sealed, c.email as mail
         from consumer_credit_persons p join customers c on c.id = $2
         where p.consumer_credit_id = $1`,
        [one!.id, one!.customer],
      );
    const row = await read();
    const personalId = openedOf(key, PERSONAL_ID_OF_BORROWER, one!.id, row)!;
    const person = { firstName: 'A', lastName: 'B', email: row.mail, phone: null, personalId };
    const found = (by: typeof key) =>
      database.transaction('all', (tx) => borrowerOf(tx, { encryption: by }, person));
    const first = await found(key);
    assert.equal(await found(key), first);
    assert.equal(await found(both), first, 'under the key before');
    await server.pool.query(
      'update consumer_credit_persons set personal_id = $1 where consumer_credit_id = $2',
      [personalId, one!.id],
    );
    assert.equal(await found(key), first, 'in clear');
    await keyChange(both).run();
    assert.equal(await found(both), first, 'under the next');
    const stranger = { ...person, personalId: '161175-19997' };
    const other = await database.transaction('all', (tx) =>
      borrowerOf(tx, { encryption: both }, stranger),
    );
    assert.notEqual(other, first);
    await server.pool.query(`update customers set status = 'BLOCKED' where id = $1`, [first]);
    const blocked = (number: string) =>
      database.transaction('all', (tx) =>
        isBlocked(tx, { encryption: both }, { customerId: other, personalId: number }),
      );
    assert.equal(await blocked(personalId), true);
  });
});

test('the account of a merchant is bound to its merchant', () => {
  const key = encryption(TEST_KEY);
  const id = randomUUIDv7();
  const row = sealedColumns(key, IBAN_OF_MERCHANT, id, 'LV97HABA0012345678910');
  assert.equal(row.iban_masked, 'LV•••••••••••••••8910');
  assert.throws(() => openedOf(key, IBAN_OF_MERCHANT, randomUUIDv7(), { ...row, iban: null }));
});
