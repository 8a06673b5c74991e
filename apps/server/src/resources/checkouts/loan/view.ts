import { AUTHENTICATION_METHODS } from '@paydesk/contract/loan-words.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { IdentificationMethod } from '@paydesk/contract/loan-view.ts';
import type { CheckoutLoan } from '@paydesk/contract/resources/checkouts/view.ts';
import { TEST_APPLICANTS } from '@paydesk/contract/test-applicants.ts';
import { loanView } from '../../../domain/lending/view.ts';
import type { Services } from '../../../platform/services.ts';
import { borrowedFor, offeredProducts, productView } from './offered.ts';

const METHODS = Object.keys(AUTHENTICATION_METHODS) as IdentificationMethod[];

/** What the loan's part of a checkout shows. */
export async function checkoutLoanOf(services: Services, id: string): Promise<CheckoutLoan> {
  const order = await borrowedFor(services, id);
  const [products, loan] = await Promise.all([
    offeredProducts(services, order),
    loanView(services, id),
  ]);
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
