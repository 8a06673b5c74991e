/** When the rows of the first list of this window stood there (ADR 147). */
export const LIST_MARK = 'paydesk.list';

let marked = false;

/** To be called as rows are put into the page: what is noted is the paint after it. */
export function markList(): void {
  if (marked) return;
  marked = true;
  requestAnimationFrame(() => setTimeout(() => performance.mark(LIST_MARK)));
}
