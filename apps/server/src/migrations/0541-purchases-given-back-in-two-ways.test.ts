import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beforeMigration, type BeforeMigration } from '../platform/db/testing/before-migration.ts';

let database: BeforeMigration;
before(async () => {
  database = await beforeMigration('0541-purchases-given-back-in-two-ways.sql');
});
after(() => database.drop());

test('SB-15, SB-16 a purchase that refunds and a reversal gave back whole before that was looked at together is refunded; others stay as they are', async () => {
  const { put, query } = database;
  const { id: merchant_id } = await put('merchants');
  type Charge = [status: string, refunded_cents: number, reversed_cents: number];
  const bought = async (charges: Charge[], status = 'SETTLED') => {
    const { id: purchase_id } = await put('purchases', { merchant_id, status, amount_cents: 900 });
    for (const [state, refunded_cents, reversed_cents] of charges)
      await put('transactions', {
        merchant_id,
        purchase_id,
        status: state,
        amount_cents: 900,
        refunded_cents,
        reversed_cents,
      });
    return purchase_id;
  };
  const both: Charge = ['REVERSED', 300, 600];
  const back = await bought([both]);
  const apart = await bought([
    ['REVERSED', 0, 900],
    ['SUCCESS', 900, 0],
  ]);
  const failedBefore = await bought([['DECLINED', 0, 0], both]);
  const kept = await bought([['REVERSED', 300, 500]]);
  const paidBesides = await bought([both, ['SUCCESS', 0, 0]]);
  const reversed = await bought([['REVERSED', 0, 900]]);
  const cancelled = await bought([both], 'CANCELLED');
  const lent = await bought([both]);
  const { id: order_id } = await put('orders', { merchant_id, purchase_id: lent });
  await put('consumer_credits', { merchant_id, order_id, status: 'CONFIRMED' });

  await database.migrate();

  const rows = await query('select id, status from purchases');
  const now = (id: unknown) => rows.find((row) => row['id'] === id)!['status'];
  assert.deepEqual([back, apart, failedBefore].map(now), ['REFUNDED', 'REFUNDED', 'REFUNDED']);
  assert.deepEqual([kept, paidBesides, reversed, cancelled, lent].map(now), [
    'SETTLED',
    'SETTLED',
    'SETTLED',
    'CANCELLED',
    'SETTLED',
  ]);
});
