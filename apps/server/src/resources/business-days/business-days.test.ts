import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BusinessDay } from '@paydesk/contract/resources/business-days.ts';
import { insertMerchant, insertTransaction } from '../../seed/factories.ts';
import { insertPayment, markRefunded, refund, reverse } from '../../testing/money.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { checkBusinessDays, foldBusinessDays, followBusinessZone, wrongDays } from './counters.ts';

const REPORT = 'GET /api/reports/business-days';
const NOTHING: Omit<BusinessDay, 'date'> = {
  debitTransactions: 0,
  debitReversals: 0,
  creditTransactions: 0,
  creditReversals: 0,
  debitTransactionsAmount: 0,
  debitReversalsAmount: 0,
  creditTransactionsAmount: 0,
  creditReversalsAmount: 0,
};

const days = async (client: Client, query: Record<string, string>) => {
  const { status, body, text } = await client.call(REPORT, { query });
  assert.equal(status, 200, text);
  return body;
};

const today = () => new Date().toISOString().slice(0, 10);
const at = (day: number, hour = 12) => new Date(Date.UTC(2025, 4, day, hour));

/** A test of one zone: a server of that zone, a merchant of its own, its owner and staff. */
async function scene(settings: Record<string, string> = {}, now?: () => Date) {
  const server = await testServer({ settings, ...(now && { now }) });
  await followBusinessZone(server.services).run();
  const { id: merchantId } = await insertMerchant(server.pool);
  const owner = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId });
  const staff = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
  return { server, merchantId, owner, staff };
}

const fieldsOf = (reply: { text: string }) =>
  (JSON.parse(reply.text) as { errors: { field: string; message: string }[] }).errors.map(
    ({ field, message }) => `${field}: ${message}`,
  );

