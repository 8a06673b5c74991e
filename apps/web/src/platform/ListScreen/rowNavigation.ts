import { useRouter } from '@tanstack/react-router';
import type { KeyboardEvent, MouseEvent } from 'react';

/** Links inside the rows and the rows themselves are followed by one listener for all of them. */
export function useRowNavigation() {
  const router = useRouter();
  const follow = (href: string) => void router.navigate({ href });

  return {
    onClick(event: MouseEvent) {
      const target = event.target as Element;
      const link = target.closest('a');
      if (link) {
        const plain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
        if (!plain || link.target || link.origin !== location.origin) return;
        event.preventDefault();
        follow(link.pathname + link.search + link.hash);
        return;
      }
      const href = rowHref(target);
      if (!href) return;
      if (event.ctrlKey || event.metaKey) window.open(href, '_blank', 'noopener');
      else if (!event.shiftKey && !event.altKey) follow(href);
    },
    onAuxClick(event: MouseEvent) {
      const target = event.target as Element;
      const href = event.button === 1 && !target.closest('a') ? rowHref(target) : null;
      if (href) window.open(href, '_blank', 'noopener');
    },
    /** Up and down move between the rows' links; Enter opens the link by itself, Space selects its row. */
    onKeyDown(event: KeyboardEvent) {
      const box = event.key === ' ' && besideLink(event.target as Element);
      if (box) {
        event.preventDefault();
        box.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }));
      }
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      const row = (event.target as Element).closest('[data-href]');
      const next =
        event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
      const link = next?.querySelector('a');
      if (!link) return;
      event.preventDefault();
      link.focus();
    },
  };
}

/** The box of the row whose link this is. */
const besideLink = (target: Element) =>
  target.matches('a') ? target.closest('[data-href]')?.querySelector('[data-select]') : null;

/** Where the row leads; null for a click on a control, in a dialog or at the end of a selection. */
function rowHref(target: Element): string | null {
  if (target.closest('button, input, select, textarea, label')) return null;
  if (!getSelection()?.isCollapsed) return null;
  return target.closest<HTMLElement>('[data-href]')?.dataset.href ?? null;
}
