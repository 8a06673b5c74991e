import { AUTHENTICATION_METHODS } from '@paydesk/contract/loan-words.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { IdentificationMethod, LoanView } from '@paydesk/contract/loan-view.ts';
import type { CheckoutLoan } from '@paydesk/contract/resources/checkouts/view.ts';
import { TEST_APPLICANTS } from '@paydesk/contract/test-applicants.ts';
import { borrowersLoan } from '../../../domain/lending/view.ts';
import type { Services } from '../../../platform/services.ts';
import type { Fitting } from '../../../domain/lending/fitting.ts';
import { borrowedFor, offeredProducts, productView, type Borrowed } from './offered.ts';

const METHODS = Object.keys(AUTHENTICATION_METHODS) as IdentificationMethod[];

/** What the loan's part of a checkout shows: the loan to its borrower alone, by a key of theirs. */
export async function checkoutLoanOf(
  services: Services,
  id: string,
  key: string | null,
): Promise<CheckoutLoan> {
  const order = await borrowedFor(services, id);
  const [products, loan] = await Promise.all([
    offeredProducts(services, order),
    borrowersLoan(services, id, key),
  ]);
  return loanShown(services, order, products, loan);
}

/** The same of what is known of the order, whether or not there is one yet. */
export function loanShown(
  services: Services,
  order: Borrowed,
  products: readonly Fitting[],
  loan: LoanView | null,
): CheckoutLoan {
  const made = services.gateways.FINANCING_INSTITUTION === 'sandbox';
  return {
    amount: fromCents(order.amount_cents),
    currency: order.currency,
    products: products.map(productView),
    methods: METHODS,
    loan,
    testPeople: made
      ? TEST_APPLICANTS.map(({ firstName, lastName, personalId, dateOfBirth, words }) => ({
          firstName,
          lastName,
          personalId,
          dateOfBirth,
          words,
        }))
      : null,
  };
}
