import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { isSetting } from '@paydesk/contract/settings.ts';
import { TASK_TYPES } from '@paydesk/contract/tasks.ts';
import { sql } from 'kysely';
import { beginPayment } from './domain/payments/begin.ts';
import { continuePayment } from './domain/payments/continue.ts';
import { FOR_GOOD, tellEnds } from './domain/personal-data/ends.ts';
import { HELD, OF_OTHERS } from './domain/personal-data/held.ts';
import { searchFor } from './domain/personal-data/search.ts';
import { CLASSED } from './platform/db/classes.ts';
import type { Refusal } from './platform/errors.ts';
import { checkSeals, sealBatch } from './platform/seals.ts';
import { tasksOf } from './resources.ts';
import { insertCustomer, insertPurchase, insertTransaction, insertUser } from './seed/factories.ts';
import { insertCard } from './seed/factories/customers.ts';
import { insertLoan } from './seed/factories/financing.ts';
import { insertOrder } from './seed/factories/orders.ts';
import { insertExchangeLog, insertRecurringPayment } from './seed/factories/payments.ts';
import { heardSince, HEARD, NOT_HEARD } from './domain/personal-data/heard.ts';
import { insertThreshold } from './testing/approvals.ts';
import { atOnce } from './testing/at-once.ts';
import { refusalOf } from './testing/answers.ts';
import { openCheckout, payBy, standingOf } from './testing/payments.ts';
import { testServer, TRYING_OUT, type Client, type TestServer } from './testing/server.ts';
import { typeCard } from './testing/shopper.ts';
import { insertView } from './testing/views.ts';

const REASON = { reason: 'Letter of 3 November' };
const ERASE = 'POST /api/personal-data/{id}';
const PREVIEW = 'GET /api/personal-data/{id}/preview';

const filtered = (customer: string, number: string) =>
  String(new URLSearchParams({ f_customer: customer, f_phone: number, sort: 'date,DESC' }));

let people = 0;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

test('every classed column is taken away, stays with a reason, or holds nothing of customers', () => {
  const unsaid = CLASSED.filter(({ table, column, of }) => {
    if (['none', 'secret', 'actor'].includes(of) || table in OF_OTHERS) return false;
    if (table === 'audit_logs') return false;
    const held = HELD.find((one) => one.table === table);
    return !held || !(column in held.change || column in (held.stays ?? {}));
  });
  assert.deepEqual(
    unsaid.map(({ table, column }) => `${table}.${column}`),
    [],
    'say in domain/personal-data/held what an erasure makes of it',
  );
});

test('SB-46 of every table that holds something of a customer it is said whether they are heard of by it', () => {
  const unsaid = HELD.map(({ table }) => table).filter(
    (table) => table in HEARD === table in NOT_HEARD,
  );
  assert.deepEqual(unsaid, [], 'say in domain/personal-data/heard.ts');
});

test('SB-46 all that tells something of people has an end that a task reads, or a reason, as docs/personal-data.md says', () => {
  const told = tellEnds();
  assert.deepEqual(
    told.flatMap(({ table, ends, stays }) => (ends.length || stays ? [] : [table])),
    [],
    'say in platform/ageing.ts, personal-data/held or personal-data/ends.ts when it goes',
  );
  const unknown = Object.keys(FOR_GOOD).filter((name) => !told.some(({ table }) => table === name));
  assert.deepEqual(unknown, [], 'tables that tell nothing of anybody');
  const types = new Set(Object.keys(TASK_TYPES));
  const rows = told.map(({ table, classes, ends, stays }) => {
    for (const { after, task } of ends) {
      assert.ok(types.has(task), task);
      if (after.includes('.')) assert.ok(isSetting(after), after);
    }
    const words = ends.map(({ after, task }) => `${after} (${TASK_TYPES[task]})`);
    return [table, classes, [...new Set(words)].join(', ') || 'never', stays];
  });
  if (process.env['SHOW']) for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  const text = readFileSync(new URL('../../../docs/personal-data.md', import.meta.url), 'utf8');
  const from = text.indexOf('## How long');
  const written = text
    .slice(from, text.indexOf('## Column by column'))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  assert.deepEqual(written, rows);
});

