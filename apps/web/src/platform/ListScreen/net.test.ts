import assert from 'node:assert/strict';
import { test } from 'node:test';
import { netOf } from './net.ts';

const of = (type: string, sum: number, reversed = 0, currency = 'EUR') => ({
  by: { type, currency },
  count: 1,
  sum,
  also: { reversedAmount: reversed },
});
const back = {
  key: 'type',
  values: ['REFUND', 'MANUAL_REFUND'],
  undone: 'reversedAmount',
  elsewhere: ['MANUAL_REFUND'],
};
const net = (...totals: ReturnType<typeof of>[]) => netOf(totals, back)?.net ?? null;

test('AM-125, SB-50, SB-17 what is left is paid less refunded, each without what was reversed of it, to the cent, and as on business days no manual refund is in it', () => {
  assert.equal(net(of('PAYMENT', 0.1), of('PAYMENT', 0.2), of('REFUND', 0.25)), 5n);
  assert.equal(net(of('PAYMENT', 1503, 3), of('REFUND', 4, 2)), 149_800n);
  assert.equal(net(of('PAYMENT', 1), of('REFUND', 5.5), of('MANUAL_REFUND', 1)), -450n);
  // one way alone is the sum that stands there, and no currency is taken off another
  assert.equal(net(of('PAYMENT', 10, 10)), null);
  assert.equal(net(of('PAYMENT', 10), of('MANUAL_REFUND', 1)), null);
  assert.equal(net(of('PAYMENT', 10), of('REFUND', 1, 0, 'USD')), null);
  const { undone: _, ...without } = back;
  assert.equal(netOf([of('PAYMENT', 10), of('REFUND', 1)], without), null);
});

test('AM-125 it is told in the steps that add up to it', () => {
  const { steps, net: left } = netOf([of('PAYMENT', 15, 3), of('REFUND', 4, 2)], back)!;
  assert.deepEqual(
    steps.map(({ of: { by }, undone, sum }) => [by.type, undone, sum]),
    [
      ['PAYMENT', false, 1500n],
      ['PAYMENT', true, -300n],
      ['REFUND', false, -400n],
      ['REFUND', true, 200n],
    ],
  );
  assert.equal(left, 1000n);
});
