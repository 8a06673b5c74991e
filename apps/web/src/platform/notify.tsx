import { useSyncExternalStore, type ReactNode } from 'react';
import { IconAlertTriangle, IconCheck, IconX } from '../ui/icons.ts';
import { errorText, type ErrorText } from './errors.ts';
import classes from './notify.module.css';

/** ER-04, ER-05 */
export const SHOWN_MS = 6000;
const MAX_SHOWN = 4;

interface Notification extends ErrorText {
  id: number;
  kind: 'success' | 'failure';
  /** What is left to show it; counts only while nobody reads it. */
  left: number;
  since: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

let shown: readonly Notification[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function update(next: readonly Notification[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function close(id: number): void {
  clearTimeout(shown.find((one) => one.id === id)?.timer);
  update(shown.filter((one) => one.id !== id));
}

function start(one: Notification): void {
  one.since = Date.now();
  one.timer = setTimeout(() => close(one.id), one.left);
}

function pause(one: Notification): void {
  if (one.timer === undefined) return;
  clearTimeout(one.timer);
  one.timer = undefined;
  one.left = Math.max(one.left - (Date.now() - one.since), 0);
}

function resume(one: Notification): void {
  if (one.timer === undefined && shown.includes(one)) start(one);
}

function show(kind: Notification['kind'], text: ErrorText): void {
  if (!text.lines.length) return;
  const same = shown.find(
    (one) =>
      one.kind === kind && one.title === text.title && one.lines.join() === text.lines.join(),
  );
  if (same) close(same.id);
  for (const old of shown.slice(0, Math.max(shown.length - MAX_SHOWN + 1, 0))) close(old.id);
  const one: Notification = {
    ...text,
    id: ++lastId,
    kind,
    left: SHOWN_MS,
    since: 0,
    timer: undefined,
  };
  start(one);
  update([...shown, one]);
}

/** The one way to tell a person how something ended (ER-01). */
export const notify = {
  success: (text: string) => show('success', { lines: [text] }),
  /** A new attempt: what was said of the last one no longer counts. */
  clear: () => {
    for (const { id } of shown) close(id);
  },
  failure: (error: unknown, component?: string) => show('failure', errorText(error, component)),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function Item({ one }: { one: Notification }): ReactNode {
  const Icon = one.kind === 'failure' ? IconAlertTriangle : IconCheck;
  return (
    <div
      className={classes.item}
      data-kind={one.kind}
      onPointerEnter={() => pause(one)}
      onPointerLeave={() => resume(one)}
      onFocus={() => pause(one)}
      onBlur={() => resume(one)}
    >
      <Icon size={18} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        {one.title && <strong>{one.title}</strong>}
        {one.lines.length > 1 ? (
          <ul>
            {one.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <span>{one.lines[0]}</span>
        )}
        {one.requestId && <small>Request id {one.requestId}</small>}
      </div>
      <button type="button" className={classes.close} onClick={() => close(one.id)}>
        <IconX size={16} aria-hidden />
        Close
      </button>
    </div>
  );
}

/** Mounted once, at the root; the regions stay so that what comes into them is read out. */
export function Notifications(): ReactNode {
  const all = useSyncExternalStore(subscribe, () => shown);
  return (
    <div className={classes.stack}>
      {(['failure', 'success'] as const).map((kind) => (
        <div
          key={kind}
          role={kind === 'failure' ? 'alert' : 'status'}
          aria-live={kind === 'failure' ? 'assertive' : 'polite'}
          aria-atomic="false"
        >
          {all
            .filter((one) => one.kind === kind)
            .map((one) => (
              <Item key={one.id} one={one} />
            ))}
        </div>
      ))}
    </div>
  );
}
