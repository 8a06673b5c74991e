import { schemeCalled } from '@paydesk/contract/kernel/cards.ts';
import type { Scheme } from '@paydesk/contract/kernel/schemes.ts';
import { withoutCurrency } from '@paydesk/contract/kernel/typed-amounts.ts';
import { typedDay, withMonths } from '@paydesk/contract/kernel/typed-days.ts';
import { idIn, shortenedIn, type Shortened } from '@paydesk/contract/kernel/typed-ids.ts';
import { asKept } from '../list/query.ts';
import { plain } from '../plain.ts';
import { describedBy, numbersOf, phoneOf } from './words.ts';

const LEAST_LETTERS = 2;
/** Nobody means more than that at once. */
const MOST_WORDS = 8;
const MOST_READINGS = 12;

/** What was typed, as it may be meant as a whole, and word by word. */
export interface Typed {
  text: string;
  id: string | null;
  /** How the id begins or ends, as lists, logs and mails show it. */
  shortened: readonly Shortened[];
  card: string | null;
  /** As the number of an order or a loan is kept. */
  numbers: readonly string[];
  email: string | null;
  number: number | null;
  /** Its digits alone. */
  phone: string | null;
  /** What a description is to hold, each of them. */
  described: readonly string[];
  /** The words of a name, as `search_text` of the database has them. */
  names: string[];
  /** Every way in which all its words together tell of one payment. */
  readings: Reading[];
}

/** One way to read the words together; what is not named is not asked for. */
export interface Reading {
  lastFour?: string;
  scheme?: Scheme;
  cents?: bigint;
  /** With a minus, as what went back stands in lists. */
  minus?: true;
  /** YYYY-MM-DD */
  day?: string;
  names: string[];
}

type Part =
  | { lastFour: string }
  | { scheme: Scheme }
  | { cents: bigint; minus?: true }
  | { day: string }
  | { name: string };

const SIX_AND_FOUR = /^(\d{6})[\s*•.x-]{2,}(\d{4})$/i;
/** '•• 6017', as a card stands in print. */
const LAST_FOUR = /(?<!\S)[•*][•*\s-]*(?=\d{4}(?!\d))/g;

/** Null where too little was typed to look for; `today` is YYYY-MM-DD where the person is. */
export function meant(q: string, today: string): Typed | null {
  const text = q.trim();
  if ([...text].length < LEAST_LETTERS || text.includes('\u0000')) return null;
  const card = SIX_AND_FOUR.exec(text) ?? SIX_AND_FOUR.exec(asKept(text));
  const words = wordsOf(text);
  const dated = withMonths(text);
  const asRead = (what: string) => {
    const all = wordsOf(what.replace(LAST_FOUR, '••'));
    return all.length > MOST_WORDS || card ? [] : readingsOf(all, today);
  };
  return {
    text,
    id: idIn(text),
    shortened: shortenedIn(text),
    card: card ? `${card[1]}******${card[2]}` : null,
    numbers: numbersOf(text),
    email: text.includes('@') ? text.toLowerCase() : null,
    number: /^\d{1,9}$/.test(text) ? Number(text) : null,
    phone: phoneOf(text),
    described: card || words.length > MOST_WORDS ? [] : describedBy(words),
    names: words.map(plain).filter(Boolean),
    // a month is a name too
    readings: [...asRead(text), ...(dated === text ? [] : asRead(dated))],
  };
}

/** An amount may hold a space for its thousands, and its currency beside it. */
function wordsOf(text: string): string[] {
  return (
    withoutCurrency(text)
      .replace(/(?<![\d.,'’])\d{1,3}(?:[ \u00a0\u202f]\d{3})+[.,]\d{1,2}(?!\d)/g, (amount) =>
        amount.replace(/\s/g, ''),
      )
      // a minus that stands apart
      .replace(/(?<!\S)([-−])\s+(?=\d)/g, '$1')
      .split(/\s+/)
      .map((word) => word.replace(/[,;]+$/, ''))
      .filter(Boolean)
  );
}

function readingsOf(words: readonly string[], today: string): Reading[] {
  let readings: Reading[] = [{ names: [] }];
  for (const word of words) {
    const parts = partsOf(word, today);
    readings = readings
      .flatMap((reading) => parts.flatMap((part) => withPart(reading, part) ?? []))
      .slice(0, MOST_READINGS);
  }
  return words.length ? readings : [];
}

/** Nothing has two cards, two amounts or two days. */
function withPart(reading: Reading, part: Part): Reading | null {
  if ('name' in part) return { ...reading, names: [...reading.names, part.name] };
  return Object.keys(part).some((key) => key in reading) ? null : { ...reading, ...part };
}

function partsOf(word: string, today: string): Part[] {
  const parts: Part[] = [];
  const [, lastFour] = /^[*•·.x#]*(\d{4})$/i.exec(word) ?? [];
  if (lastFour) parts.push({ lastFour });
  const scheme = schemeCalled(word);
  if (scheme) parts.push({ scheme });
  const cents = centsOf(word);
  if (cents !== null) parts.push(/^[-−]/.test(word) ? { cents, minus: true } : { cents });
  const day = typedDay(word, today);
  if (day) parts.push({ day });
  if (/\p{L}/u.test(word) && !day) parts.push({ name: plain(word) });
  return parts;
}

const AMOUNTS = [
  // 43.99 and 43,99; 1'234.50; 1,234.50; 1.234,50
  /^(\d{1,9})(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?:['’]\d{3})+)(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/,
  /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/,
];

/** A refund is found by its amount with a sign, too. */
function centsOf(word: string): bigint | null {
  for (const form of AMOUNTS) {
    const [, whole, fraction = ''] = form.exec(word.replace(/^[-−+]/, '')) ?? [];
    if (!whole) continue;
    const cents = BigInt(whole.replace(/\D/g, '') + fraction.padEnd(2, '0'));
    return cents > 0n ? cents : null;
  }
  return null;
}
