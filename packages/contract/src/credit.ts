import { formatAmount, fromCents, toCents } from './kernel/money.ts';

/**
 * What a loan costs, computed once, to the cent: monthly instalment, schedule, total, and the annual
 * percentage rate of charge by the equation of Directive 2008/48/EC, annex I. Amounts are cents; a rate
 * is hundredths of a percent a year, as products have it (FI-12).
 */

/** 120'000: hundredths of a percent in a year of twelve months. */
const SCALE = 120_000n;

export interface Terms {
  amountCents: bigint;
  /** 12.90 % is 1290n. */
  rate: bigint;
  months: number;
}

export interface Instalment {
  /** Months after the money was paid out. */
  month: number;
  cents: bigint;
  interestCents: bigint;
  /** What is owed after it. */
  leftCents: bigint;
}

export interface Loan {
  /** Each instalment but the last, which takes the cents that rounding left. */
  monthlyCents: bigint;
  totalCents: bigint;
  schedule: Instalment[];
  /** Percent, with two places: 13.69. */
  apr: number;
}

const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** The level instalment that repays it in its months; whole fractions, rounded once. */
function monthlyOf({ amountCents, rate, months }: Terms): bigint {
  const n = BigInt(months);
  if (rate === 0n) return atLeastOne(halfUp(amountCents, n));
  const grown = (SCALE + rate) ** n;
  return atLeastOne(halfUp(amountCents * rate * grown, SCALE * (grown - SCALE ** n)));
}

const atLeastOne = (cents: bigint) => (cents > 0n ? cents : 1n);

/** A loan by its terms. Interest is counted monthly on what is owed and rounded half up, each month. */
export function loanOf(terms: Terms): Loan {
  const { amountCents, rate, months } = terms;
  if (amountCents <= 0n || rate < 0n || !Number.isInteger(months) || months < 1)
    throw new RangeError('A loan has an amount, a rate and whole months');
  const monthlyCents = monthlyOf(terms);
  const schedule: Instalment[] = [];
  for (let month = 1, left = amountCents; left > 0n; month++) {
    const interestCents = halfUp(left * rate, SCALE);
    const due = left + interestCents;
    const cents = month === months || due < monthlyCents ? due : monthlyCents;
    left = due - cents;
    schedule.push({ month, cents, interestCents, leftCents: left });
  }
  const totalCents = schedule.reduce((sum, { cents }) => sum + cents, 0n);
  const flows = schedule.map(({ month, cents }) => ({ years: month / 12, cents: Number(cents) }));
  return { monthlyCents, totalCents, schedule, apr: aprOf(Number(amountCents), flows) };
}

/** What is paid, so many years after the money was paid out: a month is a twelfth of one, whatever its days. */
export interface Repayment {
  years: number;
  cents: number;
}

/**
 * The yearly rate, in percent with two places, at which all that is repaid is worth on its first day what was paid out.
 * Found by halving: what is repaid is worth less the higher the rate is, so there is one.
 */
export function aprOf(paidOutCents: number, repaid: readonly Repayment[]): number {
  const worth = (rate: number) =>
    repaid.reduce((sum, { years, cents }) => sum + cents / (1 + rate) ** years, 0);
  let [low, high] = [0, 1];
  if (worth(0) <= paidOutCents) return 0;
  while (worth(high) > paidOutCents) high *= 2;
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (worth(middle) > paidOutCents) low = middle;
    else high = middle;
  }
  return Math.round(high * 10_000) / 100;
}

/** What a product lends, as it stands on the wire. */
export interface Lends {
  minAmount: number;
  maxAmount: number;
  minTermMonths: number;
  maxTermMonths: number;
  interestRate: number;
}

const within = (wanted: number, least: number, most: number) =>
  Math.min(Math.max(wanted, least), most);

/** The loan by which a product's costs are told: 1'000.00 over 12 months where it lends that. */
function exampleOf(product: Lends): Loan & { amount: number } {
  const amount = within(1000, product.minAmount, product.maxAmount);
  const months = within(12, product.minTermMonths, product.maxTermMonths);
  const terms = { amountCents: toCents(amount)!, rate: toCents(product.interestRate)!, months };
  return { ...loanOf(terms), amount };
}

/** What stands at the end of that sentence. */
export const exampleApr = (product: Lends): number => exampleOf(product).apr;

