import type { Columns } from './columns.ts';
import type { Audience, Permission } from '../permissions.ts';

export const PAGE_SIZES = [50, 100, 200] as const;
/** Of the items of a widget or an order (GT-26). */
export const ITEM_PAGE_SIZES = [10, 20, 50] as const;
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;

export type Direction = 'ASC' | 'DESC';

/** What is answered that is no JSON. */
export type AnswerType =
  | 'text/csv'
  | 'application/jsonl'
  | 'text/plain'
  | 'text/event-stream'
  | 'application/x-pem-file';

/** The files of a list: for people and their sheets, and for machines. */
export type FileAs = 'csv' | 'lines';
export const isFile = (as: string | undefined) => as === 'csv' || as === 'lines';

/** What is summed, and what never stands in one sum. */
export interface Totals<K extends string = string> {
  /** An amount. */
  of: K;
  /** What its sum is called, where that is not what the column is. */
  called?: string;
  /** Columns of an enumeration; a value of one is never added to another of it. */
  by: readonly K[];
  /** Those of them that only say more of a sum: it is also told for all of their values. */
  within?: readonly K[];
  /** Money that goes back, which screens sign (AM-125): the values of a column. */
  back?: {
    key: K;
    values: readonly string[];
    /** Which amount of `also` is no money any more, whichever way it went: what is left of all of it is told then. */
    undone?: K;
    /** Values of it whose money moved elsewhere: what is left is told without them. */
    elsewhere?: readonly string[];
  };
  /** Amounts of the rows that are summed beside it: most rows have none of them. */
  also?: readonly K[];
  /** What of the rows is money that counts, by the values of a column of `within`, and the word for it. */
  counts?: {
    key: K;
    values: readonly string[];
    word: string;
    /** What the sum is of where none of them counts: ‘asked for’ where nothing is said. */
    without?: string;
    /** Those of them that were undone later: they count for what they were, and are named; of these alone it is the word. */
    undone?: { values: readonly string[]; word: string; alone: string };
  };
}

/**
 * A list as data: its columns drive the row type, the filter and sort allow-lists, the enumerations,
 * the CSV, the default cells and the OpenAPI text.
 */
export interface Resource<
  P extends string = string,
  C extends Columns = Columns,
  S extends string = string,
> {
  /** One name everywhere: file names, routes, CSV file. */
  slug: S;
  title: string;
  /** Path of the list call, '/api/transactions'. */
  path: P;
  columns: C;
  /** Any one of these reads the list; a READ_ANY_ permission reads every merchant's rows. */
  read: readonly Permission[];
  /**
   * merchant: rows belong to a merchant and its users see no other; own: those of the own merchant
   * alone, a 404 for who has none (AM-41); all: rows belong to nobody.
   */
  scope: 'merchant' | 'own' | 'all';
  /** The column that `createdDate` stands for in sort and filter (AM-12). */
  created: keyof C & string;
  /** Of a list that Home's figures open: its day, and the one that they count by, which is the business day. */
  counted?: { day: keyof C & string; by: keyof C & string };
  /** What it is sorted by where nobody says; the newest first where it says nothing. */
  order?: { key: keyof C & string; direction: Direction };
  /**
   * CSV offered under `{path}.csv`; dateRange names the column that dateFrom and dateTo cut (AM-110).
   * lines: the same rows as JSON lines too, for machines, under `{path}.jsonl`. persons: its file tells of
   * people, to everybody or to an audience, so that it may wait for a second person.
   */
  csv?: { dateRange?: keyof C & string; lines?: true; persons?: true | Audience };
  /** Of a list of money: what its rows come to, under a call of its own. */
  totals?: Totals<keyof C & string>;
  /** The rows of the specification that the list serves. */
  serves: string;
}

/* @__NO_SIDE_EFFECTS__ */
export function resource<
  const P extends string,
  const C extends Columns,
  const S extends string = string,
>(definition: Resource<P, C, S>): Resource<P, C, S> {
  return definition;
}
