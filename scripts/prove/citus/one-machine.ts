/**
 * What of the tests that ask a database is of one machine by its nature, and so not run where rows are spread: a whole
 * file, or the tests whose titles begin so. Whoever adds to it says what the test itself does; what a server does is
 * mended in the server.
 */
export interface OnOneMachine {
  file: string;
  tests?: readonly string[];
  why: string;
}

export const ON_ONE_MACHINE: readonly OnOneMachine[] = [];
