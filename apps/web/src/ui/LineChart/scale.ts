/** Round figures from zero up to the largest value or a little more; whole steps for counts. */
export function ticksFor(largest: number, whole: boolean, about = 4): number[] {
  const rough = Math.max(largest, whole ? about : 0.01) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const kept = whole ? Math.max(1, Math.ceil(step)) : step;
  const count = Math.max(1, Math.ceil(largest / kept));
  // written back through its digits, so that three steps of 0.1 are 0.3
  return Array.from({ length: count + 1 }, (_, nth) => Number((nth * kept).toPrecision(12)));
}

/** So many times as large as the next one: drawn whole it would leave the others a line at zero. */
const TOWERS = 3;
/** Of fewer none is the rule that another breaks. */
const ENOUGH = 8;

/** The largest value that an axis has to reach: at most one in ten may tower above it. */
export function roofOf(values: readonly number[]): number {
  const falling = values.filter((value) => value > 0).toSorted((a, b) => b - a);
  const [largest = 0] = falling;
  if (falling.length < ENOUGH) return largest;
  const few = falling.slice(1, 1 + Math.max(1, Math.floor(falling.length / 10)));
  return few.find((value, nth) => falling[nth]! >= TOWERS * value) ?? largest;
}

/** The same of lines: what towers stands alone. Days in a row broken off would be a flat line at the edge, so they are drawn whole. */
export function roofFor(lines: readonly (readonly (number | null)[])[]): number {
  const all = lines.flatMap((values) => values.filter((value) => value !== null));
  const roof = roofOf(all);
  const isOver = (value: number | null | undefined) => (value ?? 0) > roof;
  return lines.some((values) => values.some((one, nth) => isOver(one) && isOver(values[nth + 1])))
    ? Math.max(...all)
    : roof;
}

/** The points whose value lies above the axis, each with its highest; of neighbours the highest alone, for its words. */
export function peaksOf(
  lines: readonly (readonly (number | null)[])[],
  top: number,
  count: number,
): [point: number, value: number][] {
  const highest = Array.from({ length: count }, (_, nth) =>
    Math.max(...lines.map((values) => values[nth] ?? 0)),
  );
  return highest.flatMap((value, nth): [number, number][] => {
    const around = highest.slice(Math.max(0, nth - NEAR), nth + NEAR + 1);
    const first = highest.indexOf(value, Math.max(0, nth - NEAR)) === nth;
    return value > top && first && value === Math.max(...around) ? [[nth, value]] : [];
  });
}

const NEAR = 3;

/** 3200 → '3.2k': a figure on an axis. */
export function shortFigure(value: number): string {
  for (const [size, letter] of [
    [1e9, 'bn'],
    [1e6, 'm'],
    [1e3, 'k'],
  ] as const)
    if (value >= size) return `${Number((value / size).toFixed(2))}${letter}`;
  return String(Number(value.toFixed(2)));
}

/** First, middle and last (AM-97), each once. */
export function labelledPoints(count: number): number[] {
  return count === 0 ? [] : [...new Set([0, Math.floor((count - 1) / 2), count - 1])];
}

/** The point nearest to a place between the ends, as a share of the way. */
export function nearestPoint(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));
}

/** Above a plot in which something is broken off: a line for what it reaches, and below that for the sign of the break. */
export const PEAK_ROOM = { words: 10, edge: 15, top: 34 };

/** Around a plot, for the figures and the days of its axes. */
export const ROOM = { top: 8, right: 12, bottom: 28, left: 48 };

/** Where a point stands. */
export const xOf = (nth: number, count: number, width: number) =>
  count === 1
    ? (ROOM.left + width - ROOM.right) / 2
    : ROOM.left + (nth / (count - 1)) * (width - ROOM.left - ROOM.right);

/** What stands without a gap between: each is a line of its own. */
export function piecesOf<T>(places: readonly (T | null)[]): T[][] {
  const pieces: T[][] = [[]];
  for (const place of places)
    if (place !== null) pieces.at(-1)!.push(place);
    else if (pieces.at(-1)!.length) pieces.push([]);
  return pieces.filter(({ length }) => length > 0);
}
