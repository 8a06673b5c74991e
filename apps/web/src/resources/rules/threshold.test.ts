import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thresholdWords } from './threshold.ts';

const more = (field: string, value: number) => ({ field, comparison: 'MORE_THAN', value });

test('ST-01 a threshold says what it counts: money to the cent, and of payments and days how many in how long', () => {
  const kind = { field: 'kind', comparison: 'IS', value: ['PAYMENT'] };
  const words: [string, number, string][] = [
    ['amount', 5000, "5'000.00 EUR"],
    ['amount', 0.5, '0.50 EUR'],
    ['sumDay', 12_500.4, "12'500.40 EUR a day"],
    ['countHour', 10, '10 payments an hour'],
    ['countMonth', 1200, "1'200 payments in 30 days"],
    ['cardsDay', 1, '1 card a day'],
    ['customerDays', 70, '70 days'],
    ['customerAge', 18, '18 years'],
  ];
  for (const [field, value, said] of words)
    assert.equal(thresholdWords([kind, more(field, value), more('amount', 1)]), said);
  assert.equal(thresholdWords([kind]), null, 'what is named has no number');
});
