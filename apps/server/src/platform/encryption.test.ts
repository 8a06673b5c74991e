import assert from 'node:assert/strict';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { encryption, keyOf } from './encryption.ts';

it('opens what it sealed, under the same key and for the same purpose alone', () => {
  const { seal, open } = encryption('a key of this installation');
  const sealed = seal('a secret', 'outbox');
  assert.equal(open(sealed, 'outbox'), 'a secret');
  assert.notDeepEqual(seal('a secret', 'outbox'), sealed);
  assert.throws(() => open(sealed, 'second factor'));
  assert.throws(() => encryption('another key').open(sealed, 'outbox'));
  const changed = Buffer.from(sealed);
  changed[changed.length - 1]! ^= 1;
  assert.throws(() => open(changed, 'outbox'));
});

it('keeps a key of its own in the data folder, for its owner alone', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'paydesk-key-')), 'data');
  const key = keyOf(undefined, folder);
  assert.equal(keyOf(undefined, folder), key);
  assert.equal(statSync(join(folder, 'encryption.key')).mode & 0o777, 0o600);
  assert.equal(keyOf('given', folder), 'given');
});