describe('business days', () => {
  let server: TestServer;
  let merchantId: string;
  let owner: Client;
  let staff: Client;

  before(async () => {
    ({ server, merchantId, owner, staff } = await scene(
      {},
      () =>
        // of the calls: sessions have the database's clock
        new Date('2026-03-31T12:00:00Z'),
    ));
  });
  after(() => server.close());

  test('API-141, BD-13, BD-14, AM-23, SB-17 counts and amounts of sales, refunds and reversals, one row a day, zeros included', async () => {
    const payment = { merchantId, date: at(2), amountCents: 100_10n };
    await insertTransaction(server.pool, payment);
    await insertTransaction(server.pool, { ...payment, amountCents: 20_05n });
    for (const status of ['PROCESSING', 'FAILED', 'CANCELLED', 'DECLINED', 'RP_BLOCKED'] as const)
      await insertTransaction(server.pool, { ...payment, status });
    const reversed = { status: 'REVERSED', reversalDate: at(4, 1), reversedCents: 30_00n } as const;
    const { id } = await insertTransaction(server.pool, { ...payment, ...reversed });
    const refunded = { merchantId, date: at(3), amountCents: 7_77n, refundedTransactionId: id };
    await insertTransaction(server.pool, refunded);
    await insertTransaction(server.pool, { ...refunded, movesMoney: false });
    await insertTransaction(server.pool, { ...refunded, ...reversed, reversedCents: 1_01n });
    const expected = [
      { date: '2025-05-01', ...NOTHING },
      { date: '2025-05-02', ...NOTHING, debitTransactions: 3, debitTransactionsAmount: 220.25 },
      { date: '2025-05-03', ...NOTHING, creditTransactions: 2, creditTransactionsAmount: 15.54 },
      {
        date: '2025-05-04',
        ...NOTHING,
        debitReversals: 1,
        debitReversalsAmount: 30,
        creditReversals: 1,
        creditReversalsAmount: 1.01,
      },
      { date: '2025-05-05', ...NOTHING },
    ];
    for (const state of ['waiting', 'folded']) {
      const named = await days(owner, { from: '2025-05-01', to: '2025-05-05' });
      assert.deepEqual(named, expected, state);
      const otherNames = { fromDate: '2025-05-01', toDate: '2025-05-05' };
      assert.deepEqual(await days(owner, otherNames), expected, state);
      assert.deepEqual(await days(staff, { ...otherNames, f_merchantId: merchantId }), expected);
      await foldBusinessDays(server.services).run();
    }
  });

  test('AM-23, SB-17 refunds and reversals made by the console count on the day they happen', async () => {
    const begun = today();
    // two days, where it goes over midnight
    const read = async () => {
      const sum: Record<string, number> = {};
      for (const one of await days(owner, { from: begun, to: today() }))
        for (const [name, figure] of Object.entries(one))
          if (name !== 'date') sum[name] = (sum[name] ?? 0) + Number(figure);
      return sum;
    };
    const sale = { merchantId, amountCents: 100_00n };
    const [one, two, three] = [
      await insertPayment(server, sale),
      await insertPayment(server, sale),
      await insertPayment(server, sale),
    ];
    await refund(owner, one, 10.5);
    await markRefunded(owner, two, 20);
    await reverse(owner, three, 40);
    assert.deepEqual(await read(), {
      ...NOTHING,
      debitTransactions: 3,
      debitTransactionsAmount: 300,
      creditTransactions: 1,
      creditTransactionsAmount: 10.5,
      debitReversals: 1,
      debitReversalsAmount: 40,
    });
    assert.deepEqual(await wrongDays(server.database), []);
  });

  test('AM-24, AM-63 without dates the month up to today, cut where it is shorter', async () => {
    const answer = await days(owner, {});
    assert.equal(answer.length, 32);
    assert.equal(answer[0]!.date, '2026-02-28');
    assert.equal(answer.at(-1)!.date, '2026-03-31');
    const ended = await days(owner, { to: '2026-01-15' });
    assert.equal(ended[0]!.date, '2025-12-15');
    assert.equal((await days(owner, { from: '2026-03-30' })).length, 2);
  });

  test('SB-44, BD-03 from after to, days that are none and more than 366 are refused by field', async () => {
    const isoDate = 'Date must be YYYY-MM-DD';
    for (const [query, expected] of [
      ['from=2026-02-02&to=2026-02-01', ['from: From date cannot exceed to date']],
      ['fromDate=2026-02-02&toDate=2026-02-01', ['fromDate: From date cannot exceed to date']],
      ['from=2026-04-01', ['from: From date cannot exceed to date']],
      ['from=2026-02-30', [`from: ${isoDate}`]],
      ['from=x&to=01.02.2026', [`from: ${isoDate}`, `to: ${isoDate}`]],
      ['from=', [`from: ${isoDate}`]],
      ['fromDate=2026-2-1', [`fromDate: ${isoDate}`]],
      ['from=2025-01-01&to=2026-01-02', ['from: At most 366 days at once']],
      ['from=2026-02-01&fromDate=2026-02-02', ['fromDate: from names another day']],
      ['from=2026-02-01&from=2026-02-01', ['from: Given more than once']],
      ['day=2026-02-01', ['day: Unknown query parameter']],
      ['f_merchantId=7', ['f_merchantId: Value must be a whole id']],
      [`f_merchantId=${merchantId}`, ['f_merchantId: Unknown filter']],
    ] as const) {
      const reply = await owner.call(REPORT, { query });
      assert.equal(reply.status, 400, query);
      assert.deepEqual(fieldsOf(reply), expected, query);
    }
    assert.equal((await days(owner, { from: '2025-01-01', to: '2026-01-01' })).length, 366);
  });

  test('SB-44, AM-63 a merchant sees its own days alone, staff all or one merchant’s, others none', async () => {
    const day = '2024-02-29';
    const date = new Date(`${day}T10:00:00Z`);
    const { id: otherId } = await insertMerchant(server.pool);
    await insertTransaction(server.pool, { merchantId, date, amountCents: 1_00n });
    await insertTransaction(server.pool, { merchantId: otherId, date, amountCents: 20_00n });
    const other = await server.person({ userRole: 'MERCHANT_OPERATOR', merchantId: otherId });
    const nowhere = await server.person({
      userRole: 'BACKOFFICE_ADMIN',
      permissions: ['READ_MERCHANT_TRANSACTION'],
    });
    const both = await server.person({
      userRole: 'MERCHANT_ADMIN',
      permissions: ['READ_ANY_TRANSACTION', 'READ_ANY_USER'],
      merchantId,
    });
    const amounts = async (client: Client, more: Record<string, string> = {}) =>
      (await days(client, { from: day, to: day, ...more }))[0]!.debitTransactionsAmount;
    for (const state of ['waiting', 'folded']) {
      assert.equal(await amounts(owner), 1, state);
      assert.equal(await amounts(other), 20, state);
      assert.equal(await amounts(staff), 21, state);
      assert.equal(await amounts(staff, { f_merchantId: otherId.toUpperCase() }), 20, state);
      assert.equal(await amounts(nowhere), 0, state);
      assert.equal(await amounts(both), 1, state);
      assert.equal(await amounts(both, { f_merchantId: otherId }), 0, state);
      await foldBusinessDays(server.services).run();
    }
  });

  test('SB-44 a count that is off is found and said, and counting anew mends it', async () => {
    await server.pool.query(
      `update business_day_counts set amount_cents = amount_cents + 1
       where merchant_id = $1 and day = '2025-05-02'`,
      [merchantId],
    );
    const [wrong] = await wrongDays(server.database);
    assert.equal(wrong?.day, '2025-05-02');
    await checkBusinessDays(server.services).run();
    assert.ok(server.logLines.some((line) => line.includes('business days are wrong')));
    await server.pool.query(`select rebuild_business_days('UTC', true)`);
    assert.deepEqual(await wrongDays(server.database), []);
  });

  test('SB-44 days equal the rows after writes, folds and changes of the zone side by side', async () => {
    const writes = Array.from({ length: 30 }, async (_, nth) => {
      await insertTransaction(server.pool, {
        merchantId,
        date: new Date(Date.UTC(2026, 0, 1 + nth, 23, 50)),
      });
      await server.pool.query(
        `update transactions set status = 'REVERSED', reversed_cents = 1,
           reversal_date = (date at time zone 'UTC' + interval '1 day') at time zone 'UTC'
         where merchant_id = $1 and status = 'SUCCESS' and moves_money and refunded_cents = 0
           and extract(day from date at time zone 'UTC') = $2`,
        [merchantId, nth % 28],
      );
    });
    const folds = Array.from({ length: 10 }, () => foldBusinessDays(server.services).run());
    const changes = ['Asia/Kolkata', 'America/New_York', 'UTC', 'UTC', 'Asia/Tokyo'].map((zone) =>
      followBusinessZone({
        ...server.services,
        config: { ...server.services.config, BUSINESS_TIME_ZONE: zone },
      }).run(),
    );
    await Promise.all([...writes, ...folds, ...changes]);
    assert.deepEqual(await wrongDays(server.database), [], 'with deltas waiting');
    await foldBusinessDays(server.services).run();
    assert.deepEqual(await wrongDays(server.database), [], 'all folded');
    await followBusinessZone(server.services).run();
    assert.deepEqual(await wrongDays(server.database), [], 'back in UTC');
  });
});

