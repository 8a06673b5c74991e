import { isOfScheme } from './schemes.ts';

/**
 * Card numbers in what people and machines write: 13 to 19 digits that pass Luhn and begin as a
 * scheme's number of that length, however they are parted. Whole ones are kept nowhere (SB-47).
 */

const SHORTEST = 13;
const LONGEST = 19;
/** Of digits side by side in a number that is parted. */
const LEAST_PART = 4;
const ENOUGH_DIGITS = new RegExp(`(?:\\p{Nd}\\P{Nd}*){${SHORTEST}}`, 'u');
/** The longest that a telephone number gets (E.164). */
const LONGEST_PHONE = 15;

/**
 * What may stand between two digits of one number: spaces, dashes and what is not seen, up to three; a
 * dot between fours, for elsewhere it parts amounts.
 */
const DOT = '(?<=\\p{Nd}{4})[.\\u00b7\\u2022\\u2027\\u2219\\u22c5](?=\\p{Nd}{4})';
const BETWEEN = `(?:[\\s\\p{Zs}\\p{Pd}\\p{Cf}_\\u2212]{0,3}|${DOT})`;
const RUN = new RegExp(`\\p{Nd}(?:${BETWEEN}\\p{Nd})*`, 'gu');
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/giu;
/** A key, a hash: letters and digits in one, longer than any number with a word glued to it. */
const TOKEN_LENGTH = 24;
/** What parts of one hang together by. */
const HANGS_ON = '_+/=-';
const IBAN = /(?<![\p{L}\p{N}])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]){11,30}/giu;
/** A day as it is written here, and as machines write it. */
const DAY =
  /(?<![\p{Nd}])(?:(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)\d\d|(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?![\p{Nd}])/gu;
/** By country, the letters and digits of an IBAN. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
};

interface Range {
  from: number;
  to: number;
}

export interface Where {
  /** A telephone number: only what is longer than any of them is a card's. */
  phone?: boolean;
}

/** Where card numbers stand in the text, in its own units. */
function findCardNumbers(text: string, { phone = false }: Where = {}): Range[] {
  // most texts have too few digits for any
  if (!ENOUGH_DIGITS.test(text)) return [];
  const found: Range[] = [];
  for (const run of withoutIds(text).matchAll(RUN)) {
    const groups = groupsOf(run[0], run.index);
    const dialled = phone || /\+\s?$/.test(text.slice(Math.max(0, run.index - 2), run.index));
    for (let first = 0; first < groups.length; first++) {
      // no parted number begins so but as the whole of what is written
      if (first > 0 && groups[first]!.digits.length < LEAST_PART) continue;
      let digits = '';
      for (let last = first; last < groups.length && digits.length <= LONGEST; last++) {
        digits += groups[last]!.digits;
        const whole = first === 0 && last === groups.length - 1;
        if (!whole && !looksParted(groups.slice(first, last + 1))) continue;
        if (!isCardNumber(digits) || (dialled && digits.length <= LONGEST_PHONE)) continue;
        if (first === last && isBarcode(digits)) continue;
        found.push({ from: groups[first]!.from, to: groups[last]!.to });
        first = last;
        break;
      }
    }
  }
  return found;
}

const blank = (part: string) => 'x'.repeat(part.length);

/** Our own ids, keys and account numbers are no card's, whatever digits are in them: the same length, other signs. */
function withoutIds(text: string): string {
  return withoutTokens(text.replace(UUID, blank))
    .replace(DAY, blank)
    .replace(IBAN, (part) => {
      const length = IBAN_LENGTHS[part.slice(0, 2).toUpperCase()];
      let end = 0;
      for (let seen = 0; end < part.length && seen < (length ?? 0); end++)
        if (/[a-z0-9]/i.test(part[end]!)) seen++;
      const own = part.slice(0, end);
      return length && isIban(own.replace(/[ -]/g, '').toUpperCase())
        ? blank(own) + part.slice(end)
        : part;
    });
}

/**
 * Without those that have a letter, in themselves or in what hangs on to their end, as a hash in two parts does. Read
 * once from the end: an expression that looks ahead reads the rest of a long text from each of its signs.
 */
