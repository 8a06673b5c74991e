import * as z from 'zod';
import { AUTHENTICATION_METHODS } from '../../loan-words.ts';
import { bodyOf, endpoints, namedId, uuid } from '../../kernel/endpoint.ts';
import type { IdentificationMethod } from '../../loan-view.ts';
import { borrowerFields } from './fields.ts';
import { checkoutLoan, loanView } from './schemas.ts';
import type { LoanBody, LoanPage } from './view.ts';

/** What a shopper does who pays by a loan, in the checkout by its id and a key of their own, and on the loan's own page. */
export const shopperLoanEndpoints = endpoints(() => {
  const open = { access: 'public', scope: 'self', tag: 'Checkout', onCheckoutHost: true } as const;
  const closed = { 403: 'It can’t be done now: the message says why, to the shopper.' };
  const params = z.strictObject({ id: uuid() });
  const byToken = z.strictObject({
    id: uuid().meta({
      description: 'The token of the loan’s page, out of the mail to its borrower.',
    }),
  });
  const months = z.int().min(1).max(600);
  const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'A SHA-256 in hexadecimal digits');
  const method = z.enum(Object.keys(AUTHENTICATION_METHODS) as IdentificationMethod[]);
  const agreed = z.literal(true, { error: 'Please agree first' });
  const borrower: z.ZodType = bodyOf(borrowerFields);
  const loan = loanView();
  const answer = checkoutLoan(loan);
  const page: z.ZodType<LoanPage> = z
    .strictObject({
      merchant: z.strictObject({ name: z.string() }),
      label: z.string().nullable(),
      loan,
    })
    .meta({ id: 'ShopperLoanPage' });
  const own = { ...open, shopperKey: true } as const;
  const write = { ...own, params, answer, alsoAnswers: closed, callsAMinute: 60 } as const;
  return {
    'GET /api/checkouts/{id}/loan': {
      ...own,
      summary:
        'What a loan would cost for this checkout, and how the one that was begun stands: that one for its borrower alone',
      serves: 'FI-12, LN-30, AM-116',
      params,
      answer,
    },
    'GET /api/link-pages/{id}/loan': {
      ...open,
      summary: 'What a loan would cost for what a payment link asks for',
      serves: 'FI-12, LN-30, AM-116',
      alsoAnswers: closed,
      callsAMinute: 120,
      params,
      answer,
    },
    'GET /api/checkouts/{id}/loan/information': {
      ...open,
      summary:
        'What is to be read before consent: one document for each product that lends over so many months, with its SHA-256',
      serves: 'FI-12',
      alsoAnswers: closed,
      callsAMinute: 60,
      params,
      query: z.strictObject({
        months: z
          .string()
          .regex(/^[1-9]\d{0,2}$/, 'A number of months')
          .meta({
            description: 'Over how many months it is repaid.',
          }),
      }),
      answer: z.array(
        z.strictObject({
          productId: uuid(),
          institution: z.string(),
          product: z.string(),
          sha256: z.string(),
          url: z.string(),
        }),
      ),
    },
    'POST /api/checkouts/{id}/loan': {
      ...write,
      summary:
        'Apply for a loan: who borrows, their income, and what they have read. One is begun, however often it is asked for',
      serves: 'LN-33, LN-35, FI-12',
      callsAMinute: 20,
      body: (borrower as z.ZodObject).extend({
        months,
        consents: z
          .array(z.strictObject({ productId: namedId(), sha256 }))
          .min(1)
          .max(50),
        agreed,
      }) as unknown as z.ZodType<LoanBody>,
    },
    'POST /api/checkouts/{id}/loan/offer': {
      ...write,
      summary: 'Choose one of the offers; the others are declined',
      serves: 'LN-30, LN-35',
      body: z.strictObject({ offerId: namedId() }),
    },
    'POST /api/checkouts/{id}/loan/authentication': {
      ...write,
      summary: 'Prove who one is: a page to go to, or a code to compare on the phone',
      serves: 'LN-31, LN-35',
      callsAMinute: 20,
      body: z.strictObject({ method, frame: z.boolean() }),
    },
    'POST /api/checkouts/{id}/loan/signing': {
      ...write,
      summary: 'Sign the agreement online, by the SHA-256 of what was read',
      serves: 'LN-32, LN-35',
      callsAMinute: 20,
      body: z.strictObject({ method, frame: z.boolean(), agreementSha256: sha256, agreed }),
    },
    'POST /api/checkouts/{id}/loan/continue': {
      ...own,
      summary: 'Ask everybody outside who has not answered yet, and go on. Safe to be called again',
      serves: 'LN-35, AM-102',
      callsAMinute: 120,
      params,
      answer,
    },
    'POST /api/checkouts/{id}/loan/cancel': {
      ...write,
      summary: 'Give the application up; a loan that the institution has confirmed stays',
      serves: 'LN-35',
    },
    'POST /api/checkouts/{id}/loan/review': {
      ...write,
      summary: 'Ask a person to look at what was refused automatically',
      serves: 'LN-35',
      callsAMinute: 20,
    },
    'GET /api/loans/{id}': {
      ...open,
      summary: 'A confirmed loan as its borrower sees it: schedule, what is left, documents',
      serves: 'LN-30, LN-35',
      params: byToken,
      answer: page,
    },
    'POST /api/loans/{id}/withdraw': {
      ...open,
      summary: 'Withdraw from the loan within 14 days of signing, by the amount that was shown',
      serves: 'LN-35',
      alsoAnswers: closed,
      callsAMinute: 20,
      params: byToken,
      body: z.strictObject({ amount: z.number() }),
      answer: page,
    },
    'POST /api/loans/{id}/repay': {
      ...open,
      summary: 'Repay what is left at once, by the amount that was shown',
      serves: 'LN-35',
      alsoAnswers: closed,
      callsAMinute: 20,
      params: byToken,
      body: z.strictObject({ amount: z.number() }),
      answer: page,
    },
  };
});
