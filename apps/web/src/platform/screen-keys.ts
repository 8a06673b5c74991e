import { useEffect, type RefObject } from 'react';
import { areKeysOn } from './palette/keys.ts';
import { isTyping } from './type-ahead.ts';

/** After `g` the next key leads to another screen. */
const GOING_MS = 1500;

/** A key that was pressed before what it presses had come counts when it comes, for so long. */
const HELD_MS = 3000;

const HOLDING = '[data-holds-keys]';

/**
 * The single keys of one screen: what they press says so itself, by `data-key`, and `?` lists them by their
 * words. Nothing of them acts while somebody types, in a dialog that is not theirs, or outside what holds them
 * (`data-holds-keys`) while that stands there.
 */
export function useScreenKeys(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let went = -GOING_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let held = '';
    const press = (key: string): boolean => {
      const dialog = document.querySelector('[role="dialog"][aria-modal="true"]');
      if (dialog && !dialog.contains(root.current) && !root.current?.contains(dialog)) return false;
      const holding = root.current?.querySelector(HOLDING);
      const named = (holding ?? root.current)?.querySelector(`[data-key~="${CSS.escape(key)}"]`);
      const pressed = named?.matches('button, a') ? named : named?.querySelector('button, a');
      if (!(pressed instanceof HTMLElement)) return false;
      pressed.click();
      return true;
    };
    const coming = new MutationObserver(() => {
      if (press(held)) letGo();
    });
    const letGo = () => {
      clearTimeout(timer);
      coming.disconnect();
    };
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing, timeStamp, defaultPrevented } = event;
      const within = root.current;
      letGo();
      if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing || !within) return;
      if (isTyping(event.target) || !areKeysOn()) return;
      const going = timeStamp - went < GOING_MS;
      went = key === 'g' ? timeStamp : -GOING_MS;
      if (going) return;
      if (press(key)) event.preventDefault();
      else if (within.querySelector('[aria-busy="true"]') && !within.querySelector(HOLDING)) {
        held = key;
        coming.observe(within, { childList: true, subtree: true });
        timer = setTimeout(letGo, HELD_MS);
      }
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', letGo);
    return () => {
      letGo();
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', letGo);
    };
  }, [root]);
}

/** The keys of the screens that are open now, in their order, each with what it does. */
export const screenKeys = (): [keys: string[], words: string][] =>
  [...document.querySelectorAll<HTMLElement>('[data-key][data-does]')].map(({ dataset }) => [
    dataset['key']!.split(' ').slice(0, 1),
    dataset['does']!,
  ]);
