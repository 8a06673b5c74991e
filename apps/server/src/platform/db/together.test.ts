import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { together } from './together.ts';

test('AT-05 rows that come while others are written go together, each told of its own, and a bad one spoils no other', async () => {
  const statements: number[][] = [];
  const insert = together(async (rows: readonly number[]) => {
    statements.push([...rows]);
    await sleep(5);
    if (rows.includes(3)) throw new Error('no such row');
  });
  const told = await Promise.allSettled([1, 2, 3, 4].map((row) => insert(row)));
  assert.deepEqual(statements, [[1], [2, 3, 4], [2], [3], [4]]);
  assert.deepEqual(
    told.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
  await insert(5);
  assert.deepEqual(statements.at(-1), [5], 'who comes later begins anew');
});
