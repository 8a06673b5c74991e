import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesOf } from '../../codes.ts';
import { detailWords, readDetails } from '../ui/changes.ts';

test('AT-01, SB-46 a code in the audit log stands in the words that the record’s own screens have for it', async () => {
  const codes = await codesOf();
  const line = (entity: string, details: object) =>
    detailWords(readDetails(JSON.stringify(details), codes[entity])!);
  const paid = { changes: { status: { before: 'PENDING', after: 'PAID' } } };
  assert.equal(line('ORDER', paid), 'Status: Pending → Paid');
  assert.equal(line('SETTING', paid), 'Status: PENDING → PAID');
  assert.equal(
    line('RECURRING_PAYMENT', {
      before: { status: 'ACTIVE', suspend_reason: null },
      after: { status: 'SUSPENDED', suspend_reason: 'PAUSED_BY_MERCHANT' },
      other_thing: 'NEVER_HEARD_OF',
    }),
    'Status: Active → Suspended, Suspend reason: — → Paused by the merchant, Other thing: Never heard of',
  );
  // the reasons of refunds and of reversals are two sets of one field
  for (const reason of ['WRONG_AMOUNT', 'DUPLICATE'])
    assert.ok(codes['TRANSACTION']!['reasonCode']![reason], reason);
  assert.equal(line('USER', { status: 'NOBODY_KNOWS' }), 'Status: Nobody knows');
});
