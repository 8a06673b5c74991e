import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beforeMigration, type BeforeMigration } from '../platform/db/testing/before-migration.ts';

let database: BeforeMigration;
before(async () => {
  database = await beforeMigration('0156-refunds-withdrawn.sql');
});
after(() => database.drop());

test('a refund request of before may have been handed over, so it is not taken back without asking', async () => {
  const { put, query } = database;
  const of = await put('consumer_credits');
  const request = (row: object) =>
    put('consumer_credits_refunds', {
      consumer_credit_id: of['id'],
      merchant_id: of['merchant_id'],
      ...row,
    });
  const waiting = await request({ status: 'REQUESTED' });
  await request({ status: 'CONFIRMED', settled_date: '2026-01-06T10:00Z' });

  await database.migrate();

  const rows = await query(
    `select status, amount_cents, sent_date is not null as sent, cancel_asked_date, updated_date
     from consumer_credits_refunds order by status`,
  );
  const kept = { amount_cents: '1', sent: true, cancel_asked_date: null, updated_date: null };
  assert.deepEqual(rows, [
    { status: 'CONFIRMED', ...kept },
    { status: 'REQUESTED', ...kept },
  ]);
  // one that comes from now on has not left the house
  const { consumer_credit_id, merchant_id, user_id } = waiting;
  const fresh = await put('consumer_credits_refunds', { consumer_credit_id, merchant_id, user_id });
  assert.equal(fresh['sent_date'], null);
});
