import { useEffect, useState, type RefObject } from 'react';
import type { AnyRow } from './cells.tsx';
import {
  ENOUGH_WHOLE,
  inTwoLines,
  isMeasured,
  keptOf,
  leastOf,
  MOST,
  reasonWidth,
  startsOf,
  wishesOf,
  withReasons,
} from './measure.ts';
import type { Shape } from './Table.tsx';

/** What is taken of a text at a time. */
const STEP = 4;
/** What the one that takes what is left has before reasons in two lines; before those in one it is read whole. */
const KEPT = 240;

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
  /** Of texts what each keeps as long as another can give. */
  kept: readonly number[];
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
  { wishes, starts, folded, floors, reasons, kept }: Omit<Measured, 'of' | 'measured'>,
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
  const main = columns.findIndex(([key]) => shape.overrides[key]?.main);
  const flexible = payload >= 0 ? payload : main >= 0 ? main : asking;
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
  const cutTexts = (least: (at: number) => number) => {
    for (;;) {
      const spare = over > 0 ? texts.filter((at) => given[at]! > least(at)) : [];
      const [widest] = spare.toSorted((a, b) => given[b]! - given[a]!);
      if (widest === undefined) return;
      cut(widest, Math.max(least(widest), given[widest]! - STEP));
    }
  };
  // before the table scrolls labels take two lines, then short reasons, then texts are cut, the widest first, down to
  // what tells one from another, then reasons, then texts again
  for (const at of columns.keys()) cut(at, folded[at]!);
  for (const at of columns.keys()) if (reasons[at]) cut(at, reasons[at]!);
  cutTexts((at) => Math.max(leasts[at]!, kept[at]!));
  if (main >= 0) cut(main, ENOUGH_WHOLE);
  for (const at of columns.keys()) if (reasons[at]) cut(at, leasts[at]!);
  cutTexts((at) => leasts[at]!);
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
  // a reason is read whole in two lines, then an order number, then what takes what is left, then a reason in one line
  for (const at of growing) if (turn(at) === 1) grow(at, Math.min(reasons[at]!, wishes[at]!), KEPT);
  for (const at of growing) grow(at, wishes[at]!, turn(at) ? MOST : 0);
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
      kept: keptOf(shape, rows),
    };
    setHeld(now);
  }
  return widthsOf(shape, now, room - taken);
}
