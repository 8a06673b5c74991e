import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INACTIVITY_MS, sessionEnd, untilNextLook, WARNING_MS } from './session-clock.ts';

const HOUR = 3_600_000;
const login = Date.UTC(2026, 10, 20, 8);
const clock = (after: number, { expiresIn = 8 * HOUR, idleSince = 0 } = {}) => ({
  now: login + after,
  expiresAt: login + expiresIn,
  lastActivity: login + idleSince,
});

test('NG-17 NG-18 the session ends at its expiry and not a moment before', () => {
  const busy = { expiresIn: HOUR, idleSince: HOUR };
  assert.equal(sessionEnd(clock(HOUR - 1, busy)), null);
  assert.equal(sessionEnd(clock(HOUR, busy)), 'expired');
  assert.equal(untilNextLook(clock(0, { expiresIn: HOUR })), HOUR);
});

test('NG-19 the session ends after 7,200,000 ms without a sign of the person', () => {
  assert.equal(INACTIVITY_MS, 7_200_000);
  assert.equal(sessionEnd(clock(7_200_000 - 1)), null);
  assert.equal(sessionEnd(clock(7_200_000)), 'inactive');
  assert.equal(WARNING_MS, 120_000);
  assert.equal(untilNextLook(clock(0)), 7_080_000);
  assert.equal(untilNextLook(clock(7_080_000)), 120_000);
});

test('an activity moves the end of the session, the expiry stays', () => {
  assert.equal(sessionEnd(clock(3 * HOUR, { idleSince: 2 * HOUR })), null);
  assert.equal(untilNextLook(clock(2 * HOUR, { idleSince: 2 * HOUR })), 7_080_000);
  assert.equal(sessionEnd(clock(8 * HOUR, { idleSince: 8 * HOUR })), 'expired');
});

test('a wait beyond what a timer holds is cut, one that is over is none', () => {
  const day = 24 * HOUR;
  const state = { now: 0, expiresAt: 60 * day, lastActivity: 59 * day };
  assert.equal(untilNextLook(state), 2_147_483_647);
  assert.equal(untilNextLook(clock(20 * HOUR)), 0);
});

test('a clock that was set back ends nothing', () => {
  assert.equal(sessionEnd(clock(0, { idleSince: 5 * HOUR })), null);
});

test('an expiry that is no date has passed', () => {
  assert.equal(sessionEnd({ now: 1, expiresAt: NaN, lastActivity: 1 }), 'expired');
});
