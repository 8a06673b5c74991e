import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference, newsWords } from './words.ts';

const page = (totalElements: number, ...rows: [string, string][]) => ({
  totalElements,
  content: rows.map(([id, status]) => ({ id, status })),
});

test('what is new is said in words, and no more than is there', () => {
  assert.equal(newsWords(3, 0), 'Three new');
  assert.equal(newsWords(1, 2), 'One new, two changed');
  assert.equal(newsWords(0, 11), '11 changed');
  assert.equal(newsWords(5000, 0), '999+ new');
  assert.equal(newsWords(0, 0), '');
});

test('a page asked for again tells more rows from changed ones, and those that were pushed off it from both', () => {
  const shown = page(9, ['c', 'ok'], ['b', 'ok'], ['a', 'ok']);
  assert.deepEqual(difference(shown, shown), { added: 0, changed: [] });
  assert.deepEqual(difference(shown, page(10, ['d', 'ok'], ['c', 'ok'], ['b', 'gone'])), {
    added: 1,
    changed: ['b'],
  });
  assert.deepEqual(difference(shown, page(8, ['c', 'ok'], ['a', 'ok'], ['x', 'ok'])), {
    added: 0,
    changed: ['b'],
  });
});