describe('what is held of a person', () => {
  let server: TestServer;
  let amber: string;
  let admin: Client;
  before(async () => {
    server = await testServer({ ...TRYING_OUT, clock: true });
    amber = await server.merchantId('Amber & Oak');
    admin = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  const runCheck = () =>
    tasksOf(server.services)
      .find(({ type }) => type === 'ERASURE_CHECK')!
      .run();
  const erase = (id: string, by = admin) => by.call(ERASE, { params: { id }, body: REASON });
  const preview = async (id: string) => {
    const reply = await admin.call(PREVIEW, { params: { id } });
    const { status, text } = reply;
    const body = () => reply.body;
    assert.equal(status, 200, `${text} ${server.logLines.at(-1)}`);
    return body();
  };

  /** Of each erasure of theirs, whether it was looked for what is left of them. */
  const checked = async ({ id }: { id: string }) =>
    (await preview(id)).erasures.map(({ checkedDate }) => checkedDate !== null);

  /** Somebody whom rows of every kind name. */
  async function somebody() {
    const nth = ++people;
    const words = {
      firstName: `Zaiga${LETTERS[nth]}`,
      lastName: `Vītoliņa${LETTERS[nth]}`,
      email: `zaiga.${nth}@mail.test`,
      phone: `+371 2955 01${String(nth).padStart(2, '0')}`,
      personalId: `1203${String(nth).padStart(2, '0')}-12945`,
    };
    const name = `${words.firstName} ${words.lastName}`;
    const { id } = await insertCustomer(server.pool, { ...words, status: 'ACTIVE', country: 'LV' });
    await insertCard(server.pool, { customerId: id });
    const order = await insertOrder(server.pool, {
      merchantId: amber,
      status: 'VERIFIED',
      customerEmail: words.email,
      label: `Oak table for ${name}`,
    });
    await insertTransaction(server.pool, {
      merchantId: amber,
      customerId: id,
      orderId: order.id,
      status: 'SUCCESS',
      description: `Order of ${name}`,
      cardPan: '411111******1111',
      amountCents: 120_00n,
    });
    const purchase = await insertPurchase(server.pool, {
      merchantId: amber,
      customerId: id,
      paymentInfo: `Monthly, ${name}`,
    });
    await insertRecurringPayment(server.pool, {
      merchantId: amber,
      customerId: id,
      paymentRequestId: purchase.id,
      status: 'CANCELLED',
    });
    await insertExchangeLog(server.pool, {
      merchantId: amber,
      purchaseId: purchase.id,
      xml: `<payer><name>${name}</name><mail>${words.email.toUpperCase()}</mail></payer>`,
    });
    await admin.call('POST /api/customers/{id}/notes', {
      params: { id },
      body: { note: `${words.firstName} called from ${words.phone}` },
    });
    await server.pool.query(
      `insert into audit_logs (id, created_date, user_name, action, entity_type, entity_id, address, result, details)
       values ($1, now(), 'Import', 'UPDATE', 'CUSTOMER', $2, '2001:db8::7', 'SUCCESS', $3)`,
      [
        randomUUIDv7(),
        id,
        { changes: { email: { before: null, after: words.email }, name: { before: name } } },
      ],
    );
    await server.pool.query(
      `insert into outbox (id, kind, payload, created_date, due_date, delivered_date)
       values ($1, 'MAIL', $2, now(), now(), now())`,
      [
        randomUUIDv7(),
        server.services.encryption.seal(JSON.stringify({ to: words.email }), 'outbox'),
      ],
    );
    return { id, name, order, purchase, ...words };
  }
  const strong = ({ name, email, phone, personalId }: Awaited<ReturnType<typeof somebody>>) =>
    [name, email, phone, personalId].map((word) => word.toLowerCase());
  const everywhere = (words: readonly string[]) =>
    searchFor(server.services.database.kysely, server.services, words);

  test('SB-46 the preview says exactly what an erasure then changes, and the books stay', async () => {
    const person = await somebody();
    const other = await somebody();
    const books = () =>
      server.all(
        `select id, amount_cents, refunded_cents, status, date, card_pan from transactions
         where customer_id = $1`,
        [person.id],
      );
    const stood = await books();
    assert.ok((await everywhere(strong(person))).length >= 7);
    const said = await preview(person.id);
    for (const table of ['customers', 'cards', 'orders', 'transactions', 'customer_notes'])
      assert.ok(
        said.changes.some((one) => one.table === table && one.rows === 1),
        table,
      );
    assert.ok(said.auditRows >= 2);
    assert.ok(
      said.stays.some(
        ({ table, why }) => table === 'transactions' && why.includes('accounting record'),
      ),
    );
    const reply = await erase(person.id);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(`${reply.body.firstName} ${reply.body.lastName}`, 'Erased person');
    assert.equal(reply.body.status.name, 'CLOSED');
    const { erasedDate, statusDate, updatedDate } = reply.body;
    assert.ok(erasedDate);
    assert.deepEqual([statusDate, updatedDate], [erasedDate, erasedDate], 'one clock');
    const { details } = await server.one<{ details: Record<string, unknown> }>(
      `select details from audit_logs where action = 'ERASE_PERSON' and entity_id = $1`,
      [person.id],
    );
    assert.deepEqual(
      details['rows'],
      Object.fromEntries(said.changes.map(({ table, rows }) => [table, rows])),
    );
    assert.deepEqual(await books(), stood);
    await runCheck();
    assert.deepEqual(await everywhere(strong(person)), []);
    const [done] = (await preview(person.id)).erasures;
    assert.deepEqual(done?.found, []);
    assert.ok(done.checkedDate);
    const { count } = await server.one<{ count: bigint }>(
      'select count(*) from erasures where words is not null',
    );
    assert.equal(count, 0n);
    // a second time there is nothing to erase, and nobody else was touched
    assert.match(refusalOf(await erase(person.id)).errors[0]!.message, /have been erased/);
    assert.ok((await everywhere(strong(other))).length >= 7);
  });

  test('SB-46 an order that nobody paid goes with whose address it was made for, unless somebody else has that address', async () => {
    const person = await somebody();
    const [other, sharing] = [await somebody(), await somebody()];
    const unpaid = (email: string) => openCheckout(server, { merchantId: amber, email });
    const theirs = await unpaid(person.email.toUpperCase());
    // for the same address, but paid by somebody else
    const another = await unpaid(person.email);
    await insertTransaction(server.pool, {
      merchantId: amber,
      customerId: other.id,
      orderId: another.orderId,
      status: 'SUCCESS',
      amountCents: 10_00n,
    });
    await server.pool.query('update customers set email = $1 where id = $2', [
      other.email,
      sharing.id,
    ]);
    const shared = await unpaid(other.email);
    const said = await preview(person.id);
    const rowsOf = (table: string) => said.changes.find((one) => one.table === table)?.rows;
    // the one that they paid, too
    assert.deepEqual([rowsOf('orders'), rowsOf('checkouts')], [2, 1]);
    assert.equal((await erase(person.id)).status, 200);
    assert.equal((await erase(sharing.id)).status, 200);
    const emails = await server.all<{ email: string | null }>(
      `select customer_email as email from orders where id = any($1) order by array_position($1, id)`,
      [[theirs.orderId, another.orderId, shared.orderId]],
    );
    assert.deepEqual(
      emails.map(({ email }) => email),
      [null, person.email, other.email],
    );
    // what another's order says of them is said, for somebody to look at
    await runCheck();
    const [done] = (await preview(person.id)).erasures;
    assert.deepEqual(
      done?.found?.map(({ where }) => where),
      ['orders.customer_email'],
    );
  });

  test('SB-46 words go out of JSON as it says them: behind a line end, and of whoever is called Null', async () => {
    const person = await insertCustomer(server.pool, {
      firstName: 'Null',
      lastName: 'True',
      email: 'null.true@mail.test',
      phone: '37129550101',
      status: 'ACTIVE',
    });
    const says = {
      note: 'Of\nNull True,\t"null.true@mail.test"',
      null: [null, true, 37129550101, 2955.01, {}, []],
    };
    const { id } = await insertTransaction(server.pool, {
      merchantId: amber,
      customerId: person.id,
      status: 'SUCCESS',
      amountCents: 1_00n,
      reportData: says as never,
    });
    await server.pool.query(
      `insert into audit_logs (id, created_date, user_name, action, entity_type, entity_id, result, details)
       values ($1, now(), 'Import', 'UPDATE', 'CUSTOMER', $2, 'SUCCESS', $3)`,
      [randomUUIDv7(), person.id, says],
    );
    const reply = await erase(person.id);
    assert.equal(reply.status, 200, reply.text);
    const erased = {
      note: 'Of\n[erased],\t"[erased]"',
      '[erased]': [null, true, '[erased]', 2955.01, {}, []],
    };
    const { report_data: left } = await server.one<{ report_data: unknown }>(
      'select report_data from transactions where id = $1',
      [id],
    );
    assert.deepEqual(left, erased);
    const { details } = await server.one<{ details: unknown }>(
      `select details from audit_logs where entity_id = $1 and action = 'UPDATE'`,
      [person.id],
    );
    assert.deepEqual(details, erased);
    await runCheck();
    assert.deepEqual((await preview(person.id)).erasures[0]!.found, []);
  });

  test('SB-46 whom a view is filtered by goes from its address, as a browser writes it, and no longer word does', async () => {
    const person = await somebody();
    const { name, lastName, phone } = person;
    const { id: userId } = await server.one<{ id: string }>(
      `select id from users where email = 'admin@paydesk.test'`,
    );
    const view = async (search: string) => {
      const id = await insertView(server.pool, userId);
      await server.pool.query('update saved_views set search = $2 where id = $1', [id, search]);
      return async () =>
        (await server.one<{ search: string }>('select search from saved_views where id = $1', [id]))
          .search;
    };
    const other = filtered(`${lastName}ņš`, `${phone}9`);
    const theirs = [await view(filtered(name, phone)), await view(filtered(lastName, phone))];
    const another = await view(other);
    const { id: stranger } = await insertCustomer(server.pool, { firstName: 'Ilze' });
    await insertTransaction(server.pool, {
      merchantId: amber,
      customerId: stranger,
      status: 'SUCCESS',
      description: `Found by ?${filtered('', phone)}`,
    });
    assert.equal((await erase(person.id)).status, 200);
    const gone = 'f_customer=[erased]&f_phone=[erased]&sort=date%2CDESC';
    assert.deepEqual(await Promise.all(theirs.map((read) => read())), [gone, gone]);
    assert.equal(await another(), other);
    // and is looked for wherever else it may stand
    await runCheck();
    const [{ found } = { found: null }] = (await preview(person.id)).erasures;
    assert.deepEqual(
      found!.filter(({ where }) => where === 'transactions.description'),
      [{ where: 'transactions.description', rows: 1 }],
    );
  });

  test('SB-46 whom a view or a file was filtered by goes from the audit log too, though the view is no more; other views’ rows stay as they are', async () => {
    const person = await somebody();
    const { name, firstName, phone } = person;
    const views: string[] = [];
    for (const [called, search] of [
      [`${firstName}, again`, filtered(name, phone)],
      [`Asked by ${name}`, 'f_status=FAILED'],
      // of whom else that may be
      [`${firstName} is on leave`, 'f_status=FAILED'],
    ] as const) {
      const { status, body, text } = await admin.call('POST /api/saved-views', {
        body: { list: 'transactions', shared: false, name: called, search },
      });
      assert.equal(status, 200, text);
      views.push(body.id);
      await admin.call('DELETE /api/saved-views/{id}', { params: { id: body.id } });
    }
    const file = await admin.call('GET /api/transactions.csv', { query: { f_payer: name } });
    assert.equal(file.status, 200);
    const written = () =>
      server.all<{ said: string }>(
        `select details::text as said from audit_logs
         where entity_id = any($1) or action = 'EXPORT_CSV' and details ->> 'list' = 'transactions'
         order by created_date, id`,
        [views],
      );
    const before = (await written()).map(({ said }) => said);
    assert.equal(before.filter((said) => said.includes(firstName)).length, 7);
    const { auditRows } = await preview(person.id);
    const reply = await erase(person.id);
    assert.equal(reply.status, 200, reply.text);
    const left = (await written()).map(({ said }) => said);
    assert.equal(left.filter((said) => said.includes('[erased]')).length, 5);
    assert.equal(left.filter((said) => said.includes(`"${firstName} is on leave"`)).length, 2);
    assert.equal(left.filter((said) => said.includes(firstName)).length, 2);
    assert.ok(auditRows >= 5);
    assert.equal((await preview(person.id)).auditRows, 0);
    // each is vouched for
    const { database } = server.services;
    while (await sealBatch(database));
    const faults: string[] = [];
    await checkSeals(database, (fault) => faults.push(fault));
    assert.deepEqual(faults, []);
  });

  test('SB-46 the chain of the audit log holds after an erasure, and a change beside it is found', async () => {
    const person = await somebody();
    const { database } = server.services;
    while (await sealBatch(database));
    const faults = async () => {
      const said: string[] = [];
      await checkSeals(database, (fault) => said.push(fault));
      return said;
    };
    assert.deepEqual(await faults(), []);
    await erase(person.id);
    while (await sealBatch(database));
    assert.deepEqual(await faults(), []);
    const { id } = await server.one<{ id: string }>(
      `select audit_id as id from audit_redactions r join audit_logs a on a.id = r.audit_id
       where a.entity_id = $1 limit 1`,
      [person.id],
    );
    await server.pool.query(`
      alter table audit_logs disable trigger append_only;
      update audit_logs set details = '{"nothing": "happened"}' where id = '${id}';
      alter table audit_logs enable trigger append_only`);
    assert.match((await faults()).join(), new RegExp(`row ${id} was changed`));
  });

  test('SB-42 what still goes on is finished first', async () => {
    const person = await somebody();
    const { id } = await insertRecurringPayment(server.pool, {
      merchantId: amber,
      customerId: person.id,
      paymentRequestId: person.purchase.id,
      status: 'ACTIVE',
    });
    const refused = refusalOf(await erase(person.id));
    assert.match(refused.errors[0]!.message, /a recurring payment/);
    await server.pool.query(`update recurring_payments set status = 'CANCELLED' where id = $1`, [
      id,
    ]);
    // its payer is at the bank's page with a new card: what was held of it is yet to be let go of
    const change = randomUUIDv7();
    await server.pool.query(
      `insert into recurring_card_changes (id, recurring_payment_id, merchant_id, stage, frame, amount_cents,
         currency, authorise_id, release_id, created_date)
       values ($1, $2, $3, 'CHALLENGE', false, 100, 'EUR', $4, $5, now())`,
      [change, id, amber, randomUUIDv7(), randomUUIDv7()],
    );
    assert.match(refusalOf(await erase(person.id)).errors[0]!.message, /a recurring payment/);
    await server.pool.query('delete from recurring_card_changes where id = $1', [change]);
    const loan = await insertLoan(server.pool, {
      merchantId: amber,
      customerId: person.id,
      status: 'OFFER_CHOSEN',
    });
    assert.match(refusalOf(await erase(person.id)).errors[0]!.message, /a loan/);
    assert.equal((await everywhere(strong(person))).length >= 7, true, 'nothing was changed');
    await server.pool.query(`update consumer_credits set status = 'FAILED' where id = $1`, [
      loan.id,
    ]);
    assert.equal((await erase(person.id)).status, 200);
  });

  test('SB-42 a refund that begins at the same moment is seen: nobody is erased while it is at the bank', async () => {
    const person = await somebody();
    const { id } = await server.one<{ id: string }>(
      'select id from transactions where customer_id = $1',
      [person.id],
    );
    const refund = await server.pool.connect();
    await refund.query('begin');
    await refund.query('update transactions set pending_refund_cents = 100 where id = $1', [id]);
    const meanwhile = await erase(person.id);
    await refund.query('commit');
    refund.release();
    assert.match(refusalOf(meanwhile).errors[0]!.message, /is open: a payment/);
    assert.match(refusalOf(await erase(person.id)).errors[0]!.message, /is open: a refund/);
    assert.ok((await everywhere(strong(person))).length >= 7, 'nothing was changed');
    await server.pool.query('update transactions set pending_refund_cents = 0 where id = $1', [id]);
    assert.equal((await erase(person.id)).status, 200);
  });

  test('SB-42, SB-46 who was erased while they typed another card is charged nothing by it, and may say anew who pays', async () => {
    const opened = await openCheckout(server, { merchantId: amber });
    const first = await payBy(server, opened.checkoutId, 'doNotHonour');
    const { customer_id: id } = await server.one<{ customer_id: string }>(
      'select customer_id from transactions where id = $1',
      [first],
    );
    const { attemptId, url } = await beginPayment(server.services, opened.checkoutId, {
      frame: false,
    });
    const reply = await erase(id);
    assert.equal(reply.status, 200, reply.text);
    await typeCard(url!, 'approveMastercard');
    await continuePayment(server.services, opened.checkoutId);
    const { stage, transaction } = await standingOf(server, opened);
    assert.deepEqual([stage, transaction], ['CANCELLED', null]);
    const made = await server.all('select from transactions where id = $1', [attemptId]);
    assert.equal(made.length, 0);
    await assert.rejects(
      beginPayment(server.services, opened.checkoutId, { frame: false }),
      (refused: Refusal) => refused.errors[0]!.message === 'Please say who pays first',
    );
  });

  test('SB-46 who agreed to a loan stays known for as long as the law asks, and goes by a task then', async () => {
    const person = await somebody();
    const { id } = await insertLoan(server.pool, {
      merchantId: amber,
      customerId: person.id,
      status: 'CONFIRMED',
    });
    await server.pool.query(
      `update consumer_credits set agreement_signing_date = now() - interval '300 days',
         ended = 'REPAID', ended_date = now() - interval '10 days' where id = $1`,
      [id],
    );
    await server.pool.query(
      `insert into consumer_credit_persons (consumer_credit_id, merchant_id, personal_id, first_name,
         last_name, date_of_birth, email) values ($1, $2, $3, $4, $5, '1985-03-12', $6)`,
      [id, amber, person.personalId, person.firstName, person.lastName, person.email],
    );
    assert.ok(
      (await preview(person.id)).stays.some((one) => one.table === 'consumer_credit_persons'),
    );
    await erase(person.id);
    const left = () =>
      server.one<{ name: string }>(
        'select first_name as name from consumer_credit_persons where consumer_credit_id = $1',
        [id],
      );
    assert.equal((await left()).name, person.firstName);
    await runCheck();
    const [first] = (await preview(person.id)).erasures;
    assert.ok(first?.keptUntil);
    assert.deepEqual(
      first.found?.filter(({ where }) => !where.startsWith('consumer_credit_persons.')),
      [],
    );
    await server.pool.query(
      `update consumer_credits set ended_date = now() - interval '2000 days' where id = $1`,
      [id],
    );
    await server.pool.query(
      `update erasures set kept_until = now() - interval '1 day' where customer_id = $1`,
      [person.id],
    );
    // two processes at once: the second finds it done
    await atOnce(server, () => [runCheck(), runCheck()]);
    assert.equal((await left()).name, 'Erased');
    const { times } = await server.one<{ times: number }>(
      `select count(*)::int as times from audit_logs
       where action = 'ERASE_PERSON' and entity_id = $1 and user_name = 'Erasure check'`,
      [person.id],
    );
    assert.equal(times, 1);
    assert.deepEqual(await everywhere(strong(person)), []);
  });

  test('SB-46 an erasure that can’t be gone on with keeps nobody else from theirs', async () => {
    const [one, other] = await Promise.all(
      ['Stays', 'Goes'].map((firstName) =>
        insertCustomer(server.pool, { firstName, lastName: 'Alongside', status: 'ACTIVE' }),
      ),
    );
    for (const { id } of [one!, other!]) assert.equal((await erase(id)).status, 200);
    const { words } = await server.one<{ words: Buffer }>(
      'select words from erasures where customer_id = $1',
      [one!.id],
    );
    const seal = (bytes: Buffer) =>
      server.pool.query('update erasures set words = $2 where customer_id = $1', [one!.id, bytes]);
    // under a key that is nowhere any more
    await seal(Buffer.alloc(64));
    assert.equal((await runCheck())!.failed, 1);
    assert.deepEqual([await checked(one!), await checked(other!)], [[false], [true]]);
    await seal(words);
    assert.equal((await runCheck())!.failed, 0);
    assert.deepEqual(await checked(one!), [true]);
    // and what of them need not be kept any more
    await server.pool.query(`
      create function not_this_one() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
      create trigger not_this_one before insert on erasures
        for each row when (new.customer_id = '${one!.id}') execute function not_this_one()`);
    await server.pool.query(
      `update erasures set kept_until = now() - interval '1 day' where customer_id = any($1)`,
      [[one!.id, other!.id]],
    );
    assert.equal((await runCheck())!.failed, 1);
    await server.pool.query('drop function not_this_one cascade');
    assert.deepEqual([(await checked(one!)).length, (await checked(other!)).length], [1, 2]);
    assert.equal((await runCheck())!.failed, 0);
    assert.equal((await checked(one!)).length, 2);
  });

  test('SB-46 what is another’s of the same name is not what is left of somebody, and what is left is found beside it', async () => {
    const person = await somebody();
    const { firstName, lastName, name, email, phone } = person;
    // called the same, and with an address and a number that have the person's within them
    const namesake = await insertCustomer(server.pool, {
      firstName,
      lastName,
      email: `x${email}`,
      phone: `${phone}9`,
      status: 'ACTIVE',
    });
    const insertPaid = (customerId: string, description: string) =>
      insertTransaction(server.pool, {
        merchantId: amber,
        customerId,
        status: 'SUCCESS',
        description,
        amountCents: 1_00n,
      });
    await insertPaid(namesake.id, `Order of ${name}, x${email}`);
    await admin.call('POST /api/customers/{id}/notes', {
      params: { id: namesake.id },
      body: { note: `${name} called from ${phone}9` },
    });
    // people who sign in and public lists have names of their own
    await insertUser(server.pool, { firstName, lastName, email: 'zaiga@paydesk.test' });
    await server.pool.query(
      `insert into sanctioned_names (id, source, entry, name, created_date) values ($1, 'UN', 'x-1', $2, now())`,
      [randomUUIDv7(), name],
    );
    const found = async () => {
      await runCheck();
      const [done] = (await preview(person.id)).erasures;
      return done!.found!.map(({ where, rows }) => `${where} ${rows}`);
    };
    const message = async (to: string) => {
      const id = randomUUIDv7();
      const payload = server.services.encryption.seal(JSON.stringify({ to, name }), 'outbox');
      await server.pool.query(
        `insert into outbox (id, kind, payload, created_date, due_date, given_up_date)
         values ($1, 'MAIL', $2, now(), now(), now())`,
        [id, payload],
      );
      return id;
    };
    const [theirs, another] = [await message(email), await message('else@mail.test')];
    assert.equal((await erase(person.id)).status, 200);
    assert.deepEqual(await found(), []);
    const stays = await server.all<{ id: string }>('select id from outbox where id = any($1)', [
      [theirs, another],
    ]);
    assert.deepEqual(
      stays.map(({ id }) => id),
      [another],
    );
    const { result } = await server.one<{ result: string }>(
      `select result from audit_logs where action = 'CHECK_ERASURE' and entity_id = $1`,
      [person.id],
    );
    assert.equal(result, 'SUCCESS');

    const other = await somebody();
    await insertCustomer(server.pool, {
      firstName: other.firstName,
      lastName: other.lastName,
      email: 'else@mail.test',
      status: 'ACTIVE',
    });
    const stranger = await insertCustomer(server.pool, { firstName: 'Ilze', status: 'ACTIVE' });
    await insertPaid(stranger.id, `Also for ${other.name}`);
    await insertPaid(stranger.id, `Also for ${other.email}`);
    assert.equal((await erase(other.id)).status, 200);
    await runCheck();
    assert.deepEqual((await preview(other.id)).erasures[0]!.found, [
      { where: 'transactions.description', rows: 2 },
    ]);
  });

  test('SB-46 an export has every row that names them, nothing that opens anything, and is audited', async () => {
    const person = await somebody();
    const asked = await admin.call('POST /api/personal-data/{id}/export', {
      params: { id: person.id },
      body: REASON,
    });
    assert.equal(asked.status, 200, asked.text);
    const reply = await admin.call('GET /api/personal-data/{id}', { params: { id: person.id } });
    assert.equal(reply.status, 200, reply.text);
    const { tables } = reply.body;
    for (const table of ['customers', 'cards', 'orders', 'transactions', 'customer_notes'])
      assert.equal(tables[table]?.length, 1, table);
    assert.ok(tables['audit_logs']!.length >= 2);
    assert.ok(reply.text.includes(person.personalId));
    assert.ok(!('access_token' in tables['recurring_payments']![0]!));
    const { details } = await server.one<{ details: { reason: string } }>(
      `select details from audit_logs where action = 'EXPORT_PERSONAL_DATA' and entity_id = $1`,
      [person.id],
    );
    assert.equal(details.reason, REASON.reason);
  });

  test('SB-07 where a second person has to agree to exports, nobody reads one before', async () => {
    const person = await somebody();
    const read = () => admin.call('GET /api/personal-data/{id}', { params: { id: person.id } });
    await insertThreshold(server, { kind: 'EXPORT' });
    assert.equal(refusalOf(await read()).errorCode, 'FORBIDDEN');
    const second = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
    const asked = await admin.call('POST /api/personal-data/{id}/export', {
      params: { id: person.id },
      body: REASON,
      headers: { 'second-person-reason': 'They wrote' },
    });
    assert.equal(asked.status, 202, asked.text);
    assert.equal((await read()).status, 403);
    const { approvalId } = asked.body as unknown as { approvalId: string };
    const agreed = await second.call('POST /api/approvals/{id}/actions/approve', {
      params: { id: approvalId },
      body: {},
    });
    assert.equal(agreed.status, 200, agreed.text);
    assert.equal((await read()).status, 200);
    assert.equal(
      (await second.call('GET /api/personal-data/{id}', { params: { id: person.id } })).status,
      403,
      'it is the asker’s alone',
    );
  });

  test('SB-46 by each table that says so somebody of the demo is heard of', async () => {
    const { kysely } = server.services.database;
    const silent: string[] = [];
    const [ever, everybody] = [sql`'-infinity'::timestamptz`, sql`select id from customers`];
    for (const table of Object.keys(HEARD)) {
      const { rows } = await sql`${heardSince(ever, everybody, [table])} limit 1`.execute(kysely);
      if (!rows.length) silent.push(table);
    }
    // of the small demo nobody's card was changed, and none of theirs charged by the calendar
    assert.deepEqual(silent, ['recurring_charges', 'recurring_card_changes']);
    const { rows } = await sql`select id from customers
      except (${heardSince(ever, everybody)})`.execute(kysely);
    assert.equal(rows.length, 0);
  });

  const would = async (days: number) => {
    const query = { days: `${days}` };
    const reply = await admin.call('GET /api/settings/retention/customers', { query });
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };
  const read = async ({ id }: { id: string }) =>
    (await admin.call('GET /api/customers/{id}', { params: { id } })).body;

  test('SB-46, AM-118 of whom nothing was heard for as long as staff say is erased by a task, and nobody else', async () => {
    const NAME = 'retention.customers.days';
    const set = (value: unknown, by = admin) =>
      by.call('PUT /api/settings/meta-data/{name}', { params: { name: NAME }, body: { value } });
    for (const value of [1, 1825])
      assert.deepEqual(
        refusalOf(await set(value)).errors.map(({ message }) => message),
        ['Days must be 0, or 1826 at least'],
      );
    assert.equal((await set(7306)).status, 400);
    assert.equal((await set(1826, await server.as('technical@paydesk.test'))).status, 403);
    const run = () =>
      tasksOf(server.services)
        .find(({ type }) => type === 'CUSTOMER_RETENTION')!
        .run();
    const processed = async () => {
      const ran = await run();
      assert.equal(ran!.failed, 0, server.logLines.at(-1) ?? '');
      return ran!.processed!;
    };
    const [gone, came, holds] = [await somebody(), await somebody(), await somebody()];
    const { id: active } = await insertRecurringPayment(server.pool, {
      merchantId: amber,
      customerId: holds.id,
      paymentRequestId: holds.purchase.id,
      status: 'ACTIVE',
    });
    // of all others something is heard
    await server.pool.query(
      `update customers set last_login_date = now() + interval '30 years' where id <> all($1)`,
      [[gone.id, came.id, holds.id]],
    );
    const days = (count: number) => server.services.clock.move!(count * 86_400);
    assert.deepEqual(await would(1826), { due: 0, waiting: 0 });
    await days(1827);
    await insertTransaction(server.pool, {
      merchantId: amber,
      customerId: came.id,
      status: 'DECLINED',
      date: server.services.now(),
    });
    assert.deepEqual(await would(1826), { due: 1, waiting: 1 });
    assert.deepEqual(await would(1900), { due: 0, waiting: 0 });
    assert.deepEqual(await would(0), { due: 0, waiting: 0 });
    assert.equal(await processed(), 0, 'for ever until somebody says otherwise');
    assert.equal((await set(1826)).status, 200);
    assert.equal(await processed(), 0, 'for a day it can be taken back');
    await days(1);
    // two processes at once: each person once
    const both = await Promise.all([processed(), processed()]);
    assert.equal(both[0]! + both[1]!, 1);
    const { firstName, status, erasedDate, statusDate, statusBy } = await read(gone);
    assert.deepEqual([statusDate, statusBy], [erasedDate, 'Customer retention']);
    assert.deepEqual([firstName, status.name], ['Erased', 'CLOSED']);
    assert.ok(erasedDate);
    for (const other of [came, holds]) assert.equal((await read(other)).firstName, other.firstName);
    const rows = await server.all<{ by: string; reason: string; result: string }>(
      `select user_name as by, details->>'reason' as reason, result from audit_logs
       where action = 'ERASE_PERSON' and entity_id = $1`,
      [gone.id],
    );
    const reason = 'Nothing was heard of them for 1826 days';
    assert.deepEqual(rows, [{ by: 'Customer retention', reason, result: 'SUCCESS' }]);
    assert.equal(await processed(), 0);
    assert.deepEqual(await would(1826), { due: 0, waiting: 1 });
    await server.pool.query(`update recurring_payments set status = 'CANCELLED' where id = $1`, [
      active,
    ]);
    assert.equal(await processed(), 1, 'nothing of theirs goes on any more');
    // both are searched for by one search, and found nowhere
    await runCheck();
    for (const person of [gone, holds]) {
      assert.deepEqual(await everywhere(strong(person)), []);
      const [erasure] = (await preview(person.id)).erasures;
      assert.deepEqual([erasure?.createdBy, erasure?.found], ['Customer retention', []]);
    }
    assert.ok((await everywhere(strong(came))).length >= 7);
    assert.equal((await set(0)).status, 200);
  });
});
