import type { Enumeration, Named } from './enumeration.ts';
import type { Actor, Audience } from '../permissions.ts';
import { isAudience } from '../permissions.ts';

/**
 * How a column is filtered, sorted, shown and sent (GT-04..07, GT-12..14, AM-33):
 * id      exact, a UUID            text    contains, any case
 * number  exact or a range, whole  amount  exact or a range, decimal on the wire
 * dateTime a day, a range of days or a relative name; ISO UTC on the wire
 * boolean true or false            choice  exact name out of an enumeration, plain text on the wire
 * status  exact name, {name, description} on the wire, a chip on the screen
 * payload long text with a copy button, no sort, and no filter but `within` some days
 * group   of a record alone: several values that stand together, their columns its own
 * json    whatever came from outside, as it came; of a list what its screen says in words of its own
 */
export type Kind =
  | 'id'
  | 'text'
  | 'number'
  | 'amount'
  | 'dateTime'
  | 'boolean'
  | 'choice'
  | 'status'
  | 'payload'
  | 'group'
  | 'json';

/** How a status is meant, which its chip's colour repeats (AM-96). */
export type Tone = 'success' | 'info' | 'warning' | 'error' | 'ended';

export interface Column {
  label: string;
  kind: Kind;
  /** Of figures that are no money: what they are of, or nothing; else an amount is one of money. */
  unit?: '%' | '';
  /** Sortable; lists that grow without end sort by indexed columns only (AM-109). */
  sort?: boolean;
  /** Default true, but for payloads. */
  filter?: boolean;
  /**
   * Of a payload: its text is searched in so many days of the list, or in what belongs to one record by any of
   * these columns. It has no index: each message that is looked into is read.
   */
  within?: { days: number; or: readonly string[] };
  /** Left out of answer, filter, sort, enumeration and CSV for everybody else (SB-04). */
  visibleTo?: Audience;
  /** Of text that is somebody's id: found whole, as it is written (AM-33). */
  exact?: boolean;
  enumeration?: Enumeration;
  /** Of text that is a code: `=A,=B` finds it whole, any of several; else it is contained, as any text (ADR 191). */
  codes?: true;
  /** Of such codes the words of those that are known; any other may stand there too. */
  words?: Enumeration;
  /** Of many such words: what each of them stands under where they are chosen. */
  under?: Readonly<Record<string, string>>;
  /** Of a status: the column that says why, in words; they stand beside its chip. */
  because?: string;
  /** Of a status: what a name stands for here, where other resources mean another thing by it. */
  tones?: Readonly<Partial<Record<string, Tone>>>;
  /** Of an id: what it is of is found by its name too, whole and in any case, which the server looks up. */
  byName?: true;
  /** Of an id behind a link: the column of its name, where that is not called as the id is. */
  called?: string;
  /** Of text that names a card by its masked number, `alone` or among words: a list shows its last four digits (AM-68). */
  card?: true | 'alone';
  /**
   * Sent and filterable, but no column of its own on the screen or in the file: ids behind links.
   * 'screen': it stands in the file, and on the screen where somebody chooses it (AM-124).
   */
  hidden?: boolean | 'screen';
  /** Of text that is a person's name, or a part of it: found by its words in any order, without their accents. */
  name?: true;
  /** Of text that is a day of the calendar, YYYY-MM-DD on the wire: people read and write DD.MM.YYYY (FC-01). */
  day?: true;
  /** Not on the screen at first for these people, whose other columns fill the window (AM-124). */
  byChoiceOf?: Audience;
  /** Stands in the file alone: what screens say in another way. Neither sent nor filtered. */
  fileOnly?: true;
  /** Links filter by it, and nobody sees it: neither sent, shown nor in the file. */
  filterOnly?: true;
  /** Sent with a page alone: no file has it, since it is asked for the rows of a page (ADR 201). */
  pageOnly?: true;
  /** Came when files of this list were read by others already: stands last in them (AM-125); 2: later than others that did. */
  lastInFile?: true | 2 | 3;
  nullable?: boolean;
  /** Of a record alone: an array of them. */
  many?: true;
  /** Of a group. */
  columns?: Columns;
}

export type Columns = Readonly<Record<string, Column>>;

type WireOfKind<C extends Column> = C['kind'] extends 'number' | 'amount'
  ? number
  : C['kind'] extends 'boolean'
    ? boolean
    : C['kind'] extends 'status'
      ? Named<NameOf<C>>
      : C['kind'] extends 'group'
        ? RowOf<Extract<C['columns'], Columns>>
        : C['kind'] extends 'json'
          ? unknown
          : NameOf<C>;
type NameOf<C extends Column> = C['enumeration'] extends Enumeration<infer N> ? N : string;

type OneOrMany<C extends Column> = C extends { many: true } ? WireOfKind<C>[] : WireOfKind<C>;
type Wire<C extends Column> = C extends { nullable: true } ? OneOrMany<C> | null : OneOrMany<C>;

/** The row of a list answer; a limited column may be missing. */
export type RowOf<C extends Columns> = {
  [
    K in keyof C as C[K] extends { visibleTo: Audience } | { fileOnly: true } | { filterOnly: true }
      ? never
      : K
  ]: Wire<C[K]>;
} & {
  [
    K in keyof C as C[K] extends { filterOnly: true }
      ? never
      : C[K] extends { visibleTo: Audience }
        ? K
        : never
  ]?: Wire<C[K]>;
};

/** The columns that this actor may see, in their order. */
export function visibleColumns(columns: Columns, actor: Actor): [string, Column][] {
  return Object.entries(columns)
    .filter(([, column]) => isAudience(actor, column.visibleTo))
    .map(([key, column]) =>
      column.byChoiceOf && isAudience(actor, column.byChoiceOf)
        ? [key, { ...column, hidden: 'screen' }]
        : [key, column],
    );
}

/** Those of them that answers carry. */
export const sentColumns = (columns: Columns, actor: Actor): [string, Column][] =>
  visibleColumns(columns, actor).filter(([, column]) => !column.fileOnly && !column.filterOnly);

/** Those of them that the file has, in its order. */
export const fileColumns = (columns: readonly [string, Column][]): [string, Column][] =>
  columns
    .filter(([, { hidden }]) => hidden !== true)
    .toSorted(([, a], [, b]) => Number(a.lastInFile ?? false) - Number(b.lastInFile ?? false));

export function isFilterable(column: Column): boolean {
  return (
    !column.fileOnly &&
    (column.filter ?? (column.kind !== 'payload' || column.within !== undefined))
  );
}
