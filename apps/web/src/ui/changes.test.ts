import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDateTime } from '../platform/format.ts';
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
    { field: 'Total amount', before: '0.00 EUR', after: "1'345.30 EUR" },
  ]);
  assert.deepEqual(details.others, [
    ['Amount', '35.00 EUR'],
    ['Operation id', 'x'],
    ['Reason code', 'Returned product'],
  ]);
  assert.match(
    detailWords(details),
    /^First name: Anna → Ann, .*Phone number: none → 1, .*, Amount: 35\.00 EUR, Reason code: Returned product$/,
  );
});

test('AT-01, FC-01 days and moments stand as everywhere else', () => {
  const text = '{"dueDay":"2026-11-26","number":"2026-11","at":"2026-03-05T12:07:09.000Z"}';
  const { others } = readDetails(text)!;
  assert.deepEqual(others, [
    ['Due day', '26.11.2026'],
    ['Number', '2026-11'],
    ['At', formatDateTime('2026-03-05T12:07:09.000Z')],
  ]);
});

test('AT-01 a state before and after is a change too', () => {
  const { changes } = readDetails('{"before":{"status":"A"},"after":{"status":"B"}}')!;
  assert.deepEqual(changes, [{ field: 'Status', before: 'A', after: 'B' }]);
});

test('AT-01 an amount has its currency, and a step of the checkout is no code', () => {
  const text =
    '{"amount":5,"currency":"USD","before":{"stage":"CARD"},"after":{"stage":"AUTHORISING"}}';
  const { changes, others } = readDetails(text)!;
  assert.deepEqual(changes, [{ field: 'Stage', before: 'Card', after: 'Authorising' }]);
  assert.deepEqual(others, [['Amount', '5.00 USD']]);
});

test('AT-01 what is no entry of the audit log is none', () => {
  for (const text of ['<a/>', '[1]', '"x"', 'null']) assert.equal(readDetails(text), null, text);
});

test('names are written as people write them', () => {
  assert.equal(readable('MARK_SUCCESSFUL'), 'Mark successful');
  assert.equal(readable('operationId'), 'Operation id');
});
