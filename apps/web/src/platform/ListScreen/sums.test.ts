import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sumsOf } from './sums.ts';

const listOf = (totals?: object) => ({ totals }) as never;
const orders = listOf({ of: 'amount' });
const transactions = listOf({ of: 'amount', back: { key: 'type', values: ['REFUND'] } });
const messages = listOf();
const row = (amount: number, more = {}) => ({ amount, currency: 'EUR', ...more });

test('SB-50 what selected rows come to is exact, each currency by itself, and what went back taken off', () => {
  assert.equal(sumsOf(orders, [row(0.1), row(0.2), row(1233.7)]), "1'234.00 EUR");
  const mixed = [row(10), row(5, { currency: 'USD' }), row(0.5)];
  assert.equal(sumsOf(orders, mixed), '10.50 EUR, 5.00 USD');
  const back = [row(10, { type: 'PAYMENT' }), row(4, { type: 'REFUND' })];
  assert.equal(sumsOf(transactions, back), '6.00 EUR');
  assert.equal(sumsOf(messages, [{ id: 'x' }]), null);
});