/** The legal sentence of a product: its costs by a representative example. */
export function representativeExample(product: Lends, currency: string): string {
  const { amount, schedule, monthlyCents, totalCents, apr } = exampleOf(product);
  const money = (cents: bigint) => `${formatAmount(fromCents(cents))} ${currency}`;
  const last = schedule.at(-1)!.cents;
  const instalments =
    schedule.length === 1
      ? `one instalment of ${money(last)}`
      : last === monthlyCents
        ? `${schedule.length} monthly instalments of ${money(monthlyCents)}`
        : `${schedule.length} monthly instalments, each of ${money(monthlyCents)} and the last of ${money(last)}`;
  return `Representative example: a loan of ${money(toCents(amount)!)} at a fixed ${formatAmount(product.interestRate)} % a year is repaid in ${instalments}, ${money(totalCents)} in all. APR ${formatAmount(apr)} %.`;
}

const DAY_MS = 86_400_000;
const daysOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** The days on which instalments are due: that of the start in each month after it, or the last of a shorter one. */
export function instalmentDays(start: string, months: number): string[] {
  const [year, month, day] = start.split('-').map(Number) as [number, number, number];
  return Array.from({ length: months }, (_, index) => {
    const last = new Date(Date.UTC(year, month + index + 1, 0)).getUTCDate();
    return new Date(Date.UTC(year, month + index, Math.min(day, last))).toISOString().slice(0, 10);
  });
}

/** An instalment of a loan that was given, as far as it was paid; a day is YYYY-MM-DD. */
export interface Owed {
  dueDate: string;
  principalCents: bigint;
  interestCents: bigint;
  paidCents: bigint;
}

/** What ends a loan on a day: all that is owed of what was lent, and interest for the days that it was had. */
export interface Settlement {
  amountCents: bigint;
  /** Of the amount: what no instalment has paid of the interest up to that day. */
  interestCents: bigint;
}

/** What the shop has given back of what was lent, on a day: from it on so much less is lent. */
export interface GivenBack {
  day: string;
  cents: bigint;
}

interface Lent {
  start: string;
  instalments: readonly Owed[];
  refunds?: readonly GivenBack[];
}

/**
 * What repays a loan at once, by withdrawal as by early repayment (Directive 2008/48/EC, articles 14 and 16). Interest is
 * owed to the day and no further: of the months that are over what the schedule has, of the one that runs its share
 * of days, rounded half up. What was paid of an instalment is taken off, its interest first.
 *
 * What the shop gives back is early repayment in part: no interest is owed on it from its day on. Where instalments
 * go on as the schedule has them, the interest that they pay too much repays as well, from their day on (ADR 174).
 */
export function settlementOn({ start, instalments, refunds = [] }: Lent, day: string): Settlement {
  let [owed, interest] = [0n, 0n];
  let from = daysOf(start);
  const on = daysOf(day);
  const back = refunds
    .map(({ day: of, cents }) => ({ at: Math.max(daysOf(of), from), cents }))
    .filter(({ at }) => at <= on);
  /** Lent still by the schedule, and how much less it is by what came back. */
  let lent = instalments.reduce((sum, { principalCents }) => sum + principalCents, 0n);
  let less = 0n;
  for (const one of instalments) {
    const due = daysOf(one.dueDate);
    const until = Math.min(on, due);
    const cuts = back.filter(({ at }) => at >= from && at < due).toSorted((a, b) => a.at - b.at);
    // of the month's interest: cents that were lent, times the days that they were
    let had = 0n;
    let at = from;
    for (const cut of [...cuts, { at: until, cents: 0n }]) {
      had += over(lent, less) * BigInt(Math.max(0, Math.min(cut.at, until) - at));
      at = cut.at;
      less += cut.cents;
    }
    const accrued = had > 0n ? halfUp(one.interestCents * had, lent * BigInt(due - from)) : 0n;
    owed += one.principalCents + accrued - one.paidCents;
    if (accrued > one.paidCents) interest += accrued - one.paidCents;
    if (on >= due && one.paidCents >= one.principalCents + one.interestCents)
      less += one.interestCents - accrued;
    lent -= one.principalCents;
    from = due;
  }
  owed -= back.reduce((sum, { cents }) => sum + cents, 0n);
  if (owed <= 0n) return { amountCents: 0n, interestCents: 0n };
  return { amountCents: owed, interestCents: interest < owed ? interest : owed };
}

const over = (whole: bigint, part: bigint): bigint => (whole > part ? whole - part : 0n);
