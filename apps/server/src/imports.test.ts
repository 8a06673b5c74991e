import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ImportKind } from '@paydesk/contract/imports.ts';
import { insertInstitution } from './seed/factories/financing.ts';
import { atOnce } from './testing/at-once.ts';
import { core } from './testing/machines.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';
import { wrongDays } from './resources/business-days/counters.ts';
import { wrongCounts } from './resources/transactions/counters.ts';
import { wrongEntries } from './resources/transactions/journal-check.ts';
import { importFile } from './resources/imports/run.ts';

const DATE = '2026-06-01T10:00:00.000Z';
const payment = (externalId: string, given: object = {}) => ({
  externalId,
  merchant: 'Amber & Oak',
  date: DATE,
  amount: 100,
  currency: 'EUR',
  status: 'SUCCESS',
  ...given,
});

const counts = (rows: number, created: number, known: number, refused: number) => ({
  rows,
  created,
  changed: 0,
  unchanged: known,
  refused,
});

const row = (id: string, description: string) =>
  `${id};"Amber & Oak";${DATE};12.50;EUR;SUCCESS;${description}\r\n`;

describe('what was elsewhere comes in', () => {
  let server: TestServer;
  let admin: Client;
  let folder: string;
  before(async () => {
    server = await testServer();
    admin = await server.as('admin@paydesk.test');
    folder = mkdtempSync(join(tmpdir(), 'paydesk-import-'));
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.close();
  });

  const bring = async (kind: ImportKind, content: readonly object[] | string, dryRun = false) => {
    const csv = typeof content === 'string';
    const path = join(folder, csv ? 'rows.csv' : 'rows.ndjson');
    writeFileSync(path, csv ? content : content.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const { encryption } = server.services;
    const by = { userId: admin.userId!, userName: 'npm run import', address: null, encryption };
    const now = new Date();
    const { report, ...counts } = await importFile(server.database, {
      kind,
      path,
      by,
      dryRun,
      now,
    });
    const told = report ? readFileSync(report, 'utf8').trim().split('\r\n').slice(1) : [];
    return { ...counts, told: told.toSorted() };
  };
  const agree = async () => {
    assert.deepEqual(await wrongCounts(server.database), []);
    assert.deepEqual(await wrongDays(server.database), []);
    assert.deepEqual((await wrongEntries(server.database)).wrong, []);
  };
  const howMany = async (like: string) =>
    (
      await server.one<{ rows: number }>(
        `select count(*)::int as rows from transactions where description like $1`,
        [like],
      )
    ).rows;
  const idOf = async (kind: ImportKind, externalId: string) =>
    (
      await server.one<{ id: string }>(
        'select id from external_ids where kind = $1 and external_id = $2',
        [kind, externalId],
      )
    ).id;

  test('a merchant, its customer, purchase, payments, a refund and a loan: each is seen where it belongs, and the books agree', async () => {
    const merchant = { externalId: 'M-1', name: 'Elm & Ash', date: DATE, status: 'ACTIVE' };
    const customer = {
      externalId: 'C-1',
      firstName: 'Ilze',
      lastName: 'Kalniņa',
      email: 'ilze@mail.test',
      date: DATE,
      status: 'ACTIVE',
    };
    const bought = { merchant: 'M-1', customer: 'C-1', date: DATE, amount: 100, currency: 'EUR' };
    assert.deepEqual(await bring('merchants', [merchant]), { ...counts(1, 1, 0, 0), told: [] });
    const twin = { ...merchant, externalId: 'M-2', name: 'ELM  & ash' };
    assert.deepEqual((await bring('merchants', [twin])).told, [
      '1,"M-2","name","Another merchant has this Name"',
    ]);
    // nor under one that reads the same, beside it in the file or here already
    const unseen = { ...merchant, externalId: 'M-3', name: 'Elm\u200b & Ash' };
    const fir = { ...merchant, externalId: 'M-4', name: 'Fir & Yew' };
    const alike = [unseen, fir, { ...fir, externalId: 'M-5', name: 'Fir\u00ad & YEW' }];
    assert.deepEqual((await bring('merchants', alike)).told, [
      '1,"M-3","name","Another merchant has this Name"',
      '3,"M-5","name","Another merchant has this Name"',
    ]);
    await bring('customers', [customer]);
    await bring('purchases', [{ externalId: 'P-1', status: 'SETTLED', ...bought }]);
    const paid = { ...bought, status: 'SUCCESS', purchase: 'P-1', card: '424242******4242' };
    const done = await bring('transactions', [
      // before what it gives back, and one that was taken back whole
      { ...paid, externalId: 'B-1', amount: 40.5, refundOf: 'A-1', purchase: undefined },
      { ...paid, externalId: 'A-1' },
      { ...paid, externalId: 'A-2', status: 'REVERSED' },
    ]);
    assert.deepEqual(done, { ...counts(3, 3, 0, 0), told: [] });
    const loan = { ...bought, externalId: 'L-1', status: 'CONFIRMED', loanNumber: '77' };
    assert.deepEqual(await bring('loans', [loan]), { ...counts(1, 1, 0, 0), told: [] });
    await agree();

    const one = async (externalId: string) =>
      (
        await admin.call('GET /api/transactions/{id}', {
          params: { id: await idOf('transactions', externalId) },
        })
      ).body;
    const original = await one('A-1');
    assert.deepEqual(
      [original.merchantName, original.amount, original.refundedAmount, original.status.name],
      ['Elm & Ash', 100, 40.5, 'SUCCESS'],
    );
    assert.equal((await one('A-2')).reversedAmount, 100);
    const seen = await admin.call('GET /api/financing/consumer-credits/{id}', {
      params: { id: await idOf('loans', 'L-1') },
    });
    assert.equal(seen.status, 200, seen.text);
    const day = await admin.call('GET /api/transactions', {
      query: { f_merchantName: 'Elm & Ash' },
    });
    assert.equal(day.body.totalElements, 3);
  });

  test('LN-35, OR-11 the order of a loan that comes in is what has become of its loan', async () => {
    const merchant = { externalId: 'M-O', name: 'Order & Loan', date: DATE, status: 'ACTIVE' };
    await bring('merchants', [merchant]);
    const customer = { externalId: 'C-O', firstName: 'Ilze', lastName: 'Kalniņa', date: DATE };
    await bring('customers', [{ ...customer, email: 'order@mail.test', status: 'ACTIVE' }]);
    const { code } = (await insertInstitution(server.pool, {})) as { code: string };
    const lent = { merchant: 'M-O', customer: 'C-O', date: DATE, amount: 100, currency: 'EUR' };
    const becomes = {
      DRAFT: 'PENDING',
      CUSTOMER_RISK_EVALUATION_SUCCEEDED: 'PENDING',
      APPLICATION_CREATED: 'PENDING',
      OFFER_SELECTION: 'PENDING',
      OFFER_CHOSEN: 'PENDING',
      CONFIRMED: 'PAID',
      REFUNDED: 'PAID',
      FAILED: 'EXPIRED',
    };
    const { created, told } = await bring(
      'loans',
      Object.keys(becomes).map((status) => ({
        ...lent,
        externalId: `O-${status}`,
        status,
        ...(/^(OFFER_CHOSEN|CONFIRMED|REFUNDED)$/.test(status) && { institution: code }),
      })),
    );
    assert.equal(created, 8, told.join('\n'));
    const { rows } = await server.pool.query<{ loan: string; order: string }>(
      `select c.status as loan, o.status as "order" from consumer_credits c
       join orders o on o.id = c.order_id and o.merchant_id = c.merchant_id
       where c.merchant_id = $1`,
      [await idOf('merchants', 'M-O')],
    );
    assert.deepEqual(Object.fromEntries(rows.map(({ loan, order }) => [loan, order])), becomes);
  });

  test('a purchase is refunded when the last cent of its payments went back, and no cent before', async () => {
    const merchant = { externalId: 'M-C', name: 'Cent & Cent', date: DATE, status: 'ACTIVE' };
    await bring('merchants', [merchant]);
    const bought = { merchant: 'M-C', date: DATE, amount: 100, currency: 'EUR' };
    const purchase = { ...bought, externalId: 'P-C', status: 'SETTLED' };
    await bring('purchases', [purchase]);
    const refunds = async () =>
      (await bring('purchases', [{ ...purchase, status: 'REFUNDED' }])).told;
    const paid = { ...bought, status: 'SUCCESS' };
    await bring('transactions', [
      { ...paid, externalId: 'A-C', purchase: 'P-C' },
      { ...paid, externalId: 'B-C', amount: 99.99, refundOf: 'A-C' },
    ]);
    assert.deepEqual(await refunds(), ['1,"P-C","status","Payments of it still have 0.01"']);
    await bring('transactions', [{ ...paid, externalId: 'D-C', amount: 0.01, refundOf: 'A-C' }]);
    assert.deepEqual(await refunds(), []);
  });

  test('what can’t come in is told by line, field and reason, and the others come in', async () => {
    const before = await howMany('%');
    const rows = [
      payment('X-1'),
      payment('X-2', { merchant: 'Nobody' }),
      payment('X-3', { amount: '100', status: 'PENDING', date: '2026-02-30T00:00:00Z' }),
      payment('X-4', { amount: 10.005, colour: 'red' }),
      payment('X-5', { card: '4242424242424242' }),
      payment('X-6', { refundOf: 'X-99' }),
      payment('X-7', { refundOf: 'X-1', amount: 60 }),
      payment('X-8', { refundOf: 'X-1', amount: 60 }),
      payment('X-9', { refundOf: 'X-1', amount: 1, merchant: 'Baltic Books' }),
      payment('X-1'),
      payment('X-1', { amount: 99 }),
      payment('X-10', { date: new Date(Date.now() + 3 * 86_400_000).toISOString() }),
    ];
    const { told, ...done } = await bring('transactions', rows);
    assert.deepEqual(done, counts(12, 2, 1, 9));
    assert.deepEqual(told, [
      '11,"X-1","externalId","It is there already with other values"',
      '12,"X-10","date","Date must not be in the future"',
      '2,"X-2","merchant","There is no such merchant"',
      '3,"X-3","amount","Value must be a number"',
      '3,"X-3","date","Value must be a date and a time"',
      '3,"X-3","status","Value must be one of PROCESSING, SUCCESS, FAILED, CANCELLED, REVERSED, DECLINED"',
      '4,"X-4","amount","At most 2 decimal places"',
      '4,"X-4","colour","Unknown field"',
      '5,"X-5","card","A card number must not stand here: its last four digits are enough"',
      '6,"X-6","refundOf","There is no such payment"',
      '8,"X-8","amount","At most 40.00 is left"',
      '9,"X-9","refundOf","The payment is another merchant’s"',
    ]);
    assert.equal(await howMany('%'), before);
    await agree();
    assert.deepEqual((await bring('transactions', rows.slice(0, 1))).unchanged, 1);
  });

  test('CSV with quotes, newlines and a mark; a quote that nobody closes costs its own line', async () => {
    const head = '\ufeffexternalId;merchant;date;amount;currency;status;description\r\n';
    const { told, ...done } = await bring(
      'transactions',
      head +
        row('V-1', '"one; ""two""\nthree"') +
        row('V-2', '"open') +
        row('V-3', 'fine') +
        'V-4;x\r\n' +
        row('V-5', '').replace('12.50', '12,50'),
    );
    assert.deepEqual(done, counts(5, 2, 0, 3));
    assert.deepEqual(told, [
      '4,"","row","A quote is not closed"',
      '6,"","row","The row has 2 columns, the head has 7"',
      '7,"V-5","amount","Value must be a number"',
    ]);
    assert.equal(await howMany('one; "two"\nthree'), 1);
  });

  test('cut off in the middle and repeated, two at once, and tried: nothing is doubled, nothing is lost', async () => {
    const rows = Array.from({ length: 4500 }, (_, nth) =>
      payment(`Z-${nth}`, { description: 'cut off', amount: (nth % 500) + 1 }),
    );
    assert.deepEqual(await bring('transactions', rows, true), {
      ...counts(4500, 4500, 0, 0),
      told: [],
    });
    assert.equal(await howMany('cut off'), 0);
    await server.pool.query(
      `create function cut_off() returns trigger language plpgsql as $$
       begin if new.external_id = 'Z-4400' then raise 'cut off'; end if; return new; end $$;
       create trigger cut_off before insert on external_ids for each row execute function cut_off()`,
    );
    await assert.rejects(bring('transactions', rows), /cut off/);
    await server.pool.query('drop trigger cut_off on external_ids; drop function cut_off');
    const there = await howMany('cut off');
    assert.ok(there > 0 && there < 4500, `${there}`);
    const both = await Promise.all([bring('transactions', rows), bring('transactions', rows)]);
    assert.equal(both[0]!.created + both[1]!.created, 4500 - there);
    assert.equal(both[0]!.refused + both[1]!.refused, 0);
    assert.equal(await howMany('cut off'), 4500);
    await agree();
  });

  test('SB-50 two that come in at the same moment bring one merchant of a name, not two', async () => {
    const ours = await core(server);
    const send = (externalId: string, name: string) =>
      ours.call('POST /api/provider-api/merchants', {
        body: { rows: [{ externalId, name, date: DATE, status: 'ACTIVE' }] },
      });
    const sent = await atOnce(server, () => [
      send('M-2', 'Birch & Alder'),
      send('M-3', 'birch  &  alder'),
    ]);
    const said = sent.map(({ body }) => body.rows[0]!.errors[0]?.message ?? body.rows[0]!.result);
    assert.deepEqual(said.sort(), ['Another merchant has this Name', 'CREATED']);
  });
});
