import { readOwn, writeOwn, type StoreOf, type Stores } from './own-store.ts';

/** Where a list was left, for the way back to it: path → what stands behind the question mark. */
interface Left {
  userId: string;
  lists: Readonly<Record<string, string>>;
}

const NAME = 'paydesk.lists';

function read(store: StoreOf, userId: string): Left | null {
  const left = readOwn<Left>(store, NAME, userId);
  return left?.lists && typeof left.lists === 'object' ? left : null;
}

/**
 * Keeps how a list is left. The tab's own comes first; the browser's is what a tab begins with that
 * was opened by Ctrl-click, which takes over nothing of the tab it came from.
 */
export function keepList(
  { tab, browser }: Stores,
  userId: string,
  path: string,
  search: string,
): void {
  for (const store of [tab, browser])
    writeOwn(store, NAME, { userId, lists: { ...read(store, userId)?.lists, [path]: search } });
}

/** The search with which this person left the list; empty for one that was not opened. */
export function leftList({ tab, browser }: Stores, userId: string, path: string): string {
  let mine = read(tab, userId);
  if (!mine) {
    // once: what other tabs do later is not this one's past
    mine = read(browser, userId) ?? { userId, lists: {} };
    writeOwn(tab, NAME, mine);
  }
  const search: unknown = Object.hasOwn(mine.lists, path) ? mine.lists[path] : '';
  return typeof search === 'string' ? search : '';
}

/** As a person signs out, or another one signs in. */
export function forgetLists({ tab, browser }: Stores): void {
  for (const store of [tab, browser]) writeOwn(store, NAME, null);
}
