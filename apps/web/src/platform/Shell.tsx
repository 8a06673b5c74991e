import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { IconButton } from '../ui/Button.tsx';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
} from '../ui/icons.ts';
import { Crumbs, type Crumb } from './Crumbs.tsx';
import { Footer, Logo, SchemeSwitch, useFrame } from './Frame.tsx';
import { Menu, type MenuBlock } from './Menu.tsx';
import { Finder } from './palette/Finder.tsx';
import { SessionNotice } from './SessionNotice.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import classes from './Shell.module.css';
import { seenEntries } from './menu-kept.ts';
import { consoleTitle, useActor } from './session.ts';
import { readItem, writeItem } from './session-store.ts';
import { late, Silent } from './late.tsx';

const loadLater = () => import('./Later.tsx');
const Later = late(loadLater, Silent);
const loadDrawer = () => import('./MenuDrawer.tsx');
const MenuDrawer = late(loadDrawer);

interface Props {
  menu: readonly MenuBlock[];
  /** The names of the present route and of those above it. */
  current: readonly string[];
  crumbs: readonly Crumb[];
  children: ReactNode;
}

/** Kept in this browser, where the frame of index.html looks too. */
const COLLAPSED = 'paydesk.menuCollapsed';

/** What stands around every screen of a signed-in user. */
export function Shell({ menu, current, crumbs, children }: Props): ReactNode {
  useFrame();
  const actor = useActor();
  useEffect(() => {
    // without them the menu is a menu still
    void loadLater()
      .then(({ menuSoon }) => menuSoon(actor))
      .catch(() => undefined);
  }, [actor]);
  const title = consoleTitle(actor);
  const entry = seenEntries(menu, actor).find(({ name }) => name === current[0]);
  const [drawer, setDrawer] = useState(false);
  const [collapsed, setCollapsed] = useState(() => readItem(COLLAPSED) === 'true');
  const collapse = (next: boolean) => {
    setCollapsed(next);
    writeItem(COLLAPSED, String(next));
  };
  const collapseLabel = collapsed ? 'Expand menu' : 'Collapse menu';
  const CollapseIcon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={classes.shell} data-collapsed={collapsed || undefined}>
      <header className={classes.top}>
        <IconButton
          large
          className={classes.burger}
          label="Open menu"
          aria-expanded={drawer}
          // there before it is asked for
          onPointerEnter={() => void loadDrawer().catch(() => undefined)}
          onClick={() => setDrawer(true)}
        >
          <IconMenu2 size={20} aria-hidden />
        </IconButton>
        <div className={classes.brand}>
          <Logo />
          <span>{title}</span>
        </div>
        <div className={classes.tools}>
          <Finder menu={menu} />
          <SchemeSwitch />
          <ProfileCard />
        </div>
      </header>
      <nav className={classes.side} aria-label="Main">
        <Menu menu={menu} current={current} collapsed={collapsed} />
      </nav>
      <div className={classes.sideFoot}>
        <Footer withAbout />
        <IconButton large label={collapseLabel} onClick={() => collapse(!collapsed)}>
          <CollapseIcon size={18} stroke={1.6} aria-hidden />
        </IconButton>
      </div>
      <main id="main" tabIndex={-1} className={classes.main} data-scroll-restoration-id="main">
        <div className={classes.above}>
          <Crumbs crumbs={crumbs} />
          {current[0] && (
            <Suspense fallback={null}>
              <Later name={current[0]} entry={entry} />
            </Suspense>
          )}
        </div>
        {/* whatever of a screen is still on its way, the frame around it stays */}
        <Suspense fallback={null}>{children}</Suspense>
      </main>
      <SessionNotice />
      {drawer && (
        <Suspense fallback={null}>
          <MenuDrawer {...{ menu, current, entry }} onClose={() => setDrawer(false)} />
        </Suspense>
      )}
    </div>
  );
}
