import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMonths, presetsOf, readDay, weeksOf, wrongWith } from './days.ts';

const presets = (today: string) =>
  presetsOf(today).map(({ label, from, to }) => `${label}: ${from} ${to}`);

test('AM-24, AM-123 presets: weeks and months that end today, and calendar months by name', () => {
  assert.deepEqual(presets('2026-11-22'), [
    'Today: 2026-11-22 2026-11-22',
    'Yesterday: 2026-11-21 2026-11-21',
    'Last Week: 2026-11-15 2026-11-22',
    'Last Month: 2026-10-22 2026-11-22',
    'November 2026: 2026-11-01 2026-11-22',
    'October 2026: 2026-10-01 2026-10-31',
    'September 2026: 2026-09-01 2026-09-30',
  ]);
  assert.deepEqual(presets('2028-03-31').slice(3), [
    'Last Month: 2028-02-29 2028-03-31',
    'March 2028: 2028-03-01 2028-03-31',
    'February 2028: 2028-02-01 2028-02-29',
    'January 2028: 2028-01-01 2028-01-31',
  ]);
  assert.equal(presets('2026-01-01')[5], 'December 2025: 2025-12-01 2025-12-31');
});

test('a day is read as people type it, and nothing that is none', () => {
  for (const text of [
    '05.03.2026',
    '5.3.2026',
    ' 05.03.2026 ',
    '05/03/2026',
    '05,03,2026',
    '5-3-2026',
    '05032026',
    '2026-03-05',
    '5 3 2026',
  ])
    assert.equal(readDay(text), '2026-03-05', text);
  for (const text of [
    '',
    '31.02.2026',
    '5.3',
    '5.3.26',
    '050326',
    'today',
    '2026-13-01',
    '05.03.20261',
  ])
    assert.equal(readDay(text), null, text);
});

test('a month in weeks from Monday, with what fills its first and last', () => {
  const november = weeksOf('2026-11-22');
  assert.equal(november.length, 6);
  assert.deepEqual(november[0], [
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ]);
  assert.equal(november.at(-1)!.at(0), '2026-11-30');
  assert.equal(weeksOf('2027-02-10').length, 4, 'February 2027 is four whole weeks');
  assert.equal(weeksOf('2026-12-31').at(-1)!.at(-1), '2027-01-03');
});

test('months later and earlier keep the day as far as there is one', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
  assert.equal(addMonths('2026-03-31', -1), '2026-02-28');
  assert.equal(addMonths('2026-12-15', 1), '2027-01-15');
  assert.equal(addMonths('2026-01-15', -12), '2025-01-15');
});

test('BD-03, BD-04 what can’t be is said under the field that made it', () => {
  const late = { from: '02.02.2026', to: '01.02.2026' };
  assert.deepEqual(wrongWith(late, 'from', false), {
    end: 'from',
    words: 'From date cannot exceed to date',
  });
  assert.deepEqual(wrongWith(late, 'to', false), {
    end: 'to',
    words: 'To date cannot be before from date',
  });
  const same = { from: '01.02.2026', to: '1.2.2026' };
  assert.equal(wrongWith(same, 'to', false), null);
  assert.deepEqual(
    wrongWith(same, 'to', false, () => 'Too long'),
    {
      end: 'to',
      words: 'Too long',
    },
  );
  const date = 'Date must be DD.MM.YYYY';
  assert.deepEqual(wrongWith({ ...same, from: '31.02.2026' }, 'to', false), {
    end: 'from',
    words: date,
  });
  assert.deepEqual(wrongWith({ ...same, to: '' }, 'to', false), { end: 'to', words: date });
  assert.equal(wrongWith({ ...same, to: ' ' }, 'to', true), null, 'open where it may be');
});
