import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkField, type Field } from './fields.ts';

const said = (field: Omit<Field, 'label'>, value: unknown) =>
  checkField({ label: 'It', ...field }, value);

/** What a mailer would send to a@b.test, or to nobody. */
const NOT_WHAT_THEY_SEEM = [
  'a@\uff42.test',
  'a@b\u00ad.test',
  'a\u200b@b.test',
  'a@b.test>',
  '<a@b.test>',
  'a(x)@b.test',
  '"a"@b.test',
  'a;c@b.test',
  'a,c@b.test',
  '.a@b.test',
  'a..c@b.test',
  'a.@b.test',
  'a@b..test',
  'a@[127.0.0.1]',
  'a@b.test\u0007',
];

test('SB-48, ER-22 each limit of a field takes what lies on it, and not what is one further', () => {
  const cases: [Omit<Field, 'label'>, good: unknown[], bad: unknown[]][] = [
    [{ kind: 'text', maxLength: 3 }, ['abc', '𝒜𝒜𝒜', null], ['abcd', 7, 'a\u0000']],
    [
      { kind: 'text' },
      ['a\tb', 'a b\r\n', 'שלום \u200f', 'n\u200cm'],
      ['a\u0007', 'a\u0085b', 'a\u202eb', '\u2066a', '\ud83d'],
    ],
    [{ kind: 'textarea' }, ['a\r\nb\n\tc'], ['a\u001bb', 'a\u202eb\u202c']],
    [{ kind: 'password', required: true }, ['a\u202eb'], []],
    [
      { kind: 'text', required: true },
      ['a'],
      ['', ' ', '\u200b', '\u3164 \u2800', null, undefined],
    ],
    [{ kind: 'number', min: 1, max: 9 }, [1, 9, null], [0, 10, 1.5, '5', Number.NaN]],
    [{ kind: 'amount', min: 0.01, max: 10 }, [0.01, 10], [0, 10.01, 1.005, '5']],
    [{ kind: 'choice', enumeration: { A: 'a' } as never }, ['A'], ['B', 'toString']],
    [{ kind: 'boolean' }, [true, false], ['true', 1]],
    [{ kind: 'ids' }, [[], Array(200).fill(ID)], [Array(201).fill(ID), ['x'], ID]],
    [{ kind: 'picture' }, [PNG.padEnd(40_000, 'A')], [PNG.padEnd(40_001, 'A'), 'data:text/html,x']],
    [
      { kind: 'url' },
      ['https://a.test', 'HTTP://a.test'],
      ['javascript:alert(1)', '//a.test', 'https://a.test/\u202eb'],
    ],
    [{ kind: 'id' }, [ID, ID.toUpperCase(), null], ['x', `${ID}0`, ID.slice(1), `'${ID}'`, 7]],
    [
      { kind: 'email' },
      ['a@b.test', "o'neil.b+till@mail.b-c.test", 'a@xn--bcher-kva.test', 'ева@почта.test'],
      ['a@b', 'a b@c.test', ...NOT_WHAT_THEY_SEEM],
    ],
  ];
  for (const [field, good, bad] of cases) {
    for (const value of good)
      assert.equal(said(field, value), null, `${field.kind} ${show(value)}`);
    for (const value of bad) assert.ok(said(field, value), `${field.kind} ${show(value)}`);
  }
});

const ID = '01a20847-947f-72f5-8194-6616136211d0';
const PNG = 'data:image/png;base64,';
const show = (value: unknown) => String(value).slice(0, 60);
