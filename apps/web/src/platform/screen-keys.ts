import { useEffect, type RefObject } from 'react';
import { areKeysOn } from './palette/keys.ts';

/** After `g` the next key leads to another screen. */
const GOING_MS = 1500;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

/**
 * The single keys of one screen: what they press says so itself, by `data-key`, and `?` lists them by their
 * words. Nothing of them acts while somebody types, or in a dialog that is not theirs.
 */
export function useScreenKeys(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let went = -GOING_MS;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing, timeStamp, defaultPrevented } = event;
      const within = root.current;
      if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing || !within) return;
      if (isTyping(event.target) || !areKeysOn()) return;
      const going = timeStamp - went < GOING_MS;
      went = key === 'g' ? timeStamp : -GOING_MS;
      if (going) return;
      const dialog = document.querySelector('[role="dialog"][aria-modal="true"]');
      if (dialog && !dialog.contains(within)) return;
      const named = within.querySelector(`[data-key~="${CSS.escape(key)}"]`);
      const pressed = named?.matches('button, a') ? named : named?.querySelector('button, a');
      if (!(pressed instanceof HTMLElement)) return;
      event.preventDefault();
      pressed.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [root]);
}

/** The keys of the screens that are open now, in their order, each with what it does. */
export const screenKeys = (): [keys: string[], words: string][] =>
  [...document.querySelectorAll<HTMLElement>('[data-key][data-does]')].map(({ dataset }) => [
    dataset['key']!.split(' ').slice(0, 1),
    dataset['does']!,
  ]);