describe('business days in a zone with summer time', () => {
  let here: Awaited<ReturnType<typeof scene>>;
  before(async () => {
    here = await scene(
      { BUSINESS_TIME_ZONE: 'Europe/Riga' },
      () => new Date('2026-03-31T21:30:00Z'),
    );
  });
  after(() => here.server.close());

  test('AM-23 a payment an hour through days of 23 and 25 hours counts 23 and 25', async () => {
    const { server, owner, merchantId } = here;
    for (const [day, hours] of [
      ['2026-03-29', 23],
      ['2025-10-26', 25],
    ] as const) {
      const begin = Temporal.PlainDate.from(day)
        .subtract({ days: 1 })
        .toZonedDateTime('Europe/Riga');
      for (let hour = 0; hour < 48 + hours; hour++)
        await insertTransaction(server.pool, {
          merchantId,
          date: new Date(begin.epochMilliseconds + hour * 3_600_000),
        });
      const neighbour = (by: number) => Temporal.PlainDate.from(day).add({ days: by }).toString();
      const answer = await days(owner, { from: neighbour(-1), to: neighbour(1) });
      assert.deepEqual(
        answer.map(({ debitTransactions }) => debitTransactions),
        [24, hours, 24],
        day,
      );
    }
  });

  test('AM-24 today is the zone’s: half past nine in the evening of UTC is tomorrow in Riga', async () => {
    const answer = await days(here.owner, {});
    assert.equal(answer.at(-1)!.date, '2026-04-01');
    assert.equal(answer[0]!.date, '2026-03-01');
  });

  test('AM-23 until the counters are of the zone, the rows answer the same', async () => {
    const query = { from: '2026-03-01', to: '2026-03-31' };
    const counted = await days(here.owner, query);
    assert.ok(counted.some(({ debitTransactions }) => debitTransactions > 0));
    await here.server.pool.query(`select rebuild_business_days('Asia/Tokyo')`);
    assert.deepEqual(await days(here.owner, query), counted);
    await Promise.all([1, 2].map(() => followBusinessZone(here.server.services).run()));
    assert.equal(
      here.server.logLines.filter((line) => line.includes('"from":"Asia/Tokyo"')).length,
      1,
      'of two that find it changed one counts anew',
    );
    assert.deepEqual(await days(here.owner, query), counted);
  });
});
