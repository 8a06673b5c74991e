import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import type { TestCardName } from '@paydesk/contract/test-cards.ts';
import { isFull, runs, tell } from '@paydesk/contract/testing/proof.ts';
import { insertMerchant } from './seed/factories.ts';
import { insertWidget } from './seed/factories/widgets.ts';
import { newShopper, SHOPPER } from './testing/checkouts.ts';
import { booksAgree } from './testing/money.ts';
import { call, startProcess, type Process } from './testing/processes.ts';
import { toldOf } from './testing/payments.ts';
import { answerChallenge, typeCard } from './testing/shopper.ts';
import { Dice } from './testing/shoppers.ts';
import { testServer, type TestServer } from './testing/server.ts';

const SHOPPERS = 4;
const PAYMENTS = runs(8, 200);
const KILLS = runs(1, 25);
const AMOUNT_CENTS = 49_90;
/** A shopper who has not come to an end so long after the last kill has met a fault of ours. */
const PATIENCE_MS = 240_000;
const UNDER_WAY_MS = 60_000;
/** Between two kills there is time for what one left to be asked about, or, of a dense run, none. */
const DENSE_MS = [50, 1000] as const;
const LOOSE_MS = [500, 5000] as const;
const isDense = (kill: number) => !isFull || kill % 10 < 5;

const CARDS: readonly TestCardName[] = [
  'approve',
  'approve',
  'approve',
  'insufficientFunds',
  'challenge',
  'failedChallenge',
  'lostAnswer',
];

