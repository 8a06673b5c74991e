import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tokensOf } from './highlight.ts';

const said = (text: string) =>
  tokensOf(text)
    .filter(({ text: part }) => part.trim())
    .map(({ kind, text: part }) => `${kind} ${part.trim()}`);

test('XML: names, attributes with their values, what stands between, comments', () => {
  assert.deepEqual(said(`<?xml version="1.0"?><a b="1 0" c='x'>t</a><!-- <n> --><d/>`), [
    'comment <?xml version="1.0"?>',
    'mark <',
    'name a',
    'attribute b',
    'mark =',
    'value "1 0"',
    'attribute c',
    'mark =',
    "value 'x'",
    'mark >',
    'text t',
    'mark </',
    'name a',
    'mark >',
    'comment <!-- <n> -->',
    'mark <',
    'name d',
    'mark />',
  ]);
});

test('JSON: keys are names, all else values', () => {
  assert.deepEqual(said('{"a\\"b": "x: 1", "c": [-1.5e3, true, null]}'), [
    'text {',
    'name "a\\"b"',
    'mark :',
    'value "x: 1"',
    'text ,',
    'name "c"',
    'mark :',
    'text [',
    'value -1.5e3',
    'text ,',
    'value true',
    'text ,',
    'value null',
    'text ]}',
  ]);
});

test('whatever the text is, its parts are the text', () => {
  const text = fc.string({ unit: fc.constantFrom(...'<>/?!-="\'{}[]:,\\ ab1\n') });
  fc.assert(
    fc.property(text, (any) => {
      for (const whole of [any, `<${any}`, `{${any}`])
        assert.equal(
          tokensOf(whole)
            .map((token) => token.text)
            .join(''),
          whole,
        );
    }),
  );
});
