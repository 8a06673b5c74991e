import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentIn } from './until.ts';

test('SB-46 when the last that was restored was committed is read however PostgreSQL writes its zone', () => {
  const said = 'LOG:  last completed transaction was at log time 2026-11-23 18:43:52.869862';
  for (const zone of [' UTC', '+00'])
    assert.equal(momentIn(`${said}${zone}\n2026`)?.toISOString(), '2026-11-23T18:43:52.869Z');
  assert.equal(momentIn('LOG:  redo done'), null);
});
