import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beforeMigration, type BeforeMigration } from '../platform/db/testing/before-migration.ts';

let database: BeforeMigration;
before(async () => {
  database = await beforeMigration('0490-disputes-by-deadline-found.sql');
});
after(() => database.drop());

test('a payment has the day by which the next of its open disputes is to be answered, and none of those that are decided', async () => {
  const { put, query } = database;
  const { id: merchant_id } = await put('merchants');
  const paid = async (...disputes: [status: string, respond_by: string | null][]) => {
    const { id: transaction_id } = await put('transactions', { merchant_id });
    for (const [nth, [status, respond_by]] of disputes.entries())
      await put('disputes', {
        merchant_id,
        transaction_id,
        status,
        respond_by,
        external_id: String(nth),
      });
    return transaction_id;
  };
  const twice = await paid(['OPEN', '2030-02-02T00:00:00Z'], ['OPEN', '2030-01-01T00:00:00Z']);
  const open = await paid(['OPEN', '2030-03-03T00:00:00Z'], ['LOST', '2029-01-01T00:00:00Z']);
  const won = await paid(['WON', '2030-01-01T00:00:00Z']);
  const anyDay = await paid(['OPEN', null]);
  const none = await paid();

  await database.migrate();

  const rows = await query('select id, respond_by from transactions');
  const now = (id: unknown) => rows.find((row) => row['id'] === id)!['respond_by'];
  assert.deepEqual([twice, open, won, anyDay, none].map(now), [
    new Date('2030-01-01T00:00:00Z'),
    new Date('2030-03-03T00:00:00Z'),
    null,
    null,
    null,
  ]);
});
