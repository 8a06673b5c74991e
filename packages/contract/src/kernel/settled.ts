import type { Column } from './columns.ts';
import { addDays, formatIsoDay, parseDay } from './dates.ts';
import { endingOf, isDated, isRanged, RELATIVE_DAYS, WHOLE_NUMBER } from './filters.ts';
import { fromCents, parseAmount, toCents } from './money.ts';
import { typedDay, withDays, YEARLESS } from './typed-days.ts';

/** Its ends as they were typed, empty where a side is open; `apart`: the end itself is not among them. */
interface Range {
  from: string;
  to: string;
  apart?: true;
}

const UP_TO = /^(?:(?:up to|to|until|at most) |<= ?|≤ ?)(.+)$/i;
const IN_WORDS = /^(?:from )?(.+?) to (.+)$/i;
const FROM = /^(?:(?:from|since|at least) |>= ?|≥ ?)(.+)$/i;
const BELOW = /^(?:(?:before|less than|under) |< ?)(.+)$/i;
const ABOVE = /^(?:(?:after|more than|over) |> ?)(.+)$/i;
/** What stands before a number is its sign, and between two of them no sign of either. */
const DASHED = /^(-?[^-–]+?) ?[-–] ?(-?[^-–]+)$/;

function rangeIn(text: string): Range | null {
  const [, to] = UP_TO.exec(text) ?? [];
  if (to) return { from: '', to };
  const [, first, last] = IN_WORDS.exec(text) ?? [];
  if (first && last) return { from: first, to: last };
  const [, from] = FROM.exec(text) ?? [];
  if (from) return { from, to: '' };
  const [, below] = BELOW.exec(text) ?? [];
  if (below) return { from: '', to: below, apart: true };
  const [, above] = ABOVE.exec(text) ?? [];
  if (above) return { from: above, to: '', apart: true };
  const [, least, most] = DASHED.exec(text) ?? [];
  return least && most ? { from: least, to: most } : null;
}

/**
 * What somebody typed, in the form in which addresses, saved views and calls hold it and `parseFilter` reads it:
 * '10 - 20' is 10..20, '>1000' is 1000.01.., '26.11.' the latest such day up to `today`. What can't be read stays, for
 * `parseFilter` to say why.
 */
export function settled(column: Column, typed: string, today: string): string {
  const text = typed.trim();
  if (column.kind === 'id') {
    const ending = column.byName ? null : endingOf(text);
    return ending ? `…${ending}` : text;
  }
  if (!isRanged(column)) return text;
  const words = text.replace(/\s+/g, ' ');
  if (isDated(column)) return settledDays(words, today, column.day) ?? text;
  const range = text.includes('..') ? null : rangeIn(words);
  if (!range) return text;
  const { from, to, apart } = range;
  const next = apart ? nextTo(column, from || to, from ? 1 : -1) : null;
  if (next === null) return `${from}..${to}`;
  return from ? `${next}..` : `..${next}`;
}

/** The next amount or whole number, or the one before. */
function nextTo({ kind }: Column, typed: string, by: 1 | -1): string | null {
  if (kind === 'number') return WHOLE_NUMBER.test(typed) ? String(Number(typed) + by) : null;
  const amount = parseAmount(typed);
  const cents = amount === null ? null : toCents(amount);
  return cents === null ? null : String(fromCents(cents + BigInt(by)));
}

/** Of days that may be `toCome` none is the latest such day: one that lacks its year stays as it was typed. */
function settledDays(typed: string, today: string, toCome = false): string | null {
  const words = withDays(typed);
  const squeezed = words.replaceAll(' ', '').toLowerCase();
  const relative = Object.keys(RELATIVE_DAYS).find((name) => name.toLowerCase() === squeezed);
  if (relative) return relative;
  // '26.11...27.11.': the point of a day before those of the range
  const [, first, last] = /^(.*?) ?\.\.(?!\.) ?(.*)$/.exec(words) ?? [];
  const range = first === undefined ? rangeIn(words) : { from: first, to: last! };
  const ends = range ? [range.from, range.to] : [words];
  if (toCome && ends.some((end) => YEARLESS.test(end))) return typed;
  if (!range) return textOf(typedDay(words, today)) ?? typed;
  const { from, to } = withYears(range, today);
  if (!('apart' in range)) return `${from}..${to}`;
  const day = parseDay(from || to);
  if (!day) return words;
  const next = formatIsoDay(addDays(day, from ? 1 : -1));
  return from ? `${next}..` : `..${next}`;
}

const textOf = (day: string | null) => day && formatIsoDay(day);

/** Both ends with their years; that of an end stays out where it may be one or another. */
function withYears({ from, to }: Range, today: string): Pick<Range, 'from' | 'to'> {
  if (YEARLESS.test(to) && parseDay(from)) return { from, to };
  const last = parseDay(to) ?? typedDay(to, today);
  const first = typedDay(from, YEARLESS.test(from) && parseDay(to) ? parseDay(to)! : today);
  const contrary = YEARLESS.test(from) && YEARLESS.test(to) && first! > last!;
  return contrary ? { from, to } : { from: textOf(first) ?? from, to: textOf(last) ?? to };
}
