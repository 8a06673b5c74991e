import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findSession } from '../../platform/auth/sessions.ts';
import { tasksOf } from '../../resources.ts';
import {
  booksAgree,
  insertPayment,
  markSuccessful,
  read,
  refund,
  reverse,
  standing,
} from '../../testing/money.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { lock, reserve, type MoneyOrder } from './reserve.ts';
import { settle } from './settle.ts';

const TIMEOUT_MS = 400;
const DECLINED = 9999.01;
const NO_ANSWER = 9999.02;
const ANSWER_LOST = 9999.03;
const LATE = 9999.04;

/** What an acquirer may do, by the amounts that its sandbox goes by (AM-103). */
describe('an acquirer that declines, is silent or late', () => {
  let server: TestServer;
  let merchantId: string;
  let owner: Client;

  before(async () => {
    server = await testServer({ settings: { ACQUIRER_TIMEOUT_MS: String(TIMEOUT_MS) } });
    merchantId = await server.merchantId('Amber & Oak');
    owner = await server.as('owner@amber.test');
    // its tables and its connections, before the clock counts
    await server.services.acquirer.inquire(crypto.randomUUID());
  });
  after(() => server.close());

  const payment = () => insertPayment(server, { merchantId, amountCents: 20_000_00n });
  const refundsOf = (id: string) =>
    server.all<{ id: string; status: string; awaiting_acquirer: boolean }>(
      'select id, status, awaiting_acquirer from transactions where refunded_transaction_id = $1',
      [id],
    );
  const ledger = async (id: string) =>
    (
      await server.all<{ amount_cents: bigint }>(
        'select amount_cents from acquirer_sandbox.ledger where transaction_id = $1',
        [id],
      )
    ).map(({ amount_cents }) => amount_cents);
  const events = async (id: string) =>
    (
      await server.all<{ event: string }>(
        'select event from transaction_logs where transaction_id = $1 order by created_date, id',
        [id],
      )
    ).map(({ event }) => event);

  test('SB-19, AM-103 declined: 400 on the amount with the reason, a failed attempt in the log, nothing reserved', async () => {
    for (const call of [refund, reverse]) {
      const id = await payment();
      const reply = await call(owner, id, DECLINED);
      assert.equal(reply.status, 400);
      assert.deepEqual(reply.error.errors, [
        { field: 'amount', message: 'The acquirer declined the amount' },
      ]);
      const now = await read(owner, id);
      assert.equal(now.status.name, 'SUCCESS');
      assert.equal(now.remainingAmount, 20_000);
      assert.equal(now.pendingAmount, 0);
      assert.equal(now.awaitingAcquirer, null);
      assert.deepEqual(now.refunds, []);
      assert.equal(now.reversal, null);
      assert.deepEqual(await ledger(id), []);
      const failed = call === refund ? 'REFUND_FAILED' : 'REVERSAL_FAILED';
      assert.equal((await events(id)).at(-1), failed);
      if (call === refund)
        assert.deepEqual(
          (await refundsOf(id)).map(({ status }) => status),
          ['FAILED'],
        );
      const audited = await server.one<{ result: string; details: { reason?: string } }>(
        'select result, details from audit_logs where entity_id = $1 order by created_date desc, id desc limit 1',
        [id],
      );
      assert.equal(audited.result, 'FAILED');
      assert.equal(audited.details.reason, 'The acquirer declined the amount');
      assert.equal((await call(owner, id, 100)).status, 200, 'another amount may follow');
    }
    await booksAgree(server);
  });

  test('AM-102, SB-16 unknown: 202, it counts as pending against what is left, and is no refund yet', async () => {
    const id = await payment();
    const reply = await refund(owner, id, NO_ANSWER);
    assert.equal(reply.status, 202);
    assert.equal(reply.body.id, id);
    assert.equal(reply.body.pendingAmount, NO_ANSWER);
    assert.equal(reply.body.remainingAmount, 10_000.98);
    assert.equal(reply.body.refundedAmount, 0);
    assert.deepEqual(reply.body.refunds, []);
    assert.equal(reply.body.awaitingAcquirer, 'refund');
    const [pending] = await refundsOf(id);
    assert.deepEqual([pending!.status, pending!.awaiting_acquirer], ['PROCESSING', true]);
    assert.ok((await events(id)).includes('ANSWER_UNKNOWN'));
    assert.equal((await refund(owner, id, 10_000.99)).status, 400, 'more than is left');
    assert.equal((await refund(owner, id, 0.98)).status, 200, 'what is left');
    const open = await markSuccessful(owner, pending!.id);
    assert.deepEqual(open.error.errors, [
      { field: 'status', message: 'The answer of the acquirer is still open' },
    ]);

    await server.settleEverything();
    const settled = await read(owner, id);
    assert.equal(settled.pendingAmount, 0);
    assert.equal(settled.remainingAmount, 19_999.02, 'it never arrived, so nothing moved');
    assert.deepEqual((await refundsOf(id)).map(({ status }) => status).sort(), [
      'FAILED',
      'SUCCESS',
    ]);
    await booksAgree(server);
  });

  test('AM-102, AM-103 done but the answer lost: the task finds out, and it counts once', async () => {
    const id = await payment();
    assert.equal((await refund(owner, id, ANSWER_LOST)).status, 202);
    await server.settleEverything();
    const settled = await read(owner, id);
    assert.deepEqual(
      settled.refunds.map(({ amount }) => amount),
      [ANSWER_LOST],
    );
    assert.equal(settled.pendingAmount, 0);
    assert.equal(settled.refundedAmount, ANSWER_LOST);
    assert.deepEqual(await ledger(id), [9999_03n]);
    await booksAgree(server);
  });

  test('AM-102, AM-103 late: while the acquirer does not know it stays pending, however often it is asked', async () => {
    const id = await payment();
    assert.equal((await refund(owner, id, LATE)).status, 202);
    const task = tasksOf(server.services).find(({ name }) => name === 'resolve-pending-money');
    await server.pool.query(
      `update money_operations set next_attempt_date = now() - interval '1 second' where status = 'PENDING'`,
    );
    await task!.run();
    const still = await read(owner, id);
    assert.equal(still.pendingAmount, LATE);
    assert.deepEqual(still.refunds, []);
    await server.settleEverything();
    assert.equal((await read(owner, id)).refundedAmount, LATE);
    assert.deepEqual(await ledger(id), [9999_04n]);
    await booksAgree(server);
  });

  test('AM-102, SB-15 an open reversal: SUCCESS still, nothing else possible; then it counts or is gone', async () => {
    for (const [amount, status, left] of [
      [NO_ANSWER, 'SUCCESS', 20_000],
      [ANSWER_LOST, 'REVERSED', 10_000.97],
      [LATE, 'REVERSED', 10_000.96],
    ] as const) {
      const id = await payment();
      const reply = await reverse(owner, id, amount);
      assert.equal(reply.status, 202);
      assert.equal(reply.body.status.name, 'SUCCESS');
      assert.equal(reply.body.reversal, null);
      assert.equal(reply.body.awaitingAcquirer, 'reversal');
      for (const again of [await reverse(owner, id, 1), await refund(owner, id, 1)])
        assert.deepEqual(again.error.errors, [
          { field: 'status', message: 'A reversal is waiting for the answer of the acquirer' },
        ]);
      await server.settleEverything();
      const settled = await read(owner, id);
      assert.equal(settled.status.name, status, String(amount));
      assert.equal(settled.remainingAmount, left);
      assert.equal(settled.awaitingAcquirer, null);
    }
    await booksAgree(server);
  });

  test('SB-19, AM-102 the same key while the answer is open: 202 again, then the settled result, one refund', async () => {
    for (const [amount, status] of [
      [ANSWER_LOST, 200],
      [NO_ANSWER, 400],
    ] as const) {
      const id = await payment();
      const key = { headers: { 'idempotency-key': `open ${amount}` } };
      assert.equal((await refund(owner, id, amount, {}, key)).status, 202);
      assert.equal((await refundsOf(id)).length, 1);
      await server.settleEverything();
      assert.equal((await refund(owner, id, amount, {}, key)).status, status);
      assert.equal((await refundsOf(id)).length, 1);
    }
    await booksAgree(server);
  });

  test('SB-19, AM-102 a repeat waits as long as the first attempt may take, and answers what came of it', async () => {
    const id = await payment();
    const key = { headers: { 'idempotency-key': 'waits' } };
    assert.equal((await refund(owner, id, ANSWER_LOST, {}, key)).status, 202);
    const { operation, reference } = await server.one<{ operation: string; reference: string }>(
      `select o.id as operation, r.reference from money_operations o
       join acquirer_sandbox.requests r on r.operation_id = o.id where o.transaction_id = $1`,
      [id],
    );
    const again = refund(owner, id, ANSWER_LOST, {}, key);
    await sleep(TIMEOUT_MS / 4);
    await settle(server.services, operation, { outcome: 'approved', reference });
    const { status, body } = await again;
    assert.deepEqual([status, body.refundedAmount], [200, ANSWER_LOST]);
    assert.equal((await refundsOf(id)).length, 1);
    await booksAgree(server);
  });

  test('AM-102, SB-49 a server that dies between reserving and settling: the task asks, and never guesses', async () => {
    for (const arrived of [false, true])
      for (const kind of ['REFUND', 'REVERSAL'] as const) {
        const id = await payment();
        const order: MoneyOrder = {
          kind,
          transactionId: id,
          amount: 12.34,
          reasonCode: 'OTHER_REFUND',
          reasonNote: null,
        };
        const actor = (await findSession(
          server.database,
          owner.token!,
          '127.0.0.1',
          server.services.config,
        ))!;
        const { id: operationId } = await server.database.transaction(actor.sight, async (tx) => {
          const { row } = await lock(tx, actor, id);
          return reserve(tx, actor, row, order, { retryAfterSeconds: 0, gateway: null });
        });
        if (arrived)
          await server.services.acquirer.move({
            operationId,
            kind,
            transactionId: id,
            amountCents: 1234n,
            currency: 'EUR',
          });
        assert.equal((await read(owner, id)).pendingAmount, 12.34);
        await server.settleEverything();
        const settled = await read(owner, id);
        assert.equal(settled.pendingAmount, 0);
        assert.equal(settled.remainingAmount, arrived ? 19_987.66 : 20_000);
        assert.deepEqual(await ledger(id), arrived ? [1234n] : []);
        if (!arrived) {
          // what arrives after we said that it never did is not booked any more
          const late = await server.services.acquirer.move({
            operationId,
            kind,
            transactionId: id,
            amountCents: 1234n,
            currency: 'EUR',
          });
          assert.equal(late.outcome, 'declined');
        }
      }
    await booksAgree(server);
  });

  test('AM-102, SB-16 the reservation guards itself, whatever was asked before it', async () => {
    const actor = (await findSession(
      server.database,
      owner.token!,
      '127.0.0.1',
      server.services.config,
    ))!;
    for (const kind of ['REFUND', 'MANUAL_REFUND', 'REVERSAL'] as const)
      for (const [given, amount, fits] of [
        [{}, 100, true],
        [{}, 100.01, false],
        [{ refundedCents: 60_00n, pendingRefundCents: 30_00n }, 10, true],
        [{ refundedCents: 60_00n, pendingRefundCents: 30_00n }, 10.01, false],
        [{ pendingReversalCents: 1n }, 1, false],
        [{ status: 'REVERSED', reversedCents: 1n }, 1, false],
        [{ status: 'FAILED' }, 1, false],
      ] as const) {
        const id = await insertPayment(server, { merchantId, ...given });
        const order = { kind, transactionId: id, amount, reasonCode: 'X', reasonNote: null };
        const earlier = await standing(server, id);
        const reserving = server.database.transaction(actor.sight, async (tx) => {
          const { row } = await lock(tx, actor, id);
          await reserve(tx, actor, row, order, { retryAfterSeconds: 60, gateway: null });
          // what is left of it is of no use to the other tests
          throw new Error('reserved');
        });
        await assert.rejects(
          reserving,
          fits ? /^Error: reserved$/ : /Refusal/,
          `${kind} ${amount}`,
        );
        assert.deepEqual(await standing(server, id), earlier);
        await server.pool.query('delete from transactions where id = $1', [id]);
      }
  });

  test('AM-102 an operation is settled once, by whoever comes first', async () => {
    for (const first of ['approved', 'declined'] as const) {
      const id = await payment();
      assert.equal((await refund(owner, id, ANSWER_LOST)).status, 202);
      const { operation } = await server.one<{ operation: string }>(
        'select id as operation from money_operations where transaction_id = $1',
        [id],
      );
      const { reference } = await server.one<{ reference: string }>(
        'select reference from acquirer_sandbox.requests where operation_id = $1',
        [operation],
      );
      const answers = {
        approved: { outcome: 'approved', reference },
        declined: { outcome: 'declined', reason: 'No' },
      } as const;
      const settled = await settle(server.services, operation, answers[first]);
      const earlier = await standing(server, id);
      for (const answer of [answers.approved, answers.declined])
        assert.deepEqual(await settle(server.services, operation, answer), settled);
      assert.deepEqual(await standing(server, id), earlier);
      if (first === 'approved') continue;
      // a lie told for this test's sake: the acquirer did book it
      await server.pool.query('delete from acquirer_sandbox.requests where operation_id = $1', [
        operation,
      ]);
    }
    await booksAgree(server);
  });

  test('AM-102 two servers that ask at once settle once', async () => {
    const id = await payment();
    assert.equal((await refund(owner, id, ANSWER_LOST)).status, 202);
    await server.pool.query(
      `update money_operations set next_attempt_date = now() - interval '1 second' where status = 'PENDING'`,
    );
    const tasks = [1, 2, 3].flatMap(() => tasksOf(server.services));
    await Promise.all(tasks.map((task) => task.run()));
    // one that had no answer in time, with so much at once, asks again
    await server.settleEverything();
    assert.equal((await read(owner, id)).refundedAmount, ANSWER_LOST);
    await booksAgree(server);
  });

  test('AM-102 no lock is held while the acquirer answers', async () => {
    const id = await payment();
    const waiting = refund(owner, id, NO_ANSWER);
    await sleep(TIMEOUT_MS / 2);
    const started = performance.now();
    await server.pool.query(
      'select from transactions where id = $1 and merchant_id = $2 for update nowait',
      [id, merchantId],
    );
    assert.equal((await refund(owner, id, 5)).status, 200);
    assert.ok(performance.now() - started < TIMEOUT_MS * 5);
    assert.equal((await waiting).status, 202);
    await server.settleEverything();
    await booksAgree(server);
  });
});
