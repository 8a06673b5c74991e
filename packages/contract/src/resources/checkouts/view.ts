import type { CURRENCIES } from '../../kernel/enumeration.ts';
import type { IdentificationMethod, LoanView } from '../../loan-view.ts';
import type { Borrower } from './fields.ts';
import type { FittingProduct } from './terms.ts';

/** What the loan's part of a checkout shows: what can be borrowed, or the loan that was begun. */
export interface CheckoutLoan {
  amount: number;
  currency: keyof typeof CURRENCIES;
  /** None where nobody lends the amount, or the merchant takes no loans. */
  products: FittingProduct[];
  methods: IdentificationMethod[];
  /** The latest one. */
  loan: LoanView | null;
  /** Of a demo alone: people whom the sandbox knows. */
  testPeople: TestPerson[] | null;
}

export interface TestPerson {
  firstName: string;
  lastName: string;
  personalId: string;
  dateOfBirth: string;
  words: string;
}

/** What was read before consent: a product, by the hash of its document. */
export interface Read {
  productId: string;
  sha256: string;
}

export type LoanBody = Borrower & { months: number; consents: Read[]; agreed: true };

/** A document that is to be read before consent. */
export interface Paper extends Read {
  institution: string;
  product: string;
  url: string;
}

/** A confirmed loan on a page of its own. */
export interface LoanPage {
  merchant: { name: string };
  /** What was bought. */
  label: string | null;
  loan: LoanView;
}
