export interface Shift {
  value: number;
  /** Milliseconds. */
  at: number;
}

const GAP_MS = 1000;
const LONGEST_MS = 5000;

/** As browsers count it: of all spells of shifts, with less than a second between, at most five long, the worst. */
export function worstShift(shifts: readonly Shift[]): number {
  let worst = 0;
  let sum = 0;
  let [began, last] = [-Infinity, -Infinity];
  for (const { value, at } of shifts) {
    const goesOn = at - last < GAP_MS && at - began < LONGEST_MS;
    if (!goesOn) [sum, began] = [0, at];
    sum += value;
    last = at;
    worst = Math.max(worst, sum);
  }
  return worst;
}
