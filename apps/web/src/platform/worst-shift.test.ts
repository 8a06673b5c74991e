import assert from 'node:assert/strict';
import { test } from 'node:test';
import { worstShift } from './worst-shift.ts';

const at = (...times: number[]) => times.map((time) => ({ value: 0.25, at: time }));

test('shifts of one spell are added up, those of two are not, and the worst is told', () => {
  assert.equal(worstShift([]), 0);
  assert.equal(worstShift(at(100, 900, 1800)), 0.75);
  assert.equal(worstShift(at(100, 1100, 2100, 2200)), 0.5);
  // every half a second for ever: five seconds count
  assert.equal(worstShift(at(...Array.from({ length: 30 }, (_, nth) => nth * 500))), 2.5);
});
