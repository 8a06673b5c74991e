import type { AnyRouter } from '@tanstack/react-router';

const PATIENCE_MS = 5000;

/**
 * After a change of path the reader's place is the new page's heading, as soon as there is one.
 * A screen that has put the focus into itself, or a person who has moved it meanwhile, keeps it.
 */
export function focusHeadingOnNavigation(router: AnyRouter): void {
  let watch: MutationObserver | undefined;
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    watch?.disconnect();
    if (!pathChanged || !fromLocation) return;
    const before = document.activeElement;
    const focused = () => {
      const heading = document.querySelector<HTMLElement>('main h1');
      const inside = document.activeElement?.closest('main');
      const moved = document.activeElement !== before && document.activeElement !== document.body;
      if (inside || moved) return true;
      if (!heading) return false;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      return true;
    };
    if (focused()) return;
    watch = new MutationObserver(() => {
      if (focused()) watch?.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    const current = watch;
    setTimeout(() => current.disconnect(), PATIENCE_MS);
  });
}
