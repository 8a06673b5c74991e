import { maskCardNumbers } from '@paydesk/contract/kernel/card-numbers.ts';
import { cut, plainLine } from '@paydesk/contract/kernel/texts.ts';
import type { SANCTION_SOURCES } from '@paydesk/contract/resources/screening.ts';
import { headOf, isGarbled, named } from '../../platform/csv-file.ts';

export type Source = keyof typeof SANCTION_SOURCES;

/** A person of a list, by one of the names that it has for them. */
export interface Person {
  entry: string;
  names: readonly string[];
  born: string | null;
}

/** A row of a list: a person, null where it is of a firm or a ship, or what is wrong with it. */
export type Read = (cells: readonly string[]) => Person | string | null;

/** Columns as the published files have them, by small letters. */
const ENTRY = [
  'entity_logicalid',
  'group id',
  'ofsi group id',
  'unique id',
  'dataid',
  'ent_num',
  'id',
];
const WHOLE = [
  'namealias_wholename',
  'sdn_name',
  'name',
  'whole name',
  'name non-latin script',
  'name non latin script',
];
const FIRST = ['name 1', 'first_name', 'namealias_firstname', 'first name'];
const MIDDLE = ['name 2', 'name 3', 'name 4', 'name 5', 'second_name', 'third_name', 'fourth_name'];
const LAST = ['name 6', 'namealias_lastname', 'last name', 'last_name'];
const BORN = [
  'birthdate_birthdate',
  'd.o.b',
  'dob',
  'individual_date_of_birth',
  'date of birth',
  'born',
];
const KIND = ['entity_subjecttype', 'group type', 'individual, entity, ship', 'sdn_type', 'type'];
const IS_PERSON = /^(p|person|individual|ind)?$/i;

const OFAC_COLUMNS = 12;

/** By which column of its own each list's file is known; OFAC's has no head. */
const OF: Readonly<Record<string, Source>> = {
  entity_logicalid: 'EU',
  namealias_wholename: 'EU',
  'name 6': 'UK',
  dataid: 'UN',
  sdn_name: 'OFAC',
};

interface Shape {
  read: Read;
  isRow: boolean;
  /** Whose list it is as it is published; null where the file does not tell. */
  of: Source | null;
}

/**
 * How rows are read, told by the first ones: OFAC's file has no head, the others one that names their columns,
 * which a line with the day of the file may stand before. Null: this is not such a row yet.
 */
export function shapeOf(cells: readonly string[]): Shape | null {
  const head = headOf(cells);
  const has = (names: readonly string[]) => names.some((name) => head.includes(name));
  const own = head.find((name) => Object.hasOwn(OF, name));
  const of = own === undefined ? null : OF[own]!;
  if (has(WHOLE) || has(LAST) || has(FIRST)) return { read: byHead(head), isRow: false, of };
  if (cells.length >= OFAC_COLUMNS && /^\d+$/.test(cells[0]!))
    return { read: ofac, isRow: true, of: 'OFAC' };
  return null;
}

const textOf = (cell: string | undefined) => {
  const text = cell?.trim() ?? '';
  return text === '-0-' ? '' : text;
};

function ofac(cells: readonly string[]): ReturnType<Read> {
  const [entry, name, kind] = cells.map(textOf);
  if (cells.length < OFAC_COLUMNS) return 'The row has too few columns';
  if (!/^individual$/i.test(kind!)) return null;
  const remarks = textOf(cells[11]);
  const known = [...remarks.matchAll(/a\.?k\.?a\.? '([^']+)'/gi)].map(([, one]) => one!);
  return person(entry!, [name!, ...known], /\bDOB ([^;.]+)/.exec(remarks)?.[1] ?? '');
}

const byHead =
  (head: readonly string[]): Read =>
  (cells) => {
    const row = named(head, cells);
    const first = (names: readonly string[]) =>
      names.map((one) => textOf(row[one])).find(Boolean) ?? '';
    if (!IS_PERSON.test(first(KIND))) return null;
    const parts = [...FIRST, ...MIDDLE, ...LAST].map((one) => textOf(row[one])).filter(Boolean);
    const whole = WHOLE.map((one) => textOf(row[one])).filter(Boolean);
    // several rows of one person have the same number
    return person(first(ENTRY), [...new Set([parts.join(' '), ...whole])], first(BORN));
  };

function person(entry: string, given: readonly string[], born: string): Person | string {
  const names = given.map((name) => name.trim()).filter(Boolean);
  if (!names.length) return 'Name is required';
  if (names.some((name) => name.length > 500 || isGarbled(name)))
    return 'Name must be text in UTF-8 of at most 500 characters';
  // nobody is left out for how their name is written: what must not be kept of it is not
  const [key, ...plain] = [entry || names[0]!, ...names].map((text) =>
    plainLine(maskCardNumbers(text)),
  );
  return { entry: cut(key!, 100), names: plain, born: dayOf(born) };
}

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** '1965-03-12', '12/03/1965', '12 Mar 1965', 'circa 1965': as a day, or the year alone where no more is known. */
export function dayOf(text: string): string | null {
  const iso = /\b(\d{4})-(\d\d)-(\d\d)\b/.exec(text);
  if (iso) return iso[0];
  const plain = /\b(\d\d)[/.](\d\d)[/.](\d{4})\b/.exec(text);
  if (plain && plain[1] !== '00' && plain[2] !== '00') return `${plain[3]}-${plain[2]}-${plain[1]}`;
  const words = /\b(\d{1,2}) ([A-Za-z]{3})[a-z]* (\d{4})\b/.exec(text);
  const month = words ? MONTHS.indexOf(words[2]!.toLowerCase()) / 3 : -1;
  if (words && Number.isInteger(month) && month >= 0)
    return `${words[3]}-${String(month + 1).padStart(2, '0')}-${words[1]!.padStart(2, '0')}`;
  return /\b(1[89]|20)\d\d\b/.exec(text)?.[0] ?? null;
}