/** A server that takes payments, in a process of its own: SIGKILL at any moment, and another start. */
describe('SIGKILL in the middle of payments', { skip: process.platform === 'win32' }, () => {
  let server: TestServer;
  let running: Process;
  let lastKill = Date.now();
  const merchants: string[] = [];
  const widgets: string[] = [];
  before(async () => {
    server = await testServer();
    await server.pool.query('update rules set active = false');
    for (let nth = 0; nth < SHOPPERS; nth++) {
      const { id: merchantId } = await insertMerchant(server.pool, {
        purchaseNotificationUrl: 'https://shop.test/told',
      });
      merchants.push(merchantId);
      const given = { merchantId, type: 'INSTANT', totalAmount: AMOUNT_CENTS / 100 } as const;
      widgets.push((await insertWidget(server.pool, given)).id);
    }
    running = await start();
  });
  after(async () => {
    await running.stop('SIGKILL');
    await server.close();
  });

  const start = () =>
    startProcess(server.url, { settings: { ACQUIRER_TIMEOUT_MS: '700', LOG_LEVEL: 'fatal' } });

  /** Null where the server was killed, or is not there. */
  async function say<T>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    from: string,
    body?: object,
  ): Promise<T | null> {
    const answer = await call(running.url + path, { method, from, ...(body && { body }) }).catch(
      () => null,
    );
    if (!answer || answer.status >= 500) return null;
    return answer.status === 200 ? (JSON.parse(answer.text) as T) : null;
  }

  /** From the button to an end, however often the line is cut: what was not answered is asked again. */
  async function buy(nth: number, dice: Dice): Promise<string> {
    const from = newShopper();
    const card = dice.pick(CARDS);
    const begun = Date.now();
    let id: string | undefined;
    let said = false;
    let tried = 0;
    for (;;) {
      const waited = Date.now() - Math.max(begun, lastKill);
      assert.ok(waited < PATIENCE_MS, `the checkout ${id} comes to an end`);
      if (!id) {
        id = (await say<CheckoutView>('POST', '/api/checkouts', from, { widget: widgets[nth] }))
          ?.id;
        if (!id) await sleep(50);
        continue;
      }
      const at = `/api/checkouts/${id}`;
      if (!said) {
        said = (await say('PUT', at, from, SHOPPER)) !== null;
        if (!said) await sleep(50);
        continue;
      }
      const view = await say<CheckoutView>('GET', at, from);
      const state = view?.state;
      if (state === 'paid') return 'paid';
      if (state === 'declined' && tried > 0) return 'declined';
      if (state === 'open' || state === 'declined' || state === 'card') {
        // one click, or two
        const clicks = dice.int(1, 2);
        const asked = await Promise.all(
          Array.from({ length: clicks }, () =>
            say<CheckoutView>('POST', `${at}/pay`, from, { frame: false, consent: true }),
          ),
        );
        tried++;
        const page = asked.find((one) => one?.page)?.page;
        if (page) await typeCard(page.url, card).catch(() => {});
      } else if (state === 'challenge' && view!.page)
        await answerChallenge(
          view!.page.url,
          card === 'failedChallenge' ? 'fail' : 'approve',
        ).catch(() => {});
      else await sleep(50);
      await say('POST', `${at}/continue`, from, {});
    }
  }

  const underWay = async () =>
    (
      await server.one<{ n: number }>(
        `select count(*)::int as n from payment_attempts
         where stage in ('AUTHORISING', 'CHALLENGE', 'CAPTURING', 'CANCELLING') and merchant_id = any($1)`,
        [merchants],
      )
    ).n;

  /** What waits for an answer has an operation that is asked about, and a page for a card its time: nobody is needed. */
  const nobodyResumes = () =>
    server.all(
      `select a.id, a.stage from payment_attempts a where a.merchant_id = any($1) and (
         a.stage in ('AUTHORISING', 'CHALLENGE', 'CAPTURING', 'CANCELLING') and not exists (
           select from payment_operations o where o.attempt_id = a.id and o.merchant_id = a.merchant_id and o.id = a.operation_id
             and o.status = 'PENDING' and o.next_attempt_date is not null)
         or a.stage = 'CARD' and a.next_attempt_date is null)`,
      [merchants],
    );

  test('AM-102, AM-103 each is charged once and its order paid, or neither; all books and what merchants are told agree', async () => {
    const ends = new Map<string, number>();
    let left = PAYMENTS;
    const shop = { over: false };
    const shoppers = widgets.map(async (_, nth) => {
      const dice = new Dice(nth + 1);
      while (left-- > 0) {
        const end = await buy(nth, dice);
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
    });
    const all = Promise.all(shoppers).finally(() => (shop.over = true));
    // a fault of theirs is heard below
    all.catch(() => {});
    const dice = new Dice(99);
    let kills = 0;
    let met = 0;
    // one that met nothing proves nothing, and is followed by another
    while ((kills < KILLS || !met) && !shop.over) {
      const [least, most] = isDense(kills) ? DENSE_MS : LOOSE_MS;
      await sleep(dice.int(least, most));
      // a kill that meets nothing proves nothing: on a slow machine it takes seconds until something is under way
      for (const end = Date.now() + UNDER_WAY_MS; Date.now() < end && !shop.over; await sleep(5))
        if (await underWay()) break;
      await running.stop('SIGKILL');
      kills++;
      if (isFull) process.stdout.write(`${kills} of ${KILLS} kills\n`);
      lastKill = Date.now();
      if (await underWay()) met++;
      assert.deepEqual(await nobodyResumes(), [], 'what a kill leaves is gone on with');
      running = await start();
    }
    await all;

    // what a killed process left is asked about: here at once
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(200)) {
      await server.pool.query(
        `update payment_operations set next_attempt_date = now() - interval '1 second' where status = 'PENDING' and merchant_id = any($1)`,
        [merchants],
      );
      const { n } = await server.one<{ n: number }>(
        `select count(*)::int as n from payment_operations o join payment_attempts a on a.id = o.attempt_id and a.merchant_id = o.merchant_id
         where o.status = 'PENDING' and a.stage <> 'CHALLENGE' and o.merchant_id = any($1)`,
        [merchants],
      );
      if (!n) break;
      assert.ok(Date.now() < end, 'each answer is known');
    }
    const captures = await server.all<{ id: string }>(
      `select transaction_id as id from acquirer_sandbox.ledger
       where kind = 'CAPTURE' and amount_cents = ${AMOUNT_CENTS}`,
    );
    const captured = captures.map(({ id }) => id);
    assert.equal(new Set(captured).size, captured.length, 'no payment is captured twice');
    const orders = await server.all<{ order: string; words: string }>(
      `select o.id as order, concat_ws(', ', o.status, p.status,
         (select count(*) from payment_attempts a where a.order_id = o.id and a.merchant_id = o.merchant_id
            and a.id = any($2)) || ' captured',
         (select count(*) from transactions t where t.order_id = o.id and t.merchant_id = o.merchant_id and t.status = 'SUCCESS') || ' charged'
       ) as words
       from orders o join purchases p on p.id = o.purchase_id and p.merchant_id = o.merchant_id where o.merchant_id = any($1)`,
      [merchants, captured],
    );
    const paid = orders.filter(({ words }) => words.startsWith('PAID'));
    for (const { order, words } of orders) {
      const told = await toldOf(server, [order]);
      const said = told.filter(({ status }) => status === 'PAID').length;
      if (words.startsWith('PAID'))
        assert.equal(
          `${words}, ${said} told`,
          'PAID, SETTLED, 1 captured, 1 charged, 1 told',
          order,
        );
      else assert.match(`${words}, ${said} told`, /, 0 captured, 0 charged, 0 told$/, order);
    }
    // those who gave up before a declined card, or whose first order was cut, are among them
    assert.equal(paid.length, ends.get('paid'), 'whoever saw it paid, and nobody else');
    await booksAgree(server);
    assert.ok(met > 0, 'a kill met a payment');
    tell(
      'Payments by HTTP',
      `${[...ends].map(([end, times]) => `${times} ${end}`).join(', ')} of ${orders.length} orders; ` +
        `${kills} kills, ${met} met payments under way`,
    );
  });
});
