import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearNotice, readNotice, writeNotice } from './notice-record.ts';
import type { Session } from './session-record.ts';

function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const closed = {
  getItem(): string {
    throw new Error('closed');
  },
  setItem() {
    throw new Error('closed');
  },
  removeItem() {
    throw new Error('closed');
  },
};

const session = (userId: string, expirationDateInUtc: string): Session => ({
  token: 't',
  userId,
  passwordExpired: false,
  expirationDateInUtc,
  timezone: 'UTC',
});
const first = session('a', '2026-11-20T12:00:00.000Z');
const said = [{ id: '1', title: 'x', text: '<p>y</p>', validFrom: '2026-11-19T00:00:00.000Z' }];

test('SH-05, AM-25, AM-98 what was shown and fetched is of one login session', () => {
  const store = memory();
  assert.equal(readNotice(store, first), null);
  writeNotice(store, first);
  assert.ok(readNotice(store, first));
  assert.equal(readNotice(store, first)?.announcements, undefined);
  writeNotice(store, first, said);
  assert.deepEqual(readNotice(store, first)?.announcements, said);
  assert.equal(readNotice(store, session('a', '2026-11-20T20:00:00.000Z')), null, 'a later login');
  assert.equal(readNotice(store, session('b', first.expirationDateInUtc)), null, 'somebody else');
  assert.equal(readNotice(store, null), null);
  clearNotice(store);
  assert.equal(readNotice(store, first), null, 'after the logout');
});

test('SH-05 a storage that is closed or holds nonsense is one that knows nothing', () => {
  writeNotice(closed, first, said);
  clearNotice(closed);
  assert.equal(readNotice(closed, first), null);
  const store = memory();
  store.setItem('paydesk.notice', '{');
  assert.equal(readNotice(store, first), null);
});
