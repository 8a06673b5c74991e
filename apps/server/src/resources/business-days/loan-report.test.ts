import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertMerchant } from '../../seed/factories.ts';
import { insertInstitution, insertLoan } from '../../seed/factories/financing.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const REPORT = 'GET /api/reports/loans';

describe('loans over time', () => {
  let server: TestServer;
  let staff: Client;
  let owner: Client;
  let merchantId: string;
  let lenderId: string;
  before(async () => {
    server = await testServer();
    ({ id: merchantId } = await insertMerchant(server.pool));
    ({ id: lenderId } = await insertInstitution(server.pool, { name: 'Nord Lending' }));
    staff = await server.as('admin@paydesk.test');
    owner = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId });
    // as in Riga: the 1st of June there begins at 21:00 in UTC of the day before
    for (const [at, status, lender, seconds, cents] of [
      ['2024-05-31T20:59:59Z', 'FAILED', null, null, 1_00n],
      ['2024-05-31T21:00:00Z', 'CONFIRMED', lenderId, 60, 100_00n],
      ['2024-06-01T12:00:00Z', 'REFUNDED', lenderId, 7200, 20_05n],
      ['2024-06-01T20:59:59Z', 'FAILED', null, 86_400, 3_00n],
      ['2024-06-02T10:00:00Z', 'OFFER_SELECTION', null, null, 7_00n],
      ['2024-06-02T21:00:00Z', 'CONFIRMED', lenderId, 1, 9_00n],
    ] as const) {
      const { id } = await insertLoan(server.pool, {
        merchantId,
        status,
        financingInstitutionId: lender,
        amountCents: cents,
        createdDate: new Date(at),
      });
      await server.pool.query(
        `update consumer_credits set decided_date = (created_date at time zone 'UTC' + make_interval(secs => $2)) at time zone 'UTC'
         where id = $1`,
        [id, seconds],
      );
    }
  });
  after(() => server.close());

  const days = { from: '2024-06-01', to: '2024-06-02', timeZone: 'Europe/Riga' };

  test('FI-01, LN-35, SB-44 loans by status, institution and day of their zone, and half the time to a decision', async () => {
    const none = { institutionId: null, institution: null };
    const nord = { institutionId: lenderId, institution: 'Nord Lending' };
    const expected = {
      groups: [
        { status: 'CONFIRMED', ...nord, count: 1, amount: 100 },
        { status: 'REFUNDED', ...nord, count: 1, amount: 20.05 },
        { status: 'FAILED', ...none, count: 1, amount: 3 },
        { status: 'OFFER_SELECTION', ...none, count: 1, amount: 7 },
      ],
      days: [
        { date: '2024-06-01', applied: 3, confirmed: 2, failed: 1 },
        { date: '2024-06-02', applied: 1, confirmed: 0, failed: 0 },
      ],
      decided: { count: 3, medianSeconds: 7200 },
    };
    assert.deepEqual((await owner.call(REPORT, { query: days })).body, expected);
    const asStaff = await staff.call(REPORT, { query: { ...days, f_merchantId: merchantId } });
    assert.deepEqual(asStaff.body, expected);
  });

  test('FI-01, AM-63 each figure is what its list has, of all merchants and of one’s own alone', async () => {
    const zone = 'Asia/Kolkata';
    const [range, filter] = [
      { from: '2020-01-01', to: '2020-12-31', timeZone: zone },
      '01.01.2020..31.12.2020',
    ];
    await server.pool.query(
      `update consumer_credits
       set created_date = (timestamp '2020-01-01' + nth * interval '37 hours') at time zone 'UTC'
       from (select id, merchant_id, row_number() over (order by id) as nth from consumer_credits
         where merchant_id <> $1) n
       where n.id = consumer_credits.id and n.merchant_id = consumer_credits.merchant_id`,
      [merchantId],
    );
    for (const [who, path] of [
      [staff, '/api/financing/consumer-credits'],
      [await server.as('operator@amber.test'), '/api/user-merchant/consumer-credits'],
    ] as const) {
      const { body } = await who.call(REPORT, { query: range });
      const listed = async (more: Record<string, string>) => {
        const query = { f_createdDate: filter, timeZone: zone, size: '1', ...more };
        const answer = await who.call(`GET ${path}`, { query });
        assert.equal(answer.status, 200, answer.text);
        return answer.body.totalElements;
      };
      assert.ok(body.groups.length > 5);
      for (const status of new Set(body.groups.map((group) => group.status))) {
        const own = body.groups.filter((group) => group.status === status);
        const sum = own.reduce((total, { count }) => total + count, 0);
        assert.equal(sum, await listed({ f_status: status }), status);
        for (const { institutionId, count } of own)
          if (institutionId)
            assert.equal(
              count,
              await listed({ f_status: status, f_financingInstitutionId: institutionId }),
            );
      }
      const all = body.groups.reduce((total, { count }) => total + count, 0);
      assert.equal(all, await listed({}));
      assert.equal(
        all,
        body.days.reduce((total, { applied }) => total + applied, 0),
      );
    }
  });

  test('FI-01, AM-63 a day is the list’s in each zone: with two midnights, and by names that a database reads otherwise', async () => {
    const { id } = await insertMerchant(server.pool);
    for (const at of ['2024-11-03T04:30:00Z', '2024-07-01T22:30:00Z', '9999-12-31T12:00:00Z'])
      await insertLoan(server.pool, {
        merchantId: id,
        status: 'OFFER_SELECTION',
        amountCents: 1_00n,
        createdDate: new Date(at),
      });
    for (const [timeZone, day, applied] of [
      ['America/Havana', '2024-11-02', 0],
      ['America/Havana', '2024-11-03', 1],
      ['CET', '2024-07-01', 0],
      ['CET', '2024-07-02', 1],
      ['asia/kathmandu', '2024-07-02', 1],
      ['UTC', '9999-12-31', 1],
    ] as const) {
      const query = { from: day, to: day, timeZone, f_merchantId: id };
      const { body } = await staff.call(REPORT, { query });
      assert.deepEqual(
        [body.days[0]!.applied, body.groups.reduce((sum, { count }) => sum + count, 0)],
        [applied, applied],
        `${timeZone} ${day}`,
      );
      const f_createdDate = day.split('-').toReversed().join('.');
      const listed = await staff.call('GET /api/financing/consumer-credits', {
        query: { f_merchantId: id, f_createdDate, timeZone },
      });
      assert.equal(listed.body.totalElements, applied, `${timeZone} ${day}`);
    }
  });

  test('SB-44 a range that can’t be, a zone that is none and another’s merchant are refused by field', async () => {
    for (const [query, field] of [
      [{ ...days, from: '2024-06-03' }, 'from'],
      [{ ...days, from: '2022-06-03' }, 'from'],
      [{ ...days, to: '2024-02-30' }, 'to'],
      [{ ...days, timeZone: `x'; drop table` }, 'timeZone'],
      [{ ...days, timeZone: '+05:30' }, 'timeZone'],
      [{ ...days, timeZone: 'US/Pacific-New' }, 'timeZone'],
      [{ ...days, f_merchantId: merchantId }, 'f_merchantId'],
      [{ to: days.to }, 'from'],
    ] as const) {
      const { status, error } = await owner.call(REPORT, { query });
      assert.equal(status, 400, field);
      assert.equal(error.errors[0]!.field, field);
    }
  });
});
