import assert from 'node:assert/strict';
import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { encryption, keysGiven, makeKey, MARK_BYTES, storedKey } from './encryption.ts';

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

it('opens by each of its keys; what the first of a database sealed says no key, what a later one did says which', () => {
  const before = encryption('a key of this installation');
  const old = before.seal('a secret', 'outbox');
  const both = encryption('the next key', 'a key of this installation');
  both.sealUnder(both.keys[0]!, false);
  const sealed = both.seal('another', 'outbox');
  assert.deepEqual(sealed.subarray(0, MARK_BYTES), both.mark());
  assert.deepEqual(
    [old, sealed].map((one) => both.open(one, 'outbox')),
    ['a secret', 'another'],
  );
  // in whichever order they are given; and by the id alone, whatever is sealed now
  const turned = encryption('a key of this installation', 'the next key');
  assert.equal(turned.open(sealed, 'outbox'), 'another');
  assert.equal(turned.mark(), null);
  assert.equal(encryption('the next key').open(sealed, 'outbox'), 'another');
  assert.throws(() => encryption('the next key').open(old, 'outbox'));
  assert.throws(() => before.open(sealed, 'outbox'));
  // the id is bound: one that was taken off, or put on, opens nothing
  assert.throws(() => both.open(sealed.subarray(MARK_BYTES), 'outbox'));
  assert.throws(() => both.open(Buffer.concat([both.mark()!, old]), 'outbox'));
});

it('reads several keys out of the data folder’s file and of a list, each once', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'paydesk-key-'));
  writeFileSync(join(DATA_DIR, 'encryption.key'), 'one\ntwo\n');
  assert.deepEqual(keysGiven({ DATA_DIR }), ['one', 'two']);
  assert.deepEqual(keysGiven({ DATA_DIR, ENCRYPTION_KEY_OLD: 'three, two' }), [
    'one',
    'two',
    'three',
  ]);
  const { fingerprint } = encryption('three, two').keys[0]!;
  assert.deepEqual(
    keysGiven({ DATA_DIR, ENCRYPTION_KEY_OLD: 'three, two' }, (one) => one.equals(fingerprint)),
    ['one', 'two', 'three, two'],
  );
  assert.deepEqual(keysGiven({ DATA_DIR, ENCRYPTION_KEY: 'four' }), ['four']);
});
