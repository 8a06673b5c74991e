import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsumerCreditStatus } from '../../kernel/loan-statuses.ts';
import { loanMoney } from './story.ts';

const money = (name: ConsumerCreditStatus, refundedAmount = 0, asked = refundedAmount) => {
  const { of, lines, left } = loanMoney({
    status: { name },
    currency: 'EUR',
    amount: 3267,
    refundedAmount,
    totalRequestedRefundsAmount: asked,
  });
  return [of, ...lines, left].map((one) =>
    typeof one === 'number' ? one : `${one.label} ${one.amount}`,
  );
};

test('LN-34, LN-35 a loan’s money is what was lent, what went back and what waits, to the cent', () => {
  assert.deepEqual(money('OFFER_SELECTION'), [3267, 'Asked for 3267', 'Lent 0']);
  assert.deepEqual(money('FAILED'), [3267, 'Asked for 3267', 'Lent 0']);
  assert.deepEqual(money('CONFIRMED'), [3267, 'Lent 3267', 'Still lent 3267']);
  assert.deepEqual(money('CONFIRMED', 0, 816.75), [
    3267,
    'Lent 3267',
    'Refund waits for the bank -816.75',
    'Still lent 2450.25',
  ]);
  assert.deepEqual(money('CONFIRMED', 0.1, 0.3), [
    3267,
    'Lent 3267',
    'Refunded -0.1',
    'Refund waits for the bank -0.2',
    'Still lent 3266.7',
  ]);
  assert.deepEqual(money('REFUNDED', 3267), [3267, 'Lent 3267', 'Refunded -3267', 'Still lent 0']);
});
