import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofPage } from './commands.ts';
import { marksOf } from './marks.ts';

const marked = (text: string, q: string) =>
  marksOf(text, q)
    .map(({ part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join('');

test('what was typed is marked in what was found, however it was written', () => {
  assert.equal(marked('Jānis Ozols-Šķēle', 'ozols janis'), '[Jānis] [Ozols]-Šķēle');
  assert.equal(marked("−1'234.50 EUR refund", '-1234,5'), "−[1'234.50] EUR refund");
  assert.equal(marked('43.99 EUR', '€43.99'), '[43.99] EUR');
  assert.equal(
    marked('•• 6017 · Order QQ-1, a lamp', '6017 LAMP a'),
    '•• [6017] · Order QQ-1, a [lamp]',
  );
  assert.equal(marked('ID …dbc99e', '…DBC99E'), 'ID …[dbc99e]');
  assert.equal(marked('Anna', ''), 'Anna');
  assert.equal(marked('Andris Jankauskas', 'an'), '[An]dris Jankauskas');
});

test('what is to be done, typed alone on a page, is of that page', () => {
  const id = '019d0000-0000-7000-8000-000000000001';
  assert.equal(ofPage(' Refund ', `/transactions/${id}`), `refund ${id}`);
  assert.equal(ofPage('block', `/customers/${id}`), `block ${id}`);
  for (const [text, path] of [
    ['refund', '/transactions'],
    ['refund', `/customers/${id}`],
    ['refund 5', `/transactions/${id}`],
    ['invite', `/transactions/${id}`],
    ['toString', `/transactions/${id}`],
  ] as const)
    assert.equal(ofPage(text, path), text, `${text} at ${path}`);
});
