import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addDays } from '@paydesk/contract/kernel/dates.ts';
import { SERIES, type Series } from '@paydesk/contract/resources/business-days.ts';
import {
  CAME_TO_NOTHING,
  type TransactionStatus,
} from '@paydesk/contract/kernel/transaction-statuses.ts';
import {
  BECAME,
  comparedWith,
  countOf,
  decidedCount,
  PRESETS,
  rowsOf,
  successRate,
  throughCount,
  type Comparison,
  type FigureReport,
  type Period,
  type Preset,
} from '@paydesk/contract/resources/business-days/figures.ts';
import { WAITS, waitOf, type WaitKey } from '@paydesk/contract/waits.ts';
import { table } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { insertMerchant, insertTransaction } from '../../seed/factories.ts';
import { disputeSaid } from '../../testing/disputes.ts';
import { insertPayment, refund, reverse } from '../../testing/money.ts';
import { insertCase } from '../../testing/screening.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { followBusinessZone } from './counters.ts';

const REPORT = 'GET /api/reports/figures';
const LIST = 'GET /api/transactions';
const ZONE = 'Asia/Colombo';
const names = Object.keys(SERIES) as Series[];
const cents = (amount: number) => Math.round(amount * 100);

/** Two days ago at 10:37 in the zone, so that something came after it. */
const NOW = new Date(new Date().setUTCHours(5, 7, 0, 0) - 2 * 86_400_000);
const TODAY = NOW.toISOString().slice(0, 10);

const figuresOf = async (client: Client, query: Record<string, string>) => {
  const { status, body, text } = await client.call(REPORT, { query });
  assert.equal(status, 200, text);
  return body;
};

/** An hour of a day counted from the day of the zone that is today, as UTC. */
const at = (days: number, hour: number) =>
  new Date(Date.parse(`${addDays(TODAY, days)}T00:00Z`) + hour * 3_600_000);

/** How many rows a list has, and what they come to. */
async function listed(
  client: Client,
  filters: Record<string, string>,
  of: 'amount' | 'reversedAmount',
) {
  let [count, sum] = [0, 0];
  for (let page = 0; ; page++) {
    const query = { ...filters, timeZone: ZONE, size: '200', page: String(page) };
    const { status, body, text } = await client.call(LIST, { query });
    assert.equal(status, 200, text);
    count += body.content.length;
    for (const row of body.content) sum += cents(row[of]);
    if (count >= body.totalElements) break;
  }
  // the foot of the list says the same
  const query = { ...filters, timeZone: ZONE };
  const { status, body, text } = await client.call('GET /api/transactions/totals', { query });
  assert.equal(status, 200, text);
  const foot = body.totals.map((one) => ({
    count: one.count,
    cents: cents(of === 'amount' ? one.sum : one.also!['reversedAmount']!),
  }));
  assert.deepEqual(
    {
      count: foot.reduce((all, one) => all + one.count, 0),
      cents: foot.reduce((all, one) => all + one.cents, 0),
    },
    { count, cents: sum },
    `${JSON.stringify(filters)} at the foot`,
  );
  return { count, cents: sum };
}

const figure = (report: FigureReport, side: 'now' | 'before') => report[side].debitTransactions;

