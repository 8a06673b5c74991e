import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyWords, monthlyCents, nextDay, type Interval } from './intervals.ts';

const days = (from: string, interval: Interval, anchor: number, count: number) => {
  const found: string[] = [];
  for (let day = from; found.length < count;) found.push((day = nextDay(day, interval, anchor)));
  return found.join(' ');
};

test('the 31st of January is followed by the last day of February and the 31st of March; leap years, year’s end, weeks and days', () => {
  const month = { unit: 'MONTH', count: 1 } as const;
  assert.equal(
    days('2026-01-31', month, 31, 5),
    '2026-02-28 2026-03-31 2026-04-30 2026-05-31 2026-06-30',
  );
  assert.equal(days('2028-01-30', month, 30, 2), '2028-02-29 2028-03-30');
  assert.equal(days('2026-11-15', { unit: 'MONTH', count: 3 }, 15, 2), '2027-02-15 2027-05-15');
  assert.equal(
    days('2028-02-29', { unit: 'MONTH', count: 12 }, 29, 4),
    '2029-02-28 2030-02-28 2031-02-28 2032-02-29',
  );
  assert.equal(days('2026-12-28', { unit: 'WEEK', count: 1 }, 28, 2), '2027-01-04 2027-01-11');
  assert.equal(days('2026-02-27', { unit: 'DAY', count: 2 }, 27, 2), '2026-03-01 2026-03-03');
});

test('twenty years of every day of the month, held against a calendar written by others', () => {
  for (let anchor = 1; anchor <= 31; anchor++) {
    const begun = Temporal.PlainDate.from(`2026-01-${String(anchor).padStart(2, '0')}`);
    let day = begun.toString();
    for (let nth = 1; nth <= 240; nth++) {
      day = nextDay(day, { unit: 'MONTH', count: 1 }, anchor);
      assert.equal(day, begun.add({ months: nth }).toString());
    }
  }
});

test('in words, and what it comes to in a month', () => {
  assert.equal(everyWords({ unit: 'MONTH', count: 12 }), 'every year');
  assert.equal(everyWords({ unit: 'WEEK', count: 2 }), 'every 2 weeks');
  assert.equal(monthlyCents(12_00, { unit: 'MONTH', count: 12 }), 1_00);
  assert.equal(monthlyCents(3_00, { unit: 'WEEK', count: 1 }), 13_00);
});