function withoutTokens(text: string): string {
  const tokens: Range[] = [];
  let letterAhead = false;
  let end = text.length;
  for (let at = text.length - 1; at >= -1; at--) {
    const sign = text.charCodeAt(at);
    const isLetter = (sign | 32) >= 97 && (sign | 32) <= 122;
    if (isLetter || (sign >= 48 && sign <= 57)) {
      letterAhead ||= isLetter;
      continue;
    }
    if (letterAhead && end - at > TOKEN_LENGTH) tokens.push({ from: at + 1, to: end });
    end = at;
    if (!HANGS_ON.includes(text.charAt(at))) letterAhead = false;
  }
  let kept = '';
  let from = 0;
  for (const token of tokens.toReversed()) {
    kept += text.slice(from, token.from) + 'x'.repeat(token.to - token.from);
    from = token.to;
  }
  return kept + text.slice(from);
}

function isIban(text: string): boolean {
  const moved = text.slice(4) + text.slice(0, 4);
  let rest = 0;
  for (const sign of moved)
    for (const digit of String(parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

interface Group extends Range {
  digits: string;
}

/** The digits that stand side by side, as plain ones. */
function groupsOf(run: string, start: number): Group[] {
  return [...run.matchAll(/\p{Nd}+/gu)].map(({ 0: part, index }) => ({
    digits: [...part].map(plainDigit).join(''),
    from: start + index,
    to: start + index + part.length,
  }));
}

/** The value of a digit of any script: they stand in tens, the 0 first. */
function plainDigit(digit: string): string {
  if (digit >= '0' && digit <= '9') return digit;
  let zero = digit.codePointAt(0)!;
  while (digit.codePointAt(0)! - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(digit.codePointAt(0)! - zero);
}

/** One group, or some as cards have them, beside other numbers: fours, 4-6-5, 8-8. */
function looksParted(groups: readonly Group[]): boolean {
  const sizes = groups.map(({ digits }) => digits.length);
  const [first = 0] = sizes;
  if (sizes.length === 1 || /^4,6,[45]$/.test(String(sizes))) return true;
  return (
    first >= LEAST_PART && sizes.every((size, nth) => size === first || nth === sizes.length - 1)
  );
}

function isCardNumber(digits: string): boolean {
  const { length } = digits;
  return (
    length >= SHORTEST &&
    length <= LONGEST &&
    isOfScheme(digits) &&
    sumOf(digits, (digit) => (digit > 4 ? digit * 2 - 9 : digit * 2)) % 10 === 0
  );
}

/** An EAN-13 on goods, which begins with a 4 in many countries; Visa has made no such short numbers for decades. */
const isBarcode = (digits: string) =>
  digits.length === 13 && sumOf(digits, (digit) => digit * 3) % 10 === 0;

/** From the right, every second digit weighed. */
function sumOf(digits: string, weigh: (digit: number) => number): number {
  return [...digits]
    .toReversed()
    .reduce((sum, digit, nth) => sum + (nth % 2 ? weigh(Number(digit)) : Number(digit)), 0);
}

export const hasCardNumber = (text: string, where?: Where): boolean =>
  findCardNumbers(text, where).length > 0;

/** The same text, as long as before: of each card number the first six digits and the last four. */
export function maskCardNumbers(text: string): string {
  const found = findCardNumbers(text);
  if (!found.length) return text;
  let masked = '';
  let end = 0;
  for (const { from, to } of found) {
    const part = text.slice(from, to);
    const digits = part.match(/\p{Nd}/gu)!.length;
    let nth = 0;
    masked += text.slice(end, from);
    masked += part.replace(/\p{Nd}/gu, (digit) =>
      ++nth > 6 && nth <= digits - 4 ? '*'.repeat(digit.length) : digit,
    );
    end = to;
  }
  return masked + text.slice(end);
}

/** The three or four digits that prove a card is in the hand: never sent, whatever the field is called. */
export function isCardSecret(key: string): boolean {
  const name = key.replace(/[^a-z0-9]/gi, '').toLowerCase();
  return /^(card)?(i?cvv|cvc|cvn|csc|cav|cid)2?(code|value|number)?$|^card(security|verification|validation)(code|value|number)?$|^(security|verification)(code|value|number)ofcard$|^securitycode$/.test(
    name,
  );
}
