/**
 * How long a test waits for what comes. The machines of CI differ by a factor of five; what comes in time takes no
 * longer by it. Not for what is a promise to the reader (‘within two seconds’): those bounds stand as they are.
 */
export const patient = (ms: number): number => ms * (process.env['CI'] === undefined ? 1 : 4);

/** Why a journey was not run; `npm test` counts and names those (ADR 220). */
export const TIME_IS_UP = 'The time for the tests is up';

/** No journey begins after the minutes that whoever runs the tests gave them. */
export function timeIsUp(): boolean {
  const until = process.env['TEST_UNTIL'];
  return until !== undefined && Date.now() > Number(until);
}
