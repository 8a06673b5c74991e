import { useState, type ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import type { Actor, RouteSet, UserRole } from '@paydesk/contract/permissions.ts';
import { PlainButton } from '../ui/Button.tsx';
import { IconChevronDown, type Icon } from '../ui/icons.ts';
import { AppLink } from './AppLink.tsx';
import classes from './Menu.module.css';
import { can, useActor } from './session.ts';

export interface MenuEntry {
  /** The route it leads to, by name. */
  name: string;
  href: string;
  label: string;
  icon?: Icon;
  set?: RouteSet;
  roles?: readonly UserRole[];
}

export interface MenuGroup {
  title: string;
  icon: Icon;
  entries: readonly MenuEntry[];
}

export interface MenuBlock {
  title?: string;
  set?: RouteSet;
  entries: readonly MenuEntry[];
  /** Closed until opened, or until the reader is inside. */
  groups?: readonly MenuGroup[];
}

interface Props {
  menu: readonly MenuBlock[];
  /** The names of the present route and of those above it. */
  current: readonly string[];
  collapsed?: boolean;
  onFollow?: () => void;
  /** Asked for where a group is opened in a menu of icons alone. */
  onExpand?: () => void;
}

/** Of these what this person sees. */
export const seenBy = (actor: Actor, entries: readonly MenuEntry[]) =>
  entries.filter(({ set, roles }) => can(actor, set) && isAllowed(actor, { roles }));

/** A long menu opens where the reader is. */
function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** The side menu: only what the roles of the user allow (SH-09). */
export function Menu({ menu, current, collapsed = false, onFollow, onExpand }: Props): ReactNode {
  const actor = useActor();
  const blocks = menu
    .filter((block) => can(actor, block.set))
    .map((block) => ({ ...block, entries: seenBy(actor, block.entries) }))
    .filter((block) => block.entries.length);
  const link = (entry: MenuEntry) => (
    <li key={entry.name}>
      <AppLink
        ref={current.includes(entry.name) ? scrollIntoSight : undefined}
        className={classes.entry}
        href={entry.href}
        aria-current={current.includes(entry.name) ? 'page' : undefined}
        title={collapsed ? entry.label : undefined}
        onClick={onFollow}
      >
        {entry.icon && <entry.icon size={18} stroke={1.6} aria-hidden />}
        <span className={classes.label}>{entry.label}</span>
      </AppLink>
    </li>
  );
  return (
    <div className={classes.menu} data-collapsed={collapsed || undefined}>
      {blocks.map((block) => (
        <div key={block.title ?? ''} className={classes.block}>
          {block.title && <h2 className={classes.title}>{block.title}</h2>}
          <ul>
            {block.entries.map(link)}
            {block.groups?.map((group) => (
              <Group
                key={group.title}
                group={group}
                collapsed={collapsed}
                onExpand={onExpand}
                inside={group.entries.some(({ name }) => current.includes(name))}
              >
                {seenBy(actor, group.entries).map(link)}
              </Group>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

interface GroupProps {
  group: MenuGroup;
  inside: boolean;
  collapsed: boolean;
  onExpand: (() => void) | undefined;
  children: ReactNode;
}

function Group({ group, inside, collapsed, onExpand, children }: GroupProps): ReactNode {
  const [opened, setOpened] = useState<boolean | null>(null);
  const open = opened ?? inside;
  return (
    <li>
      <PlainButton
        className={classes.entry}
        aria-expanded={open && !collapsed}
        title={collapsed ? group.title : undefined}
        onClick={() => {
          setOpened(collapsed || !open);
          if (collapsed) onExpand?.();
        }}
      >
        <group.icon size={18} stroke={1.6} aria-hidden />
        <span className={classes.label}>{group.title}</span>
        <IconChevronDown size={14} className={classes.chevron} aria-hidden />
      </PlainButton>
      {open && <ul className={classes.inner}>{children}</ul>}
    </li>
  );
}
