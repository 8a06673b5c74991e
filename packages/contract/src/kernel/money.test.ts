import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { formatAmount, fromCents, less, parseAmount, toCents, together } from './money.ts';
import { runs } from '../testing/proof.ts';

const numRuns = runs(1000, 10_000);

/** Up to ten billion, far beyond any payment, and exact to the cent in a number. */
const cents = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n });

describe('money', () => {
  test('SB-50 cents survive the wire and back, to the cent', (t) => {
    fc.assert(
      fc.property(cents, (value) => {
        const decimal = fromCents(value);
        assert.equal(toCents(decimal), value);
        const sent = JSON.stringify({ amount: decimal });
        assert.match(sent, /^\{"amount":-?\d+(\.\d{1,2})?\}$/);
        assert.equal(toCents((JSON.parse(sent) as { amount: number }).amount), value);
      }),
      { numRuns },
    );
    t.diagnostic(`${numRuns} random amounts to JSON and back, all exact`);
  });

  test('SB-50 amounts together, and one less others, are exact to the cent', () => {
    assert.equal(together(0.1, 0.2), 0.3);
    assert.equal(together(), 0);
    const some = fc.array(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), { maxLength: 9 });
    fc.assert(
      fc.property(cents, some, (from, parts) => {
        const sum = parts.reduce((all, part) => all + part, 0n);
        assert.equal(toCents(together(...parts.map(fromCents))), sum);
        const left = less(fromCents(from / 10n), ...parts.map(fromCents));
        assert.equal(toCents(left), from / 10n - sum);
      }),
      { numRuns },
    );
  });

  test('SB-50 what is shown can be typed again and means the same', () => {
    fc.assert(
      fc.property(cents, (value) => {
        const shown = formatAmount(fromCents(value));
        assert.match(shown, /^-?\d{1,3}('\d{3})*\.\d{2}$/);
        assert.equal(toCents(parseAmount(shown)!), value);
        assert.equal(toCents(parseAmount(shown.replace('.', ','))!), value);
      }),
      { numRuns },
    );
  });

  test('AM-52 what may be thousands is no amount: 1.000 is neither 1.00 nor 1000', () => {
    for (const typed of ['1.000', '1,500', '12.340', "1'000.000", '1.000 '])
      assert.equal(parseAmount(typed), null, typed);
    for (const [typed, amount] of [
      ["1'000", 1000],
      ['1.50', 1.5],
      ['1,5', 1.5],
      ['1000', 1000],
      ['.50', 0.5],
    ] as const)
      assert.equal(parseAmount(typed), amount, typed);
  });

  test('SB-50 amounts with more than two places are no amounts', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 9 }), (value, digit) => {
        assert.equal(toCents(`${fromCents(value).toFixed(2)}${digit}`), null);
      }),
      { numRuns },
    );
    for (const decimal of [0.1 + 0.2, 1e-7, 1e21, Number.NaN, Number.POSITIVE_INFINITY])
      assert.equal(toCents(decimal), null, String(decimal));
    for (const text of ['', ' ', '1,5', '1.', '.5', '+1', '1e2', '0x1', '1 000', '--1', '١'])
      assert.equal(toCents(text), null, JSON.stringify(text));
    assert.equal(toCents(0.01), 1n);
    assert.equal(toCents(-0.01), -1n);
    assert.equal(toCents('8.1'), 810n);
    assert.equal(toCents(1.005 * 1000), null, '1004.9999999999999');
  });
});
