import { useEffect, useState, type RefObject } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import type { Named } from '@paydesk/contract/kernel/enumeration.ts';
import { cardWords, labelWidth, reasonOf, widthOf, type AnyRow } from './cells.tsx';
import { besideOf, type Shape } from './Table.tsx';
import type { ColumnOverride } from './types.ts';

/** Of a letter, about, in the table's size; figures are wider, and so is what is as wide as each other. */
const LETTER = 6.8;
const FIGURE = 8;
const MONO = 7.4;
const PADDING = 22;
/** What asks for more is the one that takes what is left, or is cut. */
const MOST = 300;
const LEAST_TEXT = 88;
/** What a choice among words takes that is not made. */
const LEAST_SAID = 84;
const MOST_REASON = 240;
/** Of a letter of a reason, which is smaller, and what stands between it and its chip. */
const REASON_LETTER = 6.2;
const REASON_GAP = 6;
/** Of a letter in a chip, and what stands around its words with the padding of the cell. */
const CHIP_LETTER = 7;
const CHIP = 40;
/** What of a reason is read in two lines at least, whatever texts ask for. */
const LEAST_REASON = 84;
/** What the one that takes what is left has before reasons. */
const MOST_KEPT = 240;
/** The longest few have so much more than the others, and no more. */
const OUTLIER = 1.3;

/** What the words of a text column take as they are shown, but for a few that are far longer. */
function wordsOf(
  rows: readonly AnyRow[],
  key: string,
  { card }: Column,
  { words: say, mono }: ColumnOverride<AnyRow> = {},
): number {
  const widths = rows
    .map((row) => {
      const text = say ? say(row) : row[key];
      if (typeof text !== 'string') return LETTER;
      const words = card ? cardWords(text) : text;
      if (mono) return words.length * MONO;
      const figures = words.replaceAll(/\D/g, '').length;
      return figures * FIGURE + (words.length - figures) * LETTER;
    })
    .toSorted((a, b) => a - b);
  const most = widths[Math.ceil((widths.length - 1) * 0.95)] ?? LETTER;
  return Math.min(widths.at(-1) ?? most, most * OUTLIER);
}

const isMeasured = ({ overrides }: Shape, key: string, column: Column) =>
  (column.kind === 'text' && overrides[key]?.width === undefined) ||
  overrides[key]?.words !== undefined;

/** One that may take what is left; a card is told by four digits, whatever stands before it. */
const isFree = (shape: Shape, key: string, column: Column) =>
  !column.card && isMeasured(shape, key, column);

/** Of a state or a kind what its longest words on this page take: those of other pages have what texts leave. */
function saidWidth(rows: readonly AnyRow[], key: string, column: Column, first: boolean): number {
  const lengths = rows.map((row) => {
    const value = row[key];
    return ((value as Partial<Named> | null)?.description ?? reasonOf(column, value) ?? '').length;
  });
  const longest = Math.max(0, ...lengths);
  const words =
    column.kind === 'status' ? longest * CHIP_LETTER + CHIP : longest * LETTER + PADDING;
  return Math.ceil(Math.max(LEAST_SAID, words, labelWidth(column, first)));
}

/** What each column has before texts are met: their usual width, but of a state or a kind what its rows say. */
const startsOf = (shape: Shape, rows: readonly AnyRow[]): number[] =>
  shape.columns.map(([key, column], at) => {
    const usual = shape.overrides[key]?.width ?? widthOf(column, at === 0);
    if (!rows.length || !(column.kind === 'status' || column.enumeration)) return usual;
    const said = saidWidth(rows, key, column, at === 0);
    return shape.overrides[key]?.cell ? usual : Math.min(usual, said);
  });

/** The same with a few words of what stands beside a status, as long as nothing else has to go for them. */
const withReasons = (shape: Shape, rows: readonly AnyRow[], starts: readonly number[]): number[] =>
  shape.columns.map(([key, column], at) => {
    const beside = Math.min(LEAST_REASON, reasonWidth(shape, rows, key, column));
    return Math.max(starts[at]!, beside && saidWidth(rows, key, column, at === 0) + beside);
  });

/** What stands beside a status at the longest, in one line. */
function reasonWidth(shape: Shape, rows: readonly AnyRow[], key: string, column: Column): number {
  const lengths = rows.map((row) => besideOf(shape, key, column, row)?.length ?? 0);
  const longest = Math.max(0, ...lengths);
  return longest && Math.min(MOST_REASON, Math.ceil(longest * REASON_LETTER + REASON_GAP));
}

/** What each column wants by what its rows say; those that are not measured have their kind's width. */
function wishesOf(shape: Shape, rows: readonly AnyRow[]): number[] {
  return shape.columns.map(([key, column], at) => {
    const usual = shape.overrides[key]?.width ?? widthOf(column, at === 0);
    if (!rows.length) return usual;
    if (isMeasured(shape, key, column)) {
      const words = Math.min(MOST, wordsOf(rows, key, column, shape.overrides[key]) + PADDING);
      if (column.card) return Math.ceil(Math.max(usual, words));
      return Math.ceil(Math.max(leastOf(column, at === 0), words));
    }
    if (column.kind !== 'status') return usual;
    // beside its chip: what else stands there has no reason
    const chip = saidWidth(rows, key, column, at === 0);
    return Math.max(usual, chip + reasonWidth(shape, rows, key, column));
  });
}

