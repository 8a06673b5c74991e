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
const MOST = 360;
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
/** Labels take two lines before less than this of a text is shown. */
const ENOUGH = 184;
/** What is taken of a text at a time. */
const STEP = 4;
/** What the one that takes what is left has before reasons in two lines, and before those in one. */
const KEPT = 190;
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

/** Of a state or a kind what its longest words on this page take: those of other pages have what texts leave. */
function saidWidth(
  rows: readonly AnyRow[],
  key: string,
  column: Column,
  ...label: [first: boolean, lines?: 2]
): number {
  const words = Math.max(0, ...rows.map((row) => saidOf(column, row[key])));
  return Math.ceil(Math.max(LEAST_SAID, words, labelWidth(column, ...label)));
}

/** What the words of a state or a kind take, a state's with its chip. */
function saidOf(column: Column, value: unknown): number {
  const words = (value as Partial<Named> | null)?.description ?? reasonOf(column, value) ?? '';
  return column.kind === 'status'
    ? words.length * CHIP_LETTER + CHIP
    : words.length * LETTER + PADDING;
}

/** What each column has before texts are met: their usual width, but of a state or a kind what its rows say. */
const startsOf = (shape: Shape, rows: readonly AnyRow[], lines?: 2): number[] =>
  shape.columns.map(([key, column], at) => {
    const usual = shape.overrides[key]?.width ?? widthOf(column, at === 0, lines);
    if (!rows.length) return usual;
    if (isMeasured(shape, key, column)) return Math.max(usual, ENOUGH);
    if (!(column.kind === 'status' || column.enumeration)) return usual;
    const said = saidWidth(rows, key, column, at === 0, lines);
    return shape.overrides[key]?.cell ? usual : Math.min(usual, said);
  });

/** The same with a few words of what stands beside a status, as long as nothing else has to go for them. */
const withReasons = (shape: Shape, rows: readonly AnyRow[], starts: readonly number[]): number[] =>
  starts.map((start, at) =>
    Math.max(
      start,
      reasonWidth(shape, rows, at, (length) => Math.min(LEAST_REASON, length)),
    ),
  );

/** What a status takes at most with what stands beside it, of which `part` of its length in one line is shown. */
function reasonWidth(
  shape: Shape,
  rows: readonly AnyRow[],
  at: number,
  part: (length: number) => number,
): number {
  const [key, column] = shape.columns[at]!;
  const widths = rows.map((row) => {
    const beside = besideOf(shape, key, column, row)?.length;
    return beside ? saidOf(column, row[key]) + part(beside * REASON_LETTER) + REASON_GAP : 0;
  });
  return Math.ceil(Math.max(0, ...widths));
}

/** Two lines are never filled to their ends. */
const inTwoLines = (length: number) => length * 0.56;
const inOneLine = (length: number) => Math.min(MOST_REASON, length);

/** What each column wants by what its rows say; those that are not measured have their kind's width. */
function wishesOf(shape: Shape, rows: readonly AnyRow[], lines?: 2): number[] {
  return shape.columns.map(([key, column], at) => {
    const usual = shape.overrides[key]?.width ?? widthOf(column, at === 0, lines);
    if (!rows.length) return usual;
    if (isMeasured(shape, key, column)) {
      const words = Math.min(MOST, wordsOf(rows, key, column, shape.overrides[key]) + PADDING);
      if (column.card) return Math.ceil(Math.max(usual, words));
      return Math.ceil(Math.max(leastOf(column, at === 0, lines), words));
    }
    return Math.max(usual, reasonWidth(shape, rows, at, inOneLine));
  });
}

/** Of a text there stands its beginning at least, below the whole of its label. */
const leastOf = (column: Column, ...label: [first: boolean, lines?: 2]) =>
  Math.max(LEAST_TEXT, labelWidth(column, ...label));

