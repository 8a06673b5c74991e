import type { Column } from '@paydesk/contract/kernel/columns.ts';

/** A second opinion on the lists, in plain JavaScript over the rows as they are sent. */

export type Row = Record<string, unknown> & { id: string };

export interface OracleFilter {
  raw: string;
  fits: (value: unknown) => boolean;
}

/** The calendar day of an instant in a zone as YYYY-MM-DD. */
export function dayIn(timeZone: string, instant: string | Date): string {
  const of = days.get(timeZone) ?? new Map<number, string>();
  days.set(timeZone, of);
  const at = Number(new Date(instant));
  const day = of.get(at) ?? zoned(timeZone).format(at);
  of.set(at, day);
  return day;
}

/** The same rows are asked for by many filters. */
const days = new Map<string, Map<number, string>>();

const formats = new Map<string, Intl.DateTimeFormat>();

function zoned(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  const format =
    known ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  formats.set(timeZone, format);
  return format;
}

/** '2026-10-25' → '25.10.2026' */
export const typed = (day: string) => day.split('-').reverse().join('.');

export const cents = (amount: unknown) => BigInt((amount as number).toFixed(2).replace('.', ''));

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Filters of a column with what they mean, made out of the values that are there. */
export function filtersOf(column: Column, values: unknown[], timeZone = 'UTC'): OracleFilter[] {
  const present = values.filter((value) => value !== null && value !== undefined);
  const picked = [0.05, 0.3, 0.55, 0.8, 0.99].map((at) => present[Math.floor(at * present.length)]);
  const some = [...new Set(picked.filter((value) => value !== undefined))];
  if (column.enumeration) {
    const names = Object.keys(column.enumeration);
    return [
      ...names.map((name) => ({
        raw: name,
        fits: (value: unknown) => nameOf(value) === name,
      })),
      // any of several
      ...names.slice(1).map((name, at) => ({
        raw: ` ${name}, ${names[at]},${name}`,
        fits: (value: unknown) => nameOf(value) === name || nameOf(value) === names[at],
      })),
    ];
  }
  switch (column.kind) {
    case 'id':
      return [...some, 'ffffffff-ffff-7fff-bfff-ffffffffffff'].flatMap((id) => [
        { raw: String(id), fits: (value) => value === id },
        { raw: ` ${String(id).toUpperCase()} `, fits: (value) => value === id },
        {
          raw: `…${String(id).slice(-6)}`,
          fits: (value) => String(value).endsWith(String(id).slice(-6)),
        },
      ]);
    case 'number':
      return [...(some as number[]), 987_654].flatMap((number) => [
        { raw: String(number), fits: (value) => value === number },
        { raw: `${number}..`, fits: (value) => value !== null && (value as number) >= number },
        { raw: `< ${number}`, fits: (value) => value !== null && (value as number) < number },
        {
          raw: `${number} - ${number + 3}`,
          fits: (value) =>
            value !== null && (value as number) >= number && (value as number) <= number + 3,
        },
      ]);
    case 'boolean':
      return [true, false].map((wanted) => ({
        raw: String(wanted),
        fits: (value) => value === wanted,
      }));
    case 'amount':
      return amountFilters(some as number[]);
    case 'dateTime':
      return dayFilters(some as string[], timeZone);
    default:
      if (column.day) return dayFilters(some as string[], timeZone, true);
      return column.exact
        ? [...(some as string[]), 'nobody’s', ...(some as string[]).map((one) => one.slice(1))].map(
            (raw) => ({ raw, fits: (value) => value === raw }),
          )
        : column.name
          ? nameFilters(some as string[])
          : textFilters(some as string[]);
  }
}

const nameOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as { name: string }).name : value;

function textFilters(some: string[]): OracleFilter[] {
  const parts = some.flatMap((text) => {
    const from = Math.floor(text.length / 3);
    return [text, text.slice(from, from + 5).toUpperCase(), `  ${text.slice(0, 3)} `];
  });
  const tricks = ['%', '_', '\\', '\\\\', "'", '"', "' or 1=1 --", '%%', 'x_', ',', '$1', '🙂'];
  return [...parts, ...tricks].map((raw) => {
    const wanted = raw.trim().toLowerCase();
    return {
      raw,
      fits: (value) => !wanted || Boolean((value as string | null)?.toLowerCase().includes(wanted)),
    };
  });
}

