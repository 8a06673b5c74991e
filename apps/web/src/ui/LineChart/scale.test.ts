import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelledPoints, nearestPoint, shortFigure, ticksFor } from './scale.ts';

test('an axis ends at or just above the largest value, in round steps', () => {
  assert.deepEqual(ticksFor(33, true), [0, 10, 20, 30, 40]);
  assert.deepEqual(ticksFor(3, true), [0, 1, 2, 3]);
  assert.deepEqual(ticksFor(1, true), [0, 1]);
  assert.deepEqual(ticksFor(40, true), [0, 10, 20, 30, 40]);
  assert.deepEqual(ticksFor(2912.5, false), [0, 1000, 2000, 3000]);
  assert.deepEqual(ticksFor(0.3, false), [0, 0.1, 0.2, 0.3]);
  for (const largest of [1, 7, 12, 99, 101, 12_345, 9_999_999]) {
    const ticks = ticksFor(largest, true);
    assert.ok(ticks.at(-1)! >= largest && ticks.length <= 6, `${largest}: ${ticks.join()}`);
    assert.ok(ticks.every((tick) => Number.isInteger(tick)));
  }
});

test('figures on an axis are short', () => {
  assert.deepEqual([0, 40, 0.8, 3200, 12_000, 1_500_000].map(shortFigure), [
    '0',
    '40',
    '0.8',
    '3.2k',
    '12k',
    '1.5m',
  ]);
});

test('AM-97, BD-11 the first, the middle and the last day are labelled, each once', () => {
  assert.deepEqual(labelledPoints(31), [0, 15, 30]);
  assert.deepEqual(labelledPoints(2), [0, 1]);
  assert.deepEqual(labelledPoints(1), [0]);
  assert.deepEqual(labelledPoints(0), []);
});

test('the pointer reads the nearest point', () => {
  assert.deepEqual(
    [-1, 0, 0.49, 0.51, 1, 2].map((share) => nearestPoint(share, 2)),
    [0, 0, 0, 1, 1, 1],
  );
});
