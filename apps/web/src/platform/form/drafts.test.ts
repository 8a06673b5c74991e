import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DRAFTS, dropOthers, writeOwn } from '../own-store.ts';
import { keepDraft, takeDraft } from './drafts.ts';

const store = () => {
  const items = new Map<string, string>();
  const there = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  return Object.assign(() => there, { items });
};
const closed = () => {
  throw new Error('closed');
};
const draft = { texts: { name: 'Nora' }, readAs: { name: 'Anna' }, parts: {} };

test('NG-19 what was typed comes back once, to the same person and form', () => {
  const there = store();
  keepDraft(there, 'u', '/a', draft);
  keepDraft(there, 'u', '/b', draft);
  dropOthers(there, DRAFTS, 'u');
  assert.equal(takeDraft(there, 'u', '/c'), null);
  assert.deepEqual(takeDraft(there, 'u', '/a'), draft);
  assert.equal(takeDraft(there, 'u', '/a'), null);
  assert.deepEqual(takeDraft(there, 'u', '/b'), draft);
  assert.equal(there.items.size, 0);
});

test('NG-21 nobody else reads it, and a sign-out leaves nothing', () => {
  const there = store();
  keepDraft(there, 'u', '/a', draft);
  assert.equal(takeDraft(there, 'v', '/a'), null);
  dropOthers(there, DRAFTS, 'v');
  assert.equal(there.items.size, 0);
  keepDraft(there, 'u', '/a', draft);
  writeOwn(there, DRAFTS, null);
  assert.equal(there.items.size, 0);
});

test('a storage that is closed, or holds what is not ours, is no draft', () => {
  keepDraft(closed, 'u', '/a', draft);
  assert.equal(takeDraft(closed, 'u', '/a'), null);
  dropOthers(closed, DRAFTS, 'u');
  writeOwn(closed, DRAFTS, null);
  const there = store();
  there().setItem('paydesk.drafts', '{"userId":');
  assert.equal(takeDraft(there, 'u', '/a'), null);
});