/** Of a text there stands its beginning at least, below the whole of its label. */
const leastOf = (column: Column, first: boolean) => Math.max(LEAST_TEXT, labelWidth(column, first));

interface Measured {
  /** Its columns. */
  of: string;
  /** By rows. */
  measured: boolean;
  wishes: readonly number[];
  /** What each has at least while there is room. */
  starts: readonly number[];
  /** Before the reasons of statuses. */
  floors: readonly number[];
}

export interface Widths {
  /** Undefined: the one column that takes what is left. */
  columns: readonly (number | undefined)[];
  /** The table is never narrower: all of them, and of texts the beginnings. */
  least: number;
}

/**
 * Widths by content, once a list has rows: a text column has what its words ask for as far as the
 * window allows, and the one that asks for most takes what is left. Other rows move nothing: what the
 * first page asked for holds until there are other columns.
 */
export function widthsOf(
  shape: Shape,
  { wishes, starts, floors }: Pick<Measured, 'wishes' | 'starts' | 'floors'>,
  room: number,
): Widths {
  const { columns } = shape;
  const texts = columns.flatMap(([key, column], at) => (isFree(shape, key, column) ? [at] : []));
  const payload = columns.findIndex(([, { kind }]) => kind === 'payload');
  const asking = texts.toSorted((a, b) => wishes[b]! - wishes[a]! || a - b);
  const flexible = payload >= 0 ? payload : asking[0];
  const given = wishes.map((wish, at) => Math.min(wish, starts[at]!));
  const usual = given.reduce((sum, width) => sum + width, 0);
  let least = usual;
  // texts are cut before the table scrolls, the longest first; no room: it is not known yet
  let over = room > 0 ? Math.max(0, usual - room) : 0;
  for (const at of asking) {
    const spared = Math.max(0, given[at]! - leastOf(columns[at]![1], at === 0));
    const cut = Math.min(over, spared);
    given[at]! -= cut;
    over -= cut;
    least -= spared;
  }
  for (const [at, start] of given.entries()) {
    const spared = asking.includes(at) ? 0 : Math.max(0, start - floors[at]!);
    const cut = Math.min(over, spared);
    given[at]! -= cut;
    over -= cut;
    least -= spared;
  }
  let left = room - given.reduce((sum, width) => sum + width, 0);
  // texts before the reasons of statuses, those before words of other pages, and of each the small wishes first
  const turn = (at: number) => {
    const [key, column] = columns[at]!;
    return isMeasured(shape, key, column) ? 0 : shape.reasons[key] ? 1 : 2;
  };
  const need = (at: number) => wishes[at]! - given[at]!;
  const growing = columns.flatMap((_, at) => (need(at) > 0 && at !== flexible ? [at] : []));
  // an order number is read whole before a reason is
  const kept =
    flexible === undefined
      ? 0
      : Math.max(0, Math.min(wishes[flexible]!, MOST_KEPT) - given[flexible]!);
  for (const at of growing.toSorted((a, b) => turn(a) - turn(b) || need(a) - need(b))) {
    const more = Math.max(0, Math.min(left - (turn(at) ? kept : 0), need(at)));
    given[at]! += more;
    left -= more;
  }
  return { columns: given.map((width, at) => (at === flexible ? undefined : width)), least };
}

/** Of the frame that stands before the console does, so that a first list is laid out once: less its borders. */
function roomBefore(): number {
  const main = document.querySelector('.frame-main');
  if (!main) return 0;
  const { paddingLeft, paddingRight } = getComputedStyle(main);
  return Math.max(
    0,
    Math.floor(main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)) - 2,
  );
}

/** The widths of a table in its frame; `taken` is what stands beside its columns. */
export function useWidths(
  shape: Shape,
  rows: readonly AnyRow[],
  frame: RefObject<HTMLElement | null>,
  taken: number,
): Widths {
  const of = shape.columns.map(([key]) => key).join();
  const [held, setHeld] = useState<Measured>();
  const [room, setRoom] = useState(roomBefore);
  useEffect(() => {
    if (!frame.current) return undefined;
    const watch = new ResizeObserver(([entry]) => setRoom(Math.floor(entry!.contentRect.width)));
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, [frame]);
  let now = held;
  if (now?.of !== of || (!now.measured && rows.length)) {
    const measured = rows.length > 0;
    const floors = startsOf(shape, rows);
    const starts = withReasons(shape, rows, floors);
    now = { of, measured, wishes: wishesOf(shape, rows), starts, floors };
    setHeld(now);
  }
  return widthsOf(shape, now, room - taken);
}
