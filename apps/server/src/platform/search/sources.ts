import type { Action } from '@paydesk/contract/kernel/action.ts';
import type { SearchKind } from '@paydesk/contract/kernel/search.ts';
import type { Permission } from '@paydesk/contract/permissions.ts';
import { sql, type RawBuilder } from 'kysely';
import type { SealedValue } from '../sealed-values.ts';
import type { Typed } from './typed.ts';

export type Condition = RawBuilder<boolean>;

/** What somebody may come to do: 'refund 43.99' finds what that can be done to. */
export interface Deed {
  action: Pick<Action<never>, 'label' | 'asks' | 'whyNot'>;
  /** By which word it is said, where that is not the first one of its button. */
  word?: string;
  /** Where it can be done, as far as the row says; its rule has the last word. */
  can: string;
}

/** What can be done to a kind, and what the rules of that look at: as JSON, and as they take it. */
export interface Deeds {
  state: string;
  stateOf: (json: never) => unknown;
  /** How much of its amount it can be done to, where that is not all of it: '20.00'. */
  left?: (json: never) => string | null;
  all: readonly Deed[];
}

export interface Source {
  read: readonly Permission[];
  scope: 'merchant' | 'all';
  from: string;
  id: string;
  tenant?: string;
  /** What every hit meets. */
  only?: string;
  /** The words of a hit, after its amount where it has one. */
  title: string;
  cents?: string;
  /** What of its amount is left, by which it is found beside its card. */
  left?: string;
  /** `:zone` stands for the zone of whoever asks, `:whose` for its payer and its merchant, as far as they are told. */
  detail: string;
  status: string | null;
  newest: string;
  /** Digits of a card, by themselves. */
  lastFour?: string;
  /** A card's masked number, which is told by its scheme beside what is found by more. */
  card?: string;
  /** The column of its names, with an index of words. */
  names?: string;
  /** What is said of it, with an index of words. */
  described?: string;
  /** What stands in it and no index has: looked through among the newest alone. */
  within?: string;
  /** The order that it is of, by whose number it is found too. */
  order?: string;
  /** Whose it is, for whoever may read customers. */
  customer?: string;
  /** What is read word by word also by a day alone, which many rows share. */
  daily?: true;
  /** A row whose amount was paid to the payer, and stands in lists with a minus. */
  negative?: string;
  /** By what else it is found than what a hit says, each by its name. */
  also?: Readonly<Record<string, string>>;
  /** What of it lies sealed: it is looked for by what is shown of it, and opened before it counts (ADR 159). */
  sealed?: {
    label: string;
    value: SealedValue;
    alias: string;
    /** What was typed as one of these, whole. */
    asked: (text: string) => string | null;
  };
  deeds?: Deeds;
  /** None where what was typed as a whole can't be meant. */
  where: (typed: Typed) => readonly Condition[];
}

/** Everything that begins with the text, by an index in the order of bytes. */
export const begins = (column: string, text: string): Condition =>
  sql<boolean>`(${sql.raw(column)} collate "C" >= ${text} and ${sql.raw(column)} collate "C" < ${text + '\u{10FFFF}'})`;

/** Whether it is one of these codes of ours. */
export const oneOf = (column: string, codes: readonly string[]) =>
  `(${column} in (${codes.map((code) => `'${code}'`).join()}))`;

/** The same by an index in the database's own order: where that is not the one of bytes, some may be missed. */
export const beginsInOrder = (column: string, text: string): Condition =>
  sql<boolean>`(${sql.raw(column)} >= ${text} and ${sql.raw(column)} < ${text + '\u{10FFFF}'})`;

const like = (text: string) => text.replace(/[\\%_]/g, '\\$&');

export const contains = (expression: string, text: string): Condition =>
  sql<boolean>`${sql.raw(expression)} ilike ${`%${like(text)}%`}`;

/** Everything that begins with the text, in any case, by an index of words. */
export const beginsLike = (column: string, text: string): Condition =>
  sql<boolean>`${sql.raw(column)} ilike ${`${like(text)}%`}`;

/** Every word is in the name, in any order; where few letters are known it begins with them. */
export const named = (column: string, names: readonly string[]): Condition =>
  names.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.join(
        names.map(
          (name) =>
            sql`${sql.raw(column)} like ${[...name].length < 3 ? `% ${like(name)}%` : `%${like(name)}%`}`,
        ),
        sql` and `,
      )})`;

/** Its last four digits by the index of words, in one piece or as two pairs; the others however they are spaced. */
export function telephone(column: string, digits: string): Condition {
  const last = digits.slice(-4);
  const spaced = `${last.slice(0, 2)} ${last.slice(2)}`;
  return sql<boolean>`((${contains(column, last)} or ${contains(column, spaced)})
    and regexp_replace(${sql.raw(column)}, '\\D', '', 'g') like ${`%${digits}`})`;
}

/** What is left counts too where the card is known: no index has it. */
export const amounts = ({ cents, left }: Source, typed: bigint, byCard: boolean): Condition =>
  left && byCard
    ? sql<boolean>`${typed} in (${sql.raw(cents!)}, ${sql.raw(left)})`
    : sql<boolean>`${sql.raw(cents!)} = ${typed}`;

export type Sources = Readonly<Record<SearchKind, Source>>;
