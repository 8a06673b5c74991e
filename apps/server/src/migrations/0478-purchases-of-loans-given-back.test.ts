import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beforeMigration, type BeforeMigration } from '../platform/db/testing/before-migration.ts';

let database: BeforeMigration;
before(async () => {
  database = await beforeMigration('0478-purchases-of-loans-given-back.sql');
});
after(() => database.drop());

test('a purchase whose loan was given back whole before that was written down is refunded; others stay as they are', async () => {
  const { put, query } = database;
  const { id: merchant_id } = await put('merchants');
  const bought = async (loan: string | null, status = 'SETTLED') => {
    const { id: purchase_id } = await put('purchases', { merchant_id, status, amount_cents: 900 });
    const { id: order_id } = await put('orders', { merchant_id, purchase_id });
    if (loan) await put('consumer_credits', { merchant_id, order_id, status: loan });
    return purchase_id;
  };
  const paid = async (purchase_id: unknown, refunded_cents: number) =>
    put('transactions', {
      merchant_id,
      purchase_id,
      status: 'SUCCESS',
      amount_cents: 900,
      refunded_cents,
    });
  const back = await bought('REFUNDED');
  const alsoBack = await bought('REFUNDED');
  await paid(alsoBack, 900);
  const cancelled = await bought('REFUNDED', 'CANCELLED');
  const confirmed = await bought('CONFIRMED');
  const byCard = await bought(null);
  const besides = await bought('REFUNDED');
  await paid(besides, 100);

  await database.migrate();

  const rows = await query('select id, status from purchases');
  const now = (id: unknown) => rows.find((row) => row['id'] === id)!['status'];
  assert.deepEqual([back, alsoBack, cancelled, confirmed, byCard, besides].map(now), [
    'REFUNDED',
    'REFUNDED',
    'CANCELLED',
    'SETTLED',
    'SETTLED',
    'SETTLED',
  ]);
});
