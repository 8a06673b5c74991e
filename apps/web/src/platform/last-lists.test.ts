import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetLists, keepList, leftList } from './last-lists.ts';

function storage() {
  const items = new Map<string, string>();
  const store = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    items,
  };
  return Object.assign(() => store, { items });
}

function closed(): never {
  throw new Error('refused');
}

test('SH-27 the way back is as the list was left, per list and in each tab its own', () => {
  const browser = storage();
  const one = { tab: storage(), browser };
  const other = { tab: storage(), browser };
  keepList(one, 'u', '/transactions', '?f_status=FAILED&page=2');
  keepList(one, 'u', '/orders', '?sort=amount,ASC');
  assert.equal(leftList(one, 'u', '/transactions'), '?f_status=FAILED&page=2');
  assert.equal(leftList(one, 'u', '/orders'), '?sort=amount,ASC');
  assert.equal(leftList(one, 'u', '/users'), '');
  assert.equal(leftList(one, 'u', 'constructor'), '');
  // opened by Ctrl-click: begins with what the browser has, and goes its own way then
  assert.equal(leftList(other, 'u', '/transactions'), '?f_status=FAILED&page=2');
  keepList(one, 'u', '/transactions', '');
  assert.equal(leftList(one, 'u', '/transactions'), '');
  assert.equal(leftList(other, 'u', '/transactions'), '?f_status=FAILED&page=2');
});

test('nobody comes back to another person’s list, and nothing is left behind by a sign-out', () => {
  const here = { tab: storage(), browser: storage() };
  keepList(here, 'u', '/transactions', '?f_cardHolder=Ozola');
  assert.equal(leftList(here, 'v', '/transactions'), '');
  keepList(here, 'u', '/transactions', '?f_cardHolder=Ozola');
  forgetLists(here);
  assert.equal(here.tab.items.size + here.browser.items.size, 0);
});

test('a browser that keeps nothing, or nonsense, has lists as they come', () => {
  const here = { tab: closed, browser: closed };
  keepList(here, 'u', '/orders', '?page=2');
  assert.equal(leftList(here, 'u', '/orders'), '');
  const bad = storage();
  for (const text of ['{', '[]', '{"userId":"u"}', '{"userId":"u","lists":null}']) {
    bad.items.set('paydesk.lists', text);
    assert.equal(leftList({ tab: bad, browser: bad }, 'u', '/orders'), '', text);
  }
});
