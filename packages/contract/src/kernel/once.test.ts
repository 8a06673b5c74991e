import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joined, type None, type Twice } from './once.ts';

// what is expected not to compile fails the type check where it does
const one = { rows: { 'GET /a': 1, 'GET /b': 2 }, others: { 'GET /c': 3 } };

test('what each part gives is there once, under the keys of all', () => {
  const table = joined(one);
  assert.deepEqual(table, { 'GET /a': 1, 'GET /b': 2, 'GET /c': 3 });
  assert.equal(table['GET /c'], 3);
  // @ts-expect-error no part gives it
  assert.equal(table['GET /d'], undefined);
});

test('a key given twice does not compile', () => {
  // @ts-expect-error 'GET /b' is given twice
  joined({ ...one, more: { 'GET /b': 4 } });
  const none: Twice<{ a: 'x' | 'y'; b: 'z' }> extends never ? true : false = true;
  const x: Twice<{ a: 'x' | 'y'; b: 'x' }> = 'x';
  // @ts-expect-error x is there
  ({}) satisfies None<typeof x, 'is given twice'>;
  assert.ok(none);
});
