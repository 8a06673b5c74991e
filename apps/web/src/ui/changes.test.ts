import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesOf } from '../../codes.ts';
import { detailWords, readable, readDetails } from './changes.ts';

test('AT-01 what changed is read field by field, and the rest in words', () => {
  const details = readDetails(
    JSON.stringify({
      changes: {
        firstName: { before: 'Anna', after: 'Ann' },
        permissions: { before: ['A'], after: ['A', 'B'] },
        phoneNumber: { before: null, after: '1' },
        total_amount: { before: 0, after: 1345.3 },
      },
      note: null,
      amount: 35,
      operationId: 'x',
      reasonCode: 'RETURNED_PRODUCT',
    }),
  )!;
  assert.deepEqual(details.changes, [
    { field: 'First name', before: 'Anna', after: 'Ann' },
    { field: 'Permissions', before: 'A', after: 'A, B' },
    { field: 'Phone number', before: '—', after: '1' },
    { field: 'Total amount', before: '0.00', after: "1'345.30" },
  ]);
  assert.deepEqual(details.others, [
    ['Amount', '35.00'],
    ['Operation id', 'x'],
    ['Reason code', 'Returned product'],
  ]);
  assert.match(
    detailWords(details),
    /^First name: Anna → Ann, .*, Amount: 35\.00, Reason code: Returned product$/,
  );
});

test('AT-01 a state before and after is a change too', () => {
  const { changes } = readDetails('{"before":{"status":"A"},"after":{"status":"B"}}')!;
  assert.deepEqual(changes, [{ field: 'Status', before: 'A', after: 'B' }]);
});

test('AT-01 what is no entry of the audit log is none', () => {
  for (const text of ['<a/>', '[1]', '"x"', 'null']) assert.equal(readDetails(text), null, text);
});

test('names are written as people write them', () => {
  assert.equal(readable('MARK_SUCCESSFUL'), 'Mark successful');
  assert.equal(readable('operationId'), 'Operation id');
});

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
