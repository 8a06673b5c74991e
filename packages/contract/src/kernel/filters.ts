import { schemeCalled, type PAYMENT_SCHEMES } from './cards.ts';
import type { Column } from './columns.ts';
import { parseDay } from './dates.ts';
import { messages } from './messages.ts';
import { formatAmount, mayBeThousands, parseAmount, toCents } from './money.ts';
import { YEARLESS } from './typed-days.ts';

export const RELATIVE_DAYS = {
  today: 'today',
  yesterday: 'yesterday',
  last7days: 'last 7 days',
  last30days: 'last 30 days',
  thisMonth: 'this month',
} as const;

export type RelativeDays = keyof typeof RELATIVE_DAYS;

/** What a filter means once read; days are YYYY-MM-DD and both included. */
export type Filter =
  | { op: 'equals'; value: string | number | boolean }
  | { op: 'contains'; value: string }
  /** Of a masked card: 'Visa', which no number has in it; whose numbers begin as that scheme's. */
  | { op: 'scheme'; value: keyof typeof PAYMENT_SCHEMES }
  /** Of an id: how it ends, as lists show it. */
  | { op: 'ends'; value: string }
  /** Of an id: what is called so, of which the server says which ids these are; what ends so too. */
  | { op: 'named'; value: string; ids?: readonly string[] }
  /** Of an enumeration, or of codes: 'SUCCESS,FAILED', any of them. */
  | { op: 'anyOf'; values: string[] }
  | { op: 'cents'; from?: bigint; to?: bigint }
  | { op: 'numbers'; from?: number; to?: number }
  | {
      op: 'days';
      from?: string;
      to?: string;
      /** HH:MM of the last day, which it ends before. */ until?: string;
    }
  | { op: 'relative'; days: RelativeDays };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const MAX_FILTER_LENGTH = 255;
/** The end of an id is looked for among so many of the newest: an index of it would be one more of each table. */
export const NEWEST = 20_000;

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** '…dbc99e' and '0197c3f2-8a41…dbc99e', as screens show an id: as much of its end as has no dash. */
export const endingOf = (text: string): string | null =>
  /^(?:[0-9a-f-]*…)?\s*([0-9a-f]{6,12})$/i.exec(text)?.[1]?.toLowerCase() ?? null;

/**
 * Reads one `f_` value by the column's kind (AM-33), as `settled` has it. Trimmed (GT-08); the error is the hint to
 * show.
 */
export function parseFilter(column: Column, raw: string): { filter: Filter } | { error: string } {
  const value = raw.trim();
  if (value.length > MAX_FILTER_LENGTH) return { error: messages.maxLength(MAX_FILTER_LENGTH) };
  const scheme = column.card === 'alone' ? schemeCalled(value) : null;
  if (scheme) return { filter: { op: 'scheme', value: scheme } };
  if (column.enumeration) {
    const names = Object.keys(column.enumeration);
    const values = choicesIn(value);
    if (!values.every((one) => names.includes(one))) return { error: messages.oneOf(names) };
    const [only] = values;
    return {
      filter: values.length === 1 ? { op: 'equals', value: only! } : { op: 'anyOf', values },
    };
  }
  switch (column.kind) {
    case 'id':
      return parseIdFilter(value, column);
    case 'number':
      return WHOLE_NUMBER.test(value)
        ? { filter: { op: 'equals', value: Number(value) } }
        : parseNumberRange(value);
    case 'boolean':
      return value === 'true' || value === 'false'
        ? { filter: { op: 'equals', value: value === 'true' } }
        : { error: messages.boolean };
    case 'amount':
      return parseAmountFilter(value);
    case 'dateTime':
      return parseDayFilter(value);
    default:
      // U+0000 can't be stored as text, so nothing can contain it
      if (value.includes('\u0000')) return { error: messages.text };
      if (column.day) return parseDayFilter(value, true);
      if (column.codes && choicesIn(value).every((one) => one.startsWith(WHOLE)))
        return { filter: { op: 'anyOf', values: choicesIn(value).map((one) => one.slice(1)) } };
      return { filter: { op: column.exact ? 'equals' : 'contains', value } };
  }
}

function parseIdFilter(value: string, { byName }: Column): { filter: Filter } | { error: string } {
  if (isUuid(value)) return { filter: { op: 'equals', value: value.toLowerCase() } };
  if (byName && !value.includes('…') && !value.includes('\u0000'))
    return { filter: { op: 'named', value } };
  const ending = endingOf(value);
  return ending ? { filter: { op: 'ends', value: ending } } : { error: messages.idOrEnd };
}

/** What stands before a code that is chosen, not typed: '=REFUND,=CAPTURE'. */
export const WHOLE = '=';

/** The values of a filter by an enumeration, each once. */
export const choicesIn = (value: string): string[] => [
  ...new Set(value.split(',').map((one) => one.trim())),
];

/** Digits of a card that would find none, or one by chance: of each the first six are kept and the last four. */
const NO_PART = /^(?:\d{5}|\d{7,})(?!\d)/;

/** The hint under a filter while it can't be sent (AM-92); null when it can. */
export function filterHint(column: Column, raw: string): string | null {
  if (!raw.trim()) return null;
  if (column.card === 'alone' && NO_PART.test(raw.replaceAll(/[\s-]/g, '')))
    return messages.cardPart;
  const parsed = parseFilter(column, raw);
  return 'error' in parsed ? parsed.error : null;
}

/** Its values can be held against each other. */
export const isRanged = (column: Column): boolean =>
  !column.enumeration && (column.kind === 'amount' || column.kind === 'number' || isDated(column));

/** It is filtered by days, whether its values are instants or days themselves. */
export const isDated = ({ kind, day }: Column): boolean => kind === 'dateTime' || day === true;

