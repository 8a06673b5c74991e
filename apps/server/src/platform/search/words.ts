import type { SearchKind } from '@paydesk/contract/kernel/search.ts';

/** How somebody says what they look for; not `refund` and `reverse`, which say what is to be done. */
const KIND_WORDS: Readonly<Record<SearchKind, RegExp>> = {
  transaction: /^(?:payments?|transactions?)$/i,
  order: /^orders?$/i,
  purchase: /^purchases?$/i,
  recurring: /^(?:recurring|subscriptions?)$/i,
  loan: /^(?:loans?|credits?)$/i,
  customer: /^(?:customers?|payers?|borrowers?)$/i,
  merchant: /^(?:merchants?|shops?)$/i,
  user: /^(?:users?|people|person|employees?|colleagues?)$/i,
};

/** 'loan 3920': the kind that is meant, and what it is found by; null where no kind is named, or nothing else is. */
export function kindSaid(q: string): { kind: SearchKind; what: string } | null {
  const [, word = '', what = ''] = /^(\p{L}+)\s+(.*)$/su.exec(q.trim()) ?? [];
  const kind = (Object.keys(KIND_WORDS) as SearchKind[]).find((one) => KIND_WORDS[one].test(word));
  return kind ? { kind, what } : null;
}

/** The digits of a number that has a phone's length, however it is spaced. */
export function phoneOf(text: string): string | null {
  if (!/^(?:\+|00)?[\d\s().-]+$/.test(text)) return null;
  const digits = text.replace(/^00/, '').replace(/\D/g, '');
  return digits.length >= 7 && digits.length <= 15 ? digits : null;
}

/**
 * The words that a description is to hold; none where no word has three letters in a row, by which the index of
 * words finds it, or where digits are all there is and fewer than the number of an order has.
 */
export const describedBy = (words: readonly string[]): readonly string[] =>
  words.some((word) => /[\p{L}\d]{3}/u.test(word) && (/\p{L}/u.test(word) || /\d{5}/.test(word)))
    ? words
    : [];
