import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { AppLink } from './AppLink.tsx';
import { Favourite } from './Favourite.tsx';
import { Menu, type MenuBlock, type MenuEntry } from './Menu.tsx';
import styles from './menu-drawer.module.css';
import { useMe } from './session.ts';
import { SignOutButton } from './SignOutButton.tsx';

/** The menu of a phone, the star of the open screen, and who is there. */
export default function MenuDrawer({
  menu,
  current,
  entry,
  onClose,
}: {
  menu: readonly MenuBlock[];
  current: readonly string[];
  /** The menu's, where it has the open screen. */
  entry: MenuEntry | undefined;
  onClose: () => void;
}): ReactNode {
  const { firstName, lastName, email } = useMe();
  return (
    <Drawer label="Menu" onClose={onClose}>
      <nav aria-label="Main" className={styles.nav}>
        <Menu menu={menu} current={current} onFollow={onClose} />
      </nav>
      <footer className={styles.foot}>
        {entry && <Favourite entry={entry} onPin={onClose} />}
        <div className={styles.who}>
          <AppLink href={paths.profile()} onClick={onClose}>
            <strong>{`${firstName} ${lastName}`.trim() || 'Account'}</strong>
            <small>{email}</small>
          </AppLink>
          <SignOutButton onPress={onClose} />
        </div>
      </footer>
    </Drawer>
  );
}