interface Measured {
  /** Its columns. */
  of: string;
  /** By rows. */
  measured: boolean;
  wishes: readonly number[];
  /** What each has at least while there is room. */
  starts: readonly number[];
  /** With labels in two lines. */
  folded: readonly number[];
  /** So, and before the reasons of statuses. */
  floors: readonly number[];
  /** Of statuses with their reasons in two lines, else 0. */
  reasons: readonly number[];
}

const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);

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
  { wishes, starts, folded, floors, reasons }: Omit<Measured, 'of' | 'measured'>,
  room: number,
): Widths {
  const { columns } = shape;
  const texts = columns.flatMap(([key, column], at) =>
    isMeasured(shape, key, column) ? [at] : [],
  );
  const payload = columns.findIndex(([, { kind }]) => kind === 'payload');
  // a card is told by four digits, whatever stands before it
  const [asking] = texts
    .filter((at) => !columns[at]![1].card)
    .toSorted((a, b) => wishes[b]! - wishes[a]! || a - b);
  const flexible = payload >= 0 ? payload : asking;
  const given = wishes.map((wish, at) => Math.min(wish, starts[at]!));
  const usual = sumOf(given);
  const leasts = floors.map((floor, at) =>
    Math.min(given[at]!, texts.includes(at) ? leastOf(columns[at]![1], at === 0, 2) : floor),
  );
  // no room: it is not known yet
  let over = room > 0 ? Math.max(0, usual - room) : 0;
  const cut = (at: number, floor: number) => {
    const spared = Math.min(over, Math.max(0, given[at]! - floor));
    given[at]! -= spared;
    over -= spared;
  };
  // before the table scrolls labels take two lines, then texts are cut, the widest first, then reasons
  for (const at of columns.keys()) cut(at, folded[at]!);
  for (let spare = texts; spare.length;) {
    const widest = spare.toSorted((a, b) => given[b]! - given[a]!)[0]!;
    cut(widest, Math.max(leasts[widest]!, given[widest]! - STEP));
    spare = over > 0 ? spare.filter((at) => given[at]! > leasts[at]!) : [];
  }
  for (const at of columns.keys()) cut(at, leasts[at]!);
  let left = room - sumOf(given);
  // texts before the reasons of statuses, those before words of other pages, and of each the small wishes first
  const turn = (at: number) => {
    const [key, column] = columns[at]!;
    return isMeasured(shape, key, column) ? 0 : shape.reasons[key] ? 1 : 2;
  };
  const need = (at: number) => wishes[at]! - given[at]!;
  const growing = columns
    .flatMap((_, at) => (need(at) > 0 && at !== flexible ? [at] : []))
    .toSorted((a, b) => turn(a) - turn(b) || need(a) - need(b));
  const grow = (at: number, to: number, kept: number) => {
    const beside =
      flexible === undefined ? 0 : Math.min(wishes[flexible]!, kept) - given[flexible]!;
    const more = Math.max(0, Math.min(left - Math.max(0, beside), to - given[at]!));
    given[at]! += more;
    left -= more;
  };
  // a reason is read whole in two lines, then an order number, then a reason in one line
  for (const at of growing) if (turn(at) === 1) grow(at, Math.min(reasons[at]!, wishes[at]!), KEPT);
  for (const at of growing) grow(at, wishes[at]!, [0, MOST_KEPT, MOST][turn(at)]!);
  return {
    columns: given.map((width, at) => (at === flexible ? undefined : width)),
    least: sumOf(leasts),
  };
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
    const floors = startsOf(shape, rows, 2);
    const least = withReasons(shape, rows, floors);
    const folded = wishesOf(shape, rows, 2).map((wish, at) => Math.min(wish, least[at]!));
    now = {
      of,
      measured,
      wishes: wishesOf(shape, rows),
      starts: withReasons(shape, rows, startsOf(shape, rows)),
      folded,
      floors,
      reasons: shape.columns.map((_, at) => reasonWidth(shape, rows, at, inTwoLines)),
    };
    setHeld(now);
  }
  return widthsOf(shape, now, room - taken);
}
