import * as z from 'zod';
import {
  amount,
  anyOf,
  bodyOf,
  editOf,
  currency,
  endpoints,
  instant,
  listEndpoint,
  listEndpoints,
  named,
  uuid,
} from '../../kernel/endpoint.ts';
import type { CURRENCIES, Enumeration } from '../../kernel/enumeration.ts';
import { commentFields, loanRefundFields, type LoanState } from './actions.ts';
import { creditOrders } from './credit-orders.ts';
import {
  CONSUMER_CREDIT_STATUSES,
  consumerCreditHistory,
  consumerCredits,
  consumerCreditsRefunds,
  creditRefundRequests,
  loanAccess,
  type ConsumerCreditStatus,
} from './lists.ts';

export const DOWN_PAYMENT_TYPES = { CARD: 'Card', NONE: 'None' } as const satisfies Enumeration;

export const INCOME_TYPES = {
  SALARY: 'Salary',
  PENSION: 'Pension',
  SELF_EMPLOYED: 'Self-employed',
  OTHER: 'Other',
} as const satisfies Enumeration;

/** LN-31; shown to everyone (LN-12, AM-54). */
export interface FinancingInstitution {
  id: string;
  name: string;
  code: string;
  active: boolean;
  logoUrl: string | null;
}

/** LN-30; for others than staff only who made it. */
export interface ChosenOffer {
  id?: string;
  sequence?: number;
  externalId?: string | null;
  financingInstitutionName: string;
  financingInstitution: FinancingInstitution;
}

/** LN-32 */
export interface LoanSignature {
  signingServiceId: string;
  status: string;
  signedObjectId: string | null;
  externalId: string | null;
  error: string | null;
}

/** LN-33 */
export interface LoanPerson {
  personalId: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  phoneNumber: string | null;
  email: string | null;
}

/** One loan (LN-28, LN-29); what is staff's alone is missing for others (SB-04). */
export interface ConsumerCredit extends LoanState {
  id: string;
  status: { name: ConsumerCreditStatus; description: string };
  failureReason: string | null;
  externalId: string | null;
  currency: keyof typeof CURRENCIES;
  agreementSigningDate: string | null;
  loanNumber: string | null;
  deviceOS: string | null;
  offerRetrievalFinished: boolean;
  createdDate: string;
  updatedDate: string | null;
  graceRepaymentCount: number | null;
  downPaymentAmount: number | null;
  downPaymentType: keyof typeof DOWN_PAYMENT_TYPES | null;
  downPaymentPurchaseId: string | null;
  applicationUrl: string | null;
  incomeType: keyof typeof INCOME_TYPES | null;
  orderId: string;
  merchantId?: string;
  merchantName?: string;
  customerId?: string;
  allOfferCount: number;
  allAuthenticationCount: number;
  comment?: string | null;
  chosenOffer: ChosenOffer | null;
  signature?: LoanSignature | null;
  person?: LoanPerson | null;
}

const text = () => z.string().nullable();
const oneOf = <E extends Enumeration>(names: E) =>
  z.enum(Object.keys(names) as [keyof E & string, ...(keyof E & string)[]]);

const loanSchema = () =>
  z
    .strictObject({
      id: uuid(),
      status: named(Object.keys(CONSUMER_CREDIT_STATUSES) as ConsumerCreditStatus[]),
      failureReason: text(),
      externalId: text(),
      amount: amount(),
      totalRequestedRefundsAmount: amount(),
      currency: currency(),
      agreementSigningDate: instant().nullable(),
      loanNumber: text(),
      deviceOS: text(),
      offerRetrievalFinished: z.boolean(),
      createdDate: instant(),
      updatedDate: instant().nullable(),
      graceRepaymentCount: z.int().nullable(),
      downPaymentAmount: amount().nullable(),
      downPaymentType: oneOf(DOWN_PAYMENT_TYPES).nullable(),
      downPaymentPurchaseId: uuid().nullable(),
      applicationUrl: text(),
      incomeType: oneOf(INCOME_TYPES).nullable(),
      orderId: uuid(),
      merchantId: uuid().optional(),
      merchantName: z.string().optional(),
      customerId: uuid().optional(),
      institution: z.strictObject({
        instantDecision: z.boolean(),
        remoteSigning: z.boolean(),
        partialRefund: z.boolean(),
      }),
      allOfferCount: z.int(),
      allAuthenticationCount: z.int(),
      comment: text().optional(),
      chosenOffer: z
        .strictObject({
          id: uuid().optional(),
          sequence: z.int().optional(),
          externalId: text().optional(),
          financingInstitutionName: z.string(),
          financingInstitution: z.strictObject({
            id: uuid(),
            name: z.string(),
            code: z.string(),
            active: z.boolean(),
            logoUrl: text(),
          }),
        })
        .nullable(),
      signature: z
        .strictObject({
          signingServiceId: z.string(),
          status: z.string(),
          signedObjectId: text(),
          externalId: text(),
          error: text(),
        })
        .nullable()
        .optional(),
      person: z
        .strictObject({
          personalId: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          dateOfBirth: z.iso.date(),
          phoneNumber: text(),
          email: text(),
        })
        .nullable()
        .optional(),
    })
    .meta({ id: 'ConsumerCredit' }) as unknown as z.ZodType<ConsumerCredit>;

export const consumerCreditEndpoints = endpoints(() => {
  const params = z.strictObject({ id: uuid() });
  const answer = loanSchema();
  const one = { access: loanAccess.read, scope: loanAccess.scope, params } as const;
  const staffs = { ...one, access: anyOf('READ_ANY_USER') } as const;
  const comment = z.strictObject({ comment: text() });
  return {
    ...listEndpoints(consumerCredits),
    ...listEndpoints(creditOrders),
    'GET /api/financing/consumer-credits-refunds': listEndpoint(consumerCreditsRefunds),
    'GET /api/financing/consumer-credits/{id}': {
      ...one,
      summary: 'One loan; offer, signature, person and comment for staff alone',
      serves: 'API-48, LN-28..33',
      answer,
    },
    'GET /api/financing/consumer-credits/{id}/refund-requests': listEndpoint(creditRefundRequests),
    'POST /api/financing/consumer-credits/{id}/refund-requests': {
      ...one,
      summary: 'Ask the financing institution for a refund; its answer comes later',
      serves: 'API-51, LN-16..22, LN-36, SB-39',
      // the path carries the id; a body may repeat it and must then agree
      body: bodyOf({ consumerCreditId: { label: 'Loan', kind: 'id' }, ...loanRefundFields }),
      answer,
      idempotent: true,
      sensitive: 'MONEY',
    },
    'GET /api/financing/consumer-credits/{id}/edit-comment': {
      ...staffs,
      summary: 'The comment of a loan',
      serves: 'API-50, AM-30',
      answer: comment,
    },
    'POST /api/financing/consumer-credits/{id}/edit-comment': {
      ...staffs,
      summary: 'Change the comment of a loan',
      serves: 'API-52, LN-23..26, SB-40',
      body: editOf(commentFields),
      answer: comment,
    },
    'GET /api/financing/consumer-credits/{id}/history': listEndpoint(consumerCreditHistory),
  };
});
