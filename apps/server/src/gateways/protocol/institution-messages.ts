import {
  address,
  anyText,
  cents,
  day,
  id,
  instant,
  text,
} from '@paydesk/contract/gateway-parts.ts';
import * as z from 'zod';
import { currency, operation, sha256 } from './parts.ts';

/** What a financing institution is asked, and what it says unasked. */

/** Hundredths of a percent a year. */
const rate = () => z.int().min(0).max(100_000);
const months = () => z.int().min(1).max(600);

const refund = z.object({
  ...operation,
  kind: z.literal('LOAN_REFUND'),
  loanId: id(),
  /** The loan by the institution's own id, and the number of its agreement. */
  externalId: text(255).nullable(),
  loanNumber: text(255).nullable(),
  amountCents: cents(),
  currency: currency(),
  reason: text(64),
  note: anyText(1000).nullable(),
  instantDecision: z.boolean(),
});

/** Somebody wants to borrow: answered with offers, now or later. */
const application = z.object({
  ...operation,
  kind: z.literal('LOAN_APPLICATION'),
  loanId: id(),
  /** The institution by its code, and those of its products that fit. */
  institution: text(64),
  products: z
    .array(z.object({ code: text(64), rate: rate() }))
    .min(1)
    .max(50),
  merchantId: id(),
  merchantName: text(255),
  amountCents: cents(),
  currency: currency(),
  months: months(),
  person: z.object({
    personalId: text(64),
    firstName: text(255),
    lastName: text(255),
    dateOfBirth: z.iso.date(),
    email: text(255).nullable(),
    phone: text(64).nullable(),
  }),
  income: z.object({ type: text(64), monthlyCents: cents(), obligationsCents: cents() }),
  instantDecision: z.boolean(),
});

/** One of its offers is chosen, and the agreement signed. */
const acceptance = z.object({
  ...operation,
  kind: z.literal('LOAN_ACCEPTANCE'),
  loanId: id(),
  /** The operationId of the application. */
  applicationId: id(),
  /** The offer, as the institution calls it. */
  offerId: text(64),
  agreementSha256: sha256(),
  /** The signature as the signing service calls it; null: signed on paper at the merchant's. */
  signedObjectId: text(255).nullable(),
  signedDate: instant(),
  authentication: z.object({ method: text(64), provider: text(255) }),
  instantDecision: z.boolean(),
  /** Where notices of the loan are sent to. */
  noticeTo: address().optional(),
});

/** What was asked under another id is not wanted any more: a refund, or an application. */
const cancellation = z.object({
  ...operation,
  kind: z.literal('CANCELLATION'),
  cancels: id(),
});

/** A loan is paid back at once. */
const closing = <const K extends string>(kind: K) =>
  z.object({
    ...operation,
    kind: z.literal(kind),
    loanId: id(),
    loanNumber: text(255),
    /** With the interest up to `asOf`. */
    amountCents: cents(),
    interestCents: cents(),
    currency: currency(),
    asOf: day(),
  });

export const institutionOperation = z.discriminatedUnion('kind', [
  refund,
  application,
  acceptance,
  cancellation,
  closing('LOAN_WITHDRAWAL'),
  closing('LOAN_SETTLEMENT'),
]);

const notice = { noticeId: id(), loanId: id(), loanNumber: text(255) };

/** What an institution says unasked of a loan that it has confirmed. */
export const institutionNotice = z.discriminatedUnion('kind', [
  z.strictObject({
    ...notice,
    kind: z.literal('INSTALMENT_PAID'),
    /** Of the schedule, from 1. */
    number: z.int().min(1).max(600),
    /** Of this instalment so far. */
    paidCents: cents(),
    paidDate: day(),
  }),
  z.strictObject({
    ...notice,
    kind: z.literal('ARREARS'),
    /** 0: what was owed is paid. */
    arrearsCents: cents(),
    since: day().nullable(),
  }),
  z.strictObject({
    ...notice,
    kind: z.enum(['WITHDRAWN', 'REPAID']),
    reference: text(64),
    date: day(),
  }),
]);
export type InstitutionNoticed = z.output<typeof institutionNotice>;
