import assert from 'node:assert/strict';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { encryption, makeKey, storedKey } from './encryption.ts';

it('opens what it sealed, under the same key and for the same purpose alone', () => {
  const { seal, open } = encryption('a key of this installation');
  const sealed = seal('a secret', 'outbox');
  assert.equal(open(sealed, 'outbox'), 'a secret');
  assert.notDeepEqual(seal('a secret', 'outbox'), sealed);
  assert.throws(() => open(sealed, 'second factor'));
  const { derive } = encryption('a key of this installation');
  // computed apart: printf 'fingerprint' | openssl dgst -sha256 -mac HMAC -macopt hexkey:<SHA-256 of the key>
  assert.equal(
    derive('fingerprint').toString('hex'),
    '03bdaab473636ca84864b1d620248739f7513117a9cb464074b09c0402afc640',
  );
  assert.notDeepEqual(derive('another'), derive('fingerprint'));
  assert.throws(() => encryption('another key').open(sealed, 'outbox'));
  const changed = Buffer.from(sealed);
  changed[changed.length - 1]! ^= 1;
  assert.throws(() => open(changed, 'outbox'));
});

it('keeps a key of its own in the data folder, for its owner alone', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'paydesk-key-')), 'data');
  assert.equal(storedKey(folder), null);
  const key = makeKey(folder);
  assert.equal(key.length, 44);
  assert.equal(makeKey(folder), key);
  assert.equal(storedKey(folder), key);
  assert.equal(statSync(join(folder, 'encryption.key')).mode & 0o777, 0o600);
});
