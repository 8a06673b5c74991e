import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isFull, runs, tell } from '@paydesk/contract/testing/proof.ts';
import type { DisputeStatus } from '@paydesk/contract/payments.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { beginPayment } from './domain/payments/begin.ts';
import { cancelPayment, continuePayment } from './domain/payments/continue.ts';
import { disputeNoticed } from './domain/payments/disputes.ts';
import { paymentState } from './domain/payments/state.ts';
import { Refusal } from './platform/errors.ts';
import { wrongEntries } from './resources/transactions/journal-check.ts';
import { tasksOf } from './resources.ts';
import { insertMerchant } from './seed/factories.ts';
import { booksAgree, refund } from './testing/money.ts';
import { openCheckout, toldOf, type Opened } from './testing/payments.ts';
import { insertRule } from './testing/rules.ts';
import { answerChallenge } from './testing/shopper.ts';
import { Dice, FAULTS, unlucky, wasKilled, type Luck } from './testing/shoppers.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

const SHOPPERS = 6;
/** What is bought, and what the rules say to it. */
const CENTS = { passes: 4200, reviewed: 4300, blocked: 4400, challenged: 4500 } as const;
type Asked = keyof typeof CENTS;
const BETWEEN = [
  'resolve-pending-payments',
  'resolve-pending-money',
  'continue-payments',
  'release-payments',
];

interface Shop {
  merchantId: string;
  person: Client;
}

/** Whatever is refused is refused, and who is killed is gone: both are no fault. */
async function tried(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!wasKilled(error) && !(error instanceof Refusal)) throw error;
  });
}

const together = (times: number, work: () => Promise<void>) =>
  Promise.all(Array.from({ length: times }, work)).then(() => {});

