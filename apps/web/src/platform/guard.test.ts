import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectOf, safeRedirect, type RouteAccess, type Visit } from './guard.ts';

const valid = { passwordExpired: false };
const expired = { passwordExpired: true };
const visit = (access: RouteAccess, session: Visit['session'], href = '/x') =>
  redirectOf({ access, session, href });

test('NG-01..03 login, register and recovery are open to anonymous visitors', () => {
  assert.equal(visit('login', null, '/login'), null);
  assert.equal(visit('open', null, '/register?invitation=T'), null);
});

test('NG-04 NG-06 AM-81 every other route leads to login, which keeps the full path', () => {
  assert.equal(
    visit('signedIn', null, '/transactions?f_orderId=1&sort=date,DESC#top'),
    '/login?redirectFrom=%2Ftransactions%3Ff_orderId%3D1%26sort%3Ddate,DESC%23top',
  );
  assert.equal(visit('signedIn', null, '/no-such'), '/login?redirectFrom=%2Fno-such');
  assert.equal(
    visit('renewal', null, '/password-renewal'),
    '/login?redirectFrom=%2Fpassword-renewal',
  );
});

test('NG-07 from home to the plain login', () => {
  assert.equal(visit('signedIn', null, '/'), '/login');
  assert.equal(visit('signedIn', null, '/?a=1'), '/login');
});

test('NG-08 while the password is expired every route leads to its renewal', () => {
  for (const access of ['open', 'login', 'signedIn'] as const)
    assert.equal(visit(access, expired), '/password-renewal', access);
  assert.equal(visit('renewal', expired, '/password-renewal'), null);
});

test('SB-02 while a required second factor is missing every route leads to its set-up, the expired password first', () => {
  const missing = { passwordExpired: false, secondFactorMissing: true };
  for (const access of ['open', 'login', 'renewal', 'signedIn'] as const)
    assert.equal(visit(access, missing), '/second-factor', access);
  assert.equal(visit('secondFactor', missing), null);
  assert.equal(visit('secondFactor', { ...missing, passwordExpired: true }), '/password-renewal');
  assert.equal(visit('secondFactor', valid), '/');
  assert.equal(
    visit('secondFactor', null, '/second-factor'),
    '/login?redirectFrom=%2Fsecond-factor',
  );
});

test('NG-09 RT-04 renewal and login lead home when there is nothing to do there', () => {
  assert.equal(visit('renewal', valid, '/password-renewal'), '/');
  assert.equal(visit('login', valid, '/login'), '/');
  const asked = '/login?redirectFrom=%2Ftransactions%3Fpage%3D1';
  assert.equal(visit('login', valid, asked), '/transactions?page=1');
  assert.equal(visit('login', valid, '/login?redirectFrom=%2F%2Fevil.test'), '/');
  assert.equal(visit('open', valid, '/register'), null);
  assert.equal(visit('signedIn', valid), null);
});

const origin = 'https://console.example';

test('AU-05 AU-06 the login leads back to the path asked for, else home', () => {
  const asked = '/transactions?f_orderId=1&f_amount=1..2#top';
  assert.equal(safeRedirect(asked, origin), asked);
  assert.equal(safeRedirect(undefined, origin), '/');
  assert.equal(safeRedirect('', origin), '/');
});

test('AU-05 no redirect leaves the console, however it is written', () => {
  for (const wish of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    ' /transactions',
    'transactions',
    'https://console.example@evil.example/',
    '//',
    '/login?redirectFrom=/login',
  ])
    assert.equal(safeRedirect(wish, origin), '/', wish);
});

test('a path that only looks like another origin stays a path', () => {
  assert.equal(safeRedirect('/@evil.example', origin), '/@evil.example');
  assert.equal(safeRedirect('/%2F%2Fevil.example', origin), '/%2F%2Fevil.example');
});
