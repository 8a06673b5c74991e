import { operationAnswer as answerSchema } from '@paydesk/contract/gateway-answers.ts';
import * as z from 'zod';

/** What Paydesk and a gateway say to each other, by the protocol of docs/gateways; a number is a whole one of cents. */

export const ROLES = ['acquirer', 'institution', 'screening'] as const;
export type Role = (typeof ROLES)[number];

const id = () => z.uuid();
const text = (most: number) => z.string().min(1).max(most);
const cents = () => z.int().min(0);
const currency = () => z.string().regex(/^[A-Z]{3}$/);

const operation = {
  /** The idempotency key: under one id the same thing happens once, however often it is asked for. */
  operationId: id(),
  /** Where an answer that comes later is sent to. */
  answerTo: z.url({ protocol: /^https?$/ }).optional(),
};

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

export const acquirerOperation = z.object({
  ...money,
  kind: z.enum(MONEY_KINDS),
  /** A card by the acquirer's own name of it, never its number. */
  token: text(255).optional(),
});

export const institutionOperation = z.object({
  ...operation,
  kind: z.literal('LOAN_REFUND'),
  loanId: id(),
  /** The loan by the institution's own id, and the number of its agreement. */
  externalId: text(255).nullable(),
  loanNumber: text(255).nullable(),
  amountCents: cents(),
  currency: currency(),
  reason: text(64),
  note: z.string().max(1000).nullable(),
  instantDecision: z.boolean(),
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
} as const satisfies Record<Role, z.ZodType>;
export type OperationOf<R extends Role> = z.output<(typeof OPERATIONS)[R]>;
export type AcquirerOperation = OperationOf<'acquirer'>;
export type InstitutionOperation = OperationOf<'institution'>;
export type ScreeningOperation = OperationOf<'screening'>;

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

/** Below the gateway's own address. */
export const PATHS = {
  operations: '/operations',
  inquiry: (operationId: string) => `/operations/${operationId}/inquiry`,
  payment: '/payments/inquiry',
} as const;