describe('the figures of the dashboard', () => {
  let server: TestServer;
  let amber: string;
  before(async () => {
    server = await testServer({ settings: { BUSINESS_TIME_ZONE: ZONE }, now: () => NOW });
    await followBusinessZone(server.services).run();
    amber = await server.merchantId('Amber & Oak');
    // what was captured later, taken back later, and made elsewhere
    const made = { merchantId: amber, amountCents: 41_07n, date: at(-2, 9) };
    const { id } = await insertTransaction(server.pool, made);
    await server.pool.query('update transactions set captured_date = $2 where id = $1', [
      id,
      at(0, 4),
    ]);
    const back = { status: 'REVERSED', reversalDate: at(0, 2), reversedCents: 12_03n } as const;
    await insertTransaction(server.pool, { ...made, ...back });
    const refund = { ...made, refundedTransactionId: id, amountCents: 3_09n, date: at(-1, 21) };
    await insertTransaction(server.pool, refund);
    await insertTransaction(server.pool, { ...refund, movesMoney: false });
    await insertTransaction(server.pool, { ...refund, ...back, reversedCents: 1_01n });
    for (const [status, externalErrorCode] of [
      ['FAILED', '51'],
      ['DECLINED', '41'],
      ['DECLINED', '43'],
      ['FAILED', null],
    ] as const)
      await insertTransaction(server.pool, { ...made, status, externalErrorCode });
  });
  after(() => server.close());

  const ROLES: [string, () => Promise<Client>, (() => Record<string, string>)?][] = [
    ['BACKOFFICE_ADMIN', () => server.as('admin@paydesk.test')],
    [
      'staff of one merchant',
      () => server.as('technical@paydesk.test'),
      () => ({ f_merchantId: amber }),
    ],
    ['MERCHANT_ADMIN', () => server.as('owner@amber.test')],
    ['MERCHANT_OPERATOR', () => server.as('operator@amber.test')],
  ];
  const RANGES: [string, { from: string; to: string }, Comparison][] = [
    ...(Object.keys(PRESETS) as Preset[]).map(
      (name) => [name, PRESETS[name].days(TODAY), 'weekday'] as (typeof RANGES)[number],
    ),
    ['custom', { from: addDays(TODAY, -17), to: addDays(TODAY, -13) }, 'before'],
  ];

  for (const [role, signIn, more = () => ({})] of ROLES)
    test(`AM-23, AM-63, SB-03 each figure of ${role} is to the cent what its own list has, over all days that can be chosen`, async () => {
      const client = await signIn();
      for (const [words, range, compare] of RANGES) {
        const { now, before, timeZone } = await figuresOf(client, { ...range, compare, ...more() });
        assert.equal(timeZone, ZONE);
        for (const side of [now, before]) {
          for (const name of names) {
            const of = name.endsWith('Reversals') ? 'reversedAmount' : 'amount';
            const rows = await listed(client, { ...rowsOf.series(name, side), ...more() }, of);
            const { count, amount } = side[name];
            assert.deepEqual(
              { count, cents: cents(amount) },
              rows,
              `${words} ${name} ${side.from}`,
            );
          }
          const begun = async (of?: readonly TransactionStatus[]) => {
            const query = { ...rowsOf.begun(side, of), ...more(), timeZone: ZONE, size: '1' };
            return (await client.call(LIST, { query })).body.totalElements!;
          };
          for (const { status, count } of side.statuses)
            assert.equal(count, await begun([status]), `${words} ${status} ${side.from}`);
          let parts = 0;
          for (const [became, of] of BECAME) {
            const count = countOf(side.statuses, of);
            assert.equal(count, await begun(of), `${words} ${became} ${side.from}`);
            parts += count;
          }
          assert.equal(
            parts,
            await begun(),
            `${words}: what became of them comes to all that began`,
          );
        }
        for (const name of names)
          assert.deepEqual(
            {
              count: before.days.reduce((sum, day) => sum + day[name], 0),
              cents: before.days.reduce((sum, day) => sum + cents(day[`${name}Amount`]), 0),
            },
            { count: before[name].count, cents: cents(before[name].amount) },
            `${words} ${name}: the days that are drawn come to their total`,
          );
        for (const decline of now.declines) {
          const rows = await listed(
            client,
            { ...rowsOf.decline(decline, now), ...more() },
            'amount',
          );
          const { count, amount } = decline;
          assert.deepEqual({ count, cents: cents(amount) }, rows, `${words} ${decline.failure}`);
        }
        const { body: failed } = await client.call(LIST, {
          query: { ...rowsOf.begun(now, CAME_TO_NOTHING), ...more(), timeZone: ZONE, size: '1' },
        });
        assert.equal(
          failed.totalElements,
          decidedCount(now.statuses) - throughCount(now.statuses),
          `${words}: the rate leads to what failed`,
        );
        const bad = now.statuses.filter(({ status }) => /FAILED|DECLINED|RP_/.test(status));
        assert.equal(
          now.declines.reduce((sum, { count }) => sum + count, 0),
          bad.reduce((sum, { count }) => sum + count, 0),
          'each payment that came to nothing has one reason',
        );
      }
    });

  test('AM-23, AM-63 a day begins with its first millisecond and ends before the first of the next, in every figure', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const day = addDays(TODAY, -5);
    // midnight is half past six in the evening of UTC there
    const begins = Date.parse(`${addDays(TODAY, -6)}T18:30:00.000Z`);
    const ends = Date.parse(`${day}T18:30:00.000Z`);
    for (const [ms, amountCents] of [
      [begins - 1, 1_00n],
      [begins, 2_00n],
      [ends - 1, 4_00n],
      [ends, 8_00n],
    ] as const)
      for (const status of ['SUCCESS', 'DECLINED'] as const)
        await insertTransaction(server.pool, {
          merchantId,
          amountCents,
          date: new Date(ms),
          status,
          ...(status === 'DECLINED' && { externalErrorCode: '51' }),
        });
    const counted = await server.one('select zone from business_day_zone');
    assert.deepEqual(counted, { zone: 'Asia/Colombo' });
    const staff = await server.as('admin@paydesk.test');
    const { now } = await figuresOf(staff, { from: day, to: day, f_merchantId: merchantId });
    assert.deepEqual(now.debitTransactions, { count: 2, amount: 6 });
    assert.deepEqual(
      now.declines.map(({ count, amount }) => ({ count, amount })),
      [{ count: 2, amount: 6 }],
    );
    assert.deepEqual(
      now.statuses.filter(({ count }) => count).map(({ status, count }) => [status, count]),
      [
        ['SUCCESS', 2],
        ['DECLINED', 2],
      ],
    );
  });

  test('AM-23 what is captured, taken back or refunded counts on its day of the business calendar, and today is held against as much of its weekday', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const owner = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId });
    const sale = async (days: number, time: string, amountCents: bigint, captured?: Date) => {
      // 00:00 in Colombo is 18:30 of the day before
      const midnight = Date.parse(`${addDays(TODAY, days)}T00:00:00+05:30`);
      const [hours, minutes] = time.split(':').map(Number) as [number, number];
      const date = new Date(midnight + (hours * 60 + minutes) * 60_000);
      const { id } = await insertTransaction(server.pool, { merchantId, amountCents, date });
      if (captured)
        await server.pool.query('update transactions set captured_date = $2 where id = $1', [
          id,
          captured,
        ]);
    };
    await sale(0, '00:00', 1_00n);
    await sale(0, '10:36', 2_00n);
    await sale(-1, '23:59', 4_00n);
    await sale(-7, '00:00', 8_00n);
    await sale(-7, '10:36', 16_00n);
    await sale(-7, '10:37', 32_00n);
    await sale(-7, '23:59', 64_00n);
    await sale(-8, '23:59', 128_00n);
    await sale(-20, '12:00', 256_00n, new Date(`${addDays(TODAY, -7)}T03:00:00Z`));
    const today = await figuresOf(owner, { from: TODAY, to: TODAY });
    assert.deepEqual(figure(today, 'now'), { count: 2, amount: 3 });
    assert.equal(today.now.largest?.amount, 2);
    assert.deepEqual(figure(today, 'before'), { count: 3, amount: 280 });
    assert.equal(today.before.until, '10:37');
    // as they are drawn beside the chosen days: each opens its rows, the last as far as today has come
    const yesterday = addDays(TODAY, -1);
    const { before } = await figuresOf(owner, { from: yesterday, to: TODAY });
    assert.deepEqual(
      before.days.map((day) => [day.date, day.debitTransactions, day.debitTransactionsAmount]),
      [
        [addDays(TODAY, -8), 1, 128],
        [addDays(TODAY, -7), 3, 280],
      ],
    );
    for (const { date, ...day } of before.days) {
      const until = date === before.to ? before.until : null;
      const period = { from: date, to: date, until };
      const rows = await listed(owner, rowsOf.series('debitTransactions', period), 'amount');
      const { debitTransactions: count, debitTransactionsAmount: amount } = day;
      assert.deepEqual(rows, { count, cents: cents(amount) }, date);
    }
    const past = await figuresOf(owner, { from: yesterday, to: yesterday });
    assert.deepEqual(figure(past, 'now'), { count: 1, amount: 4 });
    assert.deepEqual(figure(past, 'before'), { count: 1, amount: 128 });
    assert.equal(past.before.until, null);
  });

  test('AM-23, AM-63 a payment that was refunded in part and then reversed: the figure, its rows and their foot are what was reversed', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const owner = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId });
    const id = await insertPayment(server, {
      merchantId,
      amountCents: 50_00n,
      date: at(0, 1),
    });
    await refund(owner, id, 12.34);
    await reverse(owner, id, 37.66);
    const { now } = await figuresOf(owner, { from: TODAY, to: addDays(TODAY, 3) });
    assert.deepEqual(now.debitReversals, { count: 1, amount: 37.66 });
    const filters = { ...rowsOf.series('debitReversals', now), timeZone: ZONE };
    const totals = async (query: Record<string, string>) =>
      (await owner.call('GET /api/transactions/totals', { query })).body.totals;
    const kind = { type: 'PAYMENT', currency: 'EUR', status: 'REVERSED' };
    const also = { refundedAmount: 12.34, reversedAmount: 37.66 };
    assert.deepEqual(await totals(filters), [{ by: kind, count: 1, sum: 50, also }]);
    // by the counters too, which keep neither
    const asked: Record<string, string>[] = [
      {},
      { f_type: 'PAYMENT' },
      { f_status: 'REVERSED,DECLINED' },
    ];
    for (const query of asked)
      assert.deepEqual(
        (await totals(query)).filter(({ by }) => by['type'] === 'PAYMENT'),
        [{ by: kind, count: 1, sum: 50, also }],
      );
  });

  test('AM-63 the last day there is has its figures', async () => {
    const owner = await server.as('owner@amber.test');
    const { now } = await figuresOf(owner, { from: '9999-12-31', to: '9999-12-31' });
    assert.deepEqual(now.declines, []);
  });

  test('SB-44 a range that can’t be and another’s merchant are refused by field', async () => {
    const owner = await server.as('owner@amber.test');
    for (const [query, field] of [
      [{ from: TODAY, to: addDays(TODAY, -1) }, 'from'],
      [{ from: addDays(TODAY, -366), to: TODAY }, 'from'],
      [{ from: '2024-02-30', to: TODAY }, 'from'],
      [{ from: TODAY, to: TODAY, compare: 'x' }, 'compare'],
      [{ from: TODAY, to: TODAY, f_merchantId: amber }, 'f_merchantId'],
      [{ to: TODAY }, 'from'],
    ] as const) {
      const { status, error } = await owner.call(REPORT, { query });
      assert.equal(status, 400, JSON.stringify(query));
      assert.equal(error.errors[0]!.field, field);
    }
  });

  test('SB-03, SB-04 what waits is told to who may act on it alone, a dispute to whoever sees it, and each line counts the rows of its list', async () => {
    await insertTransaction(server.pool, {
      merchantId: amber,
      status: 'PROCESSING',
      hold: 'REVIEW',
    });
    await disputeSaid(server, { paymentId: await insertPayment(server, { merchantId: amber }) });
    await server.pool.query(
      `insert into task_executions (id, type, status, started_date, finished_date)
       values (gen_random_uuid(), 'ORDER_EXPIRY', 'FAILED', $1, $1)`,
      [NOW],
    );
    const seen: Record<string, string[]> = {};
    for (const email of [
      'admin@paydesk.test',
      'technical@paydesk.test',
      'owner@amber.test',
      'operator@amber.test',
    ]) {
      const client = await server.as(email);
      const { status, body, text } = await client.call('GET /api/reports/waiting');
      assert.equal(status, 200, text);
      seen[email] = body.waits.map(({ name }) => name);
      for (const { name, count, oldest, filters } of body.waits) {
        const [key] = Object.entries(table as Record<string, Endpoint>).find(
          ([, { list }]) => list?.as === 'page' && list.resource.slug === waitOf(name).list,
        )!;
        const wait: { list: string; since?: string } = waitOf(name);
        const sort = `${wait.since ?? 'createdDate'},ASC`;
        const query = { ...filters, timeZone: body.timeZone, sort };
        const answer = await client.call(key as typeof LIST, { query });
        assert.equal(answer.status, 200, `${name}: ${answer.text}`);
        assert.equal(count, answer.body.totalElements, name);
        const { created } = (table as Record<string, Endpoint>)[key]!.list!.resource;
        const since = wait.since ?? created;
        if (oldest) assert.equal(oldest, (answer.body.content[0] as never)[since], name);
      }
    }
    const has = (email: string, name: WaitKey) => seen[email]!.includes(name);
    assert.ok(Object.keys(WAITS).length > 8);
    for (const name of ['reviews', 'disputes', 'tasks'] as const)
      assert.ok(has('admin@paydesk.test', name), name);
    assert.ok(has('owner@amber.test', 'disputes') && !has('owner@amber.test', 'reviews'));
    assert.deepEqual(seen['operator@amber.test'], ['disputes'], 'who sees a dispute is told of it');
    assert.ok(has('technical@paydesk.test', 'disputes'));
    assert.ok(!has('technical@paydesk.test', 'reviews'));
    const { id: merchantId } = await insertMerchant(server.pool);
    const other = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId });
    const { body } = await other.call('GET /api/reports/waiting');
    assert.deepEqual(body.waits, [], 'nothing of another merchant');
  });

  test('SB-42, SB-07 what somebody has had their say in waits for another person, and is counted so', async () => {
    const first = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
    const second = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
    const readers = async () => {
      const answers = [first, second].map((one) => one.call('GET /api/reports/waiting'));
      return (await Promise.all(answers)).map(({ body }) =>
        body.waits.find(({ name }) => name === 'secondReading')!,
      );
    };
    const [before] = await readers();
    const id = await insertCase(server, 'HIGH');
    const decided = await first.call('POST /api/screening/cases/{id}/actions/decide', {
      params: { id },
      body: { decision: 'FALSE_HIT', reason: 'Born in another year' },
    });
    assert.equal(decided.status, 200, decided.text);
    const [own, others] = await readers();
    assert.deepEqual([own!.count, own!.said], [(before?.count ?? 0) + 1, 1]);
    assert.deepEqual([others!.count, others!.said], [own!.count, 0], 'who reads second can');
  });

  test('SB-42 screening cases of high risk are told apart from the others, before them, and each is counted once', async () => {
    const staff = await server.as('admin@paydesk.test');
    const counts = async () => {
      const { body } = await staff.call('GET /api/reports/waiting');
      const names = body.waits.map(({ name }) => name);
      assert.ok(names.indexOf('highRisk') < names.indexOf('screening'));
      const of = (key: WaitKey) => body.waits.find(({ name }) => name === key)?.count ?? 0;
      return [of('highRisk'), of('screening')] as const;
    };
    await insertCase(server, 'LOW');
    const before = await counts();
    await insertCase(server, 'HIGH');
    await insertCase(server, 'MEDIUM');
    assert.deepEqual(await counts(), [before[0] + 1, before[1] + 1]);
    const { body } = await staff.call('GET /api/screening/cases', { query: { f_status: 'OPEN' } });
    assert.equal(
      (await counts()).reduce((sum, count) => sum + count),
      body.totalElements,
    );
  });

  test('AM-63 what waits at one merchant is counted of it alone, and a dispute says by when it must be answered', async () => {
    const staff = await server.as('admin@paydesk.test');
    const { id: merchantId } = await insertMerchant(server.pool);
    const query = { f_merchantId: merchantId };
    const waits = async () => (await staff.call('GET /api/reports/waiting', { query })).body.waits;
    assert.deepEqual(await waits(), [], 'nothing of others, and nothing that is of no merchant');
    const due = '2026-12-02T17:05:00.000Z';
    for (const respondBy of [due, null])
      await disputeSaid(server, {
        paymentId: await insertPayment(server, { merchantId }),
        respondBy,
      });
    const [disputes, ...others] = await waits();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [disputes!.name, disputes!.count, disputes!.due],
      ['disputes', 2, due],
      'those of this merchant, the next one first',
    );
    assert.deepEqual(disputes!.filters, { f_status: 'OPEN', f_merchantId: merchantId });
    const owner = await server.as('owner@amber.test');
    const refused = await owner.call('GET /api/reports/waiting', { query });
    assert.equal(refused.status, 400);
    assert.equal(refused.error.errors[0]!.field, 'f_merchantId');
  });

  test('AM-23 whoever has no merchant and may not read of all is answered zeros', async () => {
    const nobody = await server.person({
      userRole: 'BACKOFFICE_ADMIN',
      permissions: ['READ_MERCHANT_TRANSACTION'],
    });
    const body = await figuresOf(nobody, { from: addDays(TODAY, -6), to: TODAY });
    for (const side of [body.now, body.before]) {
      for (const name of names) assert.deepEqual(side[name], { count: 0, amount: 0 }, name);
      assert.deepEqual(
        side.statuses.filter(({ count }) => count !== 0),
        [],
      );
      assert.ok(side.statuses.some(({ status }) => status === 'SUCCESS'));
    }
    assert.deepEqual(body.now.declines, []);
  });
});

