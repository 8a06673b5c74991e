import type { Field } from './fields.ts';
import { messages } from './messages.ts';

/** Which passwords are good enough, the same in the browser and on the server (AM-77). The scorer itself is handed in. */

/** Longer ones would only cost time. */
export const PASSWORD_MAX_LENGTH = 255;

/** AU-26 */
export const STRONG_FROM = 3;

/** How many words of each of the scorer's dictionaries count, the most used first: what a browser can load. */
export const DICTIONARY_WORDS = 9_000;

/** AU-30 */
export const PASSWORD_HINT =
  'Use a few words and avoid common phrases. No need for symbols, digits or uppercase letters.';

/** Only the beginning is scored, for the time it takes grows faster than the length: at 255 it is a second. */
export const SCORED_LENGTH = 64;

/** What each score means, in words. */
export const STRENGTH_WORDS = ['Very weak', 'Weak', 'Not strong enough', 'Strong', 'Very strong'];

export interface Strength {
  /** 0 to 4. */
  score: number;
  /** What makes it easy to guess, where the scorer knows. */
  warning: string | null;
}

/** Scores a password; the person's own words are the first that somebody would try. */
export type Scorer = (password: string, ownWords: readonly string[]) => Strength;

/** Null, or why it is too weak (AU-27). */
export function whyWeak({ score, warning }: Strength): string | null {
  return score >= STRONG_FROM ? null : warning || messages.weakPassword;
}

/** What somebody would try first with this person: their names, their address, whose people they are. */
export function ownWords(
  person: {
    email?: string | null;
    firstName?: string | null;
    lastName?: string | null;
    merchantName?: string | null;
  } = {},
): string[] {
  const { email, firstName, lastName, merchantName } = person;
  const words = [email, firstName, lastName, merchantName].flatMap((text) =>
    text ? [text, ...text.split(/[^\p{L}\p{N}]+/u)] : [],
  );
  return ['paydesk', ...new Set(words.map((word) => word.toLowerCase()))].filter(
    (word) => word.length > 2,
  );
}

type Dictionary = Readonly<Record<string, readonly (string | number)[]>>;

/** The dictionaries as both sides use them. */
export function shortDictionary(
  ...dictionaries: Dictionary[]
): Record<string, (string | number)[]> {
  return Object.fromEntries(
    dictionaries
      .flatMap((dictionary) => Object.entries(dictionary))
      .map(([name, words]) => [name, words.slice(0, DICTIONARY_WORDS)]),
  );
}

/** AU-25 */
export const newPasswordField = {
  label: 'New password',
  kind: 'password',
  required: true,
  requiredMessage: 'Please enter new password',
  maxLength: PASSWORD_MAX_LENGTH,
} as const satisfies Field;
