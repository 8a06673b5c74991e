import { useEffect } from 'react';

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select');

/**
 * A dialog was asked for that is still to come: what is typed meanwhile presses nothing else, and stands in its
 * field as it gets the focus; Escape wants it no more.
 */
export function useTypeAhead(isOpen: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    let held = '';
    let entered = false;
    const onKey = (event: KeyboardEvent) => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === 'Escape') onEscape();
      else if (key === 'Enter') entered = true;
      else if (key === 'Backspace') held = held.slice(0, -1);
      else if (key.length === 1) held += key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target as Element).closest('[role=dialog]')) return;
      letGo();
      // as by hand: the field's own limits and listeners hold
      if (held && isTyping(target)) document.execCommand('insertText', false, held);
      if (entered)
        setTimeout(() =>
          target!.dispatchEvent(
            new KeyboardEvent('keydown', { code: 'Enter', key: 'Enter', bubbles: true }),
          ),
        );
    };
    addEventListener('keydown', onKey, true);
    addEventListener('focusin', onFocus);
    const letGo = () => {
      removeEventListener('keydown', onKey, true);
      removeEventListener('focusin', onFocus);
    };
    return letGo;
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpen]);
}
