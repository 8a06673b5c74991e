import { RECENT, STORES, writeOwn } from '../own-store.ts';
import { getSession, readItem, sessionStore, writeItem } from '../session-store.ts';
import { tabTitle } from '../title.ts';
import { keepOpened, RECORD } from './recent.ts';

/** So many lists stand above the others. */
const MOST_LISTS = 4;
/** Until a screen has said in the tab's title what it shows; a record that is late is looked for again. */
const TITLED_MS = 1500;
const LOOKS = 8;
const OPENED = 'paydesk.opened';

function parsed<T>(text: string | null): T | null {
  try {
    return JSON.parse(text ?? 'null') as T;
  } catch {
    return null;
  }
}

type Counts = Readonly<Record<string, number>>;
const counts = (): Counts => parsed<Counts>(readItem(OPENED)) ?? {};

/** Whether a screen was opened more often than once, and how often. */
const timesOpened = (path: string): number => {
  const all = counts();
  const times = Object.hasOwn(all, path) ? Number(all[path]) : 0;
  return times > 1 ? times : 0;
};

/** The screens that were opened most. */
export const oftenOf = <E extends { href: string }>(entries: readonly E[]): E[] =>
  entries
    .map((entry) => ({ entry, times: timesOpened(entry.href) }))
    .filter(({ times }) => times > 0)
    .toSorted((one, other) => other.times - one.times)
    .slice(0, MOST_LISTS)
    .map(({ entry }) => entry);

/** Notes what was opened: how often a list, and the title of a record as soon as it has one. */
export function noteOpened(path: string): void {
  if (!RECORD.test(path)) {
    writeItem(OPENED, JSON.stringify({ ...counts(), [path]: (counts()[path] || 0) + 1 }));
    return;
  }
  note(path, LOOKS);
}

function note(path: string, looks: number): void {
  setTimeout(() => {
    const userId = getSession()?.userId;
    if (location.pathname !== path || !userId) return;
    const house = ` · ${tabTitle(undefined)}`;
    // the title of the screen before stands there until the record does
    if (!document.title.endsWith(house) || !document.querySelector('#main article')) {
      if (looks > 1) note(path, looks - 1);
      return;
    }
    const title = document.title.slice(0, -house.length);
    const detail = document.querySelector<HTMLElement>('article[data-of]')?.dataset['of'] ?? '';
    keepOpened(STORES, userId, { href: path, title, detail });
  }, TITLED_MS);
}

sessionStore.subscribe(() => {
  // the titles go with the session, however it ends; the addresses with a sign-out (main.tsx)
  if (getSession() === null) writeOwn(STORES.tab, RECENT, null);
});
