import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  aprOf,
  exampleApr,
  instalmentDays,
  loanOf,
  representativeExample,
  settlementOn,
  type GivenBack,
} from './credit.ts';

/** A second computation: Newton's method on the derivative, and floating instalments, sharing nothing with the first. */
function newton(paidOut: number, repaid: readonly { years: number; cents: number }[]): number {
  let rate = 0.1;
  for (let step = 0; step < 60; step++) {
    let [value, slope] = [-paidOut, 0];
    for (const { years, cents } of repaid) {
      value += cents * Math.exp(-years * Math.log1p(rate));
      slope -= years * cents * Math.exp(-(years + 1) * Math.log1p(rate));
    }
    rate -= value / slope;
  }
  return rate * 100;
}

describe('what a loan costs', () => {
  // the worked examples of the equation, as the directives before it printed them: 98/7/EC, annex II
  const EXAMPLES: [paidOut: number, repaid: [years: number, cents: number][], percent: number][] = [
    [1000_00, [[1.5, 1200_00]], 12.9],
    [950_00, [[1.5, 1200_00]], 16.9],
    [
      1000_00,
      [
        [1, 600_00],
        [2, 600_00],
      ],
      13.1,
    ],
    [
      1000_00,
      [
        [0.25, 272_00],
        [0.5, 272_00],
        [1, 544_00],
      ],
      13.2,
    ],
  ];
  for (const [paidOut, repaid, percent] of EXAMPLES)
    test(`FI-12 ${paidOut / 100} for ${repaid.map(([, cents]) => cents / 100).join(', ')} is ${percent} percent a year`, () => {
      const flows = repaid.map(([years, cents]) => ({ years, cents }));
      const apr = aprOf(paidOut, flows);
      assert.equal(Math.round(apr * 10) / 10, percent);
      assert.ok(Math.abs(apr - newton(paidOut, flows)) <= 0.005 + 1e-9);
    });

  test('FI-12 an instalment is that of the annuity, and the last one takes the cents that are left', () => {
    // 1'000.00 at 12 % over 12 months: 88.85 by every table of annuities
    const loan = loanOf({ amountCents: 1000_00n, rate: 1200n, months: 12 });
    assert.equal(loan.monthlyCents, 88_85n);
    assert.equal(loan.schedule[0]!.interestCents, 10_00n);
    assert.equal(loan.schedule.length, 12);
    assert.equal(loan.schedule.at(-1)!.leftCents, 0n);
    assert.equal(loan.totalCents, 1066_19n);
    // twelve times one percent a month
    assert.equal(loan.apr, 12.68);
    assert.deepEqual(loanOf({ amountCents: 100_00n, rate: 0n, months: 3 }), {
      monthlyCents: 33_33n,
      totalCents: 100_00n,
      schedule: [
        { month: 1, cents: 33_33n, interestCents: 0n, leftCents: 66_67n },
        { month: 2, cents: 33_33n, interestCents: 0n, leftCents: 33_34n },
        { month: 3, cents: 33_34n, interestCents: 0n, leftCents: 0n },
      ],
      apr: 0,
    });
  });

  test('FI-12 whatever the terms, it is repaid whole, and both computations agree', () => {
    for (const amount of [1n, 99n, 250_00n, 4321_09n, 9_999_999_99n])
      for (const rate of [0n, 1n, 990n, 1999n, 10_000n])
        for (const months of [1, 2, 6, 36, 120, 600]) {
          const { schedule, totalCents, apr } = loanOf({ amountCents: amount, rate, months });
          const principal = schedule.reduce((sum, one) => sum + one.cents - one.interestCents, 0n);
          assert.equal(principal, amount);
          assert.ok(schedule.length <= months && schedule.every(({ cents }) => cents > 0n));
          assert.ok(totalCents >= amount);
          if (amount < 100_00n || rate < 100n) continue;
          const flows = schedule.map(({ month, cents }) => ({
            years: month / 12,
            cents: Number(cents),
          }));
          assert.ok(
            Math.abs(apr - newton(Number(amount), flows)) <= 0.005 + 1e-6,
            `${amount} ${rate} ${months}`,
          );
        }
  });

  test('FI-12 the legal sentence of a product is an example that the product lends', () => {
    const product = { minAmount: 50, maxAmount: 5000, minTermMonths: 3, maxTermMonths: 36 };
    assert.equal(
      representativeExample({ ...product, interestRate: 12 }, 'EUR'),
      "Representative example: a loan of 1'000.00 EUR at a fixed 12.00 % a year is repaid in 12 monthly instalments, each of 88.85 EUR and the last of 88.84 EUR, 1'066.19 EUR in all. APR 12.68 %.",
    );
    assert.equal(exampleApr({ ...product, interestRate: 12 }), 12.68);
    const short = { ...product, maxAmount: 300, minTermMonths: 1, maxTermMonths: 1 };
    assert.match(
      representativeExample({ ...short, interestRate: 0 }, 'EUR'),
      /of 300\.00 EUR at a fixed 0\.00 % a year is repaid in one instalment of 300\.00 EUR, .* APR 0\.00 %/,
    );
  });

  test('terms that are none are refused', () => {
    for (const wrong of [{ amountCents: 0n }, { rate: -1n }, { months: 0 }, { months: 1.5 }])
      assert.throws(() => loanOf({ amountCents: 1n, rate: 1n, months: 1, ...wrong }), RangeError);
  });
});

