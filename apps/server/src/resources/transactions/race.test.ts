import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  booksAgree,
  insertPayment,
  markRefunded,
  markSuccessful,
  read,
  refund,
  reverse,
} from '../../testing/money.ts';
import { runs } from '@paydesk/contract/testing/proof.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const centsOf = (amount: number) => BigInt(Math.round(amount * 100));

/** Of the amounts that were acknowledged, how often each. */
function tally(amounts: bigint[]) {
  const counts = new Map<bigint, bigint>();
  for (const amount of amounts) counts.set(amount, (counts.get(amount) ?? 0n) + 1n);
  return [...counts]
    .map(([amount_cents, count]) => ({ amount_cents, count }))
    .sort((a, b) => Number(a.amount_cents - b.amount_cents));
}

/** Many at once on one transaction: never more out than in, and whoever read 200 is in the books, once. */
describe('many at once', () => {
  let server: TestServer;
  let merchantId: string;
  let owner: Client;
  let operator: Client;

  before(async () => {
    server = await testServer({ settings: { ACQUIRER_TIMEOUT_MS: '60000' } });
    merchantId = await server.merchantId('Amber & Oak');
    owner = await server.as('owner@amber.test');
    operator = await server.as('operator@amber.test');
  });
  after(() => server.close());
  afterEach(() => booksAgree(server));

  const payment = (amountCents: bigint) => insertPayment(server, { merchantId, amountCents });
  const movedOut = (id: string) =>
    server.all<{ amount_cents: bigint; count: bigint }>(
      `select amount_cents, count(*) from money_journal where transaction_id = $1
       and kind not like '%REVERSAL' group by 1 order by 1`,
      [id],
    );

  test('SB-16, AM-102 hundreds of refunds of one transaction at once: as many win as fit', async (t) => {
    // where others need both cores too, the last of many more are told to come again (503)
    const many = runs(100, 200);
    const whole = BigInt(many) * 2_50n;
    const id = await payment(whole);
    const amounts = Array.from({ length: many }, (_, nth) => (1 + ((nth * 7919) % 997)) / 100);
    const began = performance.now();
    const replies = await Promise.all(
      amounts.map((amount, nth) => refund(nth % 2 ? owner : operator, id, amount)),
    );
    t.diagnostic(`${many} in ${Math.round(performance.now() - began)} ms`);
    const won = amounts.filter((_, nth) => replies[nth]!.status === 200);
    for (const [nth, { status, text }] of replies.entries())
      assert.ok(status === 200 || status === 400, `${amounts[nth]}: ${status} ${text}`);
    assert.deepEqual(await movedOut(id), tally(won.map(centsOf)));
    const state = await read(owner, id);
    const sum = won.map(centsOf).reduce((total, cents) => total + cents, 0n);
    assert.equal(centsOf(state.refundedAmount), sum);
    assert.equal(state.pendingAmount, 0);
    assert.ok(sum <= whole);
    const refused = amounts.filter((_, nth) => replies[nth]!.status === 400);
    assert.ok(refused.length > 0, 'they do not all fit');
    assert.ok(
      refused.every((amount) => amount > state.remainingAmount),
      'none was refused that would still fit',
    );
    assert.equal(state.refunds.length, won.length);
  });

  test('SB-16, SB-17 refunds and manual refunds of the whole amount: one of them wins', async () => {
    const id = await payment(77_77n);
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, nth) =>
        nth % 2 ? refund(owner, id, 77.77) : markRefunded(operator, id, 77.77),
      ),
    );
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    assert.equal((await read(owner, id)).refunds.length, 1);
  });

  test('SB-15, AM-94 reversals race refunds: one reversal at most, and together never too much', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await payment(100_00n);
      const replies = await Promise.all([
        ...Array.from({ length: 5 }, () => refund(operator, id, 15)),
        ...Array.from({ length: 5 }, () => reverse(owner, id, 55)),
        ...Array.from({ length: 5 }, () => refund(owner, id, 30)),
      ]);
      for (const { status, text } of replies) assert.ok(status === 200 || status === 400, text);
      const reversals = replies.slice(5, 10).filter(({ status }) => status === 200);
      assert.ok(reversals.length <= 1);
      const state = await read(owner, id);
      const out = centsOf(state.refundedAmount) + centsOf(state.reversal?.amount ?? 0);
      assert.ok(out <= 100_00n && out > 0n, `${out} went out`);
      assert.equal(state.status.name, reversals.length ? 'REVERSED' : 'SUCCESS');
    }
  });

  test('AM-94 reversing refunds races refunding what they give back', async () => {
    const id = await payment(100_00n);
    for (let nth = 0; nth < 4; nth++) await refund(owner, id, 25);
    const { refunds } = await read(owner, id);
    const replies = await Promise.all([
      ...refunds.flatMap(({ transactionId }) => [
        reverse(owner, transactionId, 25),
        reverse(owner, transactionId, 10),
      ]),
      ...Array.from({ length: 20 }, () => refund(operator, id, 10)),
    ]);
    for (const { status, text } of replies) assert.ok(status === 200 || status === 400, text);
    assert.equal(replies.slice(0, 8).filter(({ status }) => status === 200).length, 4);
    assert.ok((await read(owner, id)).refundedAmount <= 100);
  });

  test('SB-18 failed refunds marked as successful at once: as many as fit their original', async () => {
    const id = await payment(20_000_00n);
    for (let nth = 0; nth < 4; nth++) assert.equal((await refund(owner, id, 9999.01)).status, 400);
    const failed = await server.all<{ id: string }>(
      'select id from transactions where refunded_transaction_id = $1',
      [id],
    );
    const replies = await Promise.all(
      failed.flatMap((each) => [markSuccessful(owner, each.id), markSuccessful(operator, each.id)]),
    );
    assert.equal(replies.filter(({ status }) => status === 200).length, 2);
    assert.equal((await read(owner, id)).remainingAmount, 1.98);
  });
});
