import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
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

/** What a payment and its refunds should be by now, in a few lines of bookkeeping. */
interface Refund {
  id: string;
  amount: bigint;
  status: 'SUCCESS' | 'FAILED' | 'REVERSED';
  reversed: bigint;
  /** Made elsewhere: the acquirer has no say in its reversal. */
  manual: boolean;
}

class Model {
  readonly amount: bigint;
  reversed: bigint | null = null;
  refunds: Refund[] = [];

  constructor(amount: bigint) {
    this.amount = amount;
  }

  get refunded(): bigint {
    return this.refunds
      .filter(({ status }) => status !== 'FAILED')
      .reduce((sum, { amount, reversed }) => sum + amount - reversed, 0n);
  }

  get left(): bigint {
    return this.amount - this.refunded - (this.reversed ?? 0n);
  }

  get purchase(): string {
    if (this.reversed === this.amount) return 'CANCELLED';
    return this.left === 0n ? 'REFUNDED' : 'SETTLED';
  }
}

const DECLINED = 9999_01n;
const AMOUNT = 20_000_00n;

type Step =
  | { do: 'refund' | 'manual' | 'reverse'; cents: bigint }
  | { do: 'reverseRefund'; nth: number; cents: bigint }
  | { do: 'markRefund'; nth: number };

/** The sandbox answers these late or not at all; waiting is proved elsewhere. */
const SILENT = [9999_02n, 9999_03n, 9999_04n];

const cents = fc
  .oneof(
    fc.bigInt({ min: 1n, max: AMOUNT + 100n }),
    fc.bigInt({ min: 1n, max: 3000_00n }),
    fc.constantFrom(1n, DECLINED, DECLINED, AMOUNT, AMOUNT - DECLINED, AMOUNT - 1n),
  )
  .filter((amount) => !SILENT.includes(amount));
const nth = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('refund', 'refund', 'manual'), cents }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reverse'), cents }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reverseRefund'), nth, cents }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('markRefund'), nth }) },
) as fc.Arbitrary<Step>;

/** So many histories at once. */
const LANES = 4;

const sorted = (values: number[]) => values.sort((a, b) => a - b);

const decimal = (value: bigint) => Number(value) / 100;

