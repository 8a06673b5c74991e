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
