import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import { filterHint } from '@paydesk/contract/kernel/filters.ts';
import type { SavedView } from '@paydesk/contract/kernel/views.ts';
import { litOf } from '../menu-kept.ts';
import { readSearch } from '../search-text.ts';
import {
  columnsOf,
  filterValue,
  pageRange,
  orderOf,
  readState,
  sortOf,
  toQuery,
  withFilter,
  withSort,
  writeState,
} from './state.ts';
import { shortWords, viewWords } from './view-words.ts';

const columns: Record<string, Column> = {
  id: { label: 'ID', kind: 'id' },
  name: { label: 'Name', kind: 'text', sort: true },
  amount: { label: 'Amount', kind: 'amount', sort: true },
  date: { label: 'Date', kind: 'dateTime', sort: true },
};
const list = { created: 'date', columns };
const messages = {
  created: 'date',
  columns: {
    ...columns,
    text: { label: 'Payload', kind: 'payload', within: { days: 7, or: ['id'] } },
  } satisfies Record<string, Column>,
};
const untouched = readState({});

test('GT-23 GT-24 GT-27 GT-28 the untouched list asks for page 0, 50 rows, newest first', () => {
  assert.deepEqual(toQuery(untouched, 'Europe/Riga'), {
    page: 0,
    size: 50,
    sort: 'createdDate,DESC',
    timeZone: 'Europe/Riga',
  });
});

test('GT-30 filters are sent as f_name, GT-08 trimmed', () => {
  const state = withFilter(untouched, 'name', '  abc ', list);
  assert.equal(toQuery(state, 'UTC').f_name, 'abc');
  assert.deepEqual(writeState(state), { f_name: 'abc' });
});

test('AM-33, AM-68 four digits of a card are its last, and a whole number stands in no address', () => {
  const card: Column = { label: 'Card', kind: 'text', card: 'alone' };
  for (const [typed, value] of [
    ['4242', '•• 4242'],
    [' 42 42 ', '•• 4242'],
    ['•• 4242', '•• 4242'],
    ['4242 42', '4242 42'],
    ['424242', '424242'],
    ['4242-4242 4242 4242', '•• 4242'],
    ['42', '42'],
    ['424242******4242', '424242******4242'],
    [' visa', 'Visa'],
    ['amex', 'American Express'],
  ] as const)
    assert.equal(filterValue(card, typed), value);
  // what none is kept by is said before it finds none
  const hint = (typed: string, of = card) => filterHint(of, filterValue(of, typed));
  for (const none of [
    '42424',
    '4242424',
    '42424242',
    '4242 4242',
    '424242424242',
    '42424242••••4242',
  ])
    assert.match(hint(none)!, /first 6 digits, or the last 4/, none);
  for (const one of ['4', '42', '424', '4242', '424242', '4242424242424242', '424242******4242'])
    assert.equal(hint(one), null, one);
  assert.equal(hint('42424242', { ...card, card: true }), null);
  // words beside a card may have four digits of their own
  assert.equal(filterValue({ ...card, card: true }, '4242'), '4242');
});

test('defaults stay out of the URL and the URL gives the same view back', () => {
  assert.deepEqual(writeState(untouched), {});
  const state = {
    page: 3,
    size: 200,
    sort: 'amount,ASC',
    filters: { name: 'a b&c', amount: '10.00..20' },
    columns: ['date', 'amount'],
  };
  assert.deepEqual(readState(writeState(state)), state);
});

test('GT-25 the size of a page is 50, 100 or 200; anything else in the URL is the default', () => {
  for (const size of ['50', '100', '200']) assert.equal(readState({ size }).size, Number(size));
  for (const size of ['10', '1000', 'x', '-50']) assert.equal(readState({ size }).size, 50);
});

test('a page that is no page is the first', () => {
  for (const page of ['-1', '1.5', 'x', '', '1e99']) assert.equal(readState({ page }).page, 0);
  assert.equal(readState({ page: 2 }).page, 2);
});

test('an unknown filter is kept, so that the server can refuse it by name', () => {
  assert.equal(toQuery(readState({ f_nonsense: '1' }), 'UTC').f_nonsense, '1');
});

test('search parameters that are not the list’s stay', () => {
  assert.deepEqual(writeState(untouched, { tab: 'a', f_name: 'x', page: '4' }), { tab: 'a' });
});

test('GT-11 a header turns its sort round and never takes it off', () => {
  let state = untouched;
  const seen: (string | null)[] = [];
  for (let click = 0; click < 4; click++) {
    state = withSort(state, list, 'name');
    seen.push(state.sort);
  }
  assert.deepEqual(seen, ['name,ASC', 'name,DESC', 'name,ASC', 'name,DESC']);
});

test('AM-12 createdDate stands for the resource’s own column', () => {
  assert.equal(sortOf(untouched, list, 'date'), 'DESC');
  const turned = withSort(untouched, list, 'date');
  assert.equal(turned.sort, 'createdDate,ASC');
  assert.equal(sortOf(turned, list, 'date'), 'ASC');
  assert.equal(sortOf(turned, list, 'amount'), null);
  assert.equal(sortOf(readState({ sort: 'date,ASC' }), list, 'date'), 'ASC');
});

