import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  DOWN_PAYMENT_TYPES,
  INCOME_TYPES,
  type ConsumerCredit,
} from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import type { DetailField } from '../../platform/DetailScreen/blocks.tsx';
import { formatDate, middleId } from '../../platform/format.ts';
import { readable } from '../../ui/changes.ts';
import { BooleanValue, DateTime } from '../../ui/values.tsx';

/** A value that is copied, its middle left out where it is an id. */
const id = (label: string, value: string | null | undefined): DetailField => ({
  label,
  value: value ? middleId(value, 18, 6) : null,
  mono: true,
  ...(value ? { copy: value } : {}),
});
const code = (label: string, value: string | null): DetailField => ({
  label,
  value,
  mono: true,
  ...(value ? { copy: value } : {}),
});
const text = (label: string, value: string | number | null): DetailField => ({
  label,
  value: value === null ? null : String(value),
});
const date = (label: string, value: string | null): DetailField => ({
  label,
  value: value ? <DateTime value={value} /> : null,
});
const amount = (label: string, value: number | null): DetailField => ({
  label,
  value: formatAmount(value),
});

/** 'Loan Details', in the order of the specification (LN-28, LN-29, AM-95); what is not sent is not here. */
export function loanFields(loan: ConsumerCredit): DetailField[] {
  const { downPaymentType, incomeType } = loan;
  return [
    id('ID', loan.id),
    text('Status', loan.status.description),
    text('Failure Reason', loan.failureReason),
    code('External Id', loan.externalId),
    amount('Amount', loan.amount),
    amount('Total Requested Refunds Amount', loan.totalRequestedRefundsAmount),
    date('Agreement Signing Date', loan.agreementSigningDate),
    code('Loan Number', loan.loanNumber),
    text('Device OS', loan.deviceOS),
    {
      label: 'Offer Retrieval Finished',
      value: <BooleanValue inWords value={loan.offerRetrievalFinished} />,
    },
    date('Created Date', loan.createdDate),
    date('Updated Date', loan.updatedDate),
    text('Grace Repayment Count', loan.graceRepaymentCount),
    amount('Down Payment Amount', loan.downPaymentAmount),
    text('Down Payment Type', downPaymentType && DOWN_PAYMENT_TYPES[downPaymentType]),
    id('Down Payment Purchase Id', loan.downPaymentPurchaseId),
    code('Application Url', loan.applicationUrl),
    text('Income Type', incomeType && INCOME_TYPES[incomeType]),
    id('Order Id', loan.orderId),
    ...(loan.merchantId ? [id('Merchant Id', loan.merchantId)] : []),
    ...(loan.customerId ? [id('Customer Id', loan.customerId)] : []),
    text('All Offer Count', loan.allOfferCount),
    text('All Authentication Count', loan.allAuthenticationCount),
    ...(loan.comment === undefined ? [] : [text('Comment', loan.comment)]),
  ];
}

/** LN-12, LN-31; shown to everyone. */
export function institutionFields({
  financingInstitution: institution,
}: NonNullable<ConsumerCredit['chosenOffer']>): DetailField[] {
  return [
    id('ID', institution.id),
    text('Name', institution.name),
    text('Code', institution.code),
    { label: 'Active', value: <BooleanValue inWords value={institution.active} /> },
    code('Logo Url', institution.logoUrl),
  ];
}

/** LN-30 */
export function offerFields(offer: NonNullable<ConsumerCredit['chosenOffer']>): DetailField[] {
  return [
    id('ID', offer.id),
    text('Sequence', offer.sequence ?? null),
    code('External Id', offer.externalId ?? null),
    text('Financing Institution Name', offer.financingInstitutionName),
  ];
}

/** LN-32 */
export function signatureFields(signature: NonNullable<ConsumerCredit['signature']>) {
  return [
    text('Signing Service Id', signature.signingServiceId),
    text('Status', readable(signature.status)),
    code('Signed Object Id', signature.signedObjectId),
    code('External Id', signature.externalId),
    text('Error', signature.error),
  ];
}

/** LN-33 */
export function personFields(person: NonNullable<ConsumerCredit['person']>): DetailField[] {
  return [
    code('Personal Id', person.personalId),
    text('First Name', person.firstName),
    text('Last Name', person.lastName),
    // a day, wherever it is read
    text('Date Of Birth', formatDate(person.dateOfBirth, 'UTC')),
    text('Phone Number', person.phoneNumber),
    text('Email', person.email),
  ];
}
