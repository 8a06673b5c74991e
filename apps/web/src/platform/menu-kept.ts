import type { SavedView } from '@paydesk/contract/kernel/views.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import type { MenuBlock, MenuEntry } from './Menu.tsx';
import { can } from './session.ts';
import { readItem, writeItem } from './session-store.ts';
import { store } from './store.ts';

/** What people make of their menu; this browser keeps it. */
interface Kept {
  /** Names of routes, and of a saved view its id behind a slash, in the order in which they were put there. */
  favourites: readonly string[];
  /** Groups that were opened or closed by hand. */
  groups: Readonly<Record<string, boolean>>;
}

const NAME = 'paydesk.menu';
const NOTHING: Kept = { favourites: [], groups: {} };

/** Whatever stands there, somebody may have written it by hand. */
function read(): Kept {
  try {
    const { favourites, groups } = JSON.parse(readItem(NAME) ?? 'null') as Kept;
    return { favourites: favourites.filter((name) => typeof name === 'string'), groups };
  } catch {
    return NOTHING;
  }
}

export const keptMenu = store(read());

/** How many wait behind an entry, and for what. */
export interface Waits {
  count: number;
  /** '206 recurring charges missed' */
  words: string;
  /** Where these alone are, if the entry opens others too. */
  href?: string | undefined;
}

/** By the entry's route; of a queue that nobody has counted yet nothing. */
export const menuCounts = store<Readonly<Record<string, Waits>>>({});

/** What somebody may call a list stays on the server: the names of saved views by their ids; null: not known yet. */
export const menuViews = store<Readonly<Record<string, Pick<SavedView, 'name' | 'search'>>> | null>(
  null,
);

/** The list that is open, where it is not as it comes: what a favourite keeps of it. */
export interface Narrowed {
  list: string;
  search: string;
  /** Its filters and order, in words. */
  words: string;
  /** The saved view that it is. */
  view: SavedView | undefined;
}
export const narrowed = store<Narrowed | null>(null);

/** Whether a list with filters is being put into the menu, under a name. */
export const pinning = store(false);

/** What the menu calls an open screen: the view where it is one that was put there, else the route. */
export function litOf(name: string | undefined, { favourites }: Kept, view?: SavedView): string {
  const kept = `${name}/${view?.id}`;
  return view && favourites.includes(kept) ? kept : (name ?? '');
}

function keep(next: Partial<Kept>): void {
  // another tab may have written since
  const all = { ...read(), ...next };
  writeItem(NAME, JSON.stringify(all));
  keptMenu.set(all);
}

export const keepGroup = (title: string, open: boolean) =>
  keep({ groups: { ...read().groups, [title]: open } });

/** Among the favourites, or no longer. */
export function toggleFavourite(name: string): void {
  const { favourites } = read();
  const others = favourites.filter((one) => one !== name);
  keep({ favourites: others.length < favourites.length ? others : [...favourites, name] });
}

/** Whether this person sees an entry: who may open it, unless it asks for more. */
export const isSeen =
  (actor: Actor) =>
  ({ set, roles, name }: MenuEntry): boolean =>
    can(actor, set, name) && isAllowed(actor, { roles });

/** Every entry of the menu that this person sees, its groups opened: each with a sign, if only its group's. */
export const seenEntries = (menu: readonly MenuBlock[], actor: Actor): MenuEntry[] =>
  menu
    .flatMap(({ entries, groups = [] }) => [
      ...entries,
      ...groups.flatMap(({ icon, entries }) =>
        entries.map((entry) => ({ ...entry, icon: entry.sign ?? icon, shares: !entry.sign })),
      ),
    ])
    .filter(isSeen(actor));
