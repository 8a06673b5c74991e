import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayErrors, daysInWords, nextDay, partsOf } from './kernel/rising-days.ts';
import { checkRetries, retryDaysOf, retryFields, retryHints, retryWords } from './retry-plan.ts';

test('AM-122 the hour of a retry is said with the zone that it is in, as far as it is known', () => {
  assert.equal(
    retryHints('Europe/Riga').retryHour,
    'Europe/Riga time. Cards often have money again in the morning.',
  );
  assert.equal(retryHints(null).retryHour, 'Cards often have money again in the morning.');
});

test('AM-122 the days of a plan rise, are at most six and none beyond thirty, and are said in a sentence', () => {
  for (const [text, days] of [
    ['1, 3, 7', [1, 3, 7]],
    ['1 3 7', [1, 3, 7]],
    [' ', []],
    [null, []],
    ['3, 3', null],
    ['7, 3', null],
    ['1 2 3 4 5 30', [1, 2, 3, 4, 5, 30]],
    ['1 2 3 4 5 6 7', null],
    ['31', null],
    ['0', null],
    ['1.5', null],
    ['x', null],
  ] as const) {
    assert.deepEqual(retryDaysOf(text), days, String(text));
    assert.equal(!checkRetries({ retryDays: text })['retryDays'], days !== null, String(text));
  }
  for (const [retryDays, words] of [
    ['', 'Never'],
    ['1', 'After 1 day, at 09:00'],
    ['1, 3, 7', 'After 1, 3 and 7 days, at 09:00'],
  ] as const)
    assert.equal(retryWords({ retryDays, retryHour: 9 }), words);
});

test('AM-122 what is wrong with a plan’s days is said of the day that it is wrong with; the next one is proposed', () => {
  const rule = retryFields.retryDays.days;
  assert.deepEqual(dayErrors(partsOf('1, 3, 7'), rule), [null, null, null]);
  assert.deepEqual(dayErrors(partsOf('3, 3, ?, 31'), rule), [
    null,
    'Must be later than day 3, the one before',
    'A whole number of days, from 1 to 30',
    'A whole number of days, from 1 to 30',
  ]);
  const proposed = ['', '1', '1, 3', '1, 3, 20', '30'].map((text) => nextDay(partsOf(text), rule));
  assert.deepEqual(proposed, ['1', '3', '7', '30', '?']);
  assert.equal(daysInWords([1], rule), 'Day 1 after the charge failed');
  assert.equal(daysInWords([1, 3, 7], rule), 'Day 1, Day 3 and Day 7 after the charge failed');
  assert.equal(daysInWords([], rule), null);
});
