import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beforeMigration, type BeforeMigration } from '../platform/db/testing/before-migration.ts';

let database: BeforeMigration;
before(async () => {
  database = await beforeMigration('0508-counted-beside-found.sql');
});
after(() => database.drop());

test('SB-18, AM-113 what was marked by hand is asked of, and of what was paid twice one payment; nothing else', async () => {
  const { put, query } = database;
  const { id: merchant_id } = await put('merchants');
  const order = async () => (await put('orders', { merchant_id })).id;
  const paid = async (given: object = {}) =>
    (await put('transactions', { merchant_id, status: 'SUCCESS', ...given })).id;
  const marked = await paid();
  await put('transaction_logs', {
    transaction_id: marked,
    merchant_id,
    event: 'MARKED_SUCCESSFUL',
  });
  const same = { order_id: await order() };
  const first = await paid({ ...same, id: '01890000-0000-7000-8000-000000000001' });
  const second = await paid({ ...same, id: '01890000-0000-7000-8000-000000000002' });
  const known = { order_id: await order() };
  const byHand = await paid({ ...known, moves_money: false });
  const besideIt = await paid(known);
  const lent = { order_id: await order() };
  const besideLoan = await paid(lent);
  await put('consumer_credits', { merchant_id, ...lent, status: 'CONFIRMED' });
  const alone = await paid({ order_id: await order() });

  await database.migrate();

  const rows = await query('select id from transactions where counted_beside');
  assert.deepEqual(
    rows.map(({ id }) => id).toSorted(),
    [marked, second, besideLoan].toSorted(),
    JSON.stringify({ first, byHand, besideIt, alone }),
  );
});