test('another filter, none and another sort start at the first page', () => {
  const deep = { ...untouched, page: 7, filters: { name: 'a' } };
  assert.equal(withFilter(deep, 'name', 'b', list).page, 0);
  assert.deepEqual(withFilter(deep, 'name', ' ', list).filters, {});
  assert.equal(withSort(deep, list, 'amount').page, 0);
  assert.equal(withSort(deep, list, 'amount').sort, 'amount,DESC');
});

test('relative days are words in the field and a name on the wire', () => {
  assert.equal(filterValue(columns.date!, ' Last 7 days '), 'last7days');
  assert.equal(filterValue(columns.date!, 'thisMonth'), 'thisMonth');
  assert.equal(filterValue(columns.date!, ' 01.11.2026..20.11.2026'), '01.11.2026..20.11.2026');
  assert.equal(filterValue(columns.name!, ' last 7 days '), 'last 7 days');
});

test('the pager counts the rows that are there', () => {
  assert.deepEqual(pageRange({ page: 1, size: 50 }, 50), { from: 51, to: 100 });
  assert.deepEqual(pageRange({ page: 0, size: 50 }, 3), { from: 1, to: 3 });
  assert.equal(pageRange({ page: 9, size: 50 }, 0), null);
});

test('a table has the columns that were chosen, in their order, and none that nobody may see', () => {
  const visible = Object.entries({ ...columns, id: { ...columns.id!, hidden: true } });
  const keysOf = (chosen: string[] | null) => columnsOf(visible, chosen).map(([key]) => key);
  assert.deepEqual(keysOf(null), ['name', 'amount', 'date']);
  assert.deepEqual(keysOf(['date', 'id', 'secret']), ['date', 'id']);
  assert.deepEqual(keysOf(['secret']), ['name', 'amount', 'date']);
});

test('AM-26 a list that starts with 200 rows names any other number, and that one never', () => {
  assert.equal(readState({}, 200).size, 200);
  assert.equal(readState({ size: '50' }, 200).size, 50);
  assert.deepEqual(writeState(readState({}, 200), {}, 200), {});
  assert.deepEqual(writeState(readState({ size: '50' }, 200), {}, 200), { size: '50' });
});

test('GT-30 what is looked for within messages is looked for in the last days, unless days or a record bound it', () => {
  const found = withFilter(untouched, 'text', '5301', messages);
  assert.deepEqual(found.filters, { text: '5301', date: 'last7days' });
  const bound: Record<string, string>[] = [{ date: '01.05.2026' }, { id: 'a' }];
  for (const filters of bound) {
    const next = withFilter({ ...untouched, filters }, 'text', '5301', messages);
    assert.deepEqual(next.filters, { ...filters, text: '5301' });
  }
  assert.deepEqual(withFilter(found, 'text', '', messages).filters, { date: 'last7days' });
});

test('a list with an order of its own comes in it, and the newest first is said then', () => {
  const order = orderOf({ order: { key: 'dueDay', direction: 'DESC' } });
  assert.equal(orderOf({}), 'createdDate,DESC');
  assert.equal(readState({}, 50, order).sort, 'dueDay,DESC');
  assert.deepEqual(writeState(readState({}, 50, order), {}, 50, order), {});
  const newest = readState({ sort: 'createdDate,DESC' }, 50, order);
  assert.deepEqual(writeState(newest, {}, 50, order), { sort: 'createdDate,DESC' });
});

const paid: Record<string, Column> = {
  ...columns,
  status: { label: 'Status', kind: 'status', enumeration: { DECLINED: 'Declined' } },
};
const words = (search: string) =>
  viewWords(readState(readSearch(search)), Object.entries(paid), search.includes('sort='));
const kept = (...favourites: string[]) => ({ favourites, groups: {} });

test('what a list is narrowed to has words of its own: the name that a favourite of it begins with', () => {
  assert.equal(words('f_status=DECLINED&f_date=last7days'), 'Declined, last 7 days');
  assert.equal(words('f_name=ozola&sort=amount,DESC'), 'Name: ozola, by amount');
  assert.equal(words(''), '');
});

test('what a tab’s title has no room for is cut behind a word', () => {
  assert.equal(shortWords('Declined, last 7 days'), 'Declined, last 7 days');
  assert.equal(
    shortWords('Declined, Merchant: Amber and Oak of the old town, last 7 days'),
    'Declined, Merchant: Amber and Oak of the old…',
  );
});

test('a favourite with filters is lit where exactly that is open, else the screen’s own', () => {
  const view = { id: '7' } as SavedView;
  assert.equal(litOf('orders', kept('orders', 'orders/7'), view), 'orders/7');
  assert.equal(litOf('orders', kept('orders', 'orders/8'), view), 'orders');
  assert.equal(litOf('orders', kept('orders', 'orders/7')), 'orders');
});
