import assert from 'node:assert/strict';
import { test } from 'node:test';
import { netOf } from './net.ts';

const of = (type: string, sum: number, reversed = 0, currency = 'EUR') => ({
  by: { type, currency },
  count: 1,
  sum,
  also: { reversedAmount: reversed },
});
const net = (...totals: ReturnType<typeof of>[]) =>
  netOf(totals, 'reversedAmount', ({ by }) => by['type'] !== 'PAYMENT');

test('AM-125, SB-50 what is left is paid less refunded, each without what was reversed of it, to the cent', () => {
  assert.equal(net(of('PAYMENT', 0.1), of('PAYMENT', 0.2), of('REFUND', 0.25)), 5n);
  assert.equal(net(of('PAYMENT', 1503, 3), of('REFUND', 4, 2)), 149_800n);
  assert.equal(net(of('PAYMENT', 1), of('REFUND', 5.5), of('MANUAL_REFUND', 1)), -550n);
  // one way alone is the sum that stands there, and no currency is taken off another
  assert.equal(net(of('PAYMENT', 10, 10)), null);
  assert.equal(net(of('REFUND', 10), of('MANUAL_REFUND', 1)), null);
  assert.equal(net(of('PAYMENT', 10), of('REFUND', 1, 0, 'USD')), null);
  assert.equal(
    netOf([of('PAYMENT', 10), of('REFUND', 1)], undefined, () => true),
    null,
  );
});
