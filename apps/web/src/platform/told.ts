/** Which sign of the person the server has been told of last, and when. */
let sign = 0;
let at = 0;

/** How many whole seconds ago the person did something, noted as told. */
export function tell(lastSign: number, now: number): number {
  sign = Math.max(sign, lastSign);
  at = now;
  // a clock set back leaves the last sign in the future
  return Math.max(0, Math.floor((now - lastSign) / 1000));
}

/** There is a sign that it has not heard of, and the last call is some time ago. */
export const toldSince = (lastSign: number, now: number, patienceMs: number): boolean =>
  lastSign > sign && now - at >= patienceMs;
