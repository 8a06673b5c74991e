import { createHash } from 'node:crypto';
import type { Finding, ListedEntry, Screened, Screening } from './screening.ts';

const LISTS: readonly Finding['list'][] = ['PEP', 'SANCTIONS', 'ADVERSE_MEDIA'];

/**
 * Finds the same of the same person each time, most of them clear: of a hundred on each list one is
 * a match and three may be.
 */
export const findingsOf = ({ name, dateOfBirth }: Screened): Finding[] =>
  LISTS.map((list) => {
    const hash = createHash('sha256').update(`${list} ${name} ${dateOfBirth}`).digest();
    const dice = hash.readUInt16BE(0) % 100;
    const within = (least: number, most: number) =>
      least + (hash.readUInt16BE(2) % (most - least + 1));
    const found = (result: 'MATCH' | 'POSSIBLE_MATCH', least: number, most: number): Finding => {
      const entry = entryOf({ name, dateOfBirth }, list, result);
      return { list, matchScore: within(least, most), result, ...(entry && { entry }) };
    };
    if (dice === 0) return found('MATCH', 85, 100);
    if (dice < 4) return found('POSSIBLE_MATCH', 55, 84);
    return { list, matchScore: within(0, 39), result: 'CLEAR' };
  });

/** Nobody: given to those who are like a person of the sandbox by their family name alone. */
const FIRST_NAMES = ['Alaric', 'Benedikta', 'Corvin', 'Dorothea', 'Emeric', 'Fenna'];
/** Of so many who may be meant one is not named, as some providers do; who is meant without doubt always is. */
const UNNAMED_OF = 6;

/** No list of this world. */
const LISTED: Readonly<Record<Finding['list'], readonly Required<About>[]>> = {
  PEP: [
    {
      listName: 'Sandbox Register of Public Offices',
      programme: 'Local government',
      position: 'Member of a city council, 2017 to 2021',
    },
    {
      listName: 'Sandbox Register of Public Offices',
      programme: 'Companies of the state',
      position: 'Member of a supervisory board, since 2022',
    },
  ],
  SANCTIONS: [
    {
      listName: 'Sandbox Sanctions List',
      programme: 'SSL-7, trade in arms',
      position: 'Director of a shipping company',
    },
    {
      listName: 'Sandbox Sanctions List',
      programme: 'SSL-12, laundering of money',
      position: 'Owner of an exchange office',
    },
  ],
  ADVERSE_MEDIA: [
    {
      listName: 'Sandbox Press Archive',
      programme: 'Fraud',
      position: 'Accused in a trial, not convicted',
    },
    {
      listName: 'Sandbox Press Archive',
      programme: 'Bribery',
      position: 'Named by a witness',
    },
  ],
};
type About = Pick<ListedEntry, 'listName' | 'programme' | 'position'>;

const COUNTRIES = ['EE', 'LV', 'LT', 'SE', 'FI', 'PL'];

/** What the list has of them besides: where it stands, their countries and another name. */
function aboutOf(list: Finding['list'], hash: Buffer, name: string): Omit<ListedEntry, 'born'> {
  const [last, first = ''] = name.split(', ');
  const countries = [hash[4]!, hash[5]!].map((one) => COUNTRIES[one % COUNTRIES.length]!);
  return {
    name,
    ...LISTED[list][hash[6]! % LISTED[list].length]!,
    source: `https://lists.sandbox.test/${list.toLowerCase().replace('_', '-')}/${hash.readUInt16BE(7)}`,
    countries: [...new Set(countries)],
    aliases: first ? [`${last}, ${first[0]}.`] : [],
  };
}

/** Whom it says that it found: a match is called the same, whoever may be one is called much the same. */
export function entryOf(
  { name, dateOfBirth }: Screened,
  list: Finding['list'],
  result: Exclude<Finding['result'], 'CLEAR'>,
): Finding['entry'] {
  const hash = createHash('sha256').update(`entry ${list} ${name} ${dateOfBirth}`).digest();
  if (result !== 'MATCH' && hash[0]! % UNNAMED_OF === 0) return undefined;
  const words = name.split(' ');
  const last = words.at(-1)!.toUpperCase();
  if (result === 'MATCH')
    // a day, or the year alone
    return {
      ...aboutOf(list, hash, [last, words.slice(0, -1).join(' ')].filter(Boolean).join(', ')),
      born: dateOfBirth && (hash[1]! % 2 ? dateOfBirth : dateOfBirth.slice(0, 4)),
    };
  return {
    ...aboutOf(list, hash, `${last}, ${FIRST_NAMES[hash[1]! % FIRST_NAMES.length]}`),
    born: hash[2]! % 4 ? `${1940 + (hash[3]! % 50)}` : null,
  };
}

export const sandboxScreening = (): Screening => ({ screen: async (one) => findingsOf(one) });

/** What was asked; without a name, an id that is closed because it was asked about before it came. */
export const SCREENING_SCHEMA = `
  create schema if not exists screening_sandbox;
  create table if not exists screening_sandbox.requests (
    operation_id uuid primary key,
    name text,
    date_of_birth date,
    done_date timestamptz(3) not null
  );
`;
