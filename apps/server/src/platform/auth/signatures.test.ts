import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSealedBy, readSignature, signCall } from './signatures.ts';

const MADE = Date.parse('2026-11-23T10:00:00Z');
const CALL = { method: 'POST', targetUri: 'https://desk.test/api/x', body: '{}' };

test('SB-50 a signature is good for five minutes before and after, the last second included', () => {
  const headers = signCall(CALL, { keyId: 'k', secret: 's' }, new Date(MADE));
  const call = { ...CALL, header: (name: string) => headers[name] ?? null };
  const read = (ms: number) => readSignature(call, new Date(MADE + ms), 'secret');
  for (const ms of [-300_000, 0, 300_000]) assert.equal(isSealedBy(read(ms), 's'), true, `${ms}`);
  for (const ms of [-300_001, 300_001])
    assert.throws(() => read(ms), /within five minutes of the present time/, `${ms}`);
});
