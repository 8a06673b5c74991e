import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { disputeReason } from '@paydesk/contract/resources/disputes.ts';
import { beforeMigration, type BeforeMigration } from '../platform/db/testing/before-migration.ts';

let database: BeforeMigration;
before(async () => {
  database = await beforeMigration('0542-reasons-of-disputes-in-words.sql');
});
after(() => database.drop());

test('AM-109 a dispute that kept its acquirer’s code reads as one that comes now, and what was said in words stays', async () => {
  const { put, query } = database;
  const { id: merchant_id } = await put('merchants');
  const { id: transaction_id } = await put('transactions', { merchant_id });
  const said = [
    'bank_cannot_process',
    'check_returned',
    'credit_not_processed',
    'customer_initiated',
    'debit_not_authorized',
    'duplicate',
    'fraudulent',
    'general',
    'incorrect_account_details',
    'insufficient_funds',
    'noncompliant',
    'product_not_received',
    'product_unacceptable',
    'subscription_canceled',
    'unrecognized',
    // of no table, and none
    'never_heard__of',
    '4837_no_card',
    ' Fraudulent ',
    '4837',
    'goods_',
    'Goods not received',
    'It was not_me',
    'Fraud: not made by the cardholder',
  ];
  for (const [nth, reason] of said.entries())
    await put('disputes', {
      merchant_id,
      transaction_id,
      external_id: String(nth),
      status: 'OPEN',
      amount_cents: 100,
      reason,
    });

  await database.migrate();

  const rows = await query('select reason from disputes order by external_id::int');
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    said.map(disputeReason),
  );
});
