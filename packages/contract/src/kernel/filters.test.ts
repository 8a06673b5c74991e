import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from '../index.ts';
import type { Column } from './columns.ts';
import type { Endpoint } from './endpoint.ts';
import { filterHint, filterTyped, filterWords, parseFilter } from './filters.ts';
import { messages } from './messages.ts';
import { settled } from './settled.ts';

test('AM-33, AM-104 what no table keeps is asked of none: U+0000 is refused by each filter of each list', () => {
  const lists = Object.values<Endpoint>(table).flatMap(({ list }) => (list ? [list.resource] : []));
  assert.ok(lists.length > 40);
  for (const { slug, columns } of lists)
    for (const [name, column] of Object.entries(columns))
      for (const value of ['\u0000x', 'a\u0000b'])
        assert.ok('error' in parseFilter(column, value), `${slug} ${name}`);
});

const TODAY = '2026-11-25';

const read = (column: Column, typed: string) => parseFilter(column, settled(column, typed, TODAY));

test('AM-33, AT-01 an id that is found by its name takes a name, and an id, its end and an order’s number as before', () => {
  const id = { label: 'Record', kind: 'id' } as const;
  const byName = { ...id, byName: true } as const;
  const whole = '0197c3f2-8a41-7d0e-9b55-d0a1f2f23a8f';
  assert.deepEqual(read(id, 'Anna Ozola'), { error: messages.idOrEnd });
  for (const name of ['Anna Ozola', 'Order 100042', '100042'])
    assert.deepEqual(read(byName, name), { filter: { op: 'named', value: name } });
  assert.deepEqual(read(byName, '…F23A8F'), { filter: { op: 'ends', value: 'f23a8f' } });
  assert.deepEqual(read(byName, whole), { filter: { op: 'equals', value: whole } });
});

const amount = { label: 'Amount', kind: 'amount' } as const;
const number = { label: 'Attempts', kind: 'number' } as const;
const date = { label: 'Date', kind: 'dateTime' } as const;

test('AM-33 a range is typed as people write it, and held in one form', () => {
  const dueDay = { label: 'Due', kind: 'text', day: true } as const;
  const forms: [Column, string, ...string[]][] = [
    [amount, '10..20', '10..20', '10-20', '10 - 20', '10–20', '10 to 20', 'from  10 to 20'],
    [amount, '10..', '>=10', '≥ 10', 'from 10', 'At least 10', 'since 10'],
    [amount, '..20', '<=20', '≤20', 'to 20', 'up to 20', 'at most 20'],
    [amount, '1000.01..', '>1000', "> 1'000", 'more than 1000', 'over 1000'],
    [amount, '..4.99', '<5', 'less than 5,00', 'under 5'],
    [amount, '..-0.01', '<0'],
    // a sign is no dash between two
    [amount, '-5', '-5'],
    [amount, '-10..-5', '-10--5', '-10 - -5', '-10 to -5'],
    [amount, '-5..', 'from -5', '>-5.01'],
    [number, '5..9', '5-9', 'from 5 to 9'],
    [number, '6..', '>5'],
    [number, '..4', '< 5'],
    [number, '-3', '-3'],
    [date, '26.11.2025', '26.11', '26.11.'],
    [date, '25.11.2026', '25.11.', '25.11'],
    [date, '29.02.2024', '29.2.'],
    [date, 'today', 'today', 'Today'],
    [date, 'yesterday', 'YESTERDAY'],
    [date, 'last30days', 'last 30 days'],
    [date, '01.11.2026..20.11.2026', '1.11-20.11', '1.11. – 20.11.', '1.11...20.11.'],
    [date, '20.12.2025..03.01.2026', '20.12. - 3.1.', '20.12 to 3.1.'],
    [date, '01.11.2025..20.11.2025', '1.11.-20.11.2025'],
    [date, '24.11.2026..25.11.2026', 'yesterday - today', '24.11...25.11.'],
    [date, '26.11.2025..', 'from 26.11', '>=26.11.', '26.11..', 'since 26.11.'],
    [date, '27.11.2026..', '>26.11.2026', 'after 26.11.2026'],
    [date, '..31.10.2026', '<1.11.', 'before 01.11.2026'],
    [date, '..25.11.2026', '..today', 'until today'],
    // as others write a day; the day comes first where both may
    [date, '26.11.2025', '26/11', '26 Nov', '26th november', 'Nov 26', '26-Nov-2025'],
    [date, '20.11.2026', '2026-11-20', '20/11/2026', '20-11-2026', '20.11.26', 'November 20, 2026'],
    [date, '11.12.2025', '11/12', '11/12/25', '11.12.'],
    [date, '31.12.2025', '31/12', '12/31', '31 dec'],
    [date, '01.11.2026..20.11.2026', '1/11-20/11', '1 Nov – 20 Nov', '2026-11-01..2026-11-20'],
    [date, '01.11.2026..20.11.2026', '1/11..20/11', '01-11-2026 - 20-11-2026'],
    [date, '27.11.2026..', '>2026-11-26', 'after 26 Nov 2026'],
    [dueDay, '31.12.2026', '31.12.2026', '2026-12-31', '31/12/26', '31 Dec 2026'],
    [dueDay, 'yesterday', 'Yesterday'],
    [dueDay, '01.11.2026..20.11.2026', '01.11.2026 - 20.11.2026', '2026-11-01..2026-11-20'],
    [dueDay, '01.12.2026..', 'from 01.12.2026', '>30.11.2026'],
    // a range may end within its last day
    [date, '16.11.2026..16.11.2026 09:15', '16.11.2026..16.11.2026 09:15'],
  ];
  for (const [column, form, ...typed] of forms)
    for (const text of typed) {
      assert.equal(settled(column, ` ${text} `, TODAY), form, text);
      assert.equal(settled(column, form, TODAY), form, 'and it stays');
      const shown = filterTyped(column, form);
      assert.equal(settled(column, shown, TODAY), form, `and so does ${shown} in its field`);
      assert.equal(filterHint(column, form), null, form);
    }
  for (const text of ['10-20', '26.11', 'today', '>5'])
    assert.equal(settled({ label: 'Name', kind: 'text' }, text, TODAY), text);
  assert.deepEqual(
    ['1000.01..', '100..', '..4.99', '..20', '10..20', '12.50'].map((value) =>
      filterTyped(amount, value),
    ),
    ["over 1'000", 'from 100', 'under 5', 'up to 20', '10 – 20', '12.50'],
  );
  assert.equal(filterTyped(date, 'last7days'), 'last 7 days');
  for (const [held, typed] of [
    ['27.10.2026..27.11.2026', '27.10.2026 – 27.11.2026'],
    ['27.10.2026..', 'from 27.10.2026'],
    ['..27.11.2026', 'up to 27.11.2026'],
    ['27.10.2026', '27.10.2026'],
  ] as const) {
    assert.equal(filterTyped(date, held), typed);
    assert.equal(settled(date, typed, TODAY), held, 'typed again it is the same');
  }
  assert.equal(filterWords(amount, '1200,50'), "1'200.50");
  assert.equal(filterWords(number, settled(number, '5-9', TODAY)), '5 to 9');
  assert.equal(settled(dueDay, '31/12', TODAY), '31/12', 'the year of what is to come is said');
  for (const [typed, words] of [
    ['>1000', "over 1'000.00"],
    ['1000.01..', "over 1'000.00"],
    ['>=1000', "from 1'000.00"],
    ['<5', 'under 5.00'],
    ['<=5', 'up to 5.00'],
    ['from -5.01', 'from -5.01'],
  ] as const)
    assert.equal(filterWords(amount, settled(amount, typed, TODAY)), words, typed);
  assert.equal(filterWords(date, 'yesterday'), 'yesterday');
});

