import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { tasksOf } from '../../resources.ts';
import { insertMerchant, insertTransaction } from '../../seed/factories.ts';
import type { TransactionRow } from '../../seed/tables.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { wrongCounts } from './counters.ts';

describe('settlement batches', () => {
  let server: TestServer;
  const now = new Date('2026-10-02T08:00:00Z');
  before(async () => {
    server = await testServer({
      now: () => now,
      settings: { BUSINESS_TIME_ZONE: 'Europe/Riga' },
    });
    await server.pool.query(`update transactions set batch_id = 'earlier' where batch_id is null`);
  });
  after(() => server.close());

  const run = () =>
    tasksOf(server.services)
      .find(({ type }) => type === 'SETTLEMENT_BATCH')!
      .run();
  const batches = (merchantId: string) =>
    server.all<{ batch: string | null; status: string }>(
      `select batch_id as batch, status from transactions where merchant_id = $1 order by date`,
      [merchantId],
    );

  test('AM-14 charges and refunds that succeeded get a batch of their merchant and business day, once', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const { number } = await server.one<{ number: number }>(
      'select merchant_number as number from merchants where id = $1',
      [merchantId],
    );
    const make = (date: string, given: Partial<TransactionRow> = {}) =>
      insertTransaction(server.pool, { merchantId, date: new Date(date), ...given });
    const { id } = await make('2026-09-29T20:59:59Z');
    await make('2026-09-29T21:00:00Z');
    await make('2026-09-30T20:00:00Z', { refundedTransactionId: id });
    // moved elsewhere, failed, still open, reversed whole: none of them is settled
    await make('2026-09-30T20:00:01Z', { refundedTransactionId: id, movesMoney: false });
    for (const [nth, status] of (['FAILED', 'PROCESSING', 'REVERSED'] as const).entries())
      await make(`2026-09-30T20:00:1${nth}Z`, {
        status,
        ...(status === 'REVERSED' && { reversedCents: 10_00n, reversalDate: now }),
      });
    // the day in Riga is not over
    await make('2026-10-01T21:30:00Z');
    assert.deepEqual(await run(), { processed: 3, failed: 0 });
    const expected = [`${number}260929`, `${number}260930`, `${number}260930`];
    const given = await batches(merchantId);
    assert.deepEqual(
      given.map(({ batch }) => batch),
      [...expected, null, null, null, null, null],
    );
    assert.deepEqual(await run(), { processed: 0, failed: 0 });
    assert.deepEqual(await batches(merchantId), given);

    // settled late, it joins the others of its day
    await server.pool.query(
      `update transactions set status = 'SUCCESS' where merchant_id = $1 and status = 'PROCESSING'`,
      [merchantId],
    );
    assert.deepEqual(await run(), { processed: 1, failed: 0 });
    assert.ok(
      (await batches(merchantId)).some(({ batch }, nth) => nth > 3 && batch === expected[2]),
    );
    assert.deepEqual(await wrongCounts(server.database), []);
  });

  test('AM-14, AM-94 what was reversed in part within its day gets a batch for the rest, a refund too', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const reversed = (hour: number, cents: bigint, given: Partial<TransactionRow> = {}) =>
      insertTransaction(server.pool, {
        merchantId,
        date: new Date(`2026-09-30T${hour}:00:00Z`),
        status: 'REVERSED',
        amountCents: 42_00n,
        reversedCents: cents,
        reversalDate: now,
        ...given,
      });
    const { id } = await reversed(10, 41_99n);
    await reversed(11, 42_00n);
    await reversed(12, 12_00n, { refundedTransactionId: id });
    await reversed(13, 12_00n, { refundedTransactionId: id, movesMoney: false });
    assert.deepEqual(await run(), { processed: 2, failed: 0 });
    const given = await batches(merchantId);
    assert.deepEqual(
      given.map(({ batch }) => batch?.slice(-6) ?? null),
      ['260930', null, '260930', null],
    );
    assert.deepEqual(await run(), { processed: 0, failed: 0 });
  });

  test('AM-14, AM-23, AM-48 captured by hand, it is of the day of its capture: its batch, its business day', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const { number } = await server.one<{ number: number }>(
      'select merchant_number as number from merchants where id = $1',
      [merchantId],
    );
    const { id } = await insertTransaction(server.pool, {
      merchantId,
      date: new Date('2026-09-26T12:00:00Z'),
      status: 'PROCESSING',
      amountCents: 42_00n,
    });
    await insertTransaction(server.pool, { merchantId, date: new Date('2026-09-28T12:00:00Z') });
    await run();
    // still of Wednesday in Riga when it was taken, of Thursday when the answer was known
    await server.pool.query(
      `update transactions set status = 'SUCCESS', captured_date = '2026-09-30T20:59:59Z' where id = $1`,
      [id],
    );
    assert.deepEqual(await run(), { processed: 1, failed: 0 });
    assert.deepEqual(
      (await batches(merchantId)).map(({ batch }) => batch),
      [`${number}260930`, `${number}260928`],
    );
    assert.deepEqual(
      await server.all(
        `select (quarter at time zone 'Europe/Riga')::date::text as day, sum(transactions)::int as n,
           sum(amount_cents)::int as cents
         from business_day_deltas where merchant_id = $1 and amount_cents = 4200 group by 1`,
        [merchantId],
      ),
      [{ day: '2026-09-30', n: 1, cents: 42_00 }],
    );
  });

  test('two at the same moment, over several portions, leave none and take none twice', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    await server.pool.query(
      `insert into transactions (id, merchant_id, date, status, amount_cents, currency)
       select gen_random_uuid(), $1, '2026-09-30T10:00:00Z', 'SUCCESS', 100, 'EUR'
       from generate_series(1, 2500)`,
      [merchantId],
    );
    const runs = await Promise.all([run(), run()]);
    const taken = runs.map((figures) => (figures as { processed: number }).processed);
    const rest = ((await run()) as { processed: number }).processed;
    assert.equal(taken[0]! + taken[1]! + rest, 2500);
    assert.ok((await batches(merchantId)).every(({ batch }) => batch?.endsWith('260930')));
  });

  test('what somebody works on is left to the next run, and waits for nobody', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const date = new Date('2026-09-30T10:00:00Z');
    const { id } = await insertTransaction(server.pool, { merchantId, date });
    const client = await server.pool.connect();
    await client.query('begin');
    await client.query('select from transactions where id = $1 and merchant_id = $2 for update', [
      id,
      merchantId,
    ]);
    assert.deepEqual(await run(), { processed: 0, failed: 0 });
    await client.query('commit');
    client.release();
    assert.deepEqual(await run(), { processed: 1, failed: 0 });
  });
});

test('AM-14, AM-23 a day that begins twice is not over at its second midnight', async (t) => {
  const server = await testServer({
    now: () => new Date('2025-11-02T05:30:00Z'),
    settings: { BUSINESS_TIME_ZONE: 'America/Havana' },
  });
  t.after(() => server.close());
  const { id: merchantId } = await insertMerchant(server.pool);
  for (const at of ['2025-11-02T03:59:59Z', '2025-11-02T04:00:00Z'])
    await insertTransaction(server.pool, { merchantId, date: new Date(at) });
  await tasksOf(server.services)
    .find(({ type }) => type === 'SETTLEMENT_BATCH')!
    .run();
  const given = await server.all<{ batch: string | null }>(
    'select right(batch_id, 6) as batch from transactions where merchant_id = $1 order by date',
    [merchantId],
  );
  assert.deepEqual(
    given.map(({ batch }) => batch),
    ['251101', null],
  );
});
