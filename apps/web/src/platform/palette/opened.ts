import { getSession, readItem, sessionStore, writeItem } from '../session-store.ts';
import { tabTitle } from '../title.ts';

/** A record that was opened in this tab. */
export interface Recent {
  href: string;
  title: string;
  /** Whose it is and of when: titles of one amount are alike. */
  detail?: string;
}

/** What is kept in the tab names people: nobody else reads it, and it goes with the session. */
interface Tab {
  userId: string;
  records: readonly Recent[];
}

const MOST = 6;
/** So many lists stand above the others. */
const MOST_LISTS = 4;
/** Until a screen has said in the tab's title what it shows; a record that is late is looked for again. */
const TITLED_MS = 1500;
const LOOKS = 8;
const RECENT = 'paydesk.recent';
const OPENED = 'paydesk.opened';
const RECORD = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function parsed<T>(text: string | null): T | null {
  try {
    return JSON.parse(text ?? 'null') as T;
  } catch {
    return null;
  }
}

/** The records that this person opened last, the latest first. */
export function recent(): readonly Recent[] {
  try {
    const tab = parsed<Tab>(sessionStorage.getItem(RECENT));
    if (tab?.userId !== getSession()?.userId || !Array.isArray(tab?.records)) return [];
    return tab.records.filter(
      ({ href, title, detail = '' }) =>
        [href, title, detail].every((one) => typeof one === 'string') && href[0] === '/',
    );
  } catch {
    return [];
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
    const others = recent().filter(({ href }) => href !== path);
    const tab: Tab = { userId, records: [{ href: path, title, detail }, ...others].slice(0, MOST) };
    try {
      sessionStorage.setItem(RECENT, JSON.stringify(tab));
    } catch {
      // storage is closed or full: nothing is remembered
    }
  }, TITLED_MS);
}

sessionStore.subscribe(() => {
  if (getSession() === null) sessionStorage.removeItem(RECENT);
});
