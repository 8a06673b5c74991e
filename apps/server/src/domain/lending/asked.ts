/** What a shopper says when they apply. */
export interface LoanAsked {
  months: number;
  person: {
    personalId: string;
    /** Whose number that is. */
    country: string;
    firstName: string;
    lastName: string;
    /** A day. */
    dateOfBirth: string;
    email: string;
    phone: string | null;
  };
  income: {
    type: 'SALARY' | 'PENSION' | 'SELF_EMPLOYED' | 'OTHER';
    monthlyCents: bigint;
    obligationsCents: bigint;
  };
  /** What was read before, by product and hash: one for each institution that is applied to. */
  consents: readonly { productId: string; sha256: string }[];
  device: string | null;
  /** Of the browser in which they apply; null: theirs is the token that they are answered. */
  shopperKey: string | null;
}

/** Who does it: a shopper is nobody, a person of the console has an id. */
export interface LoanBy {
  userId: string | null;
  userName: string | null;
  address: string | null;
}

/** Who does what a shopper sets off; what nobody sets off; and what an institution says. */
export const SHOPPER: LoanBy = { userId: null, userName: null, address: null };
export const PAYDESK: LoanBy = { userId: null, userName: 'Paydesk', address: null };
export const INSTITUTION: LoanBy = { userId: null, userName: 'Institution', address: null };
export const nameOf = ({ userName }: LoanBy): string => userName ?? 'Checkout';
