import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field, Fields } from '@paydesk/contract/kernel/fields.ts';
import { errorsOf, leftAs, placeErrors, startTexts, valuesOf } from './values.ts';

const fields = {
  amount: { label: 'Amount', kind: 'amount', required: true, min: 0.01, max: 100 },
  reason: { label: 'Reason', kind: 'choice', required: true, enumeration: { A: 'a', B: 'b' } },
  note: { label: 'Note', kind: 'textarea', maxLength: 5 },
  secret: { label: 'Secret', kind: 'password' },
  agreed: { label: 'Agreed', kind: 'boolean' },
} as const satisfies Fields;

const texts = { amount: '1', reason: 'A', note: '', secret: '', agreed: false };

test('an amount begins with two decimals, everything else empty', () => {
  assert.deepEqual(startTexts(fields, { amount: 12.5 }), {
    amount: '12.50',
    reason: '',
    note: '',
    secret: '',
    agreed: false,
  });
});

test('AM-52 an amount is typed with point or comma, apostrophes do not matter, sent as a number', () => {
  for (const typed of ["1'234.50", '1234,5', ' 1 234.50 '])
    assert.equal(valuesOf(fields, { ...texts, amount: typed }).amount, 1234.5, typed);
});

test('AM-52, FC-06 an amount stands in its field as on the screens, also once it is left; what is none stays as it was typed', () => {
  assert.equal(startTexts(fields, { amount: 2891 })['amount'], "2'891.00");
  const left = (text: string) => leftAs(fields.amount, text);
  assert.deepEqual(["2'891.00", '2891', '2 891,5', '1.000', '1.234', 'x', ''].map(left), [
    "2'891.00",
    "2'891.00",
    "2'891.50",
    '1.000',
    '1.234',
    'x',
    '',
  ]);
  assert.equal(leftAs({ ...fields.amount, percent: true }, '21'), '21');
  assert.equal(leftAs(fields.note, '2891'), '2891');
});

test('an empty optional field is left out, text is trimmed, a password is not', () => {
  const values = valuesOf(fields, { ...texts, note: '  a ', secret: ' s ' });
  assert.deepEqual(values, { amount: 1, reason: 'A', note: 'a', secret: ' s ', agreed: false });
  assert.equal('note' in valuesOf(fields, texts), false);
});

test('ER-22 every field is checked and marked in the words of AM-88', () => {
  assert.deepEqual(errorsOf(fields, { ...texts, amount: '', reason: '', note: 'abcdef' }), {
    amount: 'Amount is required',
    reason: 'Reason is required',
    note: 'Maximum length is 5 characters',
  });
  const refused = { x: 'Value must be a number', '1.234': 'At most 2 decimal places' };
  for (const [amount, message] of Object.entries(refused))
    assert.equal(errorsOf(fields, { ...texts, amount }).amount, message);
  assert.match(errorsOf(fields, { ...texts, amount: '100.01' }).amount ?? '', /between/);
  assert.deepEqual(errorsOf(fields, texts), {});
});

test('ER-24 the server’s errors go to their fields, the others above the buttons', () => {
  const errors = [
    { field: 'amount', message: 'Too much' },
    { field: 'transactionId', message: 'Differs' },
  ];
  assert.deepEqual(placeErrors(fields, errors), {
    beside: { amount: 'Too much' },
    rest: [{ field: 'transactionId', message: 'Differs' }],
  });
});

test('a field that the form asks for later begins with its value too', () => {
  const { amount, ...later } = fields;
  const begun = startTexts({ amount }, { amount: 1, reason: 'B', note: null, agreed: true });
  assert.deepEqual(begun, { amount: '1.00', reason: 'B', note: '', agreed: true });
  assert.deepEqual(valuesOf(later, begun), { reason: 'B', agreed: true });
});

test('AM-74 of each kind of field what was read goes back as it was, where nobody touches it', () => {
  const read: Record<Field['kind'], string | number | boolean | string[]> = {
    text: 'a',
    textarea: 'a\nb',
    password: 'a',
    email: 'a@b.test',
    url: 'https://a.test',
    amount: 1234.5,
    number: 3,
    choice: 'A',
    id: 'a',
    boolean: true,
    dateTime: '2030-05-14T13:30:00.000Z',
    html: '<p>a</p>',
    ids: ['a', 'b'],
    picture: '/pictures/a.png',
  };
  for (const [kind, value] of Object.entries(read)) {
    const one: Fields = { field: { label: 'Field', kind: kind as Field['kind'] } };
    assert.deepEqual(valuesOf(one, startTexts(one, { field: value })), { field: value }, kind);
  }
  const several: Fields = { ids: { label: 'Methods', kind: 'ids' } };
  assert.deepEqual(valuesOf(several, startTexts(several, { ids: [] })), {});
});

test('ER-25 a field is required where another has the value that makes it so', () => {
  const given = {
    type: { label: 'Type', kind: 'text' },
    total: { label: 'Total', kind: 'amount', requiredIf: { field: 'type', equals: 'INSTANT' } },
  } as const satisfies Fields;
  assert.deepEqual(errorsOf(given, { type: 'INSTANT', total: '' }), { total: 'Total is required' });
  assert.deepEqual(errorsOf(given, { type: 'CHECKOUT', total: '' }), {});
  assert.deepEqual(errorsOf(given, { type: 'INSTANT', total: '1' }), {});
});

test('WD-32 a number is whole, and what is none is refused in the rule’s words', () => {
  const given = {
    count: { label: 'Count', kind: 'number', min: 1, max: 9999 },
  } as const satisfies Fields;
  const refused = (count: string) => errorsOf(given, { count })['count'];
  assert.deepEqual(valuesOf(given, { count: ' 12 ' }), { count: 12 });
  assert.equal(refused('a'), 'Value must be a number');
  assert.equal(refused('1.5'), 'Value must be a whole number');
  for (const beyond of ['0', '-1', '10000'])
    assert.equal(refused(beyond), 'Value must be between 1 and 9999');
  assert.equal(refused('9999'), undefined);
});

test('WD-23 a tax rate is typed as a percent and sent as a share, and what is no whole percent is refused as one', () => {
  const given = {
    rate: { label: 'Tax Rate', kind: 'amount', percent: true, min: 0, max: 1 },
  } as const satisfies Fields;
  for (const [typed, sent] of [
    ['21', 0.21],
    ['7 %', 0.07],
    ['29%', 0.29],
    ['0', 0],
    ['100', 1],
  ] as const) {
    assert.deepEqual(valuesOf(given, { rate: typed }), { rate: sent });
    assert.deepEqual(errorsOf(given, { rate: typed }), {});
    assert.equal(startTexts(given, { rate: sent })['rate'], typed.replace(/\D/g, ''));
  }
  // what was typed as a share before is no percent of a hundredth
  for (const typed of ['0.21', '21.5', '101', '-1', 'a'])
    assert.deepEqual(errorsOf(given, { rate: typed }), {
      rate: 'Value must be a whole percent from 0 to 100',
    });
  assert.deepEqual(errorsOf(given, { rate: '' }), {});
});
