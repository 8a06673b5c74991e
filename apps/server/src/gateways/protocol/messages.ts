import { operationAnswer as answerSchema } from '@paydesk/contract/gateway-answers.ts';
import { address, cents, day, id, instant, month, text } from '@paydesk/contract/gateway-parts.ts';
import * as z from 'zod';
import { identificationOperation } from './identification-messages.ts';
import { institutionOperation } from './institution-messages.ts';
import { currency, operation } from './parts.ts';

/** What Paydesk and a gateway say to each other, by the protocol of docs/gateways; a number is a whole one of cents. */

export const ROLES = ['acquirer', 'institution', 'screening', 'identification'] as const;
export type Role = (typeof ROLES)[number];

const money = {
  ...operation,
  /** The payment by Paydesk's id. */
  paymentId: id(),
  merchantId: id().optional(),
  amountCents: cents(),
  currency: currency(),
};

/** What money does; what each needs beside that stands in docs/gateways. */
export const MONEY_KINDS = [
  'AUTHORISE',
  'CAPTURE',
  'CANCEL',
  'CHARGE',
  'REFUND',
  'REVERSAL',
] as const;

export const acquirerOperation = z
  .object({
    ...money,
    kind: z.enum(MONEY_KINDS),
    /** A card by the acquirer's own name of it, never its number; an authorisation needs it. */
    token: text(255).optional(),
    /** A charge's: the card network's own id of the first payment, as its authorisation answered it. */
    networkReference: text(64).optional(),
    /** An authorisation's: whether the payer's bank must be asked who pays, or as the acquirer sees fit. */
    threeDSecure: z.enum(['required', 'asNeeded']).optional(),
    /** An authorisation's: where the payer comes back to from a page of the bank's, and whether that stands in a frame. */
    returnTo: address().optional(),
    frame: z.boolean().optional(),
    /** Where notices of the payment are sent to. */
    noticeTo: address().optional(),
  })
  .refine(({ kind, token }) => kind !== 'AUTHORISE' || token !== undefined, {
    path: ['token'],
    message: 'An authorisation needs a token',
  })
  .refine(({ kind, returnTo }) => kind !== 'AUTHORISE' || returnTo !== undefined, {
    path: ['returnTo'],
    message: 'An authorisation needs returnTo',
  });

export const screeningOperation = z.object({
  ...operation,
  kind: z.literal('SCREEN'),
  person: z.object({ name: text(511), dateOfBirth: z.iso.date().nullable() }),
});

export const OPERATIONS = {
  acquirer: acquirerOperation,
  institution: institutionOperation,
  screening: screeningOperation,
  identification: identificationOperation,
} as const satisfies Record<Role, z.ZodType>;
export type OperationOf<R extends Role> = z.output<(typeof OPERATIONS)[R]>;
export type AcquirerOperation = OperationOf<'acquirer'>;
export type InstitutionOperation = OperationOf<'institution'>;
export type ScreeningOperation = OperationOf<'screening'>;
export type IdentificationOperation = OperationOf<'identification'>;

/** NOT_RECEIVED: the id was asked about before it came, and is closed: nothing will ever happen under it. */
export const NOT_RECEIVED = 'NOT_RECEIVED';

export const operationAnswer = answerSchema();
export type { OperationAnswer } from '@paydesk/contract/gateway-answers.ts';

/** Whether an acquirer has the money of a payment, whoever asked for it. */
export const paymentQuestion = z.object({
  paymentId: id(),
  amountCents: cents(),
  currency: currency(),
});
export type PaymentAsked = z.output<typeof paymentQuestion>;

export const paymentAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('taken'), reference: text(64) }),
  z.object({ outcome: z.literal('notTaken'), reason: text(255) }),
  z.object({ outcome: z.literal('pending') }),
]);
export type PaymentAnswered = z.output<typeof paymentAnswer>;

/** A page of the acquirer's own on which the payer types the card; the same `sessionId` is the same page. */
export const cardPageRequest = z.object({
  sessionId: id(),
  paymentId: id(),
  merchantId: id(),
  merchantName: text(255),
  amountCents: cents(),
  currency: currency(),
  /** The card is looked at alone: the amount is what later charges come to, and none of it is taken now. */
  checksOnly: z.literal(true).optional(),
  returnTo: address(),
  frame: z.boolean(),
});
export type CardPageAsked = z.output<typeof cardPageRequest>;

export const cardPageAnswer = z.discriminatedUnion('outcome', [
  /** `framed`: it may stand in a frame of the origin of `returnTo`. */
  z.object({ outcome: z.literal('opened'), url: address(), framed: z.boolean() }),
  z.object({ outcome: z.literal('refused'), reason: text(255) }),
]);
export type CardPageAnswered = z.output<typeof cardPageAnswer>;

/** What the payer typed, as the acquirer names it from now on; a page that was never opened is abandoned, and closed. */
export const cardAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('card'),
    card: z.object({
      token: text(255),
      first6: z
        .string()
        .regex(/^\d{6}$/)
        .nullable(),
      last4: z.string().regex(/^\d{4}$/),
      scheme: z.enum(['VISA', 'MASTERCARD', 'AMEX']),
      expires: month(),
      type: z.enum(['DEBIT', 'CREDIT', 'PREPAID']),
      issuer: text(255).nullable(),
    }),
  }),
  z.object({ outcome: z.literal('open') }),
  z.object({ outcome: z.literal('abandoned'), reason: text(255) }),
]);
export type CardAnswered = z.output<typeof cardAnswer>;

/** What was booked on a day (UTC), a line for each payment, in the order of `paymentId`. */
export const settlementQuestion = z.object({
  day: day(),
  /** The `next` of the answer before. */
  after: id().optional(),
});
export type SettlementAsked = z.output<typeof settlementQuestion>;

export const settlementAnswer = z.object({
  day: day(),
  lines: z
    .array(
      z.object({
        paymentId: id(),
        capturedCents: cents(),
        refundedCents: cents(),
        feeCents: cents(),
        currency: currency(),
        /** In which it came to the bank, once that is known. */
        payout: z.object({ reference: text(100), day: day() }).nullish(),
      }),
    )
    .max(500),
  /** Where there is more. */
  next: id().nullable(),
});
export type SettlementAnswered = z.output<typeof settlementAnswer>;

/** What the acquirer says unasked: a payer's bank wants the money of a payment back, or has decided. */
export const acquirerNotice = z.strictObject({
  noticeId: id(),
  kind: z.literal('DISPUTE'),
  paymentId: id(),
  disputeId: text(64),
  /** Of the payment, at most all of it. */
  amountCents: cents().min(1),
  currency: currency(),
  reason: text(255),
  respondBy: instant(),
  status: z.enum(['OPEN', 'WON', 'LOST']),
});
export type AcquirerNotice = z.output<typeof acquirerNotice>;

/** Below the gateway's own address. */
export const PATHS = {
  operations: '/operations',
  inquiry: (operationId: string) => `/operations/${operationId}/inquiry`,
  payment: '/payments/inquiry',
  cardPages: '/card-pages',
  card: (sessionId: string) => `/card-pages/${sessionId}/inquiry`,
  settlement: '/settlements/inquiry',
} as const;
