import { Suspense, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { RouteSet, UserRole } from '@paydesk/contract/permissions.ts';
import { PlainButton } from '../ui/Button.tsx';
import { IconChevronDown, type Icon } from '../ui/icons.ts';
import { formatCount } from './count.ts';
import { late } from './late.tsx';
import { AppLink } from './AppLink.tsx';
import classes from './Menu.module.css';
import {
  isSeen,
  keepGroup,
  keptMenu,
  litOf,
  menuCounts,
  menuViews,
  narrowed,
  seenEntries,
} from './menu-kept.ts';
import { useActor } from './session.ts';
import { useStore } from './store.ts';

export interface MenuEntry {
  /** The route it leads to, by name. */
  name: string;
  href: string;
  label: string;
  icon?: Icon;
  /** Its own among its group’s, which show none. */
  sign?: Icon;
  /** The sign is its group’s, and others have it too. */
  shares?: boolean;
  /** Of a favourite: the saved view of the list that it opens. */
  view?: string;
  set?: RouteSet;
  roles?: readonly UserRole[];
}

export interface MenuGroup {
  title: string;
  icon: Icon;
  /** From the start, until somebody closes it. */
  open?: boolean;
  entries: readonly MenuEntry[];
}

export interface MenuBlock {
  title?: string;
  entries: readonly MenuEntry[];
  /** As the reader left them; else open where the reader is. */
  groups?: readonly MenuGroup[];
}

interface Props {
  menu: readonly MenuBlock[];
  /** The names of the present route and of those above it. */
  current: readonly string[];
  collapsed?: boolean;
  onFollow?: () => void;
}

const Flyout = late(() => import('./Flyout.tsx'));

const FAVOURITES = 'Favourites';
const STARRED = 'One of your favourites';

const ROOM = 40;

/** No further than is needed; `scrollIntoView` would have Tab begin there too. */
function scrollIntoSight(element: Element | null): void {
  const menu = element?.closest('nav');
  if (!menu) return;
  const below = element!.getBoundingClientRect().top - menu.getBoundingClientRect().top;
  menu.scrollTop += Math.min(below - ROOM, 0) || Math.max(below + 2 * ROOM - menu.clientHeight, 0);
}

/** The side menu: only what the roles of the user allow (SH-09). */
export function Menu({ menu, current, collapsed = false, onFollow }: Props): ReactNode {
  const actor = useActor();
  const kept = useStore(keptMenu);
  const { favourites, groups } = kept;
  const views = useStore(menuViews);
  const counts = useStore(menuCounts);
  /** The group that stands open beside a menu of icons alone. */
  const [flown, setFlown] = useState<{ group: MenuGroup; anchor: HTMLElement } | null>(null);
  const closes = useRef<MenuGroup>(undefined);
  const seen = seenEntries(menu, actor);
  const chosen = favourites.flatMap((one): MenuEntry[] => {
    const [name, view] = one.split('/') as [string, string?];
    const entry = seen.find((its) => its.name === name);
    if (!entry || !view) return entry ? [entry] : [];
    const { name: called, search } = views?.[view] ?? { name: '…', search: '' };
    // what was deleted since stands there no more
    return views && !views[view]
      ? []
      : [{ ...entry, view, label: `${entry.label}: ${called}`, href: `${entry.href}?${search}` }];
  });
  // they stand above by themselves: in its group such an entry is marked, and says nothing else twice
  const starred = chosen.flatMap(({ name, view }) => (view ? [] : name));
  const blocks: MenuBlock[] = [{ title: FAVOURITES, entries: chosen }, ...menu]
    .map((block) => ({ ...block, entries: block.entries.filter(isSeen(actor)) }))
    .filter((block) => block.entries.length);
  const [top] = current;
  // itself, or of those above it the nearest that stands here; of a list with filters the favourite that keeps them
  const near = current.find((name) => seen.some((entry) => entry.name === name));
  const view = useStore(narrowed)?.view;
  const lit = near === top ? litOf(top, kept, view) : near;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // what was opened above it moves out of sight neither where the reader is nor what they pressed
    for (const one of ['a[aria-current]', 'button:focus'])
      scrollIntoSight(box.current!.querySelector(one));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [groups, favourites, top]);
  /** What a number counts, where no pointer asks for its title. */
  const says = (words: string | number | undefined) =>
    onFollow && words ? (
      <small className={classes.says} aria-hidden>
        {words}
      </small>
    ) : null;
  /** What is open is lit wherever it stands: a group's entry as the list that it is, with whatever filters. */
  const link = ({ view, ...entry }: MenuEntry, ofFavourites?: boolean) => {
    const isMarked = !ofFavourites && starred.includes(entry.name);
    const waits = view || isMarked ? undefined : counts[entry.name];
    const isOwn = Boolean(waits?.count && waits.href);
    const sign =
      collapsed && entry.shares ? (
        <span className={classes.letters} aria-hidden>
          {entry.label.slice(0, 2)}
        </span>
      ) : (
        entry.icon && <entry.icon size={18} stroke={1.6} aria-hidden />
      );
    return (
      <li key={`${entry.name} ${view}`}>
        {entry.href ? (
          <AppLink
            className={classes.entry}
            href={entry.href}
            aria-current={
              (ofFavourites ? lit : near) === (view ? `${entry.name}/${view}` : entry.name)
                ? 'page'
                : undefined
            }
            data-starred={isMarked || undefined}
            title={
              (!isOwn && waits?.words) ||
              (isMarked ? STARRED : collapsed || view ? entry.label : undefined)
            }
            onClick={onFollow ?? (() => setFlown(null))}
          >
            {sign}
            <span className={classes.label}>
              {entry.label}
              {says(waits?.count && waits.words)}
            </span>
            {waits?.count && !isOwn ? <small aria-hidden>{formatCount(waits.count)}</small> : null}
          </AppLink>
        ) : (
          <span className={classes.entry}>
            {sign}
            <span className={classes.label}>{entry.label}</span>
          </span>
        )}
        {isOwn ? (
          <AppLink
            className={classes.count}
            href={waits!.href!}
            aria-label={waits!.words}
            title={waits!.words}
            onClick={onFollow ?? (() => setFlown(null))}
          >
            {formatCount(waits!.count)}
          </AppLink>
        ) : null}
      </li>
    );
  };
  const own = ({ entries }: MenuGroup) => entries.filter(isSeen(actor));
  const list = (group: MenuGroup) => (
    <ul className={classes.inner}>{own(group).map((entry) => link(entry))}</ul>
  );
  return (
    <div ref={box} className={classes.menu} data-collapsed={collapsed || undefined}>
      {blocks.map((block) => (
        <div key={block.title ?? ''} className={classes.block}>
          {block.title && <h2 className={classes.title}>{block.title}</h2>}
          <ul>
            {block.entries.map((entry) => link(entry, block.title === FAVOURITES))}
            {block.groups?.map((group) => {
              const names = own(group).map(({ name }) => name);
              const holds = near !== undefined && names.includes(near);
              const open = !collapsed && (groups[group.title] ?? (group.open || holds));
              const isFlown = flown?.group === group;
              // of what is not shown itself
              const hidden = open
                ? []
                : names.flatMap((name) => (starred.includes(name) ? [] : (counts[name] ?? [])));
              const waits = hidden.reduce((sum, { count }) => sum + count, 0);
              const said = hidden.flatMap(({ words }) => words || []).join(', ');
              return (
                <li key={group.title}>
                  <PlainButton
                    className={classes.entry}
                    aria-expanded={open || isFlown}
                    // where its entries are not shown, one of which is open
                    aria-current={!open && holds ? true : undefined}
                    title={said || (collapsed ? group.title : undefined)}
                    onPointerDown={() => {
                      closes.current = flown?.group;
                    }}
                    onClick={({ currentTarget: anchor }) => {
                      // the press that closed it is no wish to see it again
                      const again = isFlown || closes.current === group;
                      closes.current = undefined;
                      if (!collapsed) keepGroup(group.title, !open);
                      else setFlown(again ? null : { group, anchor });
                    }}
                  >
                    <group.icon size={18} stroke={1.6} aria-hidden />
                    <span className={classes.label}>
                      {group.title}
                      {says(waits && said)}
                    </span>
                    {waits ? <small aria-hidden>{formatCount(waits)}</small> : null}
                    <IconChevronDown size={14} className={classes.chevron} aria-hidden />
                  </PlainButton>
                  {open && list(group)}
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      {flown && (
        <Suspense fallback={null}>
          <Flyout title={flown.group.title} anchor={flown.anchor} onClose={() => setFlown(null)}>
            {list(flown.group)}
          </Flyout>
        </Suspense>
      )}
    </div>
  );
}
