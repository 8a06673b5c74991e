import { ONE_CURRENCY } from '@paydesk/contract/kernel/enumeration.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { formatDateTime } from '../platform/format.ts';
import { valueWords } from './value-words.ts';

/** One field as it was and as it is. */
export interface Change {
  field: string;
  before: string;
  after: string;
}

export interface Details {
  changes: Change[];
  /** What else is told, in words. */
  others: [label: string, value: string][];
}

type Entries = Record<string, unknown>;

const isObject = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the codes of a record's fields are in words, as its screens have them. */
export type CodeWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What an entry of the audit log tells, if it is one: changes field by field, and the rest. */
export function readDetails(text: string, words: CodeWords = {}): Details | null {
  let details: unknown;
  try {
    details = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(details)) return null;
  const { changes, before, after, currency, ...rest } = details;
  const unit = typeof currency === 'string' ? currency : ONE_CURRENCY;
  const found: Change[] = [];
  const add = (field: string, was: unknown, is: unknown) =>
    found.push({
      field: readable(field),
      before: fieldWords(field, was, words, unit),
      after: fieldWords(field, is, words, unit),
    });
  if (isObject(changes))
    for (const [field, change] of Object.entries(changes))
      if (isObject(change)) add(field, change['before'], change['after']);
  // a state that changed stands there as two small records
  if (isObject(before) && isObject(after))
    for (const field of new Set([...Object.keys(before), ...Object.keys(after)]))
      add(field, before[field], after[field]);
  const others = Object.entries(rest)
    .filter(([, value]) => value !== null)
    .map(([key, value]): [string, string] => [readable(key), otherWords(key, value, words, unit)]);
  return { changes: found, others };
}

/** All of it in one line, but for ids of our own books, which say nothing to a person. */
export function detailWords({ changes, others }: Details): string {
  return [
    ...changes.map(({ field, before, after }) => `${field}: ${told(before)} → ${told(after)}`),
    ...others
      .filter(([label]) => !label.endsWith(' id'))
      .map(([label, value]) => `${label}: ${value}`),
  ].join(', ');
}

/** A dash beside an arrow is read as a sign. */
const told = (words: string) => (words === '—' ? 'none' : words);

/** 'MARK_SUCCESSFUL', 'firstName' and 'ext_id' as people write them. */
export function readable(name: string): string {
  const words = /^[A-Z0-9_]+$/.test(name)
    ? name.replaceAll('_', ' ').toLowerCase()
    : name
        .replaceAll('_', ' ')
        .replace(/([a-z0-9])([A-Z])/g, (_, last: string, next: string) =>
          `${last} ${next}`.toLowerCase(),
        );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const ABBREVIATIONS = /\b(api|bin|csv|id|ip|json|mpi|soap|sso|url)\b/gi;

/** A code by which something is called: 'UPDATE_ORDER_VERIFICATION_URL' is 'Update order verification URL'. */
export const codeWords = (code: string): string =>
  readable(code).replace(ABBREVIATIONS, (word) => word.toUpperCase());

function otherWords(key: string, value: unknown, words: CodeWords, unit: string): string {
  const said = fieldWords(key, value, words, unit);
  return said === value && /^[A-Z]+(_[A-Z]+)+$/.test(said) ? readable(said) : said;
}

/** 'due_day' as its column is called */
const columnOf = (key: string) =>
  key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A day, and a moment. */
const ISO = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/;

function fieldWords(key: string, value: unknown, words: CodeWords, unit: string): string {
  if (/amount$/i.test(key) && typeof value === 'number') return `${formatAmount(value)} ${unit}`;
  const [day, time] = (typeof value === 'string' && ISO.exec(value)) || [];
  if (day) return time ? formatDateTime(day) : formatIsoDay(day);
  const codes = words[columnOf(key)];
  // of what no record has words for: a step of the checkout
  const isState = /(?:status|stage|state)$/i.test(key) && typeof value === 'string';
  if (!codes) return isState && /^[A-Z_]+$/.test(value) ? readable(value) : valueWords(value);
  const inWords = (one: unknown) => (typeof one === 'string' && codes[one]) || one;
  return valueWords(Array.isArray(value) ? value.map(inWords) : inWords(value));
}

/** Any JSON as fields with their words: what a record carries from outside, in whatever shape. */
export function jsonFields(value: unknown): [label: string, words: string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [['Value', valueWords(value)]];
  return Object.entries(value).map(([label, one]) => [label, valueWords(one)]);
}
