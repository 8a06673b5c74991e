import type { Column } from '@paydesk/contract/kernel/columns.ts';
import { useEffect, useState, type RefObject } from 'react';
import type { AnyRow } from './cells.tsx';
import {
  chipsOf,
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
import { SELECT_WIDTH, widthBeside, type Shape } from './Table.tsx';

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
  /** What each has at least where some step out. */
  chips: readonly number[];
}
type Lengths = Omit<Measured, 'of' | 'measured'>;

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
  { wishes, starts, folded, floors, reasons, kept }: Lengths,
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

/** How soon a column steps out; what a row is, its state, its amount and its time never do. */
const turnOf = ({ kind, card }: Column) =>
  kind === 'choice' || kind === 'boolean' || kind === 'number' ? 0 : card ? 1 : 2;
const STAYS: readonly Column['kind'][] = ['status', 'amount', 'dateTime', 'payload'];

/** Of columns that have no room beside one another those that go behind the others, where the table scrolls. */
function steppedOut(
  shape: Shape,
  measured: Lengths,
  room: number,
): { order: readonly number[]; columns: readonly number[] } {
  const all = [...shape.columns.keys()];
  const only = (some: readonly number[]) => {
    const of = <T>(list: readonly T[]) => some.map((at) => list[at]!);
    const [starts, floors] = [of(measured.chips), of(measured.chips)];
    const folded = of(measured.folded).map((width, at) => Math.min(width, starts[at]!));
    const { wishes, reasons, kept } = measured;
    const rest = { wishes: of(wishes), reasons: of(reasons), kept: of(kept), chips: starts };
    return widthsOf(
      { ...shape, columns: of(shape.columns) },
      { ...rest, starts, floors, folded },
      room,
    );
  };
  const going = all
    .filter((at) => at > 0 && !STAYS.includes(shape.columns[at]![1].kind))
    .toSorted((a, b) => turnOf(shape.columns[a]![1]) - turnOf(shape.columns[b]![1]) || b - a);
  let stay = all;
  while (going.length && only(stay).least > room) {
    const gone = going.shift();
    stay = stay.filter((at) => at !== gone);
  }
  const { columns, least } = only(stay);
  const left = Math.max(room, least) - sumOf(columns.map((width = 0) => width));
  const out = all.filter((at) => !stay.includes(at));
  return {
    order: [...stay, ...out],
    columns: [
      ...columns.map((width) => width ?? left),
      ...out.map((at) => Math.min(measured.wishes[at]!, measured.starts[at]!)),
    ],
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

/** A table in its frame: its columns in the order in which they have room, unless somebody chose one, and their widths. */
export function useWidths(
  shape: Shape,
  rows: readonly AnyRow[],
  frame: RefObject<HTMLElement | null>,
  isChosen: boolean,
): Widths & { shape: Shape; over: boolean } {
  const of = shape.columns.map(([key]) => key).join();
  const [held, setHeld] = useState<Measured>();
  const [room, setRoom] = useState(roomBefore);
  // the same object for the same order: rows are drawn anew by it
  const [last, setLast] = useState<{ from: Shape; order: string; shape: Shape }>();
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
      chips: chipsOf(shape, rows, floors),
    };
    setHeld(now);
  }
  const beside = widthBeside(shape);
  const widths = widthsOf(shape, now, room - beside);
  // where rows lead besides stands behind it all then
  const out =
    room > 0 && widths.least > room - beside && !isChosen
      ? steppedOut(shape, now, room - (shape.select ? SELECT_WIDTH : 0))
      : null;
  const order = out?.order.join();
  let laid = order === undefined ? undefined : last;
  if (order !== undefined && (laid?.from !== shape || laid.order !== order)) {
    const columns = out!.order.map((at) => shape.columns[at]!);
    laid = { from: shape, order, shape: { ...shape, columns } };
    setLast(laid);
  }
  const columns = out?.columns ?? widths.columns;
  return {
    shape: laid?.shape ?? shape,
    over: out !== null,
    columns,
    least: (out ? sumOf(out.columns) : widths.least) + beside,
  };
}
