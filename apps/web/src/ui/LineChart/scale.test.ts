import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  labelledPoints,
  nearestPoint,
  peaksOf,
  roofFor,
  roofOf,
  shortFigure,
  ticksFor,
} from './scale.ts';

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

test('BD-08, BD-09 one day that towers above the others leaves them their shape, and says what it reached', () => {
  const days = [30, 42, 0, 38, 51, 47, 33, 40, 612, 45, 39, 41];
  assert.equal(roofOf(days), 51);
  assert.deepEqual(peaksOf([days, [1, 2]], 60, days.length), [[8, 612]]);
  assert.deepEqual(peaksOf([days], 700, days.length), []);
  assert.equal(roofOf([...days, 580]), 612, 'of twelve one may');
  assert.equal(roofOf([...days, ...days.map((day) => (day === 612 ? 580 : day))]), 51);
  assert.equal(roofOf([100, 120, 149, 80, 90, 110, 130, 300]), 300, 'twice as much is no tower');
  assert.equal(roofOf([0, 0, 0, 5, 0, 0, 0, 40]), 40, 'of two none is the rule');
  assert.equal(roofOf([]), 0);
  assert.equal(roofFor([days, [1, 2, null]]), 51);
  const usual = days.filter((day) => day !== 612);
  const run = [...usual, ...usual, 640, 580];
  assert.equal(roofOf(run), 51);
  assert.equal(roofFor([run]), 640, 'several in a row are no tower, and never a flat line');
  assert.deepEqual(
    peaksOf([[0, 90, 99, 90, 0, 0, 0, 95]], 20, 8),
    [
      [2, 99],
      [7, 95],
    ],
    'of neighbours the highest has words',
  );
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
