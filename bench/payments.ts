import { setTimeout as sleep } from 'node:timers/promises';
import type { Acquirer } from '../apps/server/src/gateways/acquirer.ts';
import { newShopper } from '../apps/server/src/testing/checkouts.ts';
import { insertPayment, refund } from '../apps/server/src/testing/money.ts';
import { openCheckout } from '../apps/server/src/testing/payments.ts';
import { testServer } from '../apps/server/src/testing/server.ts';
import { used } from './cpu.ts';
import { quantile } from '../scripts/quantile.ts';

/**
 * `npm run bench -- payments [seconds]`: payments beside bare refunds in one run, by 16 at once. A payment is begun,
 * its card comes, the rules are asked, it is authorised and captured, the order paid, its merchant and its shopper
 * told, all calls logged; both over HTTP, by the calls that people and shoppers make. The acquirer answers at once and from memory: what is measured is our own part. Then the
 * same at 70 percent of what was reached, where nobody may wait long, and nothing is lost.
 */

const seconds = Number(process.argv[3] ?? 120);
const AT_ONCE = 16;
const BAR_SHARE = 0.5;
const BAR_P95_MS = 150;
const SHARE_OF_MOST = 0.7;

const approved = async () => ({ outcome: 'approved', reference: '12345678' }) as const;

const atOnce: (own: Acquirer) => Acquirer = (own) => {
  return {
    openCardPage: async ({ sessionId }) => ({
      outcome: 'opened',
      url: `https://acquirer.test/card/${sessionId}`,
      framed: true,
    }),
    inquireCard: async (sessionId) => ({
      outcome: 'card',
      card: {
        token: `t-${sessionId}`,
        first6: '424242',
        last4: '4242',
        scheme: 'VISA',
        expires: '2039-12',
        type: 'CREDIT',
        issuer: null,
      },
    }),
    authorise: async () => ({
      ...(await approved()),
      networkReference: null,
      authentication: null,
    }),
    inquireAuthorisation: (id, route) => own.inquireAuthorisation(id, route),
    move: approved,
    inquire: (id, route) => own.inquire(id, route),
    inquirePayment: (payment) => own.inquirePayment(payment),
    settlement: (day, route) => own.settlement(day, route),
    close: () => own.close(),
  };
};

const server = await testServer({ acquirer: atOnce, settings: { LOG_LEVEL: 'warn' } });
let missed = 0;
try {
  const merchantId = await server.merchantId('Amber & Oak');
  const owner = await server.as('owner@amber.test');
  /** CPU of this process, the callers' with it, and of the connections that it has, in milliseconds. */
  async function cpu(): Promise<{ server: number; database: number }> {
    const { user, system } = process.cpuUsage();
    const { rows } = await server.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()`,
    );
    const database = rows.reduce((sum, { pid }) => sum + used(pid), 0) * 1000;
    return { server: (user + system) / 1000, database };
  }
  /** So many workers until the time is over; gives how many a second, and the CPU of each. */
  async function most(work: (worker: number) => Promise<unknown>) {
    let done = 0;
    const before = await cpu();
    const began = performance.now();
    const end = began + seconds * 1000;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, worker) => {
        while (performance.now() < end) {
          await work(worker);
          done++;
        }
      }),
    );
    const aSecond = done / ((performance.now() - began) / 1000);
    const after = await cpu();
    const each = (whose: keyof typeof after) => (after[whose] - before[whose]) / done;
    const words = `${each('server').toFixed(1)} ms and ${each('database').toFixed(1)} ms`;
    return { aSecond, words };
  }
  const open = async (count: number) => {
    const ids: string[] = [];
    for (let left = count; left > 0; left--)
      ids.push((await openCheckout(server, { merchantId })).checkoutId);
    return ids;
  };
  const pay = async (checkoutId: string) => {
    // each shopper has an address of its own, as the limits of calls count
    const whose = { params: { id: checkoutId }, from: newShopper() };
    const begun = await server.anonymous.call('POST /api/checkouts/{id}/pay', {
      ...whose,
      body: { frame: true, consent: true },
    });
    if (begun.status !== 200) throw new Error(`${begun.status} ${begun.text}`);
    const { status, body, text } = await server.anonymous.call(
      'POST /api/checkouts/{id}/continue',
      whose,
    );
    if (status !== 200 || body.state !== 'paid') throw new Error(`${status} ${text}`);
  };

  const payments = await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      insertPayment(server, { merchantId, amountCents: 10n ** 10n }),
    ),
  );
  const refunds = await most(async (worker) => {
    const session = owner;
    const { status, text } = await refund(session, payments[worker]!, 0.01);
    if (status !== 200) throw new Error(`${status} ${text}`);
  });
  const checkouts = await open(Math.ceil(refunds.aSecond * seconds * 1.2));
  const all = [...checkouts];
  const reached = await most(async () => {
    const id = checkouts.pop();
    if (!id) throw new Error('More payments than checkouts were made ready');
    await pay(id);
  });
  const rate = reached.aSecond * SHARE_OF_MOST;
  const steady = await open(Math.ceil(rate * seconds));
  all.push(...steady);
  const took: number[] = [];
  const began = performance.now();
  await Promise.all(
    steady.map(async (id, nth) => {
      await sleep(Math.max(0, began + (nth / rate) * 1000 - performance.now()));
      const since = performance.now();
      await pay(id);
      took.push(performance.now() - since);
    }),
  );
  const p95 = quantile(took, 0.95);
  const tried = all.length - checkouts.length;
  const { paid } = await server.one<{ paid: number }>(
    `select count(*)::int as paid from checkouts c join orders o on o.id = c.order_id
     join transactions t on t.order_id = o.id where o.status = 'PAID' and t.status = 'SUCCESS'`,
  );
  const line = (what: string, value: string, bad: boolean) => {
    if (bad) missed++;
    console.log(`| ${what} | ${value}${bad ? ' !' : ''} |`);
  };
  console.log(
    `Payments beside refunds, ${AT_ONCE} at once, ${seconds} s each\n\n| what | measured |`,
  );
  console.log('| --- | --- |');
  line('refunds a second', refunds.aSecond.toFixed(1), false);
  line(
    'payments a second',
    `${reached.aSecond.toFixed(1)} (${(reached.aSecond / refunds.aSecond).toFixed(2)} of refunds, bar ${BAR_SHARE})`,
    reached.aSecond < refunds.aSecond * BAR_SHARE,
  );
  line('CPU of a refund, server with its caller, and database', refunds.words, false);
  line('CPU of a payment', reached.words, false);
  line(
    `p95 at ${rate.toFixed(1)} a second`,
    `${p95.toFixed(0)} ms (bar ${BAR_P95_MS})`,
    p95 > BAR_P95_MS,
  );
  line('lost', String(tried - paid), tried !== paid);
} finally {
  await server.close().catch((error: unknown) => console.error(error));
}
process.exitCode = missed ? 1 : 0;
