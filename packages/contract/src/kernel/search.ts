/** What the one box finds, and how each is called; in the order in which they are shown. */
export const SEARCH_KINDS = {
  transaction: 'Transactions',
  order: 'Orders',
  purchase: 'Purchases',
  recurring: 'Recurring payments',
  loan: 'Loans',
  customer: 'Customers',
  merchant: 'Merchants',
  user: 'People',
} as const;

export type SearchKind = keyof typeof SEARCH_KINDS;

export interface SearchHit {
  kind: SearchKind;
  id: string;
  /** What it is: an amount, a name. */
  title: string;
  /** What tells it from others like it: its reference, its date. */
  detail: string | null;
  /** Its status by name. */
  status: string | null;
}

export const SEARCH_LENGTH = 100;

/** So many of each kind are shown; one more is answered, which says that there are more. */
export const SEARCH_SHOWN = 5;