test('AM-92 what may mean one thing or another is no filter, and says what is missing', () => {
  const hint = (column: typeof amount | typeof number | typeof date, text: string) =>
    filterHint(column, settled(column, text, TODAY));
  for (const text of ['10-', '10-20-30', '>', '<>5', '10..20..30'])
    assert.equal(hint(amount, text), messages.range, text);
  assert.equal(hint(amount, '10--5'), messages.amountOrder);
  assert.equal(hint(amount, '>1.005'), messages.twoPlaces);
  assert.equal(hint(amount, '1.000'), messages.twoPlaces);
  for (const text of ['ten', '10 - ten', 'ten..', '>ten'])
    assert.equal(hint(amount, text), messages.number, text);
  assert.equal(hint(number, '5-'), messages.range);
  assert.equal(hint(number, '9-5'), messages.numberOrder);
  assert.equal(hint(number, '1.5'), messages.wholeNumber);
  // this November's end has not been, last November's begins a year before
  for (const text of ['20.11 - 10.12', '24.11.-26.11.', '1.11.2025 - 20.11', '31.2'])
    assert.equal(hint(date, text), messages.dateYear, text);
  for (const text of ['2026-13-20', '31/02/26', '13/13', 'nov', 'lastweek', '..'])
    assert.equal(hint(date, text), messages.date, text);
  for (const text of ['31.02.2026', '01.02.2026..31.02.2026', '29.02.2025 - 01.03.2025'])
    assert.match(hint(date, text)!, /^There is no (31\.02\.2026|29\.02\.2025)$/, text);
});

test('AM-33, AM-68 a card is asked for by its scheme too, which no number has in it', () => {
  const card = { label: 'Card', kind: 'text', card: 'alone' } as const;
  for (const [typed, value] of [
    ['Visa', 'VISA'],
    [' visa ', 'VISA'],
    ['American Express', 'AMEX'],
    ['amex', 'AMEX'],
  ] as const)
    assert.deepEqual(read(card, typed), { filter: { op: 'scheme', value } });
  for (const typed of ['4', '•• 4242', 'visas'])
    assert.deepEqual(read(card, typed), { filter: { op: 'contains', value: typed } });
  // words beside a card may have it in them
  for (const other of [
    { ...card, card: true as const },
    { label: 'Description', kind: 'text' } as const,
  ])
    assert.deepEqual(read(other, 'Visa'), { filter: { op: 'contains', value: 'Visa' } });
});
