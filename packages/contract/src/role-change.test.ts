import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gainsOf, lossesOf, peopleWords, type Kept } from './role-change.ts';

const before: Kept = {
  rights: ['PAYMENTS', 'REFUND', 'REVERSE'],
  refundUpTo: null,
  reverseUpTo: 500,
  merchants: [],
};

test('SB-46 a change of a role says what its people lose: rights, amounts that they can still use, merchants; no gain', () => {
  assert.deepEqual(lossesOf(before, before), []);
  assert.deepEqual(lossesOf(before, { ...before, rights: [...before.rights, 'CAPTURE'] }), []);
  assert.deepEqual(lossesOf({ ...before, merchants: ['Oak'] }, before), []);
  assert.deepEqual(lossesOf(before, { ...before, refundUpTo: 100, reverseUpTo: 600 }), [
    'Refund up to 100.00 alone, where it was without a limit',
  ]);
  assert.deepEqual(lossesOf(before, { ...before, reverseUpTo: 50 }), [
    'Reverse up to 50.00 alone, where it was up to 500.00',
  ]);
  const gone = lossesOf(before, { ...before, rights: ['PAYMENTS', 'REFUND'], reverseUpTo: 1 });
  assert.equal(gone.length, 1, 'the right, not its amount too');
  assert.deepEqual(lossesOf(before, { ...before, merchants: ['Oak', 'Birch'] }), [
    'Every merchant but Oak, Birch',
  ]);
  assert.deepEqual(
    lossesOf({ ...before, merchants: ['Oak', 'Birch'] }, { ...before, merchants: ['Oak'] }),
    ['Everything of Birch'],
  );
});

test('SB-46 a change of a role says what its people gain: rights, higher amounts of what they can do already, merchants; no loss', () => {
  assert.deepEqual(gainsOf(before, before), []);
  assert.deepEqual(gainsOf(before, { ...before, rights: ['PAYMENTS'], merchants: ['Oak'] }), []);
  assert.equal(gainsOf(before, { ...before, rights: [...before.rights, 'CAPTURE'] }).length, 1);
  assert.deepEqual(gainsOf(before, { ...before, refundUpTo: 100, reverseUpTo: 600 }), [
    'Reverse up to 600.00, where it was up to 500.00',
  ]);
  assert.deepEqual(gainsOf(before, { ...before, reverseUpTo: null }), [
    'Reverse without a limit, where it was up to 500.00',
  ]);
  const some = { ...before, rights: ['PAYMENTS', 'REFUND'] as const, reverseUpTo: 1 };
  assert.equal(gainsOf(some, before).length, 1, 'the right, not its amount too');
  assert.deepEqual(gainsOf({ ...before, merchants: ['Oak'] }, before), ['Every merchant']);
  assert.deepEqual(
    gainsOf({ ...before, merchants: ['Oak'] }, { ...before, merchants: ['Oak', 'Birch'] }),
    ['Everything of Birch'],
  );
});

test('SB-46 whom it concerns is named, the first few', () => {
  assert.equal(peopleWords(['Anna', 'Jan', 'Eva', 'Max'], 9), 'Anna, Jan, Eva and 6 more');
  assert.equal(peopleWords(['Anna', 'Jan'], 2), 'Anna and Jan');
  assert.equal(peopleWords(['Anna'], 1), 'Anna');
  assert.equal(peopleWords([], 4), '4 people');
});
