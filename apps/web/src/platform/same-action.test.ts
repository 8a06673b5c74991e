import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordsOf, sameAction, type Tied } from './same-action.ts';

const entry = (
  id: string,
  entityType: string,
  entityId: string | null,
  details: object = {},
): Tied => ({ id, entityType, entityId, details: JSON.stringify(details) });

const asked = entry('1', 'TRANSACTION', 'payment', { operationId: 'one', amount: 5 });
const answered = entry('2', 'TRANSACTION', 'payment', { operationId: 'one' });
const told = entry('3', 'MONEY_OPERATION', 'one', { transactionId: 'payment' });
const another = entry('4', 'TRANSACTION', 'payment', { operationId: 'two' });
const read = entry('5', 'TRANSACTION', 'payment');
const all = [asked, answered, told, another, read];
const ids = (rows: Tied[]) => rows.map(({ id }) => id).join();

test('SB-46 what was asked for, its answer and how that came lead to each other, and to nothing else of their record', () => {
  assert.equal(ids(sameAction(asked, all)), '2,3');
  assert.equal(ids(sameAction(answered, all)), '1,3');
  assert.equal(ids(sameAction(told, all)), '1,2');
  assert.equal(ids(sameAction(another, all)), '');
});

test('SB-46, AM-102 what was asked for anew under another id leads to its first request, and to how its answer came', () => {
  const last = entry('6', 'TRANSACTION', 'payment', { operationId: 'three', requestId: 'one' });
  const late = entry('7', 'PAYMENT_OPERATION', 'three', { transactionId: 'payment' });
  const anew = [asked, another, last, late];
  assert.equal(ids(sameAction(asked, anew)), '6,7');
  assert.equal(ids(sameAction(last, anew)), '1,7');
  assert.equal(ids(sameAction(late, anew)), '1,6');
  assert.deepEqual(recordsOf(last), ['payment', 'three', 'one']);
});

test('SB-46 what was done at once asks for nothing', () => {
  assert.deepEqual(recordsOf(read), []);
  assert.deepEqual(recordsOf(told), ['one', 'payment']);
  assert.deepEqual(recordsOf(asked), ['payment', 'one']);
});
