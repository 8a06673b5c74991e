import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieText, cookieValue, sessionFrom, storedSession } from './session-record.ts';

const now = Date.UTC(2026, 10, 20, 8);
const login = { token: 't', userId: 'u', passwordExpired: false, expiresIn: 28_800 };
const session = sessionFrom(login, 'Europe/Riga', now);
const text = JSON.stringify(session);
const passed = JSON.stringify({ ...session, expirationDateInUtc: '2026-11-20T07:59:59.999Z' });

test('NG-18 NG-24 AM-79 the record of a login: its expiry counted from now, its zone', () => {
  assert.deepEqual(session, {
    token: 't',
    userId: 'u',
    passwordExpired: false,
    expirationDateInUtc: '2026-11-20T16:00:00.000Z',
    timezone: 'Europe/Riga',
  });
});

test('NG-16 a stored session counts until it expires, whichever store says so', () => {
  assert.deepEqual(storedSession([text, text], now), session);
  assert.equal(storedSession([passed, text], now), null);
  assert.equal(storedSession([text, passed], now), null);
  assert.equal(storedSession([text, text], now + 28_800_000), null);
});

test('NG-14 NG-15 either store is enough', () => {
  assert.deepEqual(storedSession([text, null], now), session);
  assert.deepEqual(storedSession([null, text], now), session);
  assert.equal(storedSession([null, null], now), null);
});

test('what can not be read is no session', () => {
  for (const broken of ['', '{', 'null', '[]', '"t"', '{"token":""}', '{"token":"t"}'])
    assert.equal(storedSession([broken, text], now), null, broken);
});

test('NG-14 the cookie goes to no other site, and over https alone where the page came so', () => {
  const cookie = cookieText('paydesk.session', text, session.expirationDateInUtc, true);
  assert.match(cookie, /^__Host-paydesk\.session=.*; Path=\/; SameSite=Strict;/);
  assert.match(cookie, /; Expires=Fri, 20 Nov 2026 16:00:00 GMT/);
  assert.match(cookie, /; Secure$/);
  assert.doesNotMatch(cookieText('s', '', session.expirationDateInUtc, false), /Secure|__Host-/);
  const [pair = ''] = cookie.split('; ');
  assert.equal(cookieValue(`a=b; ${pair}; c=d`, 'paydesk.session', true), text);
});

test('NG-05 a cookie that a neighbouring host has set signs nobody in over https', () => {
  const [planted = ''] = cookieText('paydesk.session', text, '2026-11-20T16:00:00Z', false).split(
    ';',
  );
  const [own = ''] = cookieText('paydesk.session', '{}', '2026-11-20T16:00:00Z', true).split(';');
  assert.equal(cookieValue(planted, 'paydesk.session', true), null);
  assert.equal(cookieValue(`${planted}; ${own}`, 'paydesk.session', true), '{}');
  assert.equal(cookieValue(planted, 'paydesk.session', false), text);
});

test('a cookie that is not there or not whole', () => {
  assert.equal(cookieValue('', 'paydesk.session', false), null);
  assert.equal(cookieValue('other=1', 'paydesk.session', false), null);
  assert.equal(cookieValue('paydesk.session=%E0%A4%A', 'paydesk.session', false), '');
});
