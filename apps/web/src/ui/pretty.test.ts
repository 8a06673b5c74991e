import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prettyPayload } from './pretty.ts';

test('JSON is indented', () => {
  assert.equal(prettyPayload('{"a":[1]}'), '{\n  "a": [\n    1\n  ]\n}');
});

test('XML stands one element a line', () => {
  assert.equal(
    prettyPayload('<?xml version="1.0"?><a><b x="1">t</b><c/><d><e>1</e></d></a>'),
    '<?xml version="1.0"?>\n<a>\n  <b x="1">t</b>\n  <c/>\n  <d>\n    <e>1</e>\n  </d>\n</a>',
  );
});

test('what is neither stays as it is', () => {
  for (const text of ['plain', '{broken', '<a><![CDATA[> <]]></a>'])
    assert.equal(prettyPayload(text), text);
});
