import type { ReactNode } from 'react';
import type { Columns, RowOf } from '@paydesk/contract/kernel/columns.ts';
import type { AnyRecord } from '@paydesk/contract/kernel/record.ts';
import type { Resource } from '@paydesk/contract/kernel/resource.ts';
import type { Actor, Audience } from '@paydesk/contract/permissions.ts';
import type { EditFormOptions } from '../DetailScreen/EditForm.tsx';
import type { AnyRow } from './cells.tsx';
import type { ListCall, ListState } from './state.ts';

/** What a screen says about an unusual column. */
export interface ColumnOverride<R> {
  /** The content of the cell; `null` shows the dash. */
  cell?: (row: R) => ReactNode;
  /** How what a row tells of ended, which its cell reckons: a phone has it beside the time, also where there is no value. */
  reckoned?: true;
  /** What the cell says, where that is not the value itself: the column is as wide as these words ask for. */
  words?: (row: R) => string;
  /** Of a status: what it does not say of the row by itself, beside its chip. */
  beside?: (row: R) => string | null;
  /** Pixels; a text column with a width of its own takes no share of the space left over. */
  width?: number;
  /** Digits under one another: references, masked cards. */
  mono?: boolean;
  /** A value that does not say what it is: a phone, which has no head over it, has its label before it. */
  named?: boolean;
  /** What the row is about, whatever else asks for more: a table gives it what is left, a phone the line below. */
  main?: true;
  /** Whose the row is, where that is no name: a phone has it beside the time, and what the row is called below. */
  who?: true;
}

/** An icon at the end of each row that leads to another screen. */
export interface RowIconLink<R> {
  label: string;
  /** One element for all rows. */
  icon: ReactNode;
  /** Null where the row has no such record. */
  to: (row: R) => string | null;
  visibleTo?: Audience;
}

export interface Deed {
  label: string;
  href: string;
}

/** What a list shows at the moment, all its pages together. */
export interface Listed {
  /** How the rows are asked for, but for the page. */
  query: Omit<ListCall, 'page' | 'size'>;
  /** How many filters are in force. */
  filters: number;
  /** Undefined while it is counted. */
  total: number | undefined;
}

export interface Fold {
  of: (rows: readonly AnyRow[]) => readonly AnyRow[];
  rows: (count: number) => string;
  /** Before the place of the page: '50 messages in 28 exchanges · 1–50 of …' */
  counts: (lines: number, shown: number) => string;
}

export interface ListScreenProps<P extends string, C extends Columns> {
  resource: Resource<P, C>;
  columns?: { readonly [K in keyof C]?: ColumnOverride<RowOf<C>> };
  /** Where a row leads: the first cell is the link, the whole row follows it. */
  rowLink?: (row: RowOf<C>) => string;
  /** What its rows are: whoever may makes new ones, and selects many to do to them what is done to one. */
  record?: AnyRecord;
  /** What the form of a new one has beside its fields. */
  form?: EditFormOptions;
  iconLinks?: readonly RowIconLink<RowOf<C>>[];
  /** What a list without a single record says: why, and what fills it. */
  nothingYet: ReactNode;
  /** What it means that there is none under these filters, where it means anything. */
  nothingUnder?: (filters: ListState['filters']) => string | null;
  /** The record that the list stands below, where its path names one. */
  params?: { id: string };
  /**
   * A part of a record's screen: the filters that make the list that record's, its rows at first, and the
   * column that would say that record in each of them.
   */
  within?: { filters: Readonly<Record<string, string>>; size: number; without?: string };
  /** What can be done to a row, at its end; the key of it is the row's, so that no dialog outlives its row. */
  menu?: ((row: RowOf<C>) => ReactNode) | undefined;
  /** What is begun on a row's own page, by the menu of its key: what it asks there stands in the address. */
  deeds?: ((row: RowOf<C>, actor: Actor) => readonly Deed[]) | undefined;
  /** What can be done to the selected rows beside what its record says. */
  bar?: (rows: readonly RowOf<C>[]) => ReactNode;
  /** Of the rows of a page those that get a line, since others say the rest too; and what both are called. */
  fold?: Fold;
  /** Buttons beside the export; a function of what is listed, where they are about all of it. */
  actions?: ReactNode | ((listed: Listed) => ReactNode);
}
