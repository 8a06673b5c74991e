// by themselves: every page loads them, and the words of thresholds few

/** Where the reason stands, percent-encoded: the body stays what it is. */
export const REASON_HEADER = 'second-person-reason';
/** Of the 202 that says so: the request that waits now. */
export const WAITING_HEADER = 'waits-for-second-person';
