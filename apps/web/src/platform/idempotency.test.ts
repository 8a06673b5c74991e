import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idempotencyKeys } from './idempotency.ts';

function counted() {
  let made = 0;
  return idempotencyKeys(() => `key-${++made}`);
}

test('a retry of the same values goes under the same key, refused or unanswered', () => {
  const keys = counted();
  assert.equal(keys.keyFor({ amount: 1 }), 'key-1');
  assert.equal(keys.keyFor({ amount: 1 }), 'key-1');
  keys.refused();
  assert.equal(keys.keyFor({ amount: 1 }), 'key-1');
});

test('other values after a refusal start anew', () => {
  const keys = counted();
  keys.keyFor({ amount: 200 });
  keys.refused();
  assert.equal(keys.keyFor({ amount: 100 }), 'key-2');
  assert.equal(keys.keyFor({ amount: 100 }), 'key-2');
});

test('other values after no answer keep the key: the first may have been done', () => {
  const keys = counted();
  keys.keyFor({ amount: 200 });
  assert.equal(keys.keyFor({ amount: 100 }), 'key-1');
});

test('every dialog has a key of its own', () => {
  assert.notEqual(idempotencyKeys().keyFor({}), idempotencyKeys().keyFor({}));
});
