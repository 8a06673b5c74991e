import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idIn, shortenedIn } from './typed-ids.ts';

test('an id that was shortened is between two, or ends so, or both', () => {
  const range = {
    from: '0197c3f2-0000-0000-0000-000000000000',
    to: '0197c3f2-ffff-ffff-ffff-ffffffffffff',
  };
  assert.deepEqual(shortenedIn('0197c3f2'), [{ ending: '0197c3f2' }, { range }]);
  for (const q of ['0197C3F2…', 'ID 0197c3f2…', '0197c3f2-', 'id: 0197c3f2...'])
    assert.deepEqual(shortenedIn(q), [{ range }], q);
  assert.deepEqual(shortenedIn('0197c3f2…dbc99e'), [{ ending: 'dbc99e', range }]);
  assert.deepEqual(shortenedIn('…dbc99e'), [{ ending: 'dbc99e' }]);
  for (const q of ['0197c3f…', 'lantern8', '4111 1111', 'ab…', '--------'])
    assert.deepEqual(shortenedIn(q), [], q);
});

test('an id is what was pasted, whatever stands about it', () => {
  const id = '0197c3f2-8a41-7000-8000-0000dbc99e01';
  for (const q of [id, `<${id}>`, id.replaceAll('-', '').toUpperCase(), `/orders/${id}?tab=items`])
    assert.equal(idIn(q), id, q);
  for (const q of [`x${id}`, `${id}0`, id.slice(1), '']) assert.equal(idIn(q), null, q);
});
