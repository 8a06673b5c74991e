import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { maskedCard, refundedWords } from './words.ts';

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

test('a card shows its first six and last four', () => {
  assert.equal(maskedCard('520000******9241'), '520000••••••9241');
});
