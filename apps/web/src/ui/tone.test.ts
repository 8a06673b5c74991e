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
    'CHOSEN',
    'USED',
    'FALSE_HIT',
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
    'TRUE_HIT',
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
    'REVOKED',
    'WITHDRAWN',
    'SKIPPED',
  ],
  info: ['PROCESSING', 'CREATED', 'REGISTERED', 'CHARGING', 'RETRYING', 'DUE'],
  warning: [
    'PENDING',
    'POSSIBLE_MATCH',
    'NOT_ACTIVATED',
    'REVIEW',
    'PARTLY_FAILED',
    'HELD',
    'REQUESTED',
    'SUSPENDED',
    'MISSED',
    'UNPAID',
    'OVERDUE',
    'OPEN',
    'SECOND_READER',
  ],
};

for (const [tone, statuses] of Object.entries(TONES))
  test(`AM-96 ${tone}: ${statuses.join(', ')}`, () => {
    for (const status of statuses) assert.equal(toneOf(status), tone, status);
  });
