type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where a list was left, for the way back to it: path → what stands behind the question mark. */
interface Left {
  /** Nobody else may read it. */
  userId: string;
  lists: Readonly<Record<string, string>>;
}

const NAME = 'paydesk.lists';

function read(store: () => Store, userId: string): Left | null {
  try {
    const left = JSON.parse(store().getItem(NAME) ?? 'null') as Left | null;
    if (left?.userId === userId && left.lists && typeof left.lists === 'object') return left;
  } catch {
    // storage is closed, or what stands there is not ours
  }
  return null;
}

function write(store: () => Store, left: Left | null): void {
  try {
    if (left) store().setItem(NAME, JSON.stringify(left));
    else store().removeItem(NAME);
  } catch {
    // storage is closed or full: the way back leads to the list as it comes
  }
}

/** Of this tab, and of the browser for a tab that is opened from here. */
export interface Stores {
  tab: () => Store;
  browser: () => Store;
}

/** Asked for when they are used: a browser that keeps nothing refuses even to name them. */
export const STORES: Stores = { tab: () => sessionStorage, browser: () => localStorage };

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
    write(store, { userId, lists: { ...read(store, userId)?.lists, [path]: search } });
}

/** The search with which this person left the list; empty for one that was not opened. */
export function leftList({ tab, browser }: Stores, userId: string, path: string): string {
  let mine = read(tab, userId);
  if (!mine) {
    // once: what other tabs do later is not this one's past
    mine = read(browser, userId) ?? { userId, lists: {} };
    write(tab, mine);
  }
  const search: unknown = Object.hasOwn(mine.lists, path) ? mine.lists[path] : '';
  return typeof search === 'string' ? search : '';
}

/** As a person signs out, or another one signs in. */
export function forgetLists({ tab, browser }: Stores): void {
  for (const store of [tab, browser]) write(store, null);
}
