/** What browser and server agree on about a session's end. */

/** NG-19: without a sign of the person for so long it is over, on both sides. */
export const IDLE_SECONDS = 7200;

/**
 * How many seconds ago the browser last saw the person do something: a call that a page makes by
 * itself is no such thing. Without it a call counts as their doing.
 */
export const IDLE_HEADER = 'x-idle-seconds';

/**
 * Of the answer to whoever has proved anew who they are: another token for their session (ADR 203). From its first
 * use on the one before counts for a minute more; who leaves it goes on with theirs.
 */
export const TOKEN_HEADER = 'next-token';

/** Of one second factor. */
export const RECOVERY_CODES = 10;
