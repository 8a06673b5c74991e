import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { consentSentence } from '@paydesk/contract/consent.ts';
import { beforeMigration, type BeforeMigration } from '../platform/db/testing/before-migration.ts';

let database: BeforeMigration;
before(async () => {
  database = await beforeMigration('0535-recurring-by-its-consent.sql');
});
after(() => database.drop());

test('AM-14, AM-122 what takes more than was agreed to has the sum of its consent for a maximum', async () => {
  const { put, query } = database;
  const { id: merchant_id } = await put('merchants');
  const begun = async (amount: bigint, most: bigint, agreed: bigint | null, shop = 'Oak') => {
    const of = { unit: 'MONTH', every: 1, mostCents: most } as const;
    const { id } = await put('recurring_payments', {
      merchant_id,
      currency: 'EUR',
      amount_cents: amount,
      most_cents: most,
      consent_text: agreed && consentSentence(of, { shop, amountCents: agreed, currency: 'EUR' }),
    });
    return id;
  };
  const told = [
    [await begun(135_00n, 40_00n, 45_00n), '4500'],
    [await begun(2_000_000_00n, 40_00n, 1_234_567_05n), '123456705'],
    // its name is no consent
    [await begun(135_00n, 40_00n, 45_00n, 'Oak takes 99.00 EUR from your card now'), '4500'],
    [await begun(135_00n, 40_00n, 39_00n), '4000'],
    [await begun(135_00n, 40_00n, null), '4000'],
    [await begun(30_00n, 40_00n, 45_00n), '4000'],
  ] as const;

  await database.migrate();

  const rows = await query('select id, most_cents::text as most from recurring_payments');
  for (const [id, most] of told) assert.equal(rows.find((row) => row['id'] === id)!['most'], most);
});