describe('any order of refunds, reversals and marks', () => {
  let server: TestServer;
  let merchantId: string;
  let owner: Client;
  before(async () => {
    server = await testServer({ settings: { ACQUIRER_TIMEOUT_MS: '30000' } });
    merchantId = await server.merchantId('Amber & Oak');
    owner = await server.as('owner@amber.test');
  });
  after(() => server.close());

  /** One session alone may ask 6,000 times a minute. */
  const renew = async () => {
    owner = await server.session(owner.userId!);
  };

  /** Does it, answers the status, and brings the model to where the server must be. */
  async function take(model: Model, id: string, now: Step): Promise<[number, number]> {
    const open = model.reversed === null;
    if (now.do === 'refund' || now.do === 'manual') {
      const fits = open && now.cents <= model.left;
      const declined = fits && now.do === 'refund' && now.cents === DECLINED;
      const call = now.do === 'manual' ? markRefunded : refund;
      const { status } = await call(owner, id, decimal(now.cents));
      if (fits) {
        const known = model.refunds.map((each) => each.id);
        const [made] = await server.all<{ id: string }>(
          'select id from transactions where refunded_transaction_id = $1 and id <> all($2)',
          [id, known],
        );
        model.refunds.push({
          id: made!.id,
          amount: now.cents,
          status: declined ? 'FAILED' : 'SUCCESS',
          reversed: 0n,
          manual: now.do === 'manual',
        });
      }
      return [status, fits && !declined ? 200 : 400];
    }
    if (now.do === 'reverse') {
      const { left } = model;
      const fits = open && now.cents <= left && now.cents !== DECLINED;
      const { status } = await reverse(owner, id, decimal(now.cents));
      if (fits) model.reversed = now.cents;
      return [status, fits ? 200 : 400];
    }
    const chosen = model.refunds[(now as { nth: number }).nth];
    if (!chosen) return [0, 0];
    if (now.do === 'reverseRefund') {
      const fits =
        chosen.status === 'SUCCESS' &&
        now.cents <= chosen.amount &&
        (chosen.manual || now.cents !== DECLINED);
      const { status } = await reverse(owner, chosen.id, decimal(now.cents));
      if (fits) Object.assign(chosen, { status: 'REVERSED', reversed: now.cents });
      return [status, fits ? 200 : 400];
    }
    const fits = chosen.status === 'FAILED' && chosen.amount <= model.left;
    const { status } = await markSuccessful(owner, chosen.id);
    if (fits) Object.assign(chosen, { status: 'SUCCESS', manual: true });
    return [status, fits ? 200 : 400];
  }

  test('SB-15, SB-16, SB-17, SB-18, AM-94 the server keeps the same books as a few lines of arithmetic', async (t) => {
    const histories = runs(32, 10_000);
    const counts = { steps: 0, done: 0 };
    const history = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 14 }),
      async (steps) => {
        await renew();
        const id = await insertPayment(server, { merchantId, amountCents: AMOUNT });
        const model = new Model(AMOUNT);
        for (const now of steps) {
          const [status, expected] = await take(model, id, now);
          assert.equal(
            status,
            expected,
            JSON.stringify({ ...now, cents: String('cents' in now && now.cents) }),
          );
          counts.steps++;
          if (status === 200) counts.done++;
          const state = await read(owner, id);
          assert.equal(state.remainingAmount, decimal(model.left));
          assert.equal(state.refundedAmount, decimal(model.refunded));
          assert.equal(state.pendingAmount, 0);
          assert.equal(state.status.name, model.reversed === null ? 'SUCCESS' : 'REVERSED');
          assert.equal(state.reversal?.amount ?? null, model.reversed && decimal(model.reversed));
          assert.deepEqual(
            state.refunds.map(({ transactionId, amount }) => [transactionId, amount]).sort(),
            model.refunds
              .filter(({ status, amount, reversed }) => status !== 'FAILED' && amount > reversed)
              .map((each) => [each.id, decimal(each.amount - each.reversed)])
              .sort(),
          );
          const purchase = await server.one<{ status: string }>(
            'select status from purchases where id = $1',
            [state.purchaseId],
          );
          assert.equal(purchase.status, model.purchase);
        }
      },
    );
    // each on a payment of its own, so that the database works while the server thinks
    const lanes = Array.from({ length: LANES }, () =>
      fc.assert(history, { numRuns: histories / LANES }),
    );
    await Promise.all(lanes);
    await booksAgree(server);
    t.diagnostic(
      `${histories} random histories, ${counts.steps} actions, ${counts.done} done, the rest refused as they must be; ` +
        `journal, sums and the acquirer's ledger agree`,
    );
  });

  test('SB-16, AM-102 hundreds of refunds at once, of random amounts, again and again', async (t) => {
    const rounds = runs(1, 50);
    const many = runs(100, 200);
    let acknowledged = 0;
    for (let round = 0; round < rounds; round++) {
      await renew();
      const id = await insertPayment(server, { merchantId, amountCents: BigInt(many) * 150n });
      const amounts = Array.from({ length: many }, () => 1 + Math.floor(Math.random() * 600));
      const replies = await Promise.all(amounts.map((each) => refund(owner, id, each / 100)));
      const won = amounts.filter((_, at) => replies[at]!.status === 200);
      assert.ok(replies.every(({ status }) => status === 200 || status === 400));
      const sum = won.reduce((total, each) => total + each, 0);
      assert.ok(sum <= many * 150, `${sum} cents went out`);
      const journal = await server.all<{ amount_cents: bigint }>(
        'select amount_cents from money_journal where transaction_id = $1',
        [id],
      );
      assert.deepEqual(sorted(journal.map((row) => Number(row.amount_cents))), sorted(won));
      acknowledged += won.length;
    }
    await booksAgree(server);
    t.diagnostic(
      `${rounds} × ${many} refunds at once on one transaction: ${acknowledged} acknowledged, each in the journal once, ` +
        `never more than the amount, journal = the acquirer's ledger`,
    );
  });
});
