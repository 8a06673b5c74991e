import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, countDays, monthBefore } from '@paydesk/contract/kernel/dates.ts';
import type { FigureReport } from '@paydesk/contract/resources/business-days/figures.ts';
import { lastMonth, lastWeek } from '../../ui/DateRange/days.ts';
import {
  changeOf,
  comparisonOf,
  isEmpty,
  isHardly,
  largeOf,
  peakOf,
  periodWords,
  readRange,
  sizeOf,
  timesOf,
} from './range.ts';

const TODAY = '2026-11-20';

test('AM-24, BD-05, BD-06, BD-07 the last month and the last week end today', () => {
  assert.deepEqual(lastMonth(TODAY), { from: '2026-10-20', to: TODAY });
  assert.deepEqual(lastWeek(TODAY), { from: '2026-11-13', to: TODAY });
  assert.deepEqual(readRange({}, TODAY), { from: '2026-10-20', to: TODAY, problem: null });
  assert.equal(monthBefore('2026-03-31'), '2026-02-28');
  assert.equal(monthBefore('2024-03-31'), '2024-02-29');
  assert.equal(monthBefore('2026-01-15'), '2025-12-15');
  assert.equal(addDays('2026-03-01', -1), '2026-02-28');
  assert.equal(countDays('2026-03-28', '2026-03-30'), 3);
});

test('the range of the address is taken, and a wrong one is said', () => {
  const of = (from: string, to: string) => readRange({ from, to }, TODAY).problem;
  assert.deepEqual(readRange({ from: '2026-01-01', to: '2026-01-31' }, TODAY), {
    from: '2026-01-01',
    to: '2026-01-31',
    problem: null,
  });
  assert.equal(of('2026-02-01', '2026-01-31'), 'From date cannot exceed to date');
  assert.equal(of('2026-02-30', '2026-03-31'), 'Date must be YYYY-MM-DD');
  assert.equal(of('x', '2026-03-31'), 'Date must be YYYY-MM-DD');
  assert.equal(of('2024-01-01', '2026-03-31'), 'At most 366 days at once');
});

test('days by their name, what they are held against, and both in words', () => {
  for (const [days, from, to] of [
    ['today', TODAY, TODAY],
    ['yesterday', '2026-11-19', '2026-11-19'],
    ['7days', '2026-11-14', TODAY],
    ['30days', '2026-10-22', TODAY],
    ['month', '2026-11-01', TODAY],
  ])
    assert.deepEqual(readRange({ days }, TODAY), { from, to, problem: null });
  assert.deepEqual(readRange({ days: 'constructor' }, TODAY), readRange({}, TODAY));
  assert.equal(comparisonOf({ compare: 'year' }), 'year');
  assert.equal(comparisonOf({ compare: 'toString' }), 'weekday');
  const day = { from: '2026-11-16', to: '2026-11-16' };
  assert.equal(periodWords({ ...day, until: null }), 'Mon 16.11.2026');
  assert.equal(periodWords({ ...day, until: '09:15' }), 'Mon 16.11.2026 until 09:15');
  assert.equal(
    periodWords({ from: '2026-11-10', to: '2026-11-16', until: null }),
    '10.11.2026 to 16.11.2026',
  );
});

test('a change needs something before', () => {
  const day = {
    date: TODAY,
    debitTransactions: 1,
    debitReversals: 0,
    creditTransactions: 0,
    creditReversals: 0,
    debitTransactionsAmount: 0.1,
    debitReversalsAmount: 0,
    creditTransactionsAmount: 0,
    creditReversalsAmount: 0,
  };
  assert.equal(isEmpty([day]), false);
  assert.equal(isEmpty([{ ...day, debitTransactions: 0 }]), true);
  assert.equal(changeOf(108.2, 100), 8.2);
  assert.equal(changeOf(0, 100), -100);
  assert.equal(changeOf(5, 0), null);
  // what differs is never the same, however little
  assert.equal(changeOf(5796, 5796), 0);
  assert.equal(changeOf(5794, 5796), -0.05);
  assert.equal(sizeOf(changeOf(5794, 5796)!), 'under 0.1');
  assert.equal(sizeOf(changeOf(5802, 5796)!), '0.1');
  assert.equal(isHardly(changeOf(5796, 5796)!), false);
  assert.equal(timesOf(changeOf(299, 100)!), null);
  assert.equal(timesOf(changeOf(300, 100)!), '3 times');
  assert.equal(timesOf(changeOf(341, 100)!), '3.4 times');
  assert.equal(timesOf(changeOf(1237, 100)!), '12 times');
  assert.equal(timesOf(changeOf(123_700, 100)!), "1'237 times");
  assert.equal(timesOf(-100), null);
});

const daysOf = (...amounts: number[]) =>
  amounts.map((debitTransactionsAmount, nth) => ({
    date: addDays('2026-11-16', nth),
    debitTransactions: 1,
    debitTransactionsAmount,
    debitReversals: 0,
    debitReversalsAmount: 0,
    creditTransactions: 0,
    creditTransactionsAmount: 0,
    creditReversals: 0,
    creditReversalsAmount: 0,
  }));

test('AM-23 one day that stands far above all others is named, with what the rest changed by; of a few days none is', () => {
  const before = daysOf(100, 100, 100, 500, 100);
  // without it, and without the Thursday that it is held against: 450 from 400
  assert.deepEqual(peakOf(daysOf(100, 100, 100, 900, 150), before), {
    date: '2026-11-19',
    amount: 900,
    change: 12.5,
  });
  assert.equal(peakOf(daysOf(100, 100, 100, 400, 150), before), null);
  assert.equal(peakOf(daysOf(100, 100, 900), before), null);
  assert.equal(peakOf(daysOf(0, 0, 0, 0, 0), before), null);
});

/** A day of so many sales, the largest of them, and the day before. */
const sales = (count: number, amount: number, largest: number, before = 100) =>
  ({
    now: { debitTransactions: { count, amount }, largest: { id: 'x', amount: largest } },
    before: { debitTransactions: { count: 9, amount: before } },
  }) as unknown as FigureReport;

test('AM-23 one sale that stands far above all others of its day is named, with what the rest changed by; of two one always is', () => {
  assert.deepEqual(largeOf(sales(6, 6292.38, 6125.5)), { id: 'x', amount: 6125.5, change: 66.9 });
  assert.equal(largeOf(sales(6, 400, 300, 0))?.change, null);
  assert.equal(largeOf(sales(6, 400, 299)), null);
  assert.equal(largeOf(sales(2, 400, 399)), null);
});
