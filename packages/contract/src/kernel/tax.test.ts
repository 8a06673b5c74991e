import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { lineTax } from './tax.ts';
import { runs } from '../testing/proof.ts';

const numRuns = runs(1000, 10_000);
const gross = fc.bigInt({ min: 0n, max: 10n ** 13n });
const rate = fc.bigInt({ min: 0n, max: 100n });

describe('tax', () => {
  test('AM-71 a line’s tax is the nearest cent to gross − gross ÷ (1 + rate), a half goes up', () => {
    fc.assert(
      fc.property(gross, rate, (cents, hundredths) => {
        const tax = lineTax(cents, hundredths);
        // the exact tax is exact ÷ whole; its distance from the rounded one lies in [−½, ½)
        const [exact, whole] = [cents * hundredths, 100n + hundredths];
        const twice = 2n * (exact - tax * whole);
        assert.ok(-whole <= twice && twice < whole, `${cents} at ${hundredths}: ${tax}`);
        assert.ok(tax >= 0n && tax <= cents);
      }),
      { numRuns },
    );
  });

  test('AM-71 known lines', () => {
    assert.equal(lineTax(12_100n, 21n), 2100n);
    assert.equal(lineTax(1000n, 21n), 174n, '1.7355… of 10.00');
    assert.equal(lineTax(1n, 100n), 1n, 'half a cent goes up');
    assert.equal(lineTax(3n, 100n), 2n, 'a cent and a half goes up');
    assert.equal(lineTax(999n, 0n), 0n);
    assert.equal(lineTax(0n, 21n), 0n);
    assert.equal(lineTax(9_007_199_254_740_993n, 100n), 4_503_599_627_370_497n, 'beyond a float');
  });
});
