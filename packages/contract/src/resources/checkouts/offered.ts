import * as z from 'zod';
import { anyOf, endpoints } from '../../kernel/endpoint.ts';
import type { CheckoutView } from '../checkouts.ts';
import { checkoutLoan, choices, loanView } from './schemas.ts';
import type { CheckoutLoan } from './view.ts';

/** What a shopper can choose from at a merchant's checkout. */
export interface Offered extends Pick<CheckoutView, 'means' | 'shippingMethods'> {
  /** What can be borrowed; null where nobody lends it. */
  loan: CheckoutLoan | null;
}

/** For the forms of the console, which show the page of what is not saved yet (ADR 134): each by its own right. */
export const offeredEndpoints = endpoints(() => {
  const flag = z.enum(['true', 'false']);
  const amountToPay = z
    .string()
    .regex(/^\d{1,7}(\.\d{1,2})?$/, 'An amount, such as 49.90')
    .meta({ description: 'What is to be paid, in EUR.' });
  const repeats = flag.meta({ description: 'Whether it is paid again and again.' });
  const answer = z.strictObject({
    ...choices(),
    loan: checkoutLoan(loanView()).nullable(),
  }) satisfies z.ZodType<Offered>;
  return {
    'GET /api/widgets/preview': {
      summary:
        'What a shopper of a widget would choose from: how to pay an amount, what a loan would cost, and the deliveries. Nothing is opened by it',
      serves: 'AM-108, WD-13, FI-12',
      access: anyOf('READ_MERCHANT_WIDGET'),
      scope: 'own',
      query: z.strictObject({
        amount: amountToPay,
        repeats,
        ships: flag.meta({
          description: 'Whether it is the basket of a checkout widget, which is delivered.',
        }),
      }),
      answer,
    },
    'GET /api/payment-links/preview': {
      summary:
        'What whoever opens a payment link would choose from: how to pay an amount, and what a loan would cost. Nothing is opened by it',
      serves: 'AM-108, OR-14, FI-12',
      access: anyOf('READ_MERCHANT_ORDER'),
      scope: 'own',
      query: z.strictObject({ amount: amountToPay, repeats }),
      answer,
    },
  };
});
