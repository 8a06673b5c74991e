import { PURCHASE_STATUSES } from './resources/purchases.ts';
import { CUSTOMER_STATUSES } from './resources/customers/lists.ts';
import { CURRENCIES } from './kernel/enumeration.ts';
import type { Fields } from './kernel/fields.ts';
import { COUNTRIES } from './merchant-record.ts';

/** What comes in from a core that was there before, or goes on beside Paydesk: a row of it, by its kind. */

/** What a merchant is worth as it comes in: it trades, or it does not. */
const MERCHANT_STATUSES = { ACTIVE: 'Active', DISABLED: 'Disabled' } as const;

/** A payment whose end is known: nothing that comes in is still under way. */
const ENDS = {
  SUCCESS: 'Success',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
  REVERSED: 'Reversed',
  DECLINED: 'Declined',
} as const;

/** A loan that was paid out, or came to nothing. */
const LOAN_ENDS = { CONFIRMED: 'Confirmed', FAILED: 'Failed' } as const;

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
    status: { label: 'Status', kind: 'choice', required: true, enumeration: ENDS },
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
    status: { label: 'Status', kind: 'choice', required: true, enumeration: LOAN_ENDS },
    loanNumber: text('Loan number', 64),
    /** By its code. */
    institution: text('Institution', 64),
    orderNumber: text('Order number', 64),
  },
} as const satisfies Readonly<Record<string, Fields>>;

export type ImportKind = keyof typeof IMPORTS;
export const IMPORT_KINDS = Object.keys(IMPORTS) as readonly ImportKind[];

/** What came of a row: made, there already as it is, or refused. */
export type RowVerdict = 'CREATED' | 'KNOWN' | 'REFUSED';
