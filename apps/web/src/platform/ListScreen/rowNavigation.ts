import { useRouter } from '@tanstack/react-router';
import { afterPaint } from '../after-paint.ts';
import { areKeysOn } from '../palette/keys.ts';
import { isTyping } from '../type-ahead.ts';
import type { AnyRow } from './cells.tsx';
import {
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent as KeyPress,
  type MouseEvent,
  type RefObject,
} from 'react';

/** The row that was followed last: whoever comes back to the same place finds it where it was. */
let left: { key: string; row: string; top: number } | null = null;
/** Of a place in the browser's history: Back comes to the same one. */
const placeKey = () => {
  const { __TSR_key, key } = (history.state ?? {}) as { __TSR_key?: string; key?: string };
  return __TSR_key ?? key ?? '';
};

/** Links inside the rows and the rows themselves are followed by one listener for all of them. */
function useRowNavigation(
  shown: RefObject<HTMLElement | null>,
  filled: boolean,
  onMenu: (link: HTMLElement) => void,
) {
  const router = useRouter();
  const back = useRef(left);
  useEffect(() => {
    const at = back.current;
    if (!filled || !at) return;
    back.current = left = null;
    if (at.key !== placeKey()) return;
    const row = document.querySelector<HTMLElement>(`[data-href="${CSS.escape(at.row)}"]`);
    shown.current?.scrollTo({ top: at.top });
    row?.scrollIntoView({ block: 'nearest' });
    row?.querySelector('a')?.focus({ preventScroll: true });
  }, [filled, shown]);
  const follow = (href: string, from: Element) => {
    const line = from.closest<HTMLElement>('[data-href]');
    const row = line?.dataset.href;
    left = row ? { key: placeKey(), row, top: shown.current?.scrollTop ?? 0 } : null;
    // the row says at once that it was heard: to draw another screen takes longer than a click may
    line?.setAttribute('data-opening', '');
    afterPaint(
      () => void router.navigate({ href }).finally(() => line?.removeAttribute('data-opening')),
    );
  };

  return {
    onClick(event: MouseEvent) {
      const target = event.target as Element;
      const link = target.closest('a');
      if (link) {
        if (!isPlain(event) || link.target || link.origin !== location.origin) return;
        event.preventDefault();
        follow(link.pathname + link.search + link.hash, link);
        return;
      }
      const href = rowHref(target);
      if (!href) return besideList(target)?.click();
      if (event.ctrlKey || event.metaKey) window.open(href, '_blank', 'noopener');
      else if (!event.shiftKey && !event.altKey) follow(href, target);
    },
    onAuxClick(event: MouseEvent) {
      const target = event.target as Element;
      const href = event.button === 1 && !target.closest('a') ? rowHref(target) : null;
      if (href) window.open(href, '_blank', 'noopener');
    },
    /** Enter opens the link by itself, Space selects its row, `m` opens its menu. */
    onKeyDown(event: KeyPress) {
      const box = event.key === ' ' && besideLink(event.target as Element);
      if (box) {
        event.preventDefault();
        box.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }));
      }
      if (event.key === 'm' && isPlain(event) && (event.target as Element).matches(LEADS)) {
        event.preventDefault();
        onMenu(event.target as HTMLElement);
      }
    },
  };
}

/** Steps from row to row; letters do as long as single keys may. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/**
 * Up and down, or j and k, move between the rows' links: from the row that has the focus; of a list that is the whole
 * screen also from nowhere, and letters from anywhere else, to its first or its last row.
 */
