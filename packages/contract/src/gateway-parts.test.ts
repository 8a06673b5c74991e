import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as z from 'zod';
import { address, anyText, day, id, instant, month, text, whole } from './gateway-parts.ts';

const takes = (part: z.ZodType, value: unknown) => part.safeParse(value).success;

test('AM-104 the parts of the gateway protocol take what a table keeps, and nothing else', () => {
  for (const [part, right, wrong] of [
    [text(4), ['a', ' ', 'Līga', '𝄞𝄞', 'a\n'], ['', '12345', 'a\u0000', '\ud800', '\udc00a', 5]],
    [anyText(4), ['', 'a'], ['12345', '\u0000', 'a\ud834']],
    [
      address(),
      ['https://bank.test/a?b=c#d', 'http://127.0.0.1:1'],
      ['https://bank.test/\u0000', 'https://bank.test/\ud800', 'javascript:a', 'bank'],
    ],
    [whole(1), [1, 2_147_483_647], [0, 2_147_483_648, 9e15, 1.5, '1', null]],
    [day(), ['1900-01-01', '9999-12-31'], ['0000-01-01', '1899-12-31', '2026-02-30', 'soon']],
    [
      instant(),
      ['1900-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
      ['0000-01-01T00:00:00Z', '2026-01-01', '2026-01-01T25:00:00Z'],
    ],
    [month(), ['2030-08', '9999-12'], ['0000-01', '1899-12', '2030-13', '2030-8']],
  ] as const) {
    for (const value of right) assert.ok(takes(part, value), JSON.stringify(value));
    for (const value of wrong) assert.ok(!takes(part, value), JSON.stringify(value));
  }
  const one = '0199a217-1D9C-7010-B4F0-4A668BCD3418';
  assert.equal(id().parse(one), one.toLowerCase());
});