function splitRange(value: string): [string, string] | null {
  const at = value.indexOf('..');
  if (at < 0) return null;
  return [value.slice(0, at).trim(), value.slice(at + 2).trim()];
}

export const WHOLE_NUMBER = /^-?\d{1,9}$/;

/** Of what is no number: a range that was begun is told how ranges are. */
const noNumber = (value: string, words: string) => ({
  error: /^[^\p{L}]*(?:[-–<>≤≥]|\.\.)[^\p{L}]*$/u.test(value) ? messages.range : words,
});

function parseNumberRange(value: string): { filter: Filter } | { error: string } {
  const range = splitRange(value);
  const known = range?.every((bound) => !bound || WHOLE_NUMBER.test(bound)) && range.join('');
  if (!range || !known) return noNumber(value, messages.wholeNumber);
  const [from, to] = range.map((bound) => (bound ? Number(bound) : undefined));
  if (from !== undefined && to !== undefined && from > to) return { error: messages.numberOrder };
  return {
    filter: {
      op: 'numbers',
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    },
  };
}

function parseAmountFilter(value: string): { filter: Filter } | { error: string } {
  const range = splitRange(value) ?? [value, value];
  const bounds: (bigint | undefined)[] = [];
  for (const bound of range) {
    if (!bound) {
      bounds.push(undefined);
      continue;
    }
    const amount = parseAmount(bound);
    if (mayBeThousands(bound)) return { error: messages.twoPlaces };
    if (amount === null) return noNumber(value, messages.number);
    const cents = toCents(amount);
    if (cents === null) return { error: messages.twoPlaces };
    bounds.push(cents);
  }
  const [from, to] = bounds;
  if (from === undefined && to === undefined) return { error: messages.number };
  if (from !== undefined && to !== undefined && from > to) return { error: messages.amountOrder };
  return {
    filter: {
      op: 'cents',
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    },
  };
}

/** '16.11.2026 09:15' */
const LAST_TIME = /^(\S+) ((?:[01]\d|2[0-3]):[0-5]\d)$/;

const isYearless = (text: string | undefined) => text !== undefined && YEARLESS.test(text);

function whyNoDays(texts: readonly (string | undefined)[]): string {
  if (texts.some(isYearless)) return messages.dateYear;
  const none = texts.find(
    (text) => text && /^\d{1,2}\.\d{1,2}\.\d{4}$/.test(text) && !parseDay(text),
  );
  return none ? messages.noDay(none) : messages.date;
}

function parseDayFilter(value: string, whole = false): { filter: Filter } | { error: string } {
  if (Object.hasOwn(RELATIVE_DAYS, value))
    return { filter: { op: 'relative', days: value as RelativeDays } };
  const range = splitRange(value);
  const [fromText, lastText] = range ?? [value, value];
  // a range may end within its last day: what a day that is not over is held against
  const [toText, until] = (range && !whole && LAST_TIME.exec(lastText)?.slice(1)) || [lastText];
  const from = fromText ? parseDay(fromText) : undefined;
  const to = toText ? parseDay(toText) : undefined;
  if (from === null || to === null || (from === undefined && to === undefined))
    return { error: whyNoDays([fromText, toText]) };
  if (from !== undefined && to !== undefined && from > to) return { error: messages.dateOrder };
  return {
    filter: {
      op: 'days',
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(until === undefined ? {} : { until }),
    },
  };
}

/** '>100' is held as 100.01 and more, '<5' as 4.99 and less: the whole amount that was typed; null where it was another. */
function wholeBeside(from: string | undefined, to: string | undefined): string | null {
  const end = from || to!;
  if (end.startsWith('-') || !end.endsWith(from ? '.01' : '.99')) return null;
  return formatAmount(parseAmount(end)! + (from ? -0.01 : 0.01));
}

/** A range that is open to one side; `beyond` stands for an end that is not among them. */
function endWords(from: string | undefined, to: string | undefined, beyond?: string | null) {
  if (beyond) return `${from ? 'over' : 'under'} ${beyond}`;
  return from ? `from ${from}` : `up to ${to}`;
}

/** As it stands in the field of its column, in the words of its chip but short, and read again as it was: 'from 100', '10 – 20'. */
export function filterTyped(column: Column, value: string): string {
  const dated = isDated(column);
  if (dated && Object.hasOwn(RELATIVE_DAYS, value)) return RELATIVE_DAYS[value as RelativeDays];
  const [from, to] = (isRanged(column) && splitRange(value)) || [];
  if (from === undefined) return value;
  if (from && to) return `${from} – ${to}`;
  const beyond = column.kind === 'amount' ? wholeBeside(from, to) : null;
  return endWords(from, to, beyond?.replace(/\.00$/, ''));
}

/** The filter in words, for the chip above the table. */
export function filterWords(column: Column, raw: string): string {
  const value = raw.trim();
  const { enumeration, words } = column;
  const named = enumeration ?? words;
  if (named)
    return choicesIn(value)
      .map((one) => named[one] ?? named[one.replace(WHOLE, '')] ?? one)
      .join(' or ');
  if (column.kind === 'boolean') return value === 'true' ? 'yes' : 'no';
  if (isDated(column) && Object.hasOwn(RELATIVE_DAYS, value))
    return RELATIVE_DAYS[value as RelativeDays];
  const said = (bound: string) =>
    column.kind === 'amount' && bound ? formatAmount(parseAmount(bound)) : bound;
  const range = splitRange(value);
  if (range && isRanged(column)) {
    const [from, to] = range.map(said);
    if (from && to) return `${from} to ${to}`;
    return endWords(from, to, column.kind === 'amount' ? wholeBeside(from, to) : null);
  }
  return said(value);
}