const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Words in any order and without accents, where one of them is long enough to be looked for so. */
function nameFilters(some: string[]): OracleFilter[] {
  const turned = some.map((name) => bare(name).split(' ').toReversed().join('  '));
  return [...textFilters(some), ...textFilters(turned)].map(({ raw, fits }) => {
    const words = bare(raw.trim()).split(/\s+/);
    const looked = words.some((word) => /[\p{L}\p{N}]{3}/u.test(word));
    return {
      raw,
      fits: looked
        ? (value) => words.every((word) => bare(String(value ?? '')).includes(word))
        : fits,
    };
  });
}

const within = (from: number, to: number) => (value: unknown) =>
  value !== null && cents(value) >= cents(from) && cents(value) <= cents(to);

function amountFilters(some: number[]): OracleFilter[] {
  const low = Math.min(...some);
  const high = Math.max(...some);
  return [
    ...some.flatMap((amount) => [
      { raw: amount.toFixed(2), fits: within(amount, amount) },
      { raw: String(amount).replace('.', ','), fits: within(amount, amount) },
      { raw: `${amount}..${amount}`, fits: within(amount, amount) },
    ]),
    { raw: `${low}..${high}`, fits: within(low, high) },
    { raw: ` ${low} .. ${high} `, fits: within(low, high) },
    { raw: `${high}..`, fits: within(high, 1e12) },
    { raw: `..${low}`, fits: within(-1e12, low) },
    { raw: `> ${low}`, fits: within(low + 0.01, 1e12) },
    { raw: `from ${low} to ${high}`, fits: within(low, high) },
    { raw: '..0.01', fits: within(-1e12, 0.01) },
    { raw: '0.01', fits: within(0.01, 0.01) },
    { raw: '999999999999999', fits: () => false },
  ];
}

/** Of instants, or of what is a day itself: that may be still to come, so its year is said. */
function dayFilters(some: string[], timeZone: string, itself = false): OracleFilter[] {
  const dayOf = (value: string) => (itself ? value : dayIn(timeZone, value));
  const days = [...new Set(some.map(dayOf))].sort();
  const today = dayIn(timeZone, new Date());
  // where none has a day at all, nothing is found by any
  const first = days[0] ?? today;
  const last = days.at(-1) ?? today;
  const between = (from: string, to: string) => (value: unknown) => {
    if (value === null) return false;
    const day = dayOf(value as string);
    return day >= from && day <= to;
  };
  return [
    ...days.map((day) => ({ raw: typed(day), fits: between(day, day) })),
    { raw: `${typed(first)}..${typed(last)}`, fits: between(first, last) },
    { raw: ` ${typed(first)} .. ${typed(last)}`, fits: between(first, last) },
    { raw: `${typed(last)}..`, fits: between(last, '9999-12-31') },
    { raw: `..${typed(first)}`, fits: between('0000-01-01', first) },
    { raw: '01.01.1000..31.12.9999', fits: (value) => value !== null },
    { raw: `${typed(first)} - ${typed(last)}`, fits: between(first, last) },
    { raw: `<${typed(last)}`, fits: between('0000-01-01', plusDays(last, -1)) },
    { raw: itself ? today : typed(today).slice(0, 6), fits: between(today, today) },
    { raw: 'Yesterday', fits: between(plusDays(today, -1), plusDays(today, -1)) },
    { raw: 'from yesterday to today', fits: between(plusDays(today, -1), today) },
    { raw: 'last7days', fits: between(plusDays(today, -6), today) },
    { raw: 'last30days', fits: between(plusDays(today, -29), today) },
    { raw: 'thisMonth', fits: between(`${today.slice(0, 8)}01`, today) },
  ];
}

/** RFC 4180, to the letter: CRLF between records, quotes doubled inside quotes. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const record: string[] = [];
    for (;;) {
      let cell = '';
      if (text[at] === '"') {
        for (at++; ; at++) {
          if (at >= text.length) throw new Error('A quoted cell does not end');
          if (text[at] !== '"') cell += text[at];
          else if (text[at + 1] === '"') cell += text[at++];
          else break;
        }
        at++;
      } else while (at < text.length && !',"\r\n'.includes(text[at]!)) cell += text[at++];
      record.push(cell);
      if (text[at] !== ',') break;
      at++;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`No CRLF at ${at}`);
    at += 2;
    records.push(record);
  }
  return records;
}

/** A cell of the file out of the value as it is sent (AM-36). */
export function csvCell(column: Column, value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return '';
  if (column.kind === 'amount') return (value as number).toFixed(2);
  if (column.kind === 'dateTime') {
    const time = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(value as string));
    return `${typed(dayIn(timeZone, value as string))} ${time}`;
  }
  const text = String(nameOf(value));
  const isText = column.kind !== 'number' && column.kind !== 'boolean' && column.kind !== 'id';
  return isText && /^[=+\-@\t\r＝＋－＠]/u.test(text) ? `'${text}` : text;
}
