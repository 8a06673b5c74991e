/** What the papers of a loan are made of; the same facts make the same bytes. Amounts are cents, rates hundredths of a percent. */

export interface LenderFacts {
  name: string;
  code: string;
  /** Where it is reached, and who supervises it. */
  address: string;
  supervisor: string;
}

export interface TermsFacts {
  product: { name: string; code: string };
  amountCents: bigint;
  currency: string;
  months: number;
  rate: bigint;
}

/** Standard European Consumer Credit Information: what is read before consent. */
export interface SecciFacts extends TermsFacts {
  institution: LenderFacts;
  merchant: { name: string };
  /** What is bought. */
  label: string | null;
  /** The day it is made for, which is its date. */
  date: string;
}

/** The agreement that is signed. */
export interface AgreementFacts extends SecciFacts {
  loanId: string;
  person: {
    firstName: string;
    lastName: string;
    personalId: string;
    dateOfBirth: string;
    email: string | null;
    phone: string | null;
  };
  /** As the institution offered them. */
  offer: { externalId: string | null; aprBp: number; monthlyCents: bigint; totalCents: bigint };
}
