import { MOST_FIGURES, VITALS_PATH, type VitalFigure } from '@paydesk/contract/kernel/vitals.ts';
import { leaveBehind } from './api.ts';
import { LIST_MARK } from './list-mark.ts';
import { worstShift, type Shift } from './worst-shift.ts';

type What = VitalFigure['what'];

/** What of the router is asked: where somebody is, and when they go on. */
interface Router {
  state: { matches: readonly { staticData: { row?: { name: string } } }[] };
  subscribe(
    event: 'onResolved',
    listener: (event: { fromLocation?: unknown; pathChanged: boolean }) => void,
  ): unknown;
}

const PHONE = '(max-width: 48em)';
/** Shorter ones are not told of: the browser's own least. */
const LEAST_MS = 16;

/**
 * How screens feel to whoever works with them (ADR 147): told as the window is left or hidden, without
 * a session, and of each visit three figures at most.
 */
export function watchVitals(router: Router): void {
  const screen = () => router.state.matches.at(-1)?.staticData.row?.name;
  const figures: VitalFigure[] = [];
  /** Of the visit that goes on. */
  let here = screen();
  let slowest = 0;
  let shifts: Shift[] = [];
  // of the first screen alone: what comes later is no load
  let loading = true;
  let largest = 0;

  const note = (what: What, of: string | undefined, value: number) => {
    const device = matchMedia(PHONE).matches ? 'phone' : 'wide';
    if (of && figures.length < MOST_FIGURES) figures.push({ what, screen: of, device, value });
  };
  const send = () => {
    if (figures.length) leaveBehind(VITALS_PATH, figures.splice(0));
  };
  const leave = () => {
    if (loading && largest) note('lcp', here, largest);
    if (slowest) note('inp', here, slowest);
    note('cls', here, worstShift(shifts));
    [loading, slowest, shifts, here] = [false, 0, [], screen()];
    if (figures.length > MOST_FIGURES / 2) send();
  };

  observe('largest-contentful-paint', {}, ({ startTime }) => (largest = startTime));
  observe('event', { durationThreshold: LEAST_MS }, (entry) => {
    if ((entry as PerformanceEventTiming).interactionId)
      slowest = Math.max(slowest, entry.duration);
  });
  observe('layout-shift', {}, (entry) => {
    const { value, hadRecentInput, startTime } = entry as LayoutShift;
    if (!hadRecentInput) shifts.push({ value, at: startTime });
  });
  observe('mark', {}, ({ name, startTime }) => {
    if (loading && name === LIST_MARK) note('list', here, startTime);
  });

  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    // a first screen that is later than this file leaves nothing behind
    if (!fromLocation) here = screen();
    else if (pathChanged) leave();
  });
  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    leave();
    send();
  });
}

/** As the browser tells it; not in every one the library of types has. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** What was there before is told, too; a browser that knows no such entries tells nothing. */
function observe(type: string, options: object, tell: (entry: PerformanceEntry) => void): void {
  try {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tell(entry);
    }).observe({ type, buffered: true, ...options });
  } catch {
    // it is a figure less
  }
}
