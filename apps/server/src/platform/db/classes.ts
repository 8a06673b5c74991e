import { HOUSE } from './classes/house.ts';
import { PAYMENTS } from './classes/payments.ts';
import { PEOPLE } from './classes/people.ts';

/** What a column can tell of a living person; a test holds that every column of every table has one (ADR 160). */
export const DATA_CLASSES = {
  none: 'Nothing of a person but by the row that it stands in: ids, states, amounts, dates',
  personal: 'Who somebody is: names, birth, income',
  contact: 'Where somebody is reached: addresses, telephones, country',
  identifying: 'The number that a state, or a system beside this one, knows somebody by',
  financial: 'Bank accounts, what there is of cards, and what stands for them at a gateway',
  network: 'From where and by what device somebody came',
  text: 'Free text, and what was said over the wire: it may name anybody',
  actor: 'Who of those who work here did it, by name: kept as long as what they did',
  secret: 'Opens something: sealed, a hash, or an address that nobody guesses',
} as const;
export type DataClass = keyof typeof DATA_CLASSES;

/** By table and class its columns, in words. */
export type Classes = Readonly<Record<string, Partial<Record<DataClass, string>>>>;

export const CLASSES: Classes = { ...PEOPLE, ...PAYMENTS, ...HOUSE };

export interface ClassedColumn {
  table: string;
  column: string;
  of: DataClass;
}

export const CLASSED: readonly ClassedColumn[] = Object.entries(CLASSES).flatMap(
  ([table, classes]) =>
    (Object.keys(DATA_CLASSES) as DataClass[]).flatMap((of) =>
      (classes[of]?.split(' ') ?? []).map((column) => ({ table, column, of })),
    ),
);
