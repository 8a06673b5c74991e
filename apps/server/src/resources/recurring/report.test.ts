import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { churnOf } from '@paydesk/contract/resources/recurring/report.ts';
import { insertMerchant } from '../../seed/factories.ts';
import { insertAgreed, insertDue } from '../../testing/recurring.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const REPORT = 'GET /api/reports/recurring';

describe('recurring payments over time', () => {
  let server: TestServer;
  let staff: Client;
  let owner: Client;
  let merchantId: string;
  before(async () => {
    server = await testServer();
    ({ id: merchantId } = await insertMerchant(server.pool));
    staff = await server.as('admin@paydesk.test');
    owner = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId });
    // as in Riga: the 1st of June there begins at 21:00 in UTC of the day before
    const ids: string[] = [];
    for (const [created, ended, unit, every, cents] of [
      ['2024-05-01T00:00:00Z', null, 'MONTH', 1, 10_00n],
      ['2024-05-31T20:59:59Z', '2024-06-01T10:00:00Z', 'MONTH', 1, 99_00n],
      ['2024-05-31T21:00:00Z', null, 'WEEK', 1, 3_00n],
      ['2024-06-02T20:59:59Z', '2024-06-02T21:00:00Z', 'DAY', 1, 99_00n],
      ['2024-06-02T21:00:00Z', null, 'MONTH', 3, 10_00n],
      // begun and ended within the days: nobody has left who was there before
      ['2024-06-01T08:00:00Z', '2024-06-02T08:00:00Z', 'DAY', 1, 99_00n],
    ] as const) {
      const { id } = await insertAgreed(server, merchantId, {
        amountCents: cents,
        mostCents: 99_00n,
        intervalUnit: unit,
        intervalCount: every,
        createdDate: new Date(created),
        endedDate: ended ? new Date(ended) : null,
        status: ended ? 'CANCELLED' : 'ACTIVE',
      });
      ids.push(id);
    }
    // each was made today, whatever its day is
    for (const [nth, [day, status, attempts]] of (
      [
        ['2024-05-31', 'UNPAID', 4],
        ['2024-06-01', 'UNPAID', 4],
        ['2024-06-01', 'PAID', 1],
        ['2024-06-02', 'PAID', 2],
        ['2024-06-02', 'MISSED', 0],
        ['2024-06-03', 'MISSED', 0],
      ] as const
    ).entries()) {
      const due = await insertDue(server, merchantId, ids[nth % ids.length]!, status, day);
      await server.pool.query('update recurring_dues set attempts = $2 where id = $1', [
        due,
        attempts,
      ]);
    }
  });
  after(() => server.close());

  const days = { from: '2024-06-01', to: '2024-06-02', timeZone: 'Europe/Riga' };

  test('AM-14, AM-122, SB-44 what is active, began and ended, and the days that failed or were paid after a decline; each figure is the count of its list', async () => {
    const expected = {
      // 10.00 a month, 52 weeks of 3.00, a third of 10.00
      active: [{ currency: 'EUR', count: 3, monthly: 26.33 }],
      before: 2,
      begun: 3,
      ended: 2,
      left: 1,
      failed: { count: 1, amount: 14.99 },
      retrying: { count: 0, amount: 0 },
      recovered: { count: 1, amount: 14.99 },
      missed: { count: 1, amount: 14.99 },
    };
    assert.deepEqual((await owner.call(REPORT, { query: days })).body, expected);
    const ours = { f_merchantId: merchantId };
    assert.deepEqual((await staff.call(REPORT, { query: { ...days, ...ours } })).body, expected);
    const other = await server.person({
      userRole: 'MERCHANT_ADMIN',
      merchantId: (await insertMerchant(server.pool)).id,
    });
    assert.equal((await other.call(REPORT, { query: days })).body.begun, 0);

    const range = { timeZone: days.timeZone, ...ours };
    const dates = '01.06.2024..02.06.2024';
    const payments = async (query: Record<string, string>) =>
      (await staff.call('GET /api/recurring', { query: { ...range, ...query } })).body
        .totalElements;
    const dues = async (query: Record<string, string>) =>
      (
        await staff.call('GET /api/recurring-dues', {
          query: { ...range, f_dueDay: dates, ...query },
        })
      ).body.totalElements;
    assert.equal(await payments({ f_status: 'ACTIVE' }), expected.active[0]!.count);
    assert.equal(await payments({ f_createdDate: dates }), expected.begun);
    assert.equal(await payments({ f_endedDate: dates }), expected.ended);
    assert.equal(
      await payments({ f_endedDate: dates, f_createdDate: '..31.05.2024' }),
      expected.left,
    );
    assert.equal(churnOf(expected), 50_00, 'one of the two that stood there before');
    assert.equal(churnOf({ before: 0, left: 0 }), null);
    assert.equal(await dues({ f_status: 'UNPAID' }), expected.failed.count);
    assert.equal(await dues({ f_recovered: 'true' }), expected.recovered.count);
    assert.equal(await dues({ f_status: 'MISSED' }), expected.missed.count);
  });

  test('AM-122, AM-63 a day that begins twice has both its first hours', async () => {
    const { id } = await insertMerchant(server.pool);
    await insertAgreed(server, id, { createdDate: new Date('2024-11-03T04:30:00Z') });
    for (const [day, begun] of [
      ['2024-11-02', 0],
      ['2024-11-03', 1],
    ] as const) {
      const query = { from: day, to: day, timeZone: 'America/Havana', f_merchantId: id };
      assert.equal((await staff.call(REPORT, { query })).body.begun, begun, day);
    }
  });

  const field = async (query: object, client = owner) =>
    (await client.call(REPORT, { query: { ...days, ...query } } as never)).error.errors[0]?.field;

  test('AM-104 a range that is none, a zone that nobody has, and another merchant by a merchant are refused by name', async () => {
    assert.equal(await field({ from: '2024-06-03' }), 'from');
    assert.equal(await field({ from: '2022-06-01' }), 'from');
    assert.equal(await field({ to: '2024-02-30' }), 'to');
    assert.equal(await field({ timeZone: 'Europe/Nowhere' }), 'timeZone');
    assert.equal(await field({ timeZone: '+05:30' }), 'timeZone');
    assert.equal(await field({ f_merchantId: merchantId }), 'f_merchantId');
    assert.equal(await field({ f_merchantId: 'x' }, staff), 'f_merchantId');
  });
});
