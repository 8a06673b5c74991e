import type { Column } from '@paydesk/contract/kernel/columns.ts';
import type { Named } from '@paydesk/contract/kernel/enumeration.ts';
import { cardWords, labelWidth, reasonOf, widthOf, wordsWidth, type AnyRow } from './cells.tsx';
import { besideOf, type Shape } from './Table.tsx';
import type { ColumnOverride } from './types.ts';

/** Of a letter, about, in the table's size; figures are wider, and so is what is as wide as each other. */
const LETTER = 6.8;
const FIGURE = 8;
const MONO = 7.4;
const PADDING = 22;
/** What asks for more is the one that takes what is left, or is cut. */
export const MOST = 360;
const LEAST_TEXT = 88;
/** What a choice among words takes that is not made. */
const LEAST_SAID = 84;
/** And around the words of one that is: the filter says it whole where there is room. */
const SELECT = 52;
const MOST_REASON = 240;
/** Of a letter of a reason, which is smaller, and what stands between it and its chip. */
const REASON_LETTER = 6.2;
const REASON_GAP = 6;
/** Of a letter in a chip, and what stands around its words with the padding of the cell. */
const CHIP_LETTER = 7;
const CHIP = 40;
/** What of a reason is read in two lines at least, whatever texts ask for. */
const LEAST_REASON = 84;
/** Of so few rows of a page a reason has no room before texts have theirs. */
const RARE = 0.2;
/** Labels take two lines before less than this of a text is shown. */
const ENOUGH = 184;
/** An address or a number says nothing in part: it is asked for whole, and what is read from its beginning gives first. */
const MOST_WHOLE = 240;
const ENOUGH_WORDS = 120;
/** Beside what the row is about an address is told by whose it is; that itself keeps as much before a reason goes. */
export const ENOUGH_WHOLE = 160;
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
  // what is short is whole: little is spared by a word's last letters
  return Math.min(widths.at(-1) ?? most, Math.max(most * OUTLIER, ENOUGH_WORDS - PADDING));
}

const isWhole = (rows: readonly AnyRow[], key: string) =>
  rows.every((row) => !/\s/.test(String(row[key] ?? '')));

/** What each text keeps as long as another can give. */
export const keptOf = (shape: Shape, rows: readonly AnyRow[]): number[] => {
  const isMain = ([key]: Shape['columns'][0]) => shape.overrides[key]?.main === true;
  const whole = shape.columns.some(isMain) ? ENOUGH_WHOLE : MOST_WHOLE;
  return shape.columns.map((one) =>
    isMain(one) ? MOST_WHOLE : isWhole(rows, one[0]) ? whole : ENOUGH_WORDS,
  );
};

export const isMeasured = ({ overrides }: Shape, key: string, column: Column) =>
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
export const startsOf = (shape: Shape, rows: readonly AnyRow[], lines?: 2): number[] =>
  shape.columns.map(([key, column], at) => {
    const usual = shape.overrides[key]?.width ?? widthOf(column, at === 0, lines);
    if (!rows.length) return usual;
    if (isMeasured(shape, key, column))
      return Math.max(
        usual,
        shape.overrides[key]?.main || isWhole(rows, key) ? MOST_WHOLE : ENOUGH,
      );
    if (!(column.kind === 'status' || column.enumeration)) return usual;
    const said = saidWidth(rows, key, column, at === 0, lines);
    return shape.overrides[key]?.cell ? usual : Math.min(usual, said);
  });

/** The same where not all columns have room: of a state its words alone, whatever else its cell tells. */
export const chipsOf = (shape: Shape, rows: readonly AnyRow[], widths: readonly number[]) =>
  widths.map((width, at) => {
    const [key, column] = shape.columns[at]!;
    return column.kind === 'status'
      ? Math.min(width, saidWidth(rows, key, column, at === 0, 2))
      : width;
  });

/** The same with a few words of what stands beside a status, as long as nothing else has to go for them. */
export const withReasons = (
  shape: Shape,
  rows: readonly AnyRow[],
  starts: readonly number[],
): number[] =>
  starts.map((start, at) =>
    isRare(shape, rows, at)
      ? start
      : Math.max(
          start,
          reasonWidth(shape, rows, at, (length) => Math.min(LEAST_REASON, length)),
        ),
  );

/** A few failed ones of a page would keep its words narrow for all the others. */
const isRare = (shape: Shape, rows: readonly AnyRow[], at: number): boolean => {
  const [key, column] = shape.columns[at]!;
  return rows.filter((row) => besideOf(shape, key, column, row)).length < rows.length * RARE;
};

/** What a status takes at most with what stands beside it, of which `part` of its length in one line is shown. */
export function reasonWidth(
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
export const inTwoLines = (length: number) => length * 0.56;
const inOneLine = (length: number) => Math.min(MOST_REASON, length);

/** What each column wants by what its rows say; those that are not measured have their kind's width. */
export function wishesOf(shape: Shape, rows: readonly AnyRow[], lines?: 2): number[] {
  return shape.columns.map(([key, column], at) => {
    const usual = shape.overrides[key]?.width ?? widthOf(column, at === 0, lines);
    if (!rows.length) return usual;
    if (isMeasured(shape, key, column)) {
      const words = Math.min(MOST, wordsOf(rows, key, column, shape.overrides[key]) + PADDING);
      if (column.card) return Math.ceil(Math.max(usual, words));
      return Math.ceil(Math.max(leastOf(column, at === 0, lines), words));
    }
    // what a list gives of itself is enough for the words of its filter
    const said = shape.overrides[key]?.width ? 0 : wordsWidth(column, SELECT);
    return Math.max(usual, said, reasonWidth(shape, rows, at, inOneLine));
  });
}

/** Of a text there stands its beginning at least, below the whole of its label. */
export const leastOf = (column: Column, ...label: [first: boolean, lines?: 2]) =>
  Math.max(LEAST_TEXT, labelWidth(column, ...label));
