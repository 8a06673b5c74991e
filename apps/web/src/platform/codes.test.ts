import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsOf, codesOf, namedOf } from '../../codes.ts';
import { detailWords, readDetails } from '../ui/changes.ts';

test('AT-01, SB-46 a code in the audit log stands in the words that the record’s own screens have for it', async () => {
  const codes = await codesOf();
  const line = (entity: string, details: object) =>
    detailWords(readDetails(JSON.stringify(details), codes[entity])!);
  const paid = { changes: { status: { before: 'PENDING', after: 'PAID' } } };
  assert.equal(line('ORDER', paid), 'Status: Pending → Paid');
  assert.equal(line('SETTING', paid), 'Status: Pending → Paid');
  assert.equal(
    line('RECURRING_PAYMENT', {
      before: { status: 'ACTIVE', suspend_reason: null },
      after: { status: 'SUSPENDED', suspend_reason: 'PAUSED_BY_MERCHANT' },
      other_thing: 'NEVER_HEARD_OF',
    }),
    'Status: Active → Suspended, Suspend reason: none → Paused by the merchant, Other thing: Never heard of',
  );
  // the reasons of refunds and of reversals are two sets of one field
  for (const reason of ['WRONG_AMOUNT', 'DUPLICATE'])
    assert.ok(codes['TRANSACTION']!['reasonCode']![reason], reason);
  assert.equal(line('CONSUMER_CREDIT', { method: 'SMART_ID' }), 'Method: Smart-ID');
  assert.equal(line('USER', { status: 'NOBODY_KNOWS' }), 'Status: Nobody knows');
});

test('AT-01, SB-46 every action and kind of record of the audit log has words of its own, without a code in them', async () => {
  const { house, merchants } = await namedOf();
  for (const words of [house.actions, house.kinds, merchants.actions, merchants.kinds]) {
    const said = Object.values(words);
    assert.equal(new Set(said).size, said.length, 'no two read alike');
    // as wide as the list at 1440 has room for
    for (const one of said) assert.match(one, /^[A-Z][^_]{2,32}$/);
    assert.deepEqual(
      said,
      said.toSorted((a, b) => a.localeCompare(b, 'en')),
    );
  }
  assert.equal(house.actions['PAY_ORDER'], 'Pay order');
  assert.equal(house.actions['UPDATE_API_KEY'], 'Update API key');
  assert.equal(house.kinds['CONSUMER_CREDIT'], 'Loan');
  for (const [code, kind] of [
    ['LOAD_BIN_RANGES', 'SETTING'],
    ['DECIDE_SCREENING_CASE', 'SCREENING_CASE'],
  ] as const) {
    assert.ok(house.actions[code] && house.kinds[kind], code);
    assert.ok(!merchants.actions[code] && !merchants.kinds[kind], `${code} is no merchant’s`);
  }
  // under their kind of record: by what it is done to, or by the word that they end with
  assert.equal(house.under['REFUND'], 'Transaction');
  assert.equal(house.under['CREDIT_REFUND'], 'Loan');
  assert.equal(house.under['EXPIRE_ORDER'], 'Order');
  assert.equal(house.under['LOGIN'], undefined);
  assert.equal(merchants.under['LOAD_BIN_RANGES'], undefined);
  const calls = await callsOf();
  assert.equal(calls['PUT /api/transactions/{id}/actions/refund'], 'Refund');
  assert.equal(calls['GET /api/soap-logs'], 'Read SOAP Logs');
  for (const [key, words] of Object.entries(calls)) assert.match(words, /^[A-Z][^_{]+$/, key);
});
