import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toneOf } from './tone.ts';

const TONES = {
  success: [
    'SUCCESS',
    'ACTIVE',
    'ACTIVATED',
    'CONFIRMED',
    'PAID',
    'SETTLED',
    'VERIFIED',
    'CLEAR',
    'OK',
    'PASSED',
  ],
  error: [
    'FAILED',
    'DECLINED',
    'REJECTED',
    'REFUSED',
    'BLOCKED',
    'BLOCKED_SELF',
    'RP_BLOCKED',
    'MATCH',
    'ERROR',
    'GIVEN_UP',
  ],
  ended: [
    'REVERSED',
    'REFUNDED',
    'CANCELLED',
    'DISABLED',
    'EXPIRED',
    'DRAFT',
    'DEACTIVATED',
    'CLOSED',
    'DELETED',
  ],
  info: ['PROCESSING', 'CREATED', 'REGISTERED'],
  warning: ['PENDING', 'POSSIBLE_MATCH', 'NOT_ACTIVATED', 'REVIEW', 'PARTLY_FAILED', 'HELD'],
};

for (const [tone, statuses] of Object.entries(TONES))
  test(`AM-96 ${tone}: ${statuses.join(', ')}`, () => {
    for (const status of statuses) assert.equal(toneOf(status), tone, status);
  });
