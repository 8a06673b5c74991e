import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missing } from './breakdowns.ts';

test('each fault of npm run prove -- faults has its test, which its title finds', () => {
  assert.deepEqual(missing(), []);
});
