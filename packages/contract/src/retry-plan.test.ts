import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRetries, retryDaysOf, retryHints, retryWords } from './retry-plan.ts';

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
