import { CONSUMER_CREDIT_STATUSES, type ConsumerCreditStatus } from './kernel/loan-statuses.ts';
import { CUSTOMER_STATUSES, type CustomerStatus } from './kernel/customer-statuses.ts';
import { PURCHASE_STATUSES, type PurchaseStatus } from './resources/purchases.ts';
import { CURRENCIES } from './kernel/enumeration.ts';
import type { Fields } from './kernel/fields.ts';
import { COUNTRIES } from './merchant-record.ts';
import type { MerchantStatus } from './permissions.ts';

/** What comes in from a core that was there before, or goes on beside Paydesk: a row of it, by its kind. */

/** What a merchant is worth as it comes in: it trades, or it does not. */
const MERCHANT_STATUSES = { ACTIVE: 'Active', DISABLED: 'Disabled' } as const;

/** A payment as its core has it; one under way is asked of nobody here: the core says how it ends. */
const PAYMENT_STATUSES = {
  PROCESSING: 'Processing',
  SUCCESS: 'Success',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
  REVERSED: 'Reversed',
  DECLINED: 'Declined',
} as const;

const text = (label: string, maxLength = 255) => ({ label, kind: 'text', maxLength }) as const;
const needed = (label: string, maxLength = 255) =>
  ({ ...text(label, maxLength), required: true }) as const;

/** The id that it has where it comes from: it comes in once, however often it is sent. */
const externalId = needed('External ID', 128);
/** By its id, its number or its name. */
const merchant = needed('Merchant');
const date = { label: 'Date', kind: 'dateTime', required: true } as const;
const money = {
  amount: { label: 'Amount', kind: 'amount', required: true, min: 0.01, max: 99_999_999_999.99 },
  currency: { label: 'Currency', kind: 'choice', required: true, enumeration: CURRENCIES },
} as const;
const customer = text('Customer', 128);

export const IMPORTS = {
  merchants: {
    externalId,
    name: needed('Name'),
    date,
    status: { label: 'Status', kind: 'choice', required: true, enumeration: MERCHANT_STATUSES },
    legalId: text('Legal ID', 64),
    email: { label: 'Email', kind: 'email', maxLength: 255 },
    phone: text('Phone', 64),
    country: { label: 'Country', kind: 'choice', enumeration: COUNTRIES },
  },
  customers: {
    externalId,
    firstName: needed('First name'),
    lastName: needed('Last name'),
    email: { label: 'Email', kind: 'email', required: true, maxLength: 255 },
    date,
    status: { label: 'Status', kind: 'choice', required: true, enumeration: CUSTOMER_STATUSES },
    personalId: text('Personal ID', 64),
    phone: text('Phone', 64),
    country: { label: 'Country', kind: 'choice', enumeration: COUNTRIES },
  },
  purchases: {
    externalId,
    merchant,
    customer,
    date,
    ...money,
    status: { label: 'Status', kind: 'choice', required: true, enumeration: PURCHASE_STATUSES },
    info: text('Payment info'),
  },
  transactions: {
    externalId,
    merchant,
    customer,
    purchase: text('Purchase', 128),
    /** The payment that this one gives back, by its external id. */
    refundOf: text('Refund of', 128),
    date,
    ...money,
    status: { label: 'Status', kind: 'choice', required: true, enumeration: PAYMENT_STATUSES },
    description: text('Description'),
    /** The first six digits and the last four. */
    card: text('Card', 19),
    statementReference: text('Statement reference'),
    batch: text('Batch', 64),
    acquirerReference: text('Acquirer reference', 128),
  },
  loans: {
    externalId,
    merchant,
    customer: { ...customer, required: true },
    date,
    ...money,
    status: {
      label: 'Status',
      kind: 'choice',
      required: true,
      enumeration: CONSUMER_CREDIT_STATUSES,
    },
    loanNumber: text('Loan number', 64),
    /** By its code. */
    institution: text('Institution', 64),
    orderNumber: text('Order number', 64),
    /** When the agreement was signed; of a confirmed one its date, unless it says. */
    signedDate: { label: 'Signed', kind: 'dateTime' },
    failureReason: text('Failure reason'),
  },
} as const satisfies Readonly<Record<string, Fields>>;

