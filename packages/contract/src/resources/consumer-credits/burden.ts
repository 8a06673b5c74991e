import { fromCents, toCents } from '../../kernel/money.ts';

/** What a loan costs its borrower a month, against what they earn. */

interface Burdened {
  amount: number;
  termMonths: number | null;
  terms?: { monthlyPayment: number } | null | undefined;
  monthlyIncome?: number | null | undefined;
  monthlyObligations?: number | null | undefined;
}

/** What a month costs: the instalment that is offered, before that what it is at the least. */
export function monthlyOf({ amount, termMonths, terms }: Burdened): number | null {
  if (terms) return terms.monthlyPayment;
  return termMonths === null || termMonths < 1
    ? null
    : fromCents((toCents(amount) ?? 0n) / BigInt(termMonths));
}

/** How much of what they earn a month would go there, with what they pay already: whole percents; null where nobody said. */
export function burdenOf(one: Burdened): number | null {
  const month = monthlyOf(one);
  const [monthly, owed, income] = [month, one.monthlyObligations, one.monthlyIncome].map((value) =>
    Number(toCents(value ?? 0)),
  ) as [number, number, number];
  return month === null || income === 0 ? null : Math.round((100 * (monthly + owed)) / income);
}
