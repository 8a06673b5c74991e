import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { consentSentence } from '@paydesk/contract/consent.ts';
import { beforeMigration, type BeforeMigration } from '../platform/db/testing/before-migration.ts';

let database: BeforeMigration;
before(async () => {
  database = await beforeMigration('0522-recurring-as-agreed.sql');
});
after(() => database.drop());

test('AM-14, AM-122 the agreed maximum is what was agreed to each time, where the words say so', async () => {
  const { put, query } = database;
  const { id: merchant_id } = await put('merchants');
  const begun = async (amount: bigint, most: bigint, agreed: bigint | null) => {
    const of = { unit: 'MONTH', every: 1, mostCents: most } as const;
    const { id } = await put('recurring_payments', {
      merchant_id,
      currency: 'EUR',
      amount_cents: amount,
      most_cents: most,
      consent_text:
        agreed && consentSentence(of, { shop: 'Oak', amountCents: agreed, currency: 'EUR' }),
    });
    return id;
  };
  const sent = await begun(45_00n, 40_00n, 45_00n);
  const dear = await begun(1_234_567_05n, 40_00n, 1_234_567_05n);
  const otherwise = await begun(135_00n, 40_00n, 45_00n);
  const untold = await begun(45_00n, 40_00n, null);
  const lower = await begun(30_00n, 40_00n, 30_00n);

  await database.migrate();

  const rows = await query('select id, most_cents::text as most from recurring_payments');
  const now = (id: unknown) => rows.find((row) => row['id'] === id)!['most'];
  assert.deepEqual([sent, dear, otherwise, untold, lower].map(now), [
    '4500',
    '123456705',
    '4000',
    '4000',
    '4000',
  ]);
});