describe('histories of shoppers, acquirers and kills', () => {
  let server: TestServer;
  let admin: Client;
  let shops: Shop[];
  const luck = new Map<string, Luck>();
  const counted = { refunds: 0, disputes: 0 };
  /** How they ended, and how often. */
  const ends = new Map<string, number>();
  before(async () => {
    server = await testServer({
      settings: { ACQUIRER_TIMEOUT_MS: '10000' },
      acquirer: (own) => unlucky(own, (id) => luck.get(id)),
    });
    admin = await server.as('admin@paydesk.test');
    // the demo's own rules would hold back others; these know a payment by its amount
    await server.pool.query('update rules set active = false');
    for (const [asked, outcome] of [
      ['reviewed', 'REVIEW'],
      ['blocked', 'BLOCK'],
      ['challenged', 'THREE_D_SECURE'],
    ] as const)
      await insertRule(server, {
        active: true,
        outcome,
        conditions: [
          { field: 'amount', comparison: 'MORE_THAN', value: (CENTS[asked] - 1) / 100 },
          { field: 'amount', comparison: 'LESS_THAN', value: (CENTS[asked] + 1) / 100 },
        ],
      });
    shops = await Promise.all(
      Array.from({ length: SHOPPERS }, async () => {
        const { id: merchantId } = await insertMerchant(server.pool, {
          purchaseNotificationUrl: 'https://shop.test/told',
        });
        return { merchantId, person: await server.person({ merchantId }) };
      }),
    );
  });
  after(() => server.close());

  const tasks = () => tasksOf(server.services).filter(({ name }) => BETWEEN.includes(name));
  /** All that a shop waits for is due now. */
  async function tick({ merchantId }: Shop) {
    await server.pool.query(
      `update payment_operations set next_attempt_date = now() - interval '1 second' where status = 'PENDING' and merchant_id = $1`,
      [merchantId],
    );
    await server.pool.query(
      `update payment_attempts set next_attempt_date = now() - interval '1 second' where stage = 'CARD' and merchant_id = $1`,
      [merchantId],
    );
    await server.pool.query(
      `update money_operations set next_attempt_date = now() - interval '1 second' where status = 'PENDING' and merchant_id = $1`,
      [merchantId],
    );
    for (const task of tasks()) await task.run();
  }

  async function live(seed: number, shop: Shop): Promise<void> {
    const dice = new Dice(seed);
    const { merchantId, person } = shop;
    let calm = false;
    const mine: Luck = {
      token: dice.pick([
        'test_approved',
        'test_approved',
        'test_approved',
        'test_declined',
        'test_challenge',
      ]),
      typed: dice.chance(0.6),
      fault: () => (!calm && dice.chance(0.25) ? dice.pick(FAULTS) : null),
    };
    luck.set(merchantId, mine);
    const manual = dice.chance(0.3);
    const asked: Asked = dice.chance(0.5)
      ? 'passes'
      : dice.pick(['reviewed', 'reviewed', 'blocked', 'challenged']);
    const opened = await openCheckout(server, {
      merchantId,
      cents: BigInt(CENTS[asked]),
      capture: manual ? 'MANUAL' : 'AUTOMATIC',
      orderStatus: dice.pick(['PENDING', 'VERIFIED']),
    });
    const { checkoutId, orderId, purchaseId } = opened;
    const { services } = server;
    const begin = () => tried(() => beginPayment(services, checkoutId, { frame: true }));
    const goOn = () => tried(() => continuePayment(services, checkoutId));
    const transaction = (stage?: 'PAID') =>
      server.all<{ id: string }>(
        `select id from payment_attempts where checkout_id = $1 and stage = coalesce($2, stage)
         order by created_date desc limit 1`,
        [checkoutId, stage ?? null],
      );
    const byHand = async (what: 'capture' | 'cancel') => {
      const [one] = await transaction();
      // a kill is a 500 to whoever called
      if (one)
        await person.call(`POST /api/transactions/{id}/actions/${what}`, {
          params: { id: one.id },
        });
    };
    const review = async (what: 'pass' | 'refuse') => {
      const [one] = await transaction();
      if (one)
        await admin.call(`POST /api/transactions/{id}/actions/${what}`, {
          params: { id: one.id },
          body: what === 'refuse' ? { reasonNote: 'Nobody knows them' } : {},
        } as never);
    };
    /** What is known of the dispute; null while two things happen at once. */
    let dispute = 'none' as DisputeStatus | 'none' | null;
    let noticed = 0;
    const disputed = async (status: DisputeStatus) => {
      const [one] = await transaction('PAID');
      if (!one) return;
      const notice = {
        disputeId: `D-${seed}`,
        paymentId: one.id,
        amountCents: BigInt(CENTS[asked]),
        currency: 'EUR',
        reason: 'The payer does not know it',
        respondBy: null,
        status,
      };
      // acquirers say it more than once
      for (let times = dice.int(1, 2); times > 0; times--)
        if (
          await disputeNoticed(services, notice, {
            address: services.addressOf('ACQUIRER', null)!,
            from: '127.0.0.1',
          })
        ) {
          noticed++;
          if (dispute !== null) dispute = status;
        }
    };
    const giveBack = async () => {
      const [one] = await transaction();
      if (!one) return;
      const known = dispute;
      const amount = fromCents(BigInt(dice.pick([dice.int(1, CENTS[asked]), CENTS[asked]])));
      const { status } = await refund(person, one.id, amount);
      if (known === 'OPEN' || known === 'LOST')
        assert.ok(status >= 400, `history ${seed}: no refund while the dispute is ${known}`);
    };
    const bank = async (answer: 'approve' | 'fail') => {
      const { name, url } = await paymentState(services, checkoutId);
      if (name === 'challenge' && url) await answerChallenge(url, answer).catch(() => {});
    };
    const set = (text: string, id: string) => server.pool.query(text, [id]);
    const steps: readonly (() => Promise<unknown>)[] = [
      () => together(dice.int(1, 3), begin),
      () => together(dice.int(1, 3), begin),
      async () => void (mine.typed = true),
      () => together(dice.int(1, 4), goOn),
      () => together(dice.int(1, 4), goOn),
      () => tried(() => tick(shop)),
      () => bank(dice.pick(['approve', 'approve', 'fail'])),
      () => byHand('capture'),
      () => byHand(dice.pick(['capture', 'cancel'])),
      () => admin.call('PUT /api/orders/{id}/reject', { params: { id: orderId } }),
      () =>
        admin.call('POST /api/purchases/{id}/actions/cancel', {
          params: { id: purchaseId },
          body: {},
        }),
      () => set(`update orders set status = 'EXPIRED' where id = $1 and status <> 'PAID'`, orderId),
      () => set(`update merchants set status = 'DISABLED' where id = $1`, merchantId),
      () => set(`update merchants set status = 'ACTIVE' where id = $1`, merchantId),
      () => tried(() => cancelPayment(services, checkoutId)),
      () =>
        set(
          `update payment_attempts set capture_before = now() where checkout_id = $1 and stage = 'AUTHORISED'`,
          checkoutId,
        ),
      () => review('pass'),
      () => review('pass'),
      () => review('refuse'),
      () => together(dice.int(1, 2), () => tried(giveBack)),
      giveBack,
      () => disputed('OPEN'),
      () => disputed(dice.pick(['WON', 'LOST'])),
    ];
    await begin();
    for (let left = dice.int(4, 14); left > 0; left--) {
      // most shoppers only want to pay
      const step = dice.chance(0.75) ? steps[dice.int(0, 6)]! : dice.pick(steps);
      await step();
      if (dice.chance(0.1)) {
        const before = { noticed, dispute };
        dispute = null;
        await Promise.all([dice.pick(steps)(), dice.pick(steps)()]);
        if (noticed === before.noticed) ({ dispute } = before);
      }
    }
    // who is paid is disputed, and gives back, as often as not
    for (let left = dice.int(0, 4); left > 0; left--) {
      await tried(() => tick(shop));
      await steps[dice.int(steps.length - 4, steps.length - 1)]!();
    }
    // in the end the line holds, and everybody has been asked
    calm = true;
    for (let round = 0; round < 8; round++) {
      await tried(() => tick(shop));
      await bank('approve');
    }
    await set(`update merchants set status = 'ACTIVE' where id = $1`, merchantId);
    await judge(seed, opened, asked, noticed);
  }

  /** What must hold of each, from the acquirer's own books and from ours. */
  async function judge(
    seed: number,
    { checkoutId, orderId, purchaseId }: Opened,
    asked: Asked,
    noticed: number,
  ): Promise<void> {
    const attempts = await server.all<{ id: string; stage: string }>(
      'select id, stage from payment_attempts where checkout_id = $1',
      [checkoutId],
    );
    const row = await server.one<object>(
      `select o.status as "order", p.status as purchase,
         (select count(*)::int from payment_operations x join payment_attempts a on a.id = x.attempt_id and a.merchant_id = x.merchant_id
          where a.checkout_id = c.id and a.merchant_id = c.merchant_id and x.status = 'PENDING' and a.stage <> 'CHALLENGE') as pending,
         (select coalesce(json_agg(a.stage || ' ' || coalesce(t.status, '-') order by a.created_date, a.id), '[]')
          from payment_attempts a left join transactions t on t.id = a.id and t.merchant_id = a.merchant_id
          where a.checkout_id = c.id and a.merchant_id = c.merchant_id) as tries,
         (select count(*)::int from money_operations m join payment_attempts a on a.id = m.transaction_id and a.merchant_id = m.merchant_id
          where a.checkout_id = c.id and a.merchant_id = c.merchant_id and m.status = 'APPROVED') as refunds,
         (select count(*)::int from money_operations m join payment_attempts a on a.id = m.transaction_id and a.merchant_id = m.merchant_id
          where a.checkout_id = c.id and a.merchant_id = c.merchant_id and m.status = 'PENDING') as "openRefunds",
         (select count(*)::int from transactions t where t.order_id = o.id and t.merchant_id = o.merchant_id and t.refunded_transaction_id is null
           and t.status in ('SUCCESS', 'REVERSED')) as charged
       from checkouts c join orders o on o.id = c.order_id and o.merchant_id = c.merchant_id join purchases p on p.id = c.purchase_id and p.merchant_id = c.merchant_id where c.id = $1`,
      [checkoutId],
    );
    // the acquirer's books lie in one place
    const books = await server.one<object>(
      `select
         (select count(*)::int from acquirer_sandbox.requests r
          where r.transaction_id = any($1::uuid[]) and r.kind = 'CAPTURE' and r.decline_reason is null) as captures,
         (select coalesce(sum(r.amount_cents), 0)::int from acquirer_sandbox.requests r
          where r.transaction_id = any($1::uuid[]) and r.kind = 'CAPTURE' and r.decline_reason is null) as taken,
         (select count(*)::int from unnest($2::uuid[]) a (id)
          where exists (select from acquirer_sandbox.requests r where r.transaction_id = a.id
            and r.kind = 'AUTHORISE' and (r.booked_date <= clock_timestamp() or exists (
              select from acquirer_sandbox.challenge_answers c
              where c.operation_id = r.operation_id and c.result = 'CONFIRMED')))
          and not exists (select from acquirer_sandbox.requests r where r.transaction_id = a.id
            and r.kind in ('CAPTURE', 'CANCEL') and r.decline_reason is null)) as held,
         (select coalesce(sum(r.amount_cents), 0)::int from acquirer_sandbox.ledger r
          where r.transaction_id = any($1::uuid[]) and r.kind = 'REFUND') as "givenBack",
         (select count(*)::int from acquirer_sandbox.requests r
          where r.transaction_id = any($1::uuid[]) and r.kind = 'AUTHORISE') as authorised,
         (select count(*)::int from outbox where kind = 'CALLBACK' and subject = $3) as told`,
      [
        attempts.map(({ id }) => id),
        attempts.flatMap(({ id, stage }) =>
          ['AUTHORISED', 'CHALLENGE'].includes(stage) ? [] : [id],
        ),
        orderId,
      ],
    );
    const seen = { ...row, ...books } as unknown as {
      order: string;
      purchase: string;
      pending: number;
      tries: string[];
      captures: number;
      taken: number;
      held: number;
      told: number;
      charged: number;
      refunds: number;
      openRefunds: number;
      givenBack: number;
      authorised: number;
    };
    const words = `history ${seed}, order ${orderId}: ${JSON.stringify(seen)}`;
    const paid = seen.order === 'PAID' ? 1 : 0;
    for (const one of [`order ${seen.order}`, ...seen.tries])
      ends.set(one, (ends.get(one) ?? 0) + 1);
    assert.equal(seen.captures, paid, `charged once where it is paid, else never: ${words}`);
    assert.equal(seen.taken, paid * CENTS[asked], words);
    assert.equal(seen.charged, paid, words);
    assert.equal(seen.tries.filter((one) => one.startsWith('PAID')).length, paid, words);
    assert.equal(seen.pending, 0, `nothing is left unanswered: ${words}`);
    assert.equal(seen.held, 0, `no money is held for nothing: ${words}`);
    assert.ok(seen.told >= paid, `its merchant is told: ${words}`);
    if (paid)
      assert.equal(
        seen.purchase,
        seen.givenBack === CENTS[asked] ? 'REFUNDED' : 'SETTLED',
        `its purchase ${purchaseId}: ${words}`,
      );
    assert.ok(seen.givenBack <= seen.taken, `never more back than was taken: ${words}`);
    assert.equal(seen.openRefunds, 0, `no refund is left unanswered: ${words}`);
    const told = await toldOf(server, [orderId, purchaseId]);
    const events = (of: RegExp) => told.filter(({ event }) => event && of.test(event)).length;
    assert.equal(events(/^DISPUTE/), noticed, `each word of a dispute is told once: ${words}`);
    assert.equal(events(/^REFUNDED$/), seen.refunds, `and each refund: ${words}`);
    const last = (key: 'orderId' | 'purchaseId', id: string) =>
      told.findLast((content) => content[key] === id && content.status)?.status ?? null;
    if (paid) {
      assert.equal(last('orderId', orderId), 'PAID', `what was told last: ${words}`);
      assert.equal(last('purchaseId', purchaseId), seen.purchase, words);
    }
    if (asked === 'blocked') assert.equal(seen.authorised, 0, `a block asks for nothing: ${words}`);
    counted.refunds += seen.refunds;
    counted.disputes += noticed;
  }

  const replay = Number(process.env['PROVE_HISTORY'] ?? 0);
  const histories = replay || !isFull ? runs(15, 1) : 1000;
  test(`AM-102, SB-42 ${replay ? `history ${replay}` : `${histories} histories`}: charged at most once, never without an order paid, never paid without a charge; all books agree`, async () => {
    const seeds = replay ? [replay] : Array.from({ length: histories }, (_, nth) => nth + 1);
    await Promise.all(
      shops.map(async (shop) => {
        for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift())
          await live(seed, shop);
      }),
    );
    assert.deepEqual((await wrongEntries(server.database)).wrong, []);
    await booksAgree(server);
    const ended = [...ends].sort().map(([end, times]) => `${times} ${end}`);
    tell(
      'Histories of payments',
      `${ended.join(', ')}; ${counted.refunds} refunds, ${counted.disputes} words of disputes`,
    );
  });
});
