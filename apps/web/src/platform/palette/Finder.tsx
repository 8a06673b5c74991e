import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { PlainButton } from '../../ui/Button.tsx';
import { IconSearch } from '../../ui/icons.ts';
import type { MenuBlock } from '../Menu.tsx';
import { signOut } from '../session.ts';
import { useEntries, useKeys } from './keys.ts';
import styles from './palette.module.css';

const load = () => import('./Palette.tsx');
const Palette = lazy(load);
const KeysDialog = lazy(() => import('./KeysDialog.tsx'));

/** The way into search and commands, by button or key. */
export function Finder({ menu }: { menu: readonly MenuBlock[] }) {
  const entries = useEntries(menu);
  const [open, setOpen] = useState<'search' | 'keys' | null>(null);
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  useKeys(entries, setOpen);
  const close = () => setOpen(null);
  const commands = [
    {
      label: dark ? 'Switch to light theme' : 'Switch to dark theme',
      run: () => setColorScheme(dark ? 'light' : 'dark'),
    },
    { label: 'Keyboard shortcuts', run: () => setOpen('keys') },
    { label: 'Sign out', run: signOut },
  ];
  return (
    <>
      <PlainButton
        className={styles.finder}
        aria-keyshortcuts="Control+K"
        title="Search (Ctrl-K)"
        // there before it is asked for
        onPointerEnter={() => void load()}
        onClick={() => setOpen('search')}
      >
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span>Search</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </PlainButton>
      <Suspense fallback={null}>
        {open === 'search' ? (
          <Palette entries={entries} commands={commands} onClose={close} />
        ) : null}
        {open === 'keys' ? <KeysDialog entries={entries} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
