import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeLogs } from '@paydesk/contract/resources/exchange-logs.ts';
import { orders } from '@paydesk/contract/resources/orders.ts';
import { transactions } from '@paydesk/contract/resources/transactions.ts';
import { sumsOf } from './sums.ts';

test('SB-50 what selected rows come to is exact, each currency by itself, and what went back taken off', () => {
  const row = (amount: number, more = {}) => ({ amount, currency: 'EUR', ...more });
  assert.equal(sumsOf(orders as never, [row(0.1), row(0.2), row(1233.7)]), "1'234.00 EUR");
  const mixed = [row(10), row(5, { currency: 'USD' }), row(0.5)];
  assert.equal(sumsOf(orders as never, mixed), '10.50 EUR, 5.00 USD');
  const back = [row(10, { type: 'PAYMENT' }), row(4, { type: 'REFUND' })];
  assert.equal(sumsOf(transactions as never, back), '6.00 EUR');
  // messages are no money
  assert.equal(sumsOf(exchangeLogs as never, [{ id: 'x' }]), null);
});
