import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { insertOrder } from '../../seed/factories/orders.ts';
import { disputeSaid } from '../../testing/disputes.ts';
import {
  booksAgree,
  insertPayment,
  markRefunded,
  read,
  refund,
  reverse,
} from '../../testing/money.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const day = (year: number) => `${year}-01-01T00:00:00.000Z`;

describe('a part of a payment that its bank claims back', () => {
  let server: TestServer;
  let merchantId: string;
  let owner: Client;
  before(async () => {
    server = await testServer();
    merchantId = await server.merchantId('Amber & Oak');
    owner = await server.as('owner@amber.test');
  });
  after(() => server.close());

  const paid = () => insertPayment(server, { merchantId, amountCents: 100_00n });
  const says = (
    paymentId: string,
    disputeId: string,
    status: 'OPEN' | 'WON' | 'LOST',
    amountCents: bigint,
    noticeId?: string,
    respondBy: string | null = null,
  ) =>
    disputeSaid(server, {
      ...(noticeId && { noticeId }),
      disputeId,
      paymentId,
      amountCents,
      respondBy,
      status,
    });
  const stands = async (id: string) => {
    const { dispute, claimedAmount, remainingAmount } = await read(owner, id);
    return [dispute, claimedAmount, remainingAmount];
  };
  const NOT_30 = 'At most 70.00 EUR is left to refund.';

  test('AM-109 disputes to answer are listed the soonest first, by the next day of each, whichever way what has none comes last', async () => {
    const [late, soon, anyDay] = [await paid(), await paid(), await paid()];
    await says(late, 'L-1', 'OPEN', 10_00n, undefined, day(2091));
    await says(soon, 'S-1', 'OPEN', 10_00n, undefined, day(2090));
    await says(soon, 'S-2', 'OPEN', 10_00n, undefined, day(2089));
    await says(anyDay, 'A-1', 'OPEN', 10_00n);
    const listed = async (query: Record<string, string>) => {
      const { content } = (await owner.call('GET /api/transactions', { query })).body;
      return content
        .filter(({ id }) => [late, soon, anyDay].includes(id))
        .map(({ id, respondBy }) => [id, respondBy]);
    };
    const open = { f_dispute: 'OPEN', size: '200' };
    assert.deepEqual(await listed({ ...open, sort: 'respondBy,ASC' }), [
      [soon, day(2089)],
      [late, day(2091)],
      [anyDay, null],
    ]);
    assert.deepEqual(
      (await listed({ sort: 'respondBy,DESC', size: '200', f_respondBy: '01.01.2089..' })).map(
        ([id]) => id,
      ),
      [late, soon],
    );
    // what is decided has no day any more
    await says(soon, 'S-2', 'WON', 10_00n);
    await says(late, 'L-1', 'LOST', 10_00n);
    assert.deepEqual(await listed({ sort: 'respondBy,ASC', f_respondBy: '01.01.2089..' }), [
      [soon, day(2090)],
    ]);
  });

  test('TX-50, SB-15, SB-16 closes that part to refunds and reversals, and no other: open or lost, and nothing once it is won', async () => {
    for (const status of ['OPEN', 'LOST'] as const) {
      const id = await paid();
      assert.equal(await says(id, `${status}-1`, status, 30_00n), true);
      assert.deepEqual(await stands(id), [status, 30, 100]);
      assert.equal((await read(owner, id)).claim!.caseNumber, `${status}-1`, 'as its bank has it');
      const more = await refund(owner, id, 70.01);
      assert.deepEqual(
        [more.status, more.error.errors],
        [400, [{ field: 'amount', message: NOT_30 }]],
      );
      assert.equal((await reverse(owner, id, 70.01)).status, 400);
      assert.equal((await refund(owner, id, 69)).status, 200);
      assert.match(
        (await refund(owner, id, 1.01)).error.errors[0]!.message,
        /^At most 1\.00 EUR is left/,
      );
      assert.equal((await refund(owner, id, 1)).status, 200);
      assert.match(
        (await refund(owner, id, 0.01)).error.errors[0]!.message,
        status === 'OPEN' ? /claims this payment back/ : /dispute was lost/,
      );
      // what somebody gave back elsewhere is written down all the same
      assert.equal((await markRefunded(owner, id, 10)).status, 200);
      assert.equal(await says(id, `${status}-1`, 'WON', 30_00n), true);
      assert.deepEqual(await stands(id), ['WON', 0, 20]);
      assert.equal((await refund(owner, id, 20)).status, 200);
    }
    const reversed = await paid();
    await says(reversed, 'R-1', 'LOST', 30_00n);
    assert.equal((await reverse(owner, reversed, 70)).status, 200);
    await booksAgree(server);
  });

  test('TX-50 a dispute that is first heard of as it is decided is told as decided', async () => {
    const id = await paid();
    assert.equal(await says(id, 'A', 'LOST', 30_00n), true);
    const said = async () => {
      const { body } = await owner.call('GET /api/timelines/transaction/{id}', { params: { id } });
      return body.events.flatMap(({ kind, title }) => (kind === 'DISPUTE' ? [title] : []));
    };
    assert.deepEqual(await said(), ['Payment of 30.00 EUR was disputed, and the dispute is lost']);
    assert.equal(await says(id, 'B', 'OPEN', 10_00n), true);
    assert.equal((await said()).length, 2);
    assert.equal(await says(id, 'B', 'WON', 10_00n), true);
    assert.equal((await said()).length, 3);
  });

  test('TX-50 several disputes of one payment close what all of them claim; one that is won nothing', async () => {
    const id = await paid();
    await says(id, 'A', 'LOST', 30_00n);
    await says(id, 'B', 'OPEN', 45_00n);
    assert.deepEqual(await stands(id), ['OPEN', 75, 100]);
    assert.equal((await read(owner, id)).lostAmount, 30);
    assert.equal((await refund(owner, id, 25.01)).status, 400);
    await says(id, 'B', 'WON', 45_00n);
    // the newest is won, and the other is lost still
    assert.deepEqual(await stands(id), ['LOST', 30, 100]);
    const claim = async () => (await read(owner, id)).claim;
    assert.equal((await claim())!.caseNumber, 'A', 'the one that it speaks of');
    assert.equal((await refund(owner, id, 70)).status, 200);
    // together more than was paid, as banks do
    await says(id, 'C', 'LOST', 100_00n);
    assert.deepEqual(await stands(id), ['LOST', 130, 30]);
    assert.equal((await refund(owner, id, 0.01)).status, 400);
    // of those to answer the soonest, whichever came last
    await says(id, 'D', 'OPEN', 1_00n, undefined, day(2089));
    await says(id, 'E', 'OPEN', 1_00n, undefined, day(2091));
    await says(id, 'F', 'OPEN', 1_00n);
    const { caseNumber, respondBy } = (await claim())!;
    assert.deepEqual([caseNumber, respondBy], ['D', day(2089)]);
  });

  test('TX-50, AM-102 a notice that comes again, since nobody had taken it, undoes nothing that came after it', async () => {
    const id = await paid();
    const [won, lost] = [randomUUIDv7(), randomUUIDv7()];
    await says(id, 'A', 'OPEN', 100_00n, randomUUIDv7());
    assert.equal(await says(id, 'A', 'WON', 100_00n, won), true);
    // the bank has claimed it once more, and has it
    assert.equal(await says(id, 'A', 'LOST', 100_00n, lost), true);
    assert.equal(await says(id, 'A', 'WON', 100_00n, won), false);
    assert.deepEqual(await stands(id), ['LOST', 100, 100]);
    assert.match((await refund(owner, id, 0.01)).error.errors[0]!.message, /dispute was lost/);
    // another notice of the same words is none of these
    assert.equal(await says(id, 'A', 'WON', 100_00n, randomUUIDv7()), true);
    assert.equal(await says(id, 'A', 'LOST', 100_00n, lost), false);
    assert.deepEqual(await stands(id), ['WON', 0, 100]);
  });

  test('AM-109, TX-50 of a dispute that is open another sum or day is written down and told; a decided one stays so', async () => {
    const id = await paid();
    assert.equal(await says(id, 'A', 'OPEN', 30_00n, undefined, day(2090)), true);
    assert.equal(await says(id, 'A', 'OPEN', 30_00n, randomUUIDv7(), day(2090)), false);
    assert.equal(await says(id, 'A', 'OPEN', 100_00n, undefined, day(2089)), true);
    assert.deepEqual(await stands(id), ['OPEN', 100, 100]);
    assert.equal((await read(owner, id)).claim!.respondBy, day(2089));
    const { content } = (await owner.call('GET /api/disputes', { query: { f_transactionId: id } }))
      .body;
    assert.deepEqual(
      content.map(({ respondBy, amount, decidedDate }) => [respondBy, amount, decidedDate]),
      [[day(2089), 100, null]],
    );
    const rows = await server.all<{ changes: object }>(
      `select details->'changes' as changes from audit_logs
       where entity_id = $1 and action = 'DISPUTE_NOTICE' order by created_date, id`,
      [id],
    );
    assert.deepEqual(
      rows.map(({ changes }) => changes),
      [
        { dispute: { before: null, after: 'OPEN' } },
        {
          amount: { before: 30, after: 100 },
          respondBy: { before: day(2090), after: day(2089) },
        },
      ],
    );
    assert.equal(await says(id, 'A', 'LOST', 100_00n), true);
    assert.equal(await says(id, 'A', 'OPEN', 30_00n, undefined, day(2091)), false);
    assert.deepEqual(await stands(id), ['LOST', 100, 100]);
  });

  test('OR-11, PU-10, TX-50 its order and its purchase say how much of them is claimed', async () => {
    const { id: orderId } = await insertOrder(server.pool, { merchantId, status: 'PAID' });
    const id = await insertPayment(server, { merchantId, amountCents: 100_00n, orderId });
    const paidBy = async () => {
      const { body } = await owner.call('GET /api/orders/{id}', { params: { id: orderId } });
      return body.paymentId;
    };
    assert.equal(await paidBy(), id, 'what is refunded of it');
    await insertPayment(server, { merchantId, amountCents: 5_00n, orderId });
    assert.equal(await paidBy(), null, 'which of them is asked for in their list');
    await says(id, 'A', 'LOST', 30_00n);
    await says(id, 'B', 'WON', 20_00n);
    await says(id, 'C', 'OPEN', 10_00n);
    const order = await owner.call('GET /api/orders/{id}', { params: { id: orderId } });
    assert.deepEqual(sums(order.body), [105, 40, 30]);
    const params = { id: (await read(owner, id)).purchaseId! };
    const purchase = await owner.call('GET /api/purchases/{id}', { params });
    assert.deepEqual(sums(purchase.body), [100, 40, 30]);
  });

  test('TX-50, AM-102 of refunds and a dispute at once no more goes back than was paid', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await paid();
      await Promise.all([
        ...[40, 40, 40].map((amount) => refund(owner, id, amount)),
        says(id, `race-${round}`, 'LOST', 30_00n),
        ...[20, 20].map((amount) => refund(owner, id, amount)),
      ]);
      const { refundedAmount, claimedAmount } = await read(owner, id);
      assert.equal(claimedAmount, 30);
      const last = await refund(owner, id, 0.01);
      // what was sent before the bank said so is gone; nothing is sent after
      assert.equal(last.status, refundedAmount >= 70 ? 400 : 200, `${refundedAmount}`);
    }
  });
});

const sums = (one: { paidAmount: number; claimedAmount: number; lostAmount: number }) => [
  one.paidAmount,
  one.claimedAmount,
  one.lostAmount,
];
