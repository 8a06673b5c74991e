import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { testDatabase, type TestDatabase } from '../platform/db/testing.ts';
import { sandboxInstitution } from './financing-institution-sandbox.ts';
import { INSTITUTION_AMOUNTS } from './institution-sandbox/refunds.ts';
import type { FinancingInstitution, RefundOrder } from './financing-institution.ts';

const orderOf = (amountCents: bigint): RefundOrder => ({
  requestId: randomUUIDv7(),
  consumerCreditId: randomUUIDv7(),
  externalId: 'app-1',
  loanNumber: null,
  amountCents,
  currency: 'EUR',
  reason: 'OTHER',
  note: null,
  instantDecision: true,
});

describe('the sandbox institution', () => {
  let database: TestDatabase;
  let institution: FinancingInstitution;
  before(async () => {
    database = await testDatabase();
    institution = sandboxInstitution({ databaseUrl: database.url, lateMs: 1000 });
  });
  after(async () => {
    await institution.close();
    await database.drop();
  });

  test('SB-39 the same id is the same order, and never another one', async () => {
    const order = orderOf(50_00n);
    const [first, second] = [await institution.refund(order), await institution.refund(order)];
    assert.equal(first.outcome, 'confirmed');
    assert.deepEqual(second, first);
    assert.deepEqual(await institution.inquire(order.requestId), first);
    await assert.rejects(institution.refund({ ...order, amountCents: 51_00n }), /another order/);
    const unheard = orderOf(52_00n);
    const none = { outcome: 'rejected', reason: 'The institution has no record of the order' };
    assert.deepEqual(await institution.inquire(unheard.requestId), none);
    // what was said of it holds: it is never taken any more
    assert.deepEqual(await institution.refund(unheard), none);
  });

  test('SB-39 it answers by amount: rejected, later, rejected later, and once not at all', async () => {
    const { rejected, late, lateRejected, unanswered } = INSTITUTION_AMOUNTS;
    assert.equal((await institution.refund(orderOf(rejected))).outcome, 'rejected');
    const [confirmedLater, rejectedLater] = [orderOf(late), orderOf(lateRejected)];
    for (const order of [confirmedLater, rejectedLater]) {
      assert.deepEqual(await institution.refund(order), { outcome: 'open' });
      assert.deepEqual(await institution.inquire(order.requestId), { outcome: 'open' });
    }
    const lost = orderOf(unanswered);
    await assert.rejects(institution.refund(lost), /answer is lost/);
    assert.equal((await institution.refund(lost)).outcome, 'confirmed');
    await wait(1050);
    assert.equal((await institution.inquire(confirmedLater.requestId)).outcome, 'confirmed');
    assert.equal((await institution.inquire(rejectedLater.requestId)).outcome, 'rejected');
  });
});
