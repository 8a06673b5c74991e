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
    'ERROR',
  ],
  ended: ['REVERSED', 'REFUNDED', 'CANCELLED', 'DISABLED', 'EXPIRED', 'DRAFT', 'DEACTIVATED'],
  info: ['PROCESSING', 'CREATED'],
  warning: ['PENDING', 'NOT_ACTIVATED', 'REVIEW'],
};

for (const [tone, statuses] of Object.entries(TONES))
  test(`AM-96 ${tone}: ${statuses.join(', ')}`, () => {
    for (const status of statuses) assert.equal(toneOf(status), tone, status);
  });
