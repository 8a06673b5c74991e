import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconX,
} from '../ui/icons.ts';
import { Crumbs, type Crumb } from './Crumbs.tsx';
import { Footer, Logo, SchemeSwitch, useFrame } from './Frame.tsx';
import { Menu, type MenuBlock } from './Menu.tsx';
import { Finder } from './palette/Finder.tsx';
import { Notice } from './Notice.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import classes from './Shell.module.css';
import { consoleTitle, useActor } from './session.ts';

interface Props {
  menu: readonly MenuBlock[];
  /** The names of the present route and of those above it. */
  current: readonly string[];
  crumbs: readonly Crumb[];
  children: ReactNode;
}

/** What stands around every screen of a signed-in user. */
export function Shell({ menu, current, crumbs, children }: Props): ReactNode {
  useFrame();
  const title = consoleTitle(useActor());
  const [drawer, setDrawer] = useState(false);
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'paydesk.menuCollapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const collapseLabel = collapsed ? 'Expand menu' : 'Collapse menu';
  const CollapseIcon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={classes.shell} data-collapsed={collapsed || undefined}>
      <header className={classes.top}>
        <button
          type="button"
          className={`${classes.iconButton} ${classes.burger}`}
          aria-label="Open menu"
          aria-expanded={drawer}
          onClick={() => setDrawer(true)}
        >
          <IconMenu2 size={20} aria-hidden />
        </button>
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
        <Menu
          menu={menu}
          current={current}
          collapsed={collapsed}
          onExpand={() => setCollapsed(false)}
        />
      </nav>
      <div className={classes.sideFoot}>
        <Footer withAbout />
        <button
          type="button"
          className={classes.iconButton}
          aria-label={collapseLabel}
          title={collapseLabel}
          onClick={() => setCollapsed(!collapsed)}
        >
          <CollapseIcon size={18} stroke={1.6} aria-hidden />
        </button>
      </div>
      <main id="main" tabIndex={-1} className={classes.main} data-scroll-restoration-id="main">
        <Crumbs crumbs={crumbs} />
        {children}
      </main>
      <Notice />
      {drawer && (
        <Drawer onClose={() => setDrawer(false)}>
          <Menu menu={menu} current={current} onFollow={() => setDrawer(false)} />
        </Drawer>
      )}
    </div>
  );
}

/** The menu on a phone. The browser's own dialog keeps the focus and knows Escape. */
function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // a click beside the drawer hits the dialog itself, its backdrop; Escape is the dialog's own
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={classes.drawer}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={classes.drawerInner}>
        <button
          type="button"
          className={classes.iconButton}
          aria-label="Close menu"
          onClick={onClose}
        >
          <IconX size={20} aria-hidden />
        </button>
        <nav aria-label="Main">{children}</nav>
      </div>
    </dialog>
  );
}
