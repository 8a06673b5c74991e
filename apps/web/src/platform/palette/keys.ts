import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { MenuBlock } from '../Menu.tsx';
import { seenEntries } from '../menu-kept.ts';
import { useActor } from '../session.ts';
import { isTyping } from '../type-ahead.ts';

/** After `g`: the route's name → its key. */
export const GO_TO: Readonly<Record<string, string>> = {
  'business-days': 'd',
  transactions: 't',
  recurring: 'r',
  orders: 'o',
  purchases: 'p',
  customers: 'c',
  merchants: 'm',
  users: 'u',
  'merchant-employees': 'e',
  widgets: 'w',
  'exchange-logs': 'x',
  'consumer-credits': 'l',
};

const PATIENCE_MS = 1500;
export const STORED = 'paydesk.keysOff';

/** Single keys are in the way of who speaks or misses keys: they can be turned off (WCAG 2.1.4). */
export const areKeysOn = () => localStorage.getItem(STORED) === null;

/** Every entry of the menu that this person sees, its groups opened. */
export function useEntries(menu: readonly MenuBlock[]) {
  const actor = useActor();
  return useMemo(() => seenEntries(menu, actor), [menu, actor]);
}

export type Entries = ReturnType<typeof useEntries>;

export const loadPalette = () => import('./Palette.tsx');

/** The keys of the whole console; nothing of them acts while somebody types or a dialog is open. */
export function useKeys(entries: Entries, open: (what: 'search' | 'keys') => void): void {
  const router = useRouter();
  useEffect(() => {
    let goingSince = -PATIENCE_MS;
    const onKey = (event: KeyboardEvent) => {
      const { key } = event;
      // before the K comes
      if (key === 'Control' || key === 'Meta') void loadPalette();
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      if (event.ctrlKey || event.metaKey) {
        if (key.toLowerCase() !== 'k' || event.shiftKey) return;
        event.preventDefault();
        open('search');
        return;
      }
      if (isTyping(event.target) || !areKeysOn()) return;
      const going = event.timeStamp - goingSince < PATIENCE_MS;
      goingSince = -PATIENCE_MS;
      if (going) {
        const entry = entries.find(({ name }) => GO_TO[name] === key);
        if (!entry) return;
        event.preventDefault();
        void router.navigate({ href: entry.href });
      } else if (key === 'g') goingSince = event.timeStamp;
      else if (key === '?') open('keys');
      else if (key === '/') {
        event.preventDefault();
        const filter = document.querySelector<HTMLElement>('main thead input, main thead select');
        if (filter) filter.focus();
        else open('search');
      }
    };
    document.addEventListener('keydown', onKey);
    const unhear = router.subscribe(
      'onResolved',
      ({ toLocation: { pathname } }) =>
        void import('./opened.ts').then(({ noteOpened }) => noteOpened(pathname)),
    );
    return () => {
      document.removeEventListener('keydown', onKey);
      unhear();
    };
  }, [entries, open, router]);
}
