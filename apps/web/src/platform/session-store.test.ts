import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { sessionFrom } from './session-record.ts';
import {
  endSession,
  getIdleEnd,
  getLastEnd,
  getSession,
  markPasswordExpired,
  refuseToken,
  renewToken,
  startSession,
  stay,
  watchSession,
  type EndReason,
} from './session-store.ts';

/** As much of a browser as the store touches. */
const items = new Map<string, string>();
const handlers = new Map<string, (event: object) => void>();
const page = { cookie: '', addEventListener: listen };
const ends: EndReason[] = [];
let otherUsers = 0;
let expiries = 0;

function listen(type: string, handler: (event: object) => void): void {
  handlers.set(type, handler);
}
const happens = (type: string, event = {}) => handlers.get(type)?.(event);

Object.assign(globalThis, { document: page, addEventListener: listen });
Object.defineProperties(globalThis, {
  location: { value: { protocol: 'https:' } },
  localStorage: {
    value: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    },
  },
});

const SESSION = 'paydesk.session';
const login = { token: 't', userId: 'u', passwordExpired: false, expiresIn: 28_800 };

function watch(): void {
  watchSession({
    onEnd: (reason) => ends.push(reason),
    onOtherUser: () => otherUsers++,
    onPasswordExpired: () => expiries++,
    onSecondFactorMissing: () => assert.fail('nobody asked for a second factor'),
  });
}

function signedIn(more: Partial<typeof login> = {}): void {
  startSession(sessionFrom({ ...login, ...more }, 'Europe/Riga', Date.now()));
}

function signedInElsewhere(more: Partial<typeof login>): void {
  items.set(SESSION, JSON.stringify(sessionFrom({ ...login, ...more }, 'UTC', Date.now())));
  happens('storage', { key: SESSION });
}

beforeEach(() => {
  endSession('signedOut');
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.UTC(2026, 10, 20, 8) });
  items.clear();
  page.cookie = '';
  ends.length = 0;
  otherUsers = 0;
  expiries = 0;
  watch();
});

test('NG-14 NG-15 a login stands in the cookie and in local storage', () => {
  signedIn();
  assert.equal(JSON.parse(items.get(SESSION) ?? '').token, 't');
  assert.match(page.cookie, /^__Host-paydesk\.session=%7B.*SameSite=Strict.*Secure$/);
});

test('NG-21 a logout empties both', () => {
  signedIn();
  endSession('signedOut');
  assert.equal(items.size, 0);
  assert.match(page.cookie, /^__Host-paydesk\.session=;.*Expires=Thu, 01 Jan 1970/);
  assert.deepEqual(ends, ['signedOut']);
  assert.equal(getSession(), null);
});

test('NG-17 NG-18 it ends expiresIn seconds after the login, to the moment', () => {
  signedIn({ expiresIn: 60 });
  mock.timers.tick(59_999);
  assert.ok(getSession());
  mock.timers.tick(1);
  assert.deepEqual(ends, ['expired']);
});

test('NG-19 it ends 7,200,000 ms after the last sign of the person', () => {
  signedIn();
  mock.timers.tick(5_000_000);
  happens('keydown');
  mock.timers.tick(7_199_999);
  assert.ok(getSession());
  mock.timers.tick(1);
  assert.deepEqual(ends, ['inactive']);
  assert.equal(getLastEnd(), 'inactive');
  signedIn();
  assert.equal(getLastEnd(), null);
});

test('AM-65 a sign in another tab counts here', () => {
  signedIn();
  mock.timers.tick(7_000_000);
  items.set('paydesk.lastActivity', String(Date.now()));
  mock.timers.tick(7_000_000);
  assert.ok(getSession());
  mock.timers.tick(200_000);
  assert.deepEqual(ends, ['inactive']);
});

test('after a sleep the first sign finds the session over instead of reviving it', () => {
  signedIn();
  // the timers slept with the machine, the clock did not
  mock.timers.setTime(Date.now() + 7_200_000);
  happens('pointermove');
  assert.deepEqual(ends, ['inactive']);
});

