import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHARGE_HOLDS } from '../../charging.ts';
import { canChargeDue, DUE_STATUSES, skipDue } from './dues.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const due = {
  status: { name: 'MISSED', description: DUE_STATUSES.MISSED },
  amount: 9.9,
  currency: 'EUR',
  dueDay: '2026-10-23',
  recurringStatus: 'ACTIVE',
  suspendReason: null,
  expirationDate: null,
  onHold: null,
} as const;

test('AM-14, AM-122 a day is charged while anybody may be: not of what ended, was paused by its customer, or is over', () => {
  assert.equal(canChargeDue(due, NOW), null);
  const declined = { recurringStatus: 'SUSPENDED', suspendReason: 'DECLINED' } as const;
  assert.equal(canChargeDue({ ...due, ...declined }, NOW), null);
  const paused = { recurringStatus: 'SUSPENDED', suspendReason: 'PAUSED_BY_CUSTOMER' } as const;
  assert.match(canChargeDue({ ...due, ...paused }, NOW)!, /The customer paused it/);
  for (const recurringStatus of ['CANCELLED', 'EXPIRED'] as const)
    assert.match(canChargeDue({ ...due, recurringStatus }, NOW)!, /nobody is charged any more/);
  const at = (expirationDate: string) => canChargeDue({ ...due, expirationDate }, NOW);
  assert.match(at('2026-11-23T12:00:00Z')!, /is over/);
  assert.equal(at('2026-11-23T12:00:01Z'), null);
  const paid = { status: { name: 'PAID', description: DUE_STATUSES.PAID } } as const;
  assert.match(canChargeDue({ ...due, ...paid }, NOW)!, /paid already/);
});

test('SB-42, AM-116 a day is not charged while its payer, its card or its merchant forbids it, and that is the reason', () => {
  for (const onHold of ['CUSTOMER', 'CARD', 'RECURRING', 'MERCHANT', 'AGREED'] as const)
    assert.equal(canChargeDue({ ...due, onHold }, NOW), CHARGE_HOLDS[onHold]);
  // it may be skipped, all the same
  assert.equal(skipDue.whyNot({ ...due, onHold: 'MERCHANT' }, NOW, null as never), null);
});