export type ImportKind = keyof typeof IMPORTS;
export const IMPORT_KINDS = Object.keys(IMPORTS) as readonly ImportKind[];

/** What came of a row: made, changed, there already as it is, or refused. */
export const ROW_VERDICTS = ['CREATED', 'CHANGED', 'UNCHANGED', 'REFUSED'] as const;
export type RowVerdict = (typeof ROW_VERDICTS)[number];

type Moves<S extends string> = Readonly<Partial<Record<S, readonly S[]>>>;

/** From which status of ours a purchase goes to which by what its core says. */
const PURCHASE_MOVES: Moves<PurchaseStatus> = {
  UNSIGNED: ['SIGNED', 'SETTLED', 'REFUNDED', 'DECLINED', 'CANCELLED'],
  SIGNED: ['SETTLED', 'REFUNDED', 'DECLINED', 'CANCELLED'],
  SETTLED: ['REFUNDED', 'CANCELLED'],
  DECLINED: ['SETTLED'],
};

/** A payment ends once; a failed one may be found to have succeeded, a successful one be taken back whole. */
const PAYMENT_MOVES: Moves<keyof typeof PAYMENT_STATUSES> = {
  PROCESSING: ['SUCCESS', 'FAILED', 'CANCELLED', 'DECLINED', 'REVERSED'],
  FAILED: ['SUCCESS'],
  SUCCESS: ['REVERSED'],
};

/** Who trades may be disabled, and may trade again (AM-16). */
const MERCHANT_MOVES: Moves<MerchantStatus> = {
  APPROVED: ['ACTIVE'],
  ACTIVE: ['DISABLED'],
  DISABLED: ['ACTIVE'],
};

/** Who is blocked is let in again by staff alone: what was found of them stands here. */
const CUSTOMER_MOVES: Moves<CustomerStatus> = {
  REGISTERED: ['ACTIVE', 'BLOCKED', 'CLOSED'],
  ACTIVE: ['BLOCKED', 'CLOSED'],
  BLOCKED: ['CLOSED'],
};

/** The steps of a loan, in their order (LN-35); what is confirmed may be given back, what is not may fail. */
const LOAN_STEPS = Object.keys(CONSUMER_CREDIT_STATUSES) as ConsumerCreditStatus[];
const CONFIRMED_AT = LOAN_STEPS.indexOf('CONFIRMED');
const LOAN_MOVES: Moves<ConsumerCreditStatus> = {
  ...Object.fromEntries(
    LOAN_STEPS.slice(0, CONFIRMED_AT).map((step, at) => [step, LOAN_STEPS.slice(at + 1)]),
  ),
  CONFIRMED: ['REFUNDED'],
};

const MOVES: Readonly<Record<ImportKind, Readonly<Record<string, readonly string[]>>>> = {
  merchants: MERCHANT_MOVES,
  customers: CUSTOMER_MOVES,
  purchases: PURCHASE_MOVES,
  transactions: PAYMENT_MOVES,
  loans: LOAN_MOVES,
};

/** Null, or why what is so here does not become so because a core says it. */
export const whyNoMove = (kind: ImportKind, from: string, to: string): string | null =>
  MOVES[kind][from]?.includes(to) ? null : `It is ${from} here, which does not become ${to}`;

/** From here on somebody lends: which institution is known. */
const LENT_AT = LOAN_STEPS.indexOf('OFFER_CHOSEN');
const SIGNED_AT = LOAN_STEPS.indexOf('AGREEMENT_DOCUMENT_SIGNED');

/** What a loan of this status lacks, by field. */
export function loanLacks(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const at = LOAN_STEPS.indexOf(values.status as ConsumerCreditStatus);
  const failed = values.status === 'FAILED';
  const lacks = (field: string, from: number) => at >= from && at < CONFIRMED_AT && !values[field];
  const wrong: Record<string, string> = {};
  if (lacks('institution', LENT_AT)) wrong.institution = 'A loan with an offer has an institution';
  if (lacks('signedDate', SIGNED_AT)) wrong.signedDate = 'A signed loan has its date';
  if (at < SIGNED_AT && values.signedDate) wrong.signedDate = 'It is not signed yet';
  if (values.failureReason && !failed) wrong.failureReason = 'Only a failed loan has one';
  return wrong;
}
