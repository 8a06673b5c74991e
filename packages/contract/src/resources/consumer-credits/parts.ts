import type { Columns } from '../../kernel/columns.ts';

/** What a loan has in groups. */

/** LN-31; shown to everyone (LN-12, AM-54). */
export const institutionColumns = {
  id: { label: 'ID', kind: 'id' },
  name: { label: 'Name', kind: 'text' },
  code: { label: 'Code', kind: 'text' },
  active: { label: 'Active', kind: 'boolean' },
  logoUrl: { label: 'Logo Url', kind: 'text', exact: true, nullable: true },
} as const satisfies Columns;

/** LN-30; for others than staff only who made it. */
export const offerColumns = {
  id: { label: 'ID', kind: 'id', visibleTo: 'staff', nullable: true },
  sequence: { label: 'Sequence', kind: 'number', visibleTo: 'staff', nullable: true },
  externalId: {
    label: 'External Id',
    kind: 'text',
    exact: true,
    visibleTo: 'staff',
    nullable: true,
  },
  financingInstitutionName: { label: 'Financing Institution Name', kind: 'text' },
  financingInstitution: {
    label: 'Financing Institution',
    kind: 'group',
    columns: institutionColumns,
  },
} as const satisfies Columns;

/** LN-32 */
export const signatureColumns = {
  signingServiceId: { label: 'Signing Service Id', kind: 'text' },
  status: { label: 'Status', kind: 'text' },
  signedObjectId: { label: 'Signed Object Id', kind: 'text', exact: true, nullable: true },
  externalId: { label: 'External Id', kind: 'text', exact: true, nullable: true },
  error: { label: 'Error', kind: 'text', nullable: true },
} as const satisfies Columns;

/** LN-33 */
export const personColumns = {
  personalId: { label: 'Personal ID', kind: 'text', exact: true },
  firstName: { label: 'First Name', kind: 'text' },
  lastName: { label: 'Last Name', kind: 'text' },
  // a day, wherever it is read
  dateOfBirth: { label: 'Date Of Birth', kind: 'text' },
  phoneNumber: { label: 'Phone Number', kind: 'text', nullable: true },
  email: { label: 'Email', kind: 'text', nullable: true },
} as const satisfies Columns;

/** What the loan's institution can do (AM-111, AM-116). Of a loan without one nothing is narrowed. */
export const abilityColumns = {
  instantDecision: { label: 'Instant decision', kind: 'boolean' },
  remoteSigning: { label: 'Remote signing', kind: 'boolean' },
  partialRefund: { label: 'Partial refund', kind: 'boolean' },
  ownGateway: { label: 'Has a gateway of its own', kind: 'boolean' },
} as const satisfies Columns;

/** Whom staff write to or call about an answer that its institution owes. */
export const contactColumns = {
  email: { label: 'Operations email', kind: 'text', nullable: true },
  phone: { label: 'Operations phone', kind: 'text', nullable: true },
} as const satisfies Columns;

const unseen = { hidden: true, filter: false } as const;
/** The same in a list whose institutions are many: said beside its name. */
export const operationsColumns = {
  operationsEmail: { ...contactColumns.email, ...unseen },
  operationsPhone: { ...contactColumns.phone, ...unseen },
} as const satisfies Columns;

/** What the chosen offer lends. */
export const termColumns = {
  termMonths: { label: 'Months', kind: 'number' },
  rate: { label: 'Yearly rate, %', kind: 'amount' },
  apr: { label: 'APR, %', kind: 'amount' },
  monthlyPayment: { label: 'Monthly payment', kind: 'amount' },
} as const satisfies Columns;
