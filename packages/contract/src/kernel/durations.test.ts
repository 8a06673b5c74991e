import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationWords } from './durations.ts';

test('how long something took is said in the two units that tell it', () => {
  for (const [ms, words] of [
    [0, '0 ms'],
    [340, '340 ms'],
    [4100, '4.1 s'],
    [59_990, '59.9 s'],
    [120_000, '2 min'],
    [309_301, '5 min 9 s'],
    [3_600_000, '1 h'],
    [7_530_000, '2 h 5 min'],
  ] as const)
    assert.equal(durationWords(ms), words);
});
