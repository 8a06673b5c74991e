import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertMerchant, insertTransaction } from '../../seed/factories.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { foldCounters, wrongCounts } from './counters.ts';

const STATUSES = ['PROCESSING', 'SUCCESS', 'FAILED', 'CANCELLED', 'DECLINED', 'RP_BLOCKED'];

describe('the counters of transactions', () => {
  let server: TestServer;
  let staff: Client;
  let merchantId: string;
  const fold = () => foldCounters(server.services).run();
  const waiting = async () =>
    (await server.one<{ n: bigint }>('select count(*) as n from transaction_count_deltas')).n;

  before(async () => {
    server = await testServer();
    staff = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
    merchantId = await server.merchantId('Amber & Oak');
  });
  after(() => server.close());

  /** Payments of one merchant, one a minute back from a moment, each status in turn. */
  const insertPayments = (count: number, before: string) =>
    server.pool.query(
      `insert into transactions (id, merchant_id, date, status, amount_cents, currency, batch_id)
       select gen_random_uuid(), $1, $2::timestamptz - make_interval(mins => n),
         ($3::text[])[n % 6 + 1], 100 + n, 'EUR', 'counted' from generate_series(1, $4) n`,
      [merchantId, before, STATUSES, count],
    );

  test('SB-05 counters equal the rows after writes of every kind, refunds and folds side by side', async () => {
    assert.deepEqual(await wrongCounts(server.database), [], 'what the seed left');
    const owner = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId });
    const { body } = await owner.call('GET /api/transactions', {
      query: { f_status: 'SUCCESS', f_amount: '50..', size: '40', sort: 'amount,ASC' },
    });
    const refunds = body.content.map(({ id }, nth) =>
      owner.call(`PUT /api/transactions/{id}/actions/${nth % 5 ? 'refund' : 'reverse'}`, {
        params: { id },
        body: {
          amount: 1.5,
          currency: 'EUR',
          ...(nth % 5
            ? { refundReason: nth % 3 ? 'OTHER_REFUND' : 'REFUNDED_MANUALLY' }
            : { reasonCode: 'DUPLICATE' }),
        },
      }),
    );
    const writes = Array.from({ length: 12 }, async (_, nth) => {
      await insertPayments(30, `2026-01-${10 + nth}T00:10:00Z`);
      await server.pool.query(
        // in one order everywhere: what two of these have in common must not be a deadlock
        `update transactions set status = 'FAILED', date = (date at time zone 'UTC' - interval '1 day') at time zone 'UTC'
         where id in (select id from transactions
           where merchant_id = $1 and amount_cents % 12 = $2 and batch_id = 'counted'
             and status = 'PROCESSING' order by id for update)`,
        [merchantId, nth],
      );
      await server.pool.query(
        `delete from transactions where id in (select id from transactions
           where merchant_id = $1 and batch_id = 'counted' and amount_cents % 11 = $2
           order by id for update)`,
        [merchantId, nth],
      );
    });
    const folds = Array.from({ length: 20 }, () => fold());
    await Promise.all([...refunds, ...writes, ...folds]);
    assert.deepEqual(await wrongCounts(server.database), [], 'with deltas waiting');
    await fold();
    assert.equal(await waiting(), 0n);
    assert.deepEqual(await wrongCounts(server.database), [], 'all folded');
  });

  test('SB-05 a write that is rolled back counts nothing; a count that is off is found', async () => {
    const client = await server.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into transactions (id, merchant_id, date, status, amount_cents, currency)
       values (gen_random_uuid(), $1, now(), 'SUCCESS', 100, 'EUR')`,
      [merchantId],
    );
    await client.query('rollback');
    client.release();
    assert.deepEqual(await wrongCounts(server.database), []);
    await server.pool.query(
      `update transaction_counts set transactions = transactions + 1
       where merchant_id = $1 and status = 'SUCCESS' and day = (select max(day) from transaction_counts)`,
      [merchantId],
    );
    const [wrong] = await wrongCounts(server.database);
    assert.equal(wrong?.merchant_id, merchantId);
    assert.equal(wrong?.counted, wrong!.there + 1n);
    await server.pool.query(
      `update transaction_counts set transactions = transactions - 1
       where merchant_id = $1 and status = 'SUCCESS' and day = (select max(day) from transaction_counts)`,
      [merchantId],
    );
  });

  test('SB-05, AM-23 days of another zone are counted to the instant, and no row at midnight twice', async () => {
    const instants = ['11T21', '12T00', '12T04', '13T00', '13T04', '13T21', '14T00'];
    for (const [nth, instant] of instants.entries())
      for (let times = 0; times <= nth; times++)
        await insertTransaction(server.pool, {
          merchantId,
          date: new Date(`2025-05-${instant}:00:00Z`),
        });
    const owner = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId });
    const countOf = async (timeZone: string) => {
      const { body } = await owner.call('GET /api/transactions', {
        query: { f_date: '12.05.2025..13.05.2025', timeZone },
      });
      return body.totalElements;
    };
    assert.equal(await countOf('UTC'), 2 + 3 + 4 + 5 + 6);
    assert.equal(await countOf('Europe/Riga'), 1 + 2 + 3 + 4 + 5, 'from 21 to 21 of UTC');
    assert.equal(await countOf('America/New_York'), 3 + 4 + 5 + 6 + 7, 'from 4 to 4 of UTC');
  });

  test('SB-05, AM-109 the merchants that a name has in it: page, total and sums are those of their rows, few or many', async () => {
    for (let nth = 0; nth < 25; nth++) {
      const { id } = await insertMerchant(server.pool, { name: `Harbour ${nth % 5}${nth}` });
      for (let of = 0; of <= nth % 4; of++)
        await insertTransaction(server.pool, {
          merchantId: id,
          status: of % 2 ? 'FAILED' : 'SUCCESS',
          amountCents: BigInt(100 + ((nth * 7 + of * 11) % 40)),
          date: new Date(Date.UTC(2026, 0, 1 + ((nth * 5 + of * 9) % 28), of * 7)),
        });
    }
    const ORDERS = {
      'date,DESC': 't.date desc, t.id desc',
      'date,ASC': 't.date, t.id',
      'amount,ASC': 't.amount_cents, t.id',
      'merchantName,DESC': 'm.name desc, t.id desc',
    };
    for (const name of ['Harbour 1', 'arbour', 'r', 'nobody'])
      for (const [also, condition] of [
        [{}, 'true'],
        [{ f_status: 'FAILED' }, "t.status = 'FAILED'"],
        [{ f_amount: '1.05..1.20' }, 't.amount_cents between 105 and 120'],
        [{ f_date: '05.01.2026..20.01.2026' }, "t.date >= '2026-01-05' and t.date < '2026-01-21'"],
      ] as const)
        for (const [sort, order] of Object.entries(ORDERS)) {
          const all = await server.all<{ id: string; cents: bigint }>(
            `select t.id, t.amount_cents as cents from transactions t join merchants m on m.id = t.merchant_id
             where m.name ilike $1 and ${condition} order by ${order}`,
            [`%${name}%`],
          );
          const said = `${name} ${condition} ${sort}`;
          const query = { f_merchantName: name, ...also, timeZone: 'UTC' };
          for (const page of [0, 1, 2]) {
            const { body } = await staff.call('GET /api/transactions', {
              query: { ...query, sort, size: '10', page: String(page) },
            });
            assert.deepEqual(
              body.content.map(({ id }) => id),
              all.slice(page * 10, page * 10 + 10).map(({ id }) => id),
              `${said} page ${page}`,
            );
            assert.equal(body.totalElements, all.length, said);
          }
          const { body } = await staff.call('GET /api/transactions/totals', { query });
          const sum = body.totals.reduce((cents, one) => cents + Math.round(one.sum * 100), 0);
          assert.equal(
            sum,
            all.reduce((cents, one) => cents + Number(one.cents), 0),
            said,
          );
        }
  });

  test('SB-05 a deep page found by its day is the page that walking there finds', async () => {
    await insertPayments(9000, '2026-03-20T07:00:00Z');
    // the row that the first of these pages begins with, oldest first, lies at the day's very beginning
    const { day } = await server.one<{ day: string }>(
      `select to_char(date at time zone 'UTC', 'YYYY-MM-DD') as day from transactions
       order by date, id offset 5000 limit 1`,
    );
    await server.pool.query(
      `update transactions set date = $1::timestamptz where date = (
         select min(date) from transactions where date >= $1::timestamptz)`,
      [`${day}T00:00:00Z`],
    );
    const owner = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId });
    for (const [who, tenant] of [
      [staff, ''],
      [owner, `where merchant_id = '${merchantId}'`],
    ] as const)
      for (const [direction, status] of [
        ['DESC', ''],
        ['ASC', ''],
        ['DESC', 'SUCCESS'],
      ] as const) {
        const kept = status ? `${tenant ? `${tenant} and` : 'where'} status = '${status}'` : tenant;
        const all = await server.all<{ id: string }>(
          `select id from transactions ${kept} order by date ${direction}, id ${direction}`,
        );
        const pages = [0, 24, 25, 26, 31, 40, Math.floor(all.length / 200), all.length];
        for (const page of pages) {
          const { body } = await who.call('GET /api/transactions', {
            query: {
              page: String(page),
              size: '200',
              sort: `date,${direction}`,
              ...(status && { f_status: status }),
            },
          });
          const expected = all.slice(page * 200, page * 200 + 200).map(({ id }) => id);
          assert.deepEqual(
            body.content.map(({ id }) => id),
            expected,
            `page ${page} ${direction} ${status} ${tenant}`,
          );
          assert.equal(body.totalElements, all.length);
        }
      }
  });
});
