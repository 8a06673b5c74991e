import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { detailWords, jsonFields, readDetails } from './changes.ts';
import { valueWords } from './value-words.ts';
import { tokensOf } from './highlight.ts';
import { prettyPayload } from './pretty.ts';

const RUNS = { numRuns: 500 };
/** Names that an object has by itself, and that a change is told by, turn up as keys too. */
const key = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'toString', 'toJSON', 'changes', 'before', 'after', 'amount'),
);
const json = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue({ maxDepth: 1 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(key, tie('any'), { maxKeys: 4 }),
  ),
})).any;

test('TX-31 whatever JSON a record carries is shown as fields with words', () => {
  fc.assert(
    fc.property(json, (value) => {
      for (const [label, words] of jsonFields(value)) {
        assert.equal(typeof label, 'string');
        assert.ok(words.length > 0);
      }
      assert.ok(valueWords(value).length > 0);
    }),
    RUNS,
  );
  assert.deepEqual(jsonFields({ a: { b: [1, null] }, toString: { x: 1 }, c: null }), [
    ['a', '{"b":[1,null]}'],
    ['toString', '{"x":1}'],
    ['c', '—'],
  ]);
  assert.deepEqual(jsonFields(['x', 2]), [
    ['0', 'x'],
    ['1', '2'],
  ]);
  assert.deepEqual(jsonFields(7), [['Value', '7']]);
  assert.deepEqual(jsonFields(null), []);
});

test('AT-01 whatever stands in an entry of the audit log, or in a payload, is told', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        json.map((value) => JSON.stringify(value)),
        fc.string(),
      ),
      (text) => {
        const details = readDetails(text);
        if (details) assert.equal(typeof detailWords(details), 'string');
        const pretty = prettyPayload(text);
        assert.equal(
          tokensOf(pretty)
            .map((token) => token.text)
            .join(''),
          pretty,
        );
      },
    ),
    RUNS,
  );
});
