import { quotesOf, termsOf, type Quote } from '@paydesk/contract/resources/checkouts/terms.ts';
import type { Borrowing } from './use-loan.ts';

const USUAL = 12;

/** The term that was chosen; else a year, or the nearest there is. */
export function chosenTerm({ data, months }: Pick<Borrowing, 'data' | 'months'>): number {
  const terms = data ? termsOf(data.products) : [];
  if (months !== null && terms.includes(months)) return months;
  return terms.toSorted((a, b) => Math.abs(a - USUAL) - Math.abs(b - USUAL))[0] ?? USUAL;
}

/** What the chosen term costs with each product that lends over it, the cheapest first. */
export const chosenQuotes = (borrowing: Pick<Borrowing, 'data' | 'months'>): Quote[] =>
  borrowing.data
    ? quotesOf(borrowing.data.products, borrowing.data.amount, chosenTerm(borrowing))
    : [];
