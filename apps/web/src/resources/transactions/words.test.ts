import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import type { TransactionDetail } from '@paydesk/contract/resources/transactions.ts';
import { pendingWords } from '@paydesk/contract/resources/transactions/story.ts';
import { goneBackWords, maskedCard, refundedWords, signedWords } from './words.ts';

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

test('AM-125 money that goes back bears its sign; a partial reversal is told like a partial refund', () => {
  assert.equal(signedWords({ type: 'PAYMENT', amount: 1399.5 }), "1'399.50");
  assert.equal(signedWords({ type: 'REFUND', amount: 13.99 }), '−13.99');
  assert.equal(signedWords({ type: 'MANUAL_REFUND', amount: 13.99 }), '−13.99');
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

test('a card shows its first six and last four', () => {
  assert.equal(maskedCard('520000******9241'), '520000••••••9241');
});

test('an answer still awaited is named with its amount', () => {
  const payment = {
    amount: 128.4,
    currency: 'EUR',
    type: 'PAYMENT',
    pendingAmount: 0,
    awaitingAcquirer: null,
  } as TransactionDetail;
  const awaiting = { ...payment, awaitingAcquirer: 'refund', pendingAmount: 12.5 } as const;
  assert.equal(pendingWords(payment), null);
  assert.equal(pendingWords(awaiting), 'Refund of 12.50 EUR is pending');
  const refundItself = { ...awaiting, amount: 20, pendingAmount: 0, type: 'REFUND' } as const;
  assert.equal(pendingWords(refundItself), 'Refund of 20.00 EUR is pending');
});