test('what days are fairly held against, and how many payments went through', () => {
  const now = { day: '2026-11-23', time: '09:15' };
  const against = (from: string, to: string, by: Comparison): Period =>
    comparedWith({ from, to }, by, now);
  for (const [from, to, by, period] of [
    ['2026-11-23', '2026-11-23', 'weekday', ['2026-11-16', '2026-11-16', '09:15']],
    ['2026-11-22', '2026-11-22', 'weekday', ['2026-11-15', '2026-11-15', null]],
    ['2026-11-17', '2026-11-23', 'weekday', ['2026-11-10', '2026-11-16', '09:15']],
    ['2026-10-25', '2026-11-23', 'weekday', ['2026-09-20', '2026-10-19', '09:15']],
    ['2026-10-25', '2026-11-23', 'before', ['2026-09-25', '2026-10-24', '09:15']],
    ['2026-11-20', '2026-11-30', 'weekday', ['2026-11-06', '2026-11-09', '09:15']],
    ['2024-02-29', '2024-03-31', 'year', ['2023-02-28', '2023-03-31', null]],
  ] as const)
    assert.deepEqual(against(from, to, by), { from: period[0], to: period[1], until: period[2] });
  const statuses = [
    { status: 'SUCCESS', count: 90 },
    { status: 'REVERSED', count: 3 },
    { status: 'DECLINED', count: 6 },
    { status: 'FAILED', count: 1 },
    { status: 'CANCELLED', count: 50 },
    { status: 'PROCESSING', count: 7 },
  ] as const;
  assert.equal(successRate([...statuses]), 930);
  assert.equal(decidedCount([...statuses]), 100);
  assert.equal(successRate([]), null);
});
