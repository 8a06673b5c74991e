import * as z from 'zod';
import {
  AUTHENTICATION_METHODS,
  AUTHENTICATION_STATUSES,
  CONSUMER_CREDIT_STATUSES,
  ORDER_PAYMENT_METHODS,
  SIGNATURE_STATUSES,
} from '../../loan-words.ts';
import { amount, currency, instant, uuid } from '../../kernel/endpoint.ts';
import {
  APPLICATION_STATUSES,
  INSTALMENT_STATUSES,
  LOAN_ENDS,
  LOAN_FAILURES,
} from '../../lending.ts';
import type { LoanView } from '../../loan-view.ts';
import type { CheckoutLoan } from './view.ts';

/** The answers of the shopper's loan calls. */

const text = () => z.string().nullable();
const count = () => z.int();
const when = () => instant().nullable();
const day = () => z.iso.date();
const oneOf = <N extends string>(names: Readonly<Record<N, unknown>>) =>
  z.enum(Object.keys(names) as [N, ...N[]]);

/** By what a checkout can be paid, and how it is delivered. */
export const choices = () => ({
  means: z.array(oneOf(ORDER_PAYMENT_METHODS)),
  shippingMethods: z.array(
    z.strictObject({
      id: uuid(),
      name: z.string(),
      kind: z.string(),
      cost: amount().nullable(),
    }),
  ),
});

const sum = () => z.strictObject({ amount: amount(), interest: amount() }).nullable();

/** A loan as its shopper sees it. */
export const loanView = (): z.ZodType<LoanView> => {
  const method = oneOf(AUTHENTICATION_METHODS);
  const page = { url: text(), framed: z.boolean(), code: text(), error: text() };
  return z
    .strictObject({
      id: uuid(),
      status: oneOf(CONSUMER_CREDIT_STATUSES),
      statusSince: instant(),
      until: when(),
      amount: amount(),
      currency: currency(),
      months: count(),
      inReview: z.boolean(),
      failure: z
        .strictObject({
          code: oneOf(LOAN_FAILURES),
          reason: z.string(),
          nextStep: z.string(),
          automatic: z.boolean(),
          mayAskReview: z.boolean(),
          reviewAsked: z.boolean(),
          reviewed: z.boolean(),
        })
        .nullable(),
      applications: z.array(
        z.strictObject({ institution: z.string(), status: oneOf(APPLICATION_STATUSES) }),
      ),
      offers: z.array(
        z.strictObject({
          id: uuid(),
          institution: z.string(),
          product: z.string(),
          amount: amount(),
          months: count(),
          rate: amount(),
          apr: amount(),
          monthly: amount(),
          total: amount(),
          validUntil: when(),
        }),
      ),
      chosenOfferId: uuid().nullable(),
      authentication: z
        .strictObject({ id: uuid(), method, status: oneOf(AUTHENTICATION_STATUSES), ...page })
        .nullable(),
      triesLeft: count(),
      signing: z
        .strictObject({
          where: z.enum(['ONLINE', 'MERCHANT']),
          status: oneOf(SIGNATURE_STATUSES),
          method: method.nullable(),
          ...page,
        })
        .nullable(),
      documents: z.array(
        z.strictObject({
          id: uuid(),
          kind: z.enum(['SECCI', 'AGREEMENT']),
          productId: uuid().nullable(),
          institution: z.string().nullable(),
          sha256: z.string(),
          createdDate: instant(),
          consentedDate: when(),
        }),
      ),
      mayCancel: z.boolean(),
      loanNumber: text(),
      token: uuid().nullable(),
      signedDate: when(),
      withdrawUntil: day().nullable(),
      ended: oneOf(LOAN_ENDS).nullable(),
      instalments: z.array(
        z.strictObject({
          number: count(),
          dueDate: day(),
          amount: amount(),
          interest: amount(),
          principal: amount(),
          paid: amount(),
          paidDate: day().nullable(),
          status: oneOf(INSTALMENT_STATUSES),
        }),
      ),
      left: amount(),
      givenBack: amount(),
      arrears: amount(),
      withdrawing: sum(),
      repaying: sum(),
      closing: z
        .strictObject({
          kind: z.enum(['WITHDRAW', 'REPAY']),
          status: z.enum(['PENDING', 'APPROVED', 'DECLINED']),
          amount: amount(),
          interest: amount(),
          asOf: day(),
          givenBack: amount(),
          reason: text(),
        })
        .nullable(),
    })
    .meta({ id: 'ShopperLoan' });
};

export const checkoutLoan = (loan: z.ZodType<LoanView>): z.ZodType<CheckoutLoan> =>
  z
    .strictObject({
      amount: amount(),
      currency: currency(),
      products: z.array(
        z.strictObject({
          productId: uuid(),
          institutionId: uuid(),
          institution: z.string(),
          product: z.string(),
          minTermMonths: count(),
          maxTermMonths: count(),
          interestRate: amount(),
          instantDecision: z.boolean(),
          remoteSigning: z.boolean(),
        }),
      ),
      methods: z.array(oneOf(AUTHENTICATION_METHODS)),
      loan: loan.nullable(),
      testPeople: z
        .array(
          z.strictObject({
            firstName: z.string(),
            lastName: z.string(),
            personalId: z.string(),
            dateOfBirth: day(),
            words: z.string(),
          }),
        )
        .nullable(),
    })
    .meta({ id: 'CheckoutLoan' });
