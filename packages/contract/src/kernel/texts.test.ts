import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cut, isPlainLine, plainLine } from './texts.ts';

const SMILE = '\u{1F600}';

test('SB-48 a text is cut between letters, counted as people count them', () => {
  assert.equal(cut(`aa${SMILE}b`, 3), `aa${SMILE}`);
  assert.equal(cut(SMILE.repeat(30), 25), SMILE.repeat(25));
  assert.equal(cut(`a${SMILE.repeat(30)}`, 2), `a${SMILE}`);
  for (const whole of ['', 'abc', SMILE.repeat(3)]) assert.equal(cut(whole, 3), whole);
});

test('SB-48 a line is plain, or made so', () => {
  for (const [text, line] of [
    ['a\r\nBcc: x', 'a Bcc: x'],
    ['\u202eAna\u2028', 'Ana'],
    ['A\ud83dn', 'A n'],
    ['a\u0000b', 'a b'],
  ] as const) {
    assert.equal(isPlainLine(text), false, line);
    assert.equal(plainLine(text), line);
  }
  assert.equal(isPlainLine(`Ana ${SMILE} n\u200cm`), true);
});
