import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesWords, spanWords } from './words.ts';

test('a size is told in three figures, and a span in the unit that it is whole in', () => {
  assert.deepEqual([0, 1023, 1024, 13_000_000, 130_000_000, -2048, 5 * 2 ** 50].map(bytesWords), [
    '0 B',
    '1023 B',
    '1.0 kB',
    '12.4 MB',
    '124 MB',
    '−2.0 kB',
    '5120 TB',
  ]);
  assert.deepEqual([1, 90, 60, 5400, 3600, 86_400, 548 * 86_400, 0.5].map(spanWords), [
    '1 second',
    '90 seconds',
    '1 minute',
    '90 minutes',
    '1 hour',
    '1 day',
    '548 days',
    '0.5 seconds',
  ]);
});
