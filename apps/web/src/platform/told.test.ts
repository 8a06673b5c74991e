import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tell, toldSince } from './told.ts';

test('NG-19 the server hears how long ago the person did something, and of a sign that no call has told of', () => {
  const start = Date.UTC(2026, 10, 20, 8);
  assert.equal(tell(start, start + 1999), 1, 'whole seconds');
  assert.equal(tell(start, start + 7_199_000), 7199, 'a page that asks by itself is no sign');
  assert.equal(tell(start + 500, start), 0, 'a clock set back is no future');
  const told = start + 1000;
  tell(told, told);
  assert.equal(toldSince(told, told + 3_600_000, 60_000), false, 'nobody there, nothing told');
  assert.equal(toldSince(told + 1, told + 59_999, 60_000), false);
  assert.equal(toldSince(told + 1, told + 60_000, 60_000), true);
  tell(told + 1, told + 60_000);
  assert.equal(toldSince(told + 1, told + 200_000, 60_000), false);
});
