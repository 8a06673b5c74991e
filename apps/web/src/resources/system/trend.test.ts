import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesOf } from '../../ui/LineChart/scale.ts';
import { stepsOf } from './trend.ts';

const of = (at: string) => ({ at: `2026-05-01T${at}:00.000Z` }) as never;

test('AM-118 a time in which no process ran is a gap in the line, and the step that has just begun is none', () => {
  const steps = stepsOf({
    points: [of('10:00'), of('10:15'), of('11:00')],
    until: '2026-05-01T11:16:00.000Z',
    stepMinutes: 15,
  });
  assert.deepEqual(
    steps.map(({ at, point }) => [at.slice(11, 16), point !== null]),
    [
      ['10:00', true],
      ['10:15', true],
      ['10:30', false],
      ['10:45', false],
      ['11:00', true],
    ],
  );
  assert.deepEqual(stepsOf({ points: [], until: '2026-05-01T11:16:00.000Z', stepMinutes: 15 }), []);
  assert.deepEqual(piecesOf([null, 1, 2, null, null, 3, null]), [[1, 2], [3]]);
});