test('AM-65 a logout in another tab ends it here', () => {
  signedIn();
  items.clear();
  happens('storage', { key: SESSION });
  assert.deepEqual(ends, ['elsewhere']);
  assert.equal(getSession(), null);
});

test('another user in another tab is said, a new token of the same is taken quietly', () => {
  signedIn();
  signedInElsewhere({ token: 't2' });
  assert.equal(otherUsers, 0);
  signedInElsewhere({ token: 't3', userId: 'v' });
  assert.equal(otherUsers, 1);
  assert.equal(getSession()?.token, 't3');
});

test('NG-20 a refused token ends its own session, not one begun meanwhile', () => {
  signedIn({ token: 'new' });
  refuseToken('old');
  assert.ok(getSession());
  refuseToken('new');
  assert.deepEqual(ends, ['refused']);
});

test('SB-07 another token of the same session is this browser’s; one for a session that is gone is nobody’s', () => {
  signedIn({ token: 'first' });
  const { expirationDateInUtc } = getSession()!;
  renewToken('first', 'second');
  assert.deepEqual(
    [getSession()?.token, getSession()?.expirationDateInUtc],
    ['second', expirationDateInUtc],
  );
  assert.equal(JSON.parse(items.get(SESSION) ?? '').token, 'second');
  assert.match(page.cookie, /second/);
  // refused by then, as a call under way has it
  refuseToken('first');
  renewToken('first', 'third');
  assert.equal(getSession()?.token, 'second');
  assert.deepEqual(ends, []);
});

test('NG-05 NG-16 what is stored is taken up while it is valid', () => {
  const store = (expiresIn: number) =>
    items.set(SESSION, JSON.stringify(sessionFrom({ ...login, expiresIn }, 'UTC', Date.now())));
  store(60);
  watch();
  assert.equal(getSession()?.token, 't');
  endSession('signedOut');
  store(-1);
  watch();
  assert.equal(getSession(), null);
  assert.equal(items.has(SESSION), false);
});

test('a browser that was closed for two hours was inactive', () => {
  signedIn();
  const kept = new Map(items);
  endSession('signedOut');
  for (const [key, value] of kept) items.set(key, value);
  mock.timers.setTime(Date.now() + 7_200_000);
  watch();
  assert.equal(getSession(), null);
});

test('NG-08 NG-23 a password that expires meanwhile is kept until it is renewed', () => {
  signedIn();
  markPasswordExpired(true);
  assert.equal(expiries, 1);
  watch();
  assert.equal(getSession()?.passwordExpired, true);
  markPasswordExpired(false);
  assert.equal(JSON.parse(items.get(SESSION) ?? '').passwordExpired, false);
  assert.equal(expiries, 1);
});

test('NG-19 two minutes before the end it is asked; only an answer in some tab keeps it', () => {
  signedIn();
  const end = Date.now() + 7_200_000;
  mock.timers.tick(7_079_999);
  assert.equal(getIdleEnd(), null);
  mock.timers.tick(1);
  assert.equal(getIdleEnd(), end);
  happens('pointermove');
  assert.equal(getIdleEnd(), end);
  stay();
  assert.equal(getIdleEnd(), null);
  mock.timers.tick(7_080_000);
  assert.ok(getIdleEnd());
  // the answer of another tab
  items.set('paydesk.lastActivity', String(Date.now()));
  happens('storage', { key: 'paydesk.lastActivity' });
  assert.equal(getIdleEnd(), null);
  mock.timers.tick(7_199_999);
  assert.ok(getSession());
  mock.timers.tick(1);
  assert.deepEqual(ends, ['inactive']);
  assert.equal(getIdleEnd(), null);
});

test('NG-19 before the token’s own end nobody is asked: to stay would not help', () => {
  signedIn({ expiresIn: 7_190 });
  mock.timers.tick(7_100_000);
  assert.equal(getIdleEnd(), null);
});

test('NG-19 AM-65 a session that ended by itself in another tab has ended so here, and keeps no trace after a sign-in', () => {
  signedIn();
  items.set('paydesk.end', 'inactive');
  items.delete(SESSION);
  happens('storage', { key: SESSION });
  assert.deepEqual(ends, ['inactive']);
  signedIn();
  assert.equal(items.has('paydesk.end'), false);
});
