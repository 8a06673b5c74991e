import { errorText, isWaiting, type ErrorText } from './errors.ts';
import { store } from './store.ts';

/** A line, or several. */
export type Told = string | string[];

/** ER-04, ER-05 */
export const SHOWN_MS = 6000;
const MAX_SHOWN = 4;

export interface Notification extends ErrorText {
  id: number;
  kind: 'success' | 'failure';
  told: number;
  /** What is left to show it; counts only while nobody reads it. */
  left: number;
  since: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  again?: (() => unknown) | undefined;
}

export const notifications = store<readonly Notification[]>([]);
let lastId = 0;

export function close(id: number): void {
  clearTimeout(notifications.get().find((one) => one.id === id)?.timer);
  notifications.set(notifications.get().filter((one) => one.id !== id));
}

function start(one: Notification): void {
  one.since = Date.now();
  one.timer = setTimeout(() => close(one.id), one.left);
}

export function pause(one: Notification): void {
  if (one.timer === undefined) return;
  clearTimeout(one.timer);
  one.timer = undefined;
  one.left = Math.max(one.left - (Date.now() - one.since), 0);
}

export function resume(one: Notification): void {
  if (one.timer === undefined && notifications.get().includes(one)) start(one);
}

function show(
  kind: Notification['kind'],
  text: ErrorText & Pick<Notification, 'again'>,
): Notification | undefined {
  if (!text.lines.length) return;
  const same = notifications
    .get()
    .find(
      (one) =>
        one.kind === kind && one.title === text.title && one.lines.join() === text.lines.join(),
    );
  if (same) close(same.id);
  for (const old of notifications
    .get()
    .slice(0, Math.max(notifications.get().length - MAX_SHOWN + 1, 0)))
    close(old.id);
  const one: Notification = {
    ...text,
    id: ++lastId,
    kind,
    told: Date.now(),
    left: SHOWN_MS,
    since: 0,
    timer: undefined,
  };
  start(one);
  notifications.set([...notifications.get(), one]);
  return one;
}

/** What was said just before another screen opens is said of what led there. */
const JUST_MS = 1000;

/** The one way to tell a person how something ended (ER-01). */
export const notify = {
  /** What failed before has been mended: it no longer counts. */
  success: (text: Told) => {
    for (const { id, kind } of notifications.get()) if (kind === 'failure') close(id);
    show('success', { lines: [text].flat() });
  },
  /** A new attempt: what was said of the last one no longer counts. */
  clear: () => {
    for (const { id } of notifications.get()) close(id);
  },
  /** Another screen: what was said on the last one stays there, but for how it ended. */
  left: () => {
    for (const { id, kind, told } of notifications.get())
      if (kind === 'failure' || Date.now() - told > JUST_MS) close(id);
  },
  failure: (error: unknown, component?: string) =>
    void show(isWaiting(error) ? 'success' : 'failure', errorText(error, component)),
  /** What can be tried again. */
  again: (line: string, again: () => unknown) => void show('failure', { lines: [line], again }),
  /** What goes on: it stays for as long as that is said again, but once closed it stays closed. */
  lasting: (error: unknown) => {
    const one = show('failure', errorText(error))!;
    return () => {
      const counts = one.timer !== undefined;
      pause(one);
      one.left = SHOWN_MS;
      if (counts) resume(one);
    };
  },
};
