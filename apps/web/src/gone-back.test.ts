import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { goneBackWords, refundedWords } from './gone-back.ts';

test('a partly refunded, a wholly refunded and an untouched transaction differ at a glance', () => {
  assert.equal(refundedWords({ amount: 268.98, refundedAmount: 0 }, formatAmount), null);
  assert.equal(
    refundedWords({ amount: 268.98, refundedAmount: 67.24 }, formatAmount),
    'refunded 67.24',
  );
  assert.equal(
    refundedWords({ amount: 18.18, refundedAmount: 18.18 }, formatAmount),
    'refunded in full',
  );
});

test('AM-125 a partial reversal is told like a partial refund', () => {
  const row = { amount: 120, refundedAmount: 0, reversedAmount: 0, reversedRefundsAmount: 0 };
  assert.equal(goneBackWords(row), null);
  assert.equal(goneBackWords({ ...row, reversedAmount: 45.5 }), 'reversed 45.50');
  assert.equal(goneBackWords({ ...row, reversedAmount: 120 }), null);
  assert.equal(
    goneBackWords({ ...row, refundedAmount: 20, reversedAmount: 100 }),
    'refunded 20.00, reversed 100.00',
  );
  const reversed = { ...row, reversedRefundsAmount: 35 };
  assert.equal(goneBackWords(reversed), 'refund of 35.00 reversed');
  assert.equal(goneBackWords(reversed, 'brief'), 'refund reversed');
  assert.equal(
    goneBackWords({ ...row, refundedAmount: 20, reversedRefundsAmount: 35 }),
    'refunded 20.00, refund of 35.00 reversed',
  );
});
