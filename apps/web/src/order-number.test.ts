import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberNamed } from './order-number.ts';

test('TX-29 an order is named by the number in the shop’s own words, and by no other word of them', () => {
  assert.deepEqual(
    [
      'Order BB-21876, crime novel',
      'order #4711.',
      'Your order no. 2026/11-4 of shoes',
      'Your order of 2 shoes',
      'Recurring fee',
      null,
    ].map(numberNamed),
    ['BB-21876', '4711', '2026/11-4', null, null, null],
  );
});
