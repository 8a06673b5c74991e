import { loanOf } from '../../credit.ts';
import { fromCents, toCents } from '../../kernel/money.ts';

/** What a loan of an order would cost, before anything is asked of its shopper. */

/** A product that lends the order's amount, and whose it is. */
export interface FittingProduct {
  productId: string;
  institutionId: string;
  institution: string;
  product: string;
  minTermMonths: number;
  maxTermMonths: number;
  /** Percent a year. */
  interestRate: number;
  /** It answers while the shopper waits; else within days. */
  instantDecision: boolean;
  /** The agreement is signed online; else at the merchant's. */
  remoteSigning: boolean;
}

export interface Quote {
  product: FittingProduct;
  months: number;
  monthly: number;
  /** The last instalment takes the cents that rounding left. */
  last: number;
  total: number;
  /** What it costs beside the amount. */
  cost: number;
  apr: number;
}

/** The terms that people ask for; a product's shortest and longest are offered besides. */
const USUAL = [1, 2, 3, 6, 9, 12, 18, 24, 36, 48, 60];

const lendsFor = ({ minTermMonths, maxTermMonths }: FittingProduct, months: number) =>
  months >= minTermMonths && months <= maxTermMonths;

/** Every term that can be chosen, the shortest first. */
export function termsOf(products: readonly FittingProduct[]): number[] {
  const ends = products.flatMap(({ minTermMonths, maxTermMonths }) => [
    minTermMonths,
    maxTermMonths,
  ]);
  const wanted = [...new Set([...USUAL, ...ends])].toSorted((a, b) => a - b);
  return wanted.filter((months) => products.some((product) => lendsFor(product, months)));
}

/** What each product asks for the amount over so many months, the cheapest first. */
export function quotesOf(
  products: readonly FittingProduct[],
  amount: number,
  months: number,
): Quote[] {
  return products
    .filter((product) => lendsFor(product, months))
    .map((product) => {
      const terms = { amountCents: toCents(amount)!, rate: toCents(product.interestRate)!, months };
      const { schedule, totalCents, apr } = loanOf(terms);
      return {
        product,
        months: schedule.length,
        monthly: fromCents(schedule[0]!.cents),
        last: fromCents(schedule.at(-1)!.cents),
        total: fromCents(totalCents),
        cost: fromCents(totalCents - terms.amountCents),
        apr,
      };
    })
    .toSorted(
      (a, b) => a.total - b.total || a.product.institution.localeCompare(b.product.institution),
    );
}
