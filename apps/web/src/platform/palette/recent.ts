import { shortId } from '../format.ts';
import { readOwn, RECENT, STORES, writeOwn, type Stores } from '../own-store.ts';
import { getSession } from '../session-store.ts';

/** A record that was opened. */
export interface Recent {
  href: string;
  title: string;
  /** In another tab: what it is called, search is to say. */
  id?: string;
  /** Whose it is and of when: titles of one amount are alike. */
  detail?: string;
}

/** What is kept in the tab names people: nobody else reads it, and it goes with the session. */
interface Tab {
  userId: string;
  records: readonly Recent[];
}

/** What stays for a tab that is opened tomorrow: nobody's name, amount or card lies there. */
interface Everywhere {
  userId: string;
  paths: readonly string[];
}

const MOST = 6;
/** A record's own screen. */
export const RECORD = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whatever stands there, somebody may have written it by hand. */
function titled({ tab }: Stores, userId: string): readonly Recent[] {
  const kept = readOwn<Tab>(tab, RECENT, userId)?.records;
  return (Array.isArray(kept) ? (kept as readonly Partial<Recent>[]) : []).filter(
    (one): one is Recent =>
      [one?.href, one?.title, one?.detail ?? ''].every((text) => typeof text === 'string') &&
      one.href![0] === '/',
  );
}

function everywhere({ browser }: Stores, userId: string): readonly string[] {
  const kept = readOwn<Everywhere>(browser, RECENT, userId)?.paths;
  return (Array.isArray(kept) ? (kept as readonly unknown[]) : []).filter(
    (path): path is string => typeof path === 'string' && path[0] === '/' && RECORD.test(path),
  );
}

/**
 * The records that this person opened last, the latest first. Those of other tabs are called by the list that they
 * are of and the end of their id; of a screen that the person no longer sees none is.
 */
export function recent(
  screens: readonly { href: string; label: string }[],
  userId = getSession()?.userId ?? '',
  stores = STORES,
): readonly Recent[] {
  const here = titled(stores, userId);
  const paths = [...new Set([...everywhere(stores, userId), ...here.map(({ href }) => href)])];
  return paths
    .flatMap((href): readonly Recent[] => {
      const known = here.find((one) => one.href === href);
      if (known) return [known];
      const id = RECORD.exec(href)![0];
      const list = href.slice(0, -id.length - 1);
      const screen = screens.find((one) => one.href.split('?')[0] === list);
      return screen ? [{ href, id, title: `${screen.label} ${shortId(id)}` }] : [];
    })
    .slice(0, MOST);
}

/** Keeps what was opened, for this tab by its title. */
export function keepOpened(stores: Stores, userId: string, opened: Recent): void {
  const { href } = opened;
  const records = [opened, ...titled(stores, userId).filter((one) => one.href !== href)];
  writeOwn<Tab>(stores.tab, RECENT, { userId, records: records.slice(0, MOST) });
  const paths = [href, ...everywhere(stores, userId).filter((one) => one !== href)];
  writeOwn<Everywhere>(stores.browser, RECENT, { userId, paths: paths.slice(0, MOST) });
}
