import assert from 'node:assert/strict';
import { totalmem } from 'node:os';
import { test } from 'node:test';
import { eighthOfMemory } from './memory.ts';

test('an eighth of the memory, within its bounds', () => {
  const eighth = eighthOfMemory(0, Infinity);
  assert.ok(eighth > 0 && eighth <= totalmem() / 2 ** 20 / 8, String(eighth));
  assert.equal(eighthOfMemory(eighth + 5, Infinity), eighth + 5);
  assert.equal(eighthOfMemory(0, eighth - 1), eighth - 1);
});
