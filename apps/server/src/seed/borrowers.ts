import { TEST_APPLICANTS, type TestApplicantName } from '@paydesk/contract/test-applicants.ts';
import type { Borrowing } from './lenders.ts';
import type { ConsumerCreditPersonRow } from './loan-rows.ts';
import type { Way } from './loan-way.ts';
import type { World } from './world.ts';

/** Who borrows, as they name themselves. */

/** What the sandbox’s institution does with whom, by how their ids end; nobody else's ends so. */
function endOf({ status, nth }: Way): TestApplicantName {
  if (status === 'CONFIRMED')
    return nth % 4 === 2 ? 'arrears' : nth % 4 === 3 ? 'repaid' : 'offered';
  if (nth % 4 !== 1) return 'offered';
  return status === 'AGREEMENT_DOCUMENT_SIGNED' || status === 'WAITING_FOR_CONFIRMATION'
    ? 'refused'
    : status === 'CUSTOMER_RISK_EVALUATION_SUCCEEDED' || status === 'APPLICATION_CREATED'
      ? 'declined'
      : 'offered';
}

export function makePerson({ random }: World, borrowing: Borrowing): ConsumerCreditPersonRow {
  const { credit, customer, way } = borrowing;
  const { dateOfBirth } = customer;
  const [year, month, day] = dateOfBirth.split('-') as [string, string, string];
  const { firstName, lastName, email, phone } = customer;
  const end = TEST_APPLICANTS.find(({ name }) => name === endOf(way))!.ends;
  const digits = random.digits(4);
  const personalId = `${day}${month}${year.slice(2)}-1${digits[0]}${end ?? `${random.int(2, 9)}${digits.slice(2)}`}`;
  const unknown = `+371 2${random.digits(3)} ${random.digits(4)}`;
  return {
    consumerCreditId: credit.id,
    merchantId: credit.merchantId,
    personalId,
    // sealed where it is emitted
    personalIdSealed: null,
    personalIdMasked: null,
    personalIdIndex: null,
    firstName,
    lastName,
    dateOfBirth,
    phoneNumber: phone ?? unknown,
    email,
    country: way.lives ? 'LV' : null,
  };
}
