import { Suspense, useState } from 'react';
import { PlainButton } from '../../ui/Button.tsx';
import { IconSearch } from '../../ui/icons.ts';
import type { MenuBlock } from '../Menu.tsx';
import { late } from '../late.tsx';
import { useTypeAhead } from '../type-ahead.ts';
import { loadPalette, useEntries, useKeys } from './keys.ts';
import styles from './finder.module.css';

const Palette = late(loadPalette);
const KeysDialog = late(async () => ({ default: (await loadPalette()).KeysDialog }));

/** The way into search and commands, by button or key. */
export function Finder({ menu }: { menu: readonly MenuBlock[] }) {
  const entries = useEntries(menu);
  const [open, setOpen] = useState<'search' | 'keys' | null>(null);
  useKeys(entries, setOpen);
  const close = () => setOpen(null);
  const sought = open === 'search';
  useTypeAhead(sought, close);
  return (
    <>
      <PlainButton
        className={styles.finder}
        aria-keyshortcuts="Control+K"
        title="Search (Ctrl-K)"
        // there before it is asked for
        onPointerEnter={() => void loadPalette()}
        onClick={() => setOpen('search')}
      >
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span>Search</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </PlainButton>
      <Suspense fallback={null}>
        {sought ? (
          <Palette entries={entries} onKeys={() => setOpen('keys')} onClose={close} />
        ) : null}
        {open === 'keys' ? <KeysDialog entries={entries} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
