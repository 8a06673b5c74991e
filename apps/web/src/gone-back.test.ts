import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goneBackWords } from './gone-back.ts';

const row = {
  amount: 120,
  currency: 'EUR',
  refundedAmount: 0,
  reversedAmount: 0,
  reversedRefundsAmount: 0,
};

test('a partly refunded, a wholly refunded and an untouched transaction differ at a glance', () => {
  assert.equal(goneBackWords(row), null);
  assert.equal(goneBackWords({ ...row, refundedAmount: 67.24 }), 'Refunded 67.24 EUR');
  assert.equal(goneBackWords({ ...row, refundedAmount: 67.24 }, 'brief'), 'Refunded 67.24');
  assert.equal(goneBackWords({ ...row, refundedAmount: 67.24 }, 'head'), 'Refunded in part');
  assert.equal(goneBackWords({ ...row, refundedAmount: 120 }), 'Refunded in full');
});

test('AM-125 a partial reversal is told like a partial refund', () => {
  assert.equal(goneBackWords({ ...row, reversedAmount: 45.5 }), 'Reversed 45.50 EUR');
  assert.equal(goneBackWords({ ...row, reversedAmount: 120 }), null);
  assert.equal(
    goneBackWords({ ...row, refundedAmount: 20, reversedAmount: 100 }),
    'Refunded 20.00 EUR, reversed 100.00 EUR',
  );
  const reversed = { ...row, reversedRefundsAmount: 35 };
  assert.equal(goneBackWords(reversed), 'Refund of 35.00 EUR reversed');
  assert.equal(goneBackWords(reversed, 'brief'), 'Refund reversed');
  assert.equal(goneBackWords(reversed, 'head'), 'Refund of 35.00 EUR reversed', 'said there alone');
  assert.equal(
    goneBackWords({ ...row, refundedAmount: 20, reversedRefundsAmount: 35 }),
    'Refunded 20.00 EUR, refund of 35.00 EUR reversed',
  );
});
