import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TransactionDetail } from '@paydesk/contract/resources/transactions.ts';
import { eventsOf, pendingWords } from './timeline.ts';

const payment = {
  id: '0197c3f2-8a41-7d0e-9b55-d0a1f2f2c21e',
  status: { name: 'SUCCESS', description: 'Success' },
  date: '2026-11-18T14:30:00.000Z',
  amount: 128.4,
  currency: 'EUR',
  refundedTransactionId: null,
  remainingAmount: 128.4,
  refundedAmount: 0,
  pendingAmount: 0,
  awaitingAcquirer: null,
  refunds: [],
  reversal: null,
  externalPaymentId: null,
  createdBy: null,
} as unknown as TransactionDetail;

const refund = (amount: number, date: string, reasonCode: string) => ({
  id: date,
  transactionId: `of ${date}`,
  amount,
  date,
  reasonCode,
  reasonNote: null,
});

test('a payment alone is one event', () => {
  assert.deepEqual(
    eventsOf(payment).map(({ title, tone }) => [title, tone]),
    [['Payment of 128.40 EUR succeeded', 'success']],
  );
});

test('refunds stand above the payment, the latest first, a manual one in its own words', () => {
  const refunds = [
    refund(28.4, '2026-11-19T09:12:00.000Z', 'RETURNED_PRODUCT'),
    refund(10, '2026-11-20T09:12:00.000Z', 'REFUNDED_MANUALLY'),
  ];
  const events = eventsOf({ ...payment, refunds } as TransactionDetail);
  assert.deepEqual(
    events.map(({ title, transactionId }) => [title, transactionId]),
    [
      ['10.00 EUR marked as refunded', 'of 2026-11-20T09:12:00.000Z'],
      ['Refund of 28.40 EUR succeeded', 'of 2026-11-19T09:12:00.000Z'],
      ['Payment of 128.40 EUR succeeded', null],
    ],
  );
});

test('a reversed payment had succeeded before', () => {
  const reversed = {
    ...payment,
    status: { name: 'REVERSED', description: 'Reversed' },
    reversal: refund(128.4, '2026-11-19T09:12:00.000Z', 'DUPLICATE'),
  } as unknown as TransactionDetail;
  assert.deepEqual(
    eventsOf(reversed).map(({ title }) => title),
    ['Reversal of 128.40 EUR succeeded', 'Payment of 128.40 EUR succeeded'],
  );
});

test('an answer still awaited stands first, with its amount', () => {
  const awaiting = { ...payment, awaitingAcquirer: 'refund', pendingAmount: 12.5 } as const;
  assert.equal(pendingWords(payment), null);
  assert.equal(pendingWords(awaiting), 'Refund of 12.50 EUR is pending');
  assert.equal(eventsOf(awaiting)[0]?.title, 'Refund of 12.50 EUR is pending');
  const refundItself = { ...awaiting, amount: 20, pendingAmount: 0, refundedTransactionId: 'x' };
  assert.equal(pendingWords(refundItself), 'Refund of 20.00 EUR is pending');
});