function useRowKeys(alone: boolean) {
  const rows = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event;
      const step = STEPS[key];
      if (!step || defaultPrevented || !isPlain(event)) return;
      const isLetter = key.length === 1;
      if (isLetter && (isTyping(target) || !areKeysOn())) return;
      const all = [...(rows.current?.children ?? [])];
      const at = all.findIndex((row) => row.contains(target as Node));
      const begins = alone && (isLetter || target === document.body);
      if (at < 0 && (!begins || document.querySelector('[role="dialog"][aria-modal="true"]')))
        return;
      const next = at < 0 ? all.at(step > 0 ? 0 : -1) : all[at + step];
      // of a row that is read beside the list that, and no link within it
      const link =
        next?.querySelector<HTMLElement>(next.hasAttribute('data-href') ? LEADS : '[data-opens]') ??
        next?.querySelector<HTMLElement>(LEADS);
      if (!link) return;
      event.preventDefault();
      link.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [alone]);
  return useCallback((element: HTMLElement | null) => void (rows.current = element), []);
}

/** What of a row leads somewhere, or opens beside the list. */
const LEADS = 'a, [data-opens]';
/** Of a key or a click that asks for nothing of the browser's. */
const isPlain = ({ metaKey, ctrlKey, shiftKey, altKey }: Held) =>
  !(metaKey || ctrlKey || shiftKey || altKey);
type Held = Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>;

/** What stands above the rows has at least the one, and none of them is lower than the other. */
const HEAD = 200;
const ROW = 28;

/** As many of the rows as the window shows; all where somebody comes back to one of them. */
const seenOf = (rows: readonly AnyRow[]) => {
  const most = left?.key === placeKey() ? rows.length : Math.ceil((innerHeight - HEAD) / ROW);
  return rows.length > most ? rows.slice(0, most) : rows;
};

/**
 * The rows as they are drawn: those that the window shows first, and those below its edge once they are painted.
 * Until then what stood there stands, so that nothing gets shorter for that moment. Rows that are there with the
 * click, and asked for anew, come once the head has answered it; those that were waited for come at once.
 */
function useDrawn(given: readonly AnyRow[], fresh: boolean): readonly AnyRow[] {
  const [{ late, whole }, set] = useState(() => ({ late: given, whole: seenOf(given) }));
  const rows = fresh ? given : late;
  useEffect(() => {
    if (whole === given) return;
    const next = { late: given, whole: rows === given ? given : whole };
    afterPaint(() => startTransition(() => set(next)));
  }, [given, rows, whole]);
  return useMemo(() => {
    const first = seenOf(rows);
    if (whole === rows || first === rows) return rows;
    return [...first, ...whole.slice(first.length, rows.length)];
  }, [whole, rows]);
}

/** The rows of a list: what leads on from them, and the one whose menu is open. */
export function useRows(
  shown: RefObject<HTMLElement | null>,
  rows: readonly AnyRow[],
  fresh: boolean,
  alone: boolean,
) {
  const anchor = useRef<HTMLElement>(null);
  const [row, setRow] = useState<AnyRow | null>(null);
  const drawn = useDrawn(rows, fresh);
  const rowNavigation = useRowNavigation(shown, drawn.length > 0, (link) => {
    const line = link.closest('tr, li');
    anchor.current = link;
    setRow(drawn[[...(line?.parentElement?.children ?? [])].indexOf(line!)] ?? null);
  });
  const ref = useRowKeys(alone);
  return {
    drawn,
    rowNavigation: { ...rowNavigation, ref },
    /** The row whose menu is open. */
    row: row && { row, anchor },
    close: () => setRow(null),
  };
}

/** The box of the row whose link this is. */
const besideLink = (target: Element) =>
  target.matches('a') ? target.closest('[data-href]')?.querySelector('[data-select]') : null;

/** The row, as far as it was meant: null for a click on a control, in a dialog or at the end of a selection. */
function meant(target: Element, row: string): HTMLElement | null {
  if (target.closest('button, input, select, textarea, label')) return null;
  return getSelection()?.isCollapsed ? target.closest<HTMLElement>(row) : null;
}

/** Where the row leads. */
const rowHref = (target: Element): string | null =>
  meant(target, '[data-href]')?.dataset['href'] ?? null;

/** What opens beside the list for a row that leads nowhere. */
const besideList = (target: Element) =>
  meant(target, 'tr, li')?.querySelector<HTMLElement>('[data-opens]');
