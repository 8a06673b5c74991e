import { deedCalled, type SearchKind } from '@paydesk/contract/kernel/search.ts';
import type { Deed } from './sources.ts';

/** How somebody says what they look for. */
const KIND_WORDS: Readonly<Record<SearchKind, RegExp>> = {
  transaction: /^(?:payments?|transactions?)$/i,
  order: /^orders?$/i,
  paymentLink: /^links?$/i,
  purchase: /^purchases?$/i,
  recurring: /^(?:recurring|subscriptions?)$/i,
  loan: /^(?:loans?|credits?)$/i,
  screening: /^(?:screenings?|cases?|reviews?)$/i,
  customer: /^(?:customers?|payers?|borrowers?)$/i,
  merchant: /^(?:merchants?|shops?)$/i,
  user: /^(?:users?|people|person|employees?|colleagues?)$/i,
};

/** 'loan 3920': the kind that is meant, and what it is found by; null where no kind is named, or nothing else is. */
export function kindSaid(q: string, alone = false): { kind: SearchKind; what: string } | null {
  const said = q.trim().replace(/^(?:an?|the)\s+/i, '');
  const [, word = '', what = ''] =
    (alone ? /^(\p{L}+)()$/u.exec(said) : null) ?? /^(\p{L}+)\s+(.*)$/su.exec(said) ?? [];
  const kind = (Object.keys(KIND_WORDS) as SearchKind[]).find((one) => KIND_WORDS[one].test(word));
  return kind ? { kind, what } : null;
}

/** The word by which it is said: the first of its button, but for what is called otherwise. */
export const deedWord = ({ action: { label }, word }: Deed): string =>
  word ?? label.split(' ')[0]!.toLowerCase();

/** 'refund 43.99', '43.99 refund' and 'refund' alone: what is to be done, and what it is found by. */
export function deedSaid(q: string): { word: string; what: string } | null {
  const typed = q.trim().split(/\s+/);
  for (const at of new Set([0, typed.length - 1])) {
    const word = deedCalled(typed[at]!.toLowerCase());
    if (word) return { word, what: typed.toSpliced(at, 1).join(' ') };
  }
  return null;
}

/** Each way in which a number may be kept: in capitals, with the dash that was left out, or without the one typed. */
export function numbersOf(text: string): readonly string[] {
  const upper = text.toUpperCase();
  const dashed = upper.replace(/^(\p{L}+)[\s-]?(\d+)$/u, '$1-$2');
  return [...new Set([text, upper, dashed, dashed.replace('-', '')])];
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
