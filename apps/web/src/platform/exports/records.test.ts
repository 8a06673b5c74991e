import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordCounter } from './records.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('records are counted while a file comes, the head left out, however it is cut', () => {
  const text = '\uFEFFName,Text\r\n1,a\r\n2,"two\r\nlines, ""quoted"""\r\n3,\r\n';
  for (let cut = 0; cut <= text.length; cut++) {
    const count = recordCounter('csv');
    count(bytes(text.slice(0, cut)));
    assert.equal(count(bytes(text.slice(cut))), 3, `cut at ${cut}`);
  }
});

test('nothing has come yet: no record', () => {
  const count = recordCounter('csv');
  assert.equal(count(bytes('Name,Te')), 0);
  assert.equal(count(bytes('xt\r\n')), 0);
});

test('records of JSON lines are counted by their line ends, whatever stands in them', () => {
  const count = recordCounter('lines');
  assert.equal(count(bytes('{"a":"\\"\\n"}\n{"a":"x"}\n')), 2);
});
