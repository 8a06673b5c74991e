import { useMediaQuery } from '@mantine/hooks';
import { useMatches } from '@tanstack/react-router';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { INTROS } from 'virtual:intros';
import { IconButton } from '../ui/Button.tsx';
import { IconX } from '../ui/icons.ts';
import { isFirstVisit, noteVisit } from './first-visits.ts';
import classes from './first-visit.module.css';
import { opening, useActor } from './session.ts';

/** As long as it takes to read it twice. */
const GOES_AFTER_MS = 20_000;

const GAP_PX = 12;

/**
 * At the foot of the window it stands above what else stays there, as long as that does, and goes as soon as the
 * screen is used: what is read, pressed or scrolled is covered by nothing.
 */
function atFoot(line: HTMLElement | null, onUse: () => void) {
  if (!line) return undefined;
  const isAtFoot = () => getComputedStyle(line).position === 'fixed';
  const measure = () => {
    if (!isAtFoot()) return;
    const bar = document.querySelector('[data-at-foot]')?.getBoundingClientRect();
    const isBelow = bar !== undefined && bar.bottom > innerHeight - line.offsetHeight - 2 * GAP_PX;
    line.style.bottom = `${GAP_PX + (isBelow ? Math.max(0, innerHeight - bar.top) : 0)}px`;
  };
  const watch = new ResizeObserver(measure);
  for (const one of [line, document.body]) watch.observe(one);
  const changed = new MutationObserver(measure);
  changed.observe(document.body, { childList: true, subtree: true });
  const used = new AbortController();
  const { signal } = used;
  document.addEventListener('scroll', measure, { capture: true, passive: true, signal });
  for (const use of ['pointerdown', 'wheel', 'keydown'])
    document.addEventListener(
      use,
      ({ target }) => isAtFoot() && !line.contains(target as Node) && onUse(),
      { capture: true, passive: true, signal },
    );
  return () => {
    watch.disconnect();
    changed.disconnect();
    used.abort();
  };
}

/** What a screen is for, in one line, when somebody comes to it for the first time (ADR 146). */
export default function FirstVisit({ name }: { name: string }): ReactNode {
  const actor = useActor();
  const { userId } = actor;
  const row = useMatches({ select: (matches) => matches.at(-1)?.staticData.row });
  // whoever is turned away is not told what they could do there, and has not seen it
  const opens = row !== undefined && opening(actor, row).every(({ allowed }) => allowed);
  const [shown, setShown] = useState(() => isFirstVisit(userId, name));
  // whose window has no room beside or above what is to be read
  const phone = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false });
  useEffect(() => {
    if (!opens) return undefined;
    noteVisit(userId, name);
    // below the screen it is in nobody's way, and what goes there would move what is being read
    const timer = phone ? undefined : setTimeout(() => setShown(false), GOES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [userId, name, opens, phone]);
  const intro = INTROS[name];
  const place = useCallback((line: HTMLElement | null) => atFoot(line, () => setShown(false)), []);
  if (!shown || !opens || intro === undefined) return null;
  const line = (
    <p ref={place} className={classes.line} role="note" aria-label="What this screen is for">
      <span>{intro}</span>
      <IconButton label="Hide this hint" onClick={() => setShown(false)}>
        <IconX size={14} aria-hidden />
      </IconButton>
    </p>
  );
  const main = phone && document.querySelector('#main');
  return main ? createPortal(line, main) : line;
}
