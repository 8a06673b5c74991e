import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictOf } from './advisories.ts';

const metadata = { vulnerabilities: { high: 0 }, dependencies: { total: 7 } };

test('a registry that does not answer is no good news', () => {
  for (const text of ['', 'not found', '{}', '{"error":{"code":"ENOAUDIT"}}', 'null'.repeat(2)])
    assert.equal(verdictOf(text).code, 2, text);
});

test('nothing known says of how many packages; what is known is named with its address', () => {
  assert.deepEqual(verdictOf(JSON.stringify({ metadata, vulnerabilities: {} })), {
    code: 0,
    lines: ['No advisory is known against 7 packages.'],
  });
  const via = ['other', { title: 'Reads past its end', url: 'https://advisories.test/1' }];
  const vulnerabilities = { parser: { severity: 'high', range: '<2.0.1', via } };
  assert.deepEqual(verdictOf(JSON.stringify({ metadata, vulnerabilities })), {
    code: 1,
    lines: ['parser <2.0.1: high', '  Reads past its end https://advisories.test/1'],
  });
});