describe('what ends a loan on a day', () => {
  // 1'000.00 at 12 % over 3 months: interest 10.00, 6.70, 3.37; instalments of 340.02, 340.02, 340.03
  const instalments = [
    { dueDate: '2031-02-28', principalCents: 330_02n, interestCents: 10_00n, paidCents: 0n },
    { dueDate: '2031-03-31', principalCents: 333_32n, interestCents: 6_70n, paidCents: 0n },
    { dueDate: '2031-04-30', principalCents: 336_66n, interestCents: 3_37n, paidCents: 0n },
  ];
  const start = '2031-01-31';
  const on = (day: string, paid: readonly bigint[] = []) => {
    const { amountCents, interestCents } = settlementOn(
      {
        start,
        instalments: instalments.map((one, index) => ({ ...one, paidCents: paid[index] ?? 0n })),
      },
      day,
    );
    return [amountCents, interestCents];
  };

  test('AM-80 interest is owed for the days that it was had: none on the first, the schedule’s on a due date', () => {
    assert.deepEqual(on('2031-01-31'), [1000_00n, 0n]);
    assert.deepEqual(on('2031-01-01'), [1000_00n, 0n], 'before it was paid out');
    // 14 of 28 days of 10.00
    assert.deepEqual(on('2031-02-14'), [1005_00n, 5_00n]);
    // 1 of 28 days: 0.357 is 0.36
    assert.deepEqual(on('2031-02-01'), [1000_36n, 36n]);
    assert.deepEqual(on('2031-02-28'), [1010_00n, 10_00n]);
    assert.deepEqual(on('2031-04-30'), [1020_07n, 20_07n]);
    assert.deepEqual(on('2032-04-30'), [1020_07n, 20_07n], 'no interest on what is overdue');
  });

  test('AM-80 what was paid is taken off, the interest first; what is paid in full is owed to nobody', () => {
    // the first instalment paid on its day; 10 of 31 days of 6.70 are 2.16
    assert.deepEqual(on('2031-03-10', [340_02n]), [672_14n, 2_16n]);
    assert.deepEqual(on('2031-03-10', [5_00n]), [1007_16n, 7_16n]);
    assert.deepEqual(on('2031-04-30', [340_02n, 340_02n, 340_03n]), [0n, 0n]);
    assert.deepEqual(on('2031-02-01', [340_02n, 340_02n, 340_03n]), [0n, 0n]);
  });

  const after = (refunds: readonly GivenBack[], day: string, paid: readonly bigint[] = []) => {
    const settlement = settlementOn(
      {
        start,
        refunds,
        instalments: instalments.map((one, index) => ({ ...one, paidCents: paid[index] ?? 0n })),
      },
      day,
    );
    return [settlement.amountCents, settlement.interestCents];
  };

  test('AM-80 what the shop gives back bears no interest from its day on', () => {
    const half = [{ day: '2031-02-14', cents: 500_00n }];
    assert.deepEqual(after(half, '2031-02-13'), on('2031-02-13'), 'not before it came');
    // 14 days of 1'000.00, 5.00; and on its own day nothing more
    assert.deepEqual(after(half, '2031-02-14'), [505_00n, 5_00n]);
    // and 14 of 500.00, 2.50
    assert.deepEqual(after(half, '2031-02-28'), [507_50n, 7_50n]);
    // by hand: the instalment as the schedule has it paid 2.50 too much, which repays as well; of 669.98
    // there are 167.48 left, 10 of 31 days of 6.70 on them are 0.54
    assert.deepEqual(after(half, '2031-03-10', [340_02n]), [168_02n, 54n]);
    // on the first day, however it is dated; all of it leaves nothing; two of them: 5.00, 1.25, 0.625
    assert.deepEqual(after([{ day: '2031-01-01', cents: 500_00n }], '2031-02-28'), [
      505_00n,
      5_00n,
    ]);
    assert.deepEqual(after([{ day: start, cents: 1000_00n }], '2031-04-30'), [0n, 0n]);
    assert.deepEqual(after([...half, { day: '2031-02-21', cents: 250_00n }], '2031-02-28'), [
      256_88n,
      6_88n,
    ]);
  });

  test('AM-80 a second computation, day by day on the balance, comes to the same within the cents that months round', () => {
    const { schedule } = loanOf({ amountCents: 1234_56n, rate: 1990n, months: 12 });
    const days = instalmentDays('2031-08-31', 12);
    const all = schedule.map(({ cents, interestCents }, index) => ({
      dueDate: days[index]!,
      principalCents: cents - interestCents,
      interestCents,
      paidCents: index < 6 ? cents : 0n,
    }));
    const refunds = [
      { day: '2031-10-07', cents: 200_00n },
      { day: '2032-01-20', cents: 99_99n },
    ];
    let balance = 1234.56;
    let accrued = 0;
    for (let at = 0, month = 0; at < 181; at++) {
      const date = new Date(Date.UTC(2031, 7, 31 + at)).toISOString().slice(0, 10);
      if (date === days[month]) {
        // what is paid goes to the interest first
        balance -= Number(all[month]!.paidCents) / 100 - accrued;
        accrued = 0;
        month++;
      }
      for (const { day, cents } of refunds) if (day === date) balance -= Number(cents) / 100;
      const { amountCents } = settlementOn(
        { start: '2031-08-31', instalments: all, refunds },
        date,
      );
      // instalments that are not due yet count as paid in the one, and not in the other
      const later =
        all.slice(month).reduce((sum, { paidCents }) => sum + Number(paidCents), 0) / 100;
      const expected = Math.max(0, balance + accrued - later);
      assert.ok(Math.abs(Number(amountCents) / 100 - expected) < 0.05, `${date}: ${expected}`);
      const length =
        (Date.parse(days[month]!) - Date.parse(days[month - 1] ?? '2031-08-31')) / 86_400_000;
      accrued += (balance * 0.199) / 12 / length;
    }
  });

  test('AM-80 an instalment is due on the day of the start, or the last of a shorter month', () => {
    assert.deepEqual(instalmentDays('2031-01-31', 4), [
      '2031-02-28',
      '2031-03-31',
      '2031-04-30',
      '2031-05-31',
    ]);
    assert.deepEqual(instalmentDays('2031-11-30', 4).at(-1), '2032-03-30');
    assert.equal(instalmentDays('2031-11-30', 3).at(-1), '2032-02-29');
  });

  test('AM-80 day by day a loan never comes to less, and ends at what its schedule comes to', () => {
    const { schedule, totalCents } = loanOf({ amountCents: 1234_56n, rate: 1990n, months: 24 });
    const days = instalmentDays('2031-08-31', 24);
    const all = schedule.map(({ cents, interestCents }, index) => ({
      dueDate: days[index]!,
      principalCents: cents - interestCents,
      interestCents,
      paidCents: 0n,
    }));
    let before = 0n;
    for (let day = 0; day < 760; day++) {
      const date = new Date(Date.UTC(2031, 7, 31 + day)).toISOString().slice(0, 10);
      const { amountCents } = settlementOn({ start: '2031-08-31', instalments: all }, date);
      assert.ok(amountCents >= before, date);
      before = amountCents;
    }
    assert.equal(before, totalCents);
  });
});
