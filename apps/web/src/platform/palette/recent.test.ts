import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepOpened, recent } from './recent.ts';

function storage() {
  const items = new Map<string, string>();
  const store = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  return Object.assign(() => store, { items });
}

const idOf = (nth: number) => `0197c3f2-8a41-7000-8000-00000000000${nth}`;
const SCREENS = [
  { href: '/transactions', label: 'Transactions' },
  { href: '/customers?f_status=ACTIVE', label: 'Customers' },
];

test('what was opened is recent in a tab of later too, whose browser knows its address alone', () => {
  const browser = storage();
  const tab = storage();
  const payment = { href: `/transactions/${idOf(1)}`, title: '41.23 EUR', detail: '•• 7316' };
  keepOpened({ tab, browser }, 'u', payment);
  keepOpened({ tab, browser }, 'u', { href: `/customers/${idOf(2)}`, title: 'Ana Birch' });
  assert.deepEqual(
    recent(SCREENS, 'u', { tab, browser }).map(({ title }) => title),
    ['Ana Birch', '41.23 EUR'],
  );
  const later = { tab: storage(), browser };
  assert.deepEqual(recent(SCREENS, 'u', later), [
    { href: `/customers/${idOf(2)}`, id: idOf(2), title: 'Customers …000002' },
    { href: payment.href, id: idOf(1), title: 'Transactions …000001' },
  ]);
  assert.doesNotMatch([...browser.items.values()].join(), /Ana|41\.23|7316/);
  // of a screen that is no longer theirs nothing is offered
  assert.equal(recent(SCREENS.slice(0, 1), 'u', later).length, 1);
  // nor anything to another person, whose own takes its place
  assert.deepEqual(recent(SCREENS, 'v', later), []);
  keepOpened(later, 'v', payment);
  assert.deepEqual(recent(SCREENS, 'u', { tab: storage(), browser }), []);
});

test('six are kept, each once and the latest first; nonsense is none', () => {
  const here = { tab: storage(), browser: storage() };
  for (const nth of [1, 2, 3, 4, 5, 6, 7, 3])
    keepOpened(here, 'u', { href: `/transactions/${idOf(nth)}`, title: `${nth}` });
  const titles = recent(SCREENS, 'u', here).map(({ title }) => title);
  assert.deepEqual(titles, ['3', '7', '6', '5', '4', '2']);
  for (const text of ['{', '[]', '{"userId":"u"}', '{"userId":"u","paths":[1,null,"//x"]}']) {
    for (const { items } of [here.tab, here.browser]) items.set('paydesk.recent', text);
    assert.deepEqual(recent(SCREENS, 'u', here), [], text);
  }
});
