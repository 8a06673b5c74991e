/** What the one box finds, and how each is called; in the order in which they are shown. */
export const SEARCH_KINDS = {
  transaction: 'Transactions',
  order: 'Orders',
  paymentLink: 'Payment Links',
  purchase: 'Purchases',
  recurring: 'Recurring payments',
  loan: 'Loans',
  screening: 'Screening cases',
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
  /** By what it was found, where neither of the two says it: 'Phone +371 2874 1736'. */
  matched: string | null;
  /** What was said to do to it, as its button is called: 'refund 43.99'. */
  action: string | null;
  /** Why that can't be done. */
  whyNot: string | null;
  /** How many of its kind there are, where more are than are answered; of what is to be done, that it can be done to. */
  found: number | null;
}

/** How what a hit was found by begins, where it is only nearly called so. */
export const NEARLY = 'Nearly ‘';

export const SEARCH_LENGTH = 100;

/** So many of each kind are shown; one more is answered, which says that there are more. */
export const SEARCH_SHOWN = 5;
/** So many of a kind are counted; one more stands for all beyond. */
export const SEARCH_COUNTED = 100;

/** What may be said to be done, by the first word of its button, and to which kinds: 'refund 43.99', 'block jana'. */
export const SEARCH_DEEDS: Readonly<Record<string, readonly SearchKind[]>> = {
  refund: ['transaction', 'loan'],
  reverse: ['transaction'],
  capture: ['transaction'],
  cancel: ['transaction', 'purchase'],
  approve: ['transaction', 'order', 'merchant'],
  refuse: ['transaction'],
  reject: ['order'],
  decline: ['merchant'],
  block: ['customer', 'user'],
  activate: ['customer', 'merchant', 'user'],
  close: ['customer'],
  disable: ['merchant'],
};

/** What else the same is called. */
const OTHERWISE: Readonly<Record<string, string>> = {
  unblock: 'activate',
  enable: 'activate',
  void: 'cancel',
};

/** What a word says is to be done; null where it is no such word. */
export function deedCalled(said: string): string | null {
  const word = Object.hasOwn(OTHERWISE, said) ? OTHERWISE[said]! : said;
  return Object.hasOwn(SEARCH_DEEDS, word) ? word : null;
}

/** Said alone these are of none: no money goes back to whom nobody named. */
export const NAMED_DEEDS: readonly string[] = ['refund', 'reverse'];
