/** What the browser keeps for one person: nobody else reads it. */

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Asked for when it is used: a browser that keeps nothing refuses even to name it. */
export type StoreOf = () => Store;

/** Of this tab, and of the browser for a tab that is opened from here. */
export interface Stores {
  tab: StoreOf;
  browser: StoreOf;
}
export const STORES: Stores = { tab: () => sessionStorage, browser: () => localStorage };

/** Where what was typed waits for the time after a new sign-in. */
export const DRAFTS = 'paydesk.drafts';
/** Which records were opened last: by their titles in the tab, by their addresses alone in the browser. */
export const RECENT = 'paydesk.recent';

export function readOwn<T>(store: StoreOf, name: string, userId: string): T | null {
  try {
    const kept = JSON.parse(store().getItem(name) ?? 'null') as (T & { userId: string }) | null;
    if (kept?.userId === userId) return kept;
  } catch {
    // storage is closed, or what stands there is not ours
  }
  return null;
}

/** Null: nothing is kept any more. */
export function writeOwn<T extends { userId: string }>(
  store: StoreOf,
  name: string,
  kept: T | null,
): void {
  try {
    if (kept) store().setItem(name, JSON.stringify(kept));
    else store().removeItem(name);
  } catch {
    // storage is closed or full: nothing is kept
  }
}

/** As a person signs in: what is kept for anybody else is thrown away. */
export function dropOthers(store: StoreOf, name: string, userId: string): void {
  if (!readOwn(store, name, userId)) writeOwn(store, name, null);
}
