/** What a list call may prefer (RFC 7240, ADR 186): its page before the total, or the total without rows. */
export const PAGE_FIRST = 'respond-async';
export const TOTAL_ALONE = 'return=minimal';
export const LATE_WORDS = `With \`Prefer: ${PAGE_FIRST}\` alone: the page, before its total is counted. \`Prefer: ${TOTAL_ALONE}\` with the same filters answers that.`;
