import { clearNotice } from './notice-record.ts';
import { store } from './store.ts';
import { idleEnd, sessionEnd, untilNextLook, type SessionEnd } from './session-clock.ts';
import {
  cookieText,
  cookieValue,
  expiresAt,
  storedSession,
  type Session,
} from './session-record.ts';

/**
 * The session of this browser: in a cookie and in local storage (NG-14, NG-15), the same in every
 * tab. It knows neither calls nor screens; who cares listens.
 */
const NAME = 'paydesk.session';
const ACTIVITY = 'paydesk.lastActivity';
/** How often an activity is written for the other tabs; in this tab it counts at once. */
const ACTIVITY_WRITE_MS = 1000;

/** For the other tabs: how the session ended that is gone. */
const END = 'paydesk.end';

/** refused: a call answered 401; elsewhere: another tab signed out. */
export type EndReason = 'signedOut' | 'elsewhere' | 'refused' | SessionEnd;

let lastEnd: EndReason | null = null;
let lastActivity = 0;
let lastActivityWritten = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let onEnd: (reason: EndReason) => void = () => {};
let onOtherUser: () => void = () => {};
let onPasswordExpired: () => void = () => {};
let onSecondFactorMissing: () => void = () => {};

export const sessionStore = store<Session | null>(null);
export const getSession = sessionStore.get;

/** When the session ends unless the person says that they are there; null while that is far. */
export const idleEndStore = store<number | null>(null);
export const getIdleEnd = idleEndStore.get;

/** How the session before ended, while there is no new one; for the words at the login. */
export const getLastEnd = (): EndReason | null => lastEnd;

/** What this browser keeps; nothing where its storage is closed to us. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeItem(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // storage is closed to us: the cookie and this tab still hold the session
  }
}

const isSecure = () => location.protocol === 'https:';

function writeCookie(value: string, expires: string): void {
  // the one synchronous way; the Cookie Store is not in every browser
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = cookieText(NAME, value, expires, isSecure());
}

function set(next: Session | null): void {
  sessionStore.set(next);
  look();
}

function keep(next: Session): void {
  const text = JSON.stringify(next);
  writeItem(NAME, text);
  writeCookie(text, next.expirationDateInUtc);
  set(next);
}

function clearStored(): void {
  writeItem(NAME, null);
  writeItem(ACTIVITY, null);
  writeCookie('', new Date(0).toISOString());
  try {
    clearNotice(localStorage);
  } catch {
    // nothing could be kept either
  }
}

export function startSession(next: Session): void {
  lastEnd = null;
  writeItem(END, null);
  noteActivity(Date.now(), true);
  keep(next);
}

/** Forgets the session everywhere and tells who listens (NG-21). */
export function endSession(reason: EndReason): void {
  if (!getSession()) return;
  lastEnd = reason;
  if (reason !== 'signedOut') writeItem(END, reason);
  clearStored();
  set(null);
  onEnd(reason);
}

/** A 401 ends only the session whose token was refused, not one begun meanwhile (NG-20). */
export function refuseToken(token: string): void {
  if (getSession()?.token === token) endSession('refused');
}

/** Another token for the same session, since its person has proved anew who they are; for all tabs (ADR 203). */
export function renewToken(before: string, token: string): void {
  const session = getSession();
  if (session?.token === before) keep({ ...session, token });
}

/** The server says so on any call (NG-08); a renewal takes it back (NG-23). */
export function markPasswordExpired(passwordExpired: boolean): void {
  const session = getSession();
  if (!session || session.passwordExpired === passwordExpired) return;
  keep({ ...session, passwordExpired });
  if (passwordExpired) onPasswordExpired();
}

/** The server asks for a second factor that the person has not set up yet. */
export function markSecondFactorMissing(): void {
  if (getSession()) onSecondFactorMissing();
}

/** The person is there, by word: in this tab and in all others. */
export function stay(): void {
  noteActivity(Date.now(), true);
  look();
}

function noteActivity(now: number, write = false): void {
  lastActivity = now;
  if (!write && now - lastActivityWritten < ACTIVITY_WRITE_MS) return;
  lastActivityWritten = now;
  writeItem(ACTIVITY, String(now));
}

/** When the person last did something, in any tab. */
export function lastSign(): number {
  return clock(Date.now()).lastActivity;
}

function clock(now: number) {
  const shared = Number(readItem(ACTIVITY)) || 0;
  lastActivity = Math.max(lastActivity, shared);
  const session = getSession();
  return { now, expiresAt: session ? expiresAt(session) : 0, lastActivity };
}

/** Ends a session that is over, else comes back when it could be. */
function look(): void {
  clearTimeout(timer);
  timer = undefined;
  if (!getSession()) return idleEndStore.set(null);
  const state = clock(Date.now());
  const end = sessionEnd(state);
  if (end) return endSession(end);
  timer = setTimeout(look, untilNextLook(state));
  idleEndStore.set(idleEnd(state));
}

/** A sign of the person. After a sleep it must not revive a session that was over. */
function onActivity(): void {
  if (!getSession()) return;
  const now = Date.now();
  if (now - lastActivity > ACTIVITY_WRITE_MS) look();
  // once they are asked they answer by the button: a mouse that is pushed is nobody who reads
  if (!getSession() || getIdleEnd() !== null) return;
  noteActivity(now);
}

function onStorage(event: StorageEvent): void {
  // somebody is there in another tab
  if (event.key === ACTIVITY && getIdleEnd() !== null) look();
  // key null: everything was cleared
  if (event.key !== NAME && event.key !== null) return;
  const before = getSession();
  const stored = readItem(NAME);
  if (stored === null) {
    if (!before) return;
    const reason = (readItem(END) as EndReason | null) ?? 'elsewhere';
    clearStored();
    lastEnd = reason;
    set(null);
    onEnd(reason);
    return;
  }
  const next = storedSession([stored], Date.now());
  if (!next) return;
  set(next);
  if (before?.userId !== next.userId) onOtherUser();
}

function readStored(now: number): Session | null {
  const texts = [readItem(NAME), cookieValue(document.cookie, NAME, isSecure())];
  const stored = storedSession(texts, now);
  if (!stored && texts.some((text) => text !== null)) clearStored();
  return stored;
}

/** Reads what is stored and begins to watch; once, before the first route (NG-05, NG-16). */
export function watchSession(handlers: {
  onEnd: (reason: EndReason) => void;
  onOtherUser: () => void;
  onPasswordExpired: () => void;
  onSecondFactorMissing: () => void;
}): void {
  const now = Date.now();
  ({ onEnd, onOtherUser, onPasswordExpired, onSecondFactorMissing } = handlers);
  const stored = readStored(now);
  // nothing noted yet: the person is here now
  lastActivity = Number(readItem(ACTIVITY)) || now;
  if (stored && sessionEnd({ now, expiresAt: expiresAt(stored), lastActivity })) clearStored();
  else if (stored) {
    noteActivity(now, true);
    keep(stored);
  }
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'])
    addEventListener(type, onActivity, { passive: true, capture: true });
  for (const type of ['focus', 'pageshow']) addEventListener(type, look);
  document.addEventListener('visibilitychange', look);
  addEventListener('storage', onStorage);
}
