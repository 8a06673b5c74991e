import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stillTried } from './exchange-logs.ts';

const message = {
  outcome: 'FAILED',
  xmlType: 'PURCHCOMPLREQ',
  createdDate: '2026-11-02T10:00:00.000Z',
  outcomeDate: '2026-11-02T10:01:00.000Z',
} as Parameters<typeof stillTried>[0];

const at = (now: string, given = {}) => stillTried({ ...message, ...given }, new Date(now));

test('AM-48 a message that did not arrive is tried for a day, and given up after it', () => {
  assert.deepEqual(at('2026-11-02T10:02:00.000Z'), { until: '2026-11-03T10:00:00.000Z' });
  assert.deepEqual(at('2026-11-03T09:59:59.000Z'), { until: '2026-11-03T10:00:00.000Z' });
  assert.equal(at('2026-11-03T10:00:00.000Z'), 'given up');
  // sent again by hand: a day of its own, which nobody knows here
  assert.equal(at('2026-11-05T12:00:00.000Z', { outcomeDate: '2026-11-05T11:59:00.000Z' }), null);
  assert.equal(at('2026-11-02T10:02:00.000Z', { outcome: 'DELIVERED' }), null);
  assert.equal(at('2026-11-02T10:02:00.000Z', { xmlType: 'ORDERVERREQ' }), null);
});
