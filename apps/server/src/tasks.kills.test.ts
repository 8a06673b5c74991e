import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { wrongCounts } from './resources/transactions/counters.ts';
import { wrongEntries } from './resources/transactions/journal-check.ts';
import { insertMerchant, insertPurchase, insertUser } from './seed/factories.ts';
import { insertRecurringPayment } from './seed/factories/payments.ts';
import { booksAgree } from './testing/money.ts';
import { isFull, runs } from '@paydesk/contract/testing/proof.ts';
import { testServer, type TestServer } from './testing/server.ts';

const WORKER = new URL('testing/task-worker.ts', import.meta.url).href;
const RECURRING = runs(80, 2000);
const UNBATCHED = runs(2000, 50_000);
const PEOPLE = runs(30, 600);
const KILLS = runs(2, 30);
const TASKS = [
  'charge-recurring-payments',
  'resolve-pending-charges',
  'batch-settlements',
  'tell-password-expiry',
  'deliver-callbacks',
  'retry-callbacks',
];
const CUT_SHORT = 'The process ended before the run did';

/** When the process is gone, if it is not already. */
const ended = async (worker: ChildProcess) => worker.exitCode ?? once(worker, 'exit');

async function until(what: string, holds: () => Promise<boolean>) {
  const end = Date.now() + runs(120_000, 600_000);
  while (!(await holds())) {
    assert.ok(Date.now() < end, `it never came to that: ${what}`);
    await sleep(10);
  }
}

describe('tasks in two processes, one after the other killed in the middle', () => {
  let server: TestServer;
  let merchantId: string;
  const workers: ChildProcess[] = [];
  /** What the merchant's system was told, by the message's id. */
  const heard = new Map<string, Set<string>>();
  const shop = createServer((request, response) => {
    const answered = async () => {
      let body = '';
      for await (const part of request) body += part;
      const id = String(request.headers['x-paydesk-event-id']);
      heard.set(id, (heard.get(id) ?? new Set()).add(body));
      response.writeHead(204).end();
    };
    void answered();
  });

  before(async () => {
    server = await testServer();
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    const { port } = shop.address() as AddressInfo;
    ({ id: merchantId } = await insertMerchant(server.pool, {
      purchaseNotificationUrl: `http://127.0.0.1:${port}/notify`,
    }));
    // what the demo data leaves to do is not what is looked at
    await server.pool.query(`
      update recurring_payments set status = 'CANCELLED';
      update transactions set batch_id = 'earlier' where batch_id is null;
      update users set password_expires_date = now() + interval '60 days';
      delete from task_executions`);
    for (let nth = 0; nth < RECURRING; nth++) {
      const { id: paymentRequestId } = await insertPurchase(server.pool, { merchantId });
      await insertRecurringPayment(server.pool, {
        merchantId,
        paymentRequestId,
        nextChargeAt: new Date(Date.now() - 60_000),
      });
    }
    await server.pool.query(
      `insert into transactions (id, merchant_id, date, status, amount_cents, currency)
       select gen_random_uuid(), $1, now() - interval '2 days', 'SUCCESS', 100, 'EUR'
       from generate_series(1, ${UNBATCHED})`,
      [merchantId],
    );
    const soon = new Date(Date.now() + 3 * 86_400_000);
    for (let nth = 0; nth < PEOPLE; nth++)
      await insertUser(server.pool, { passwordExpiresDate: soon });
    await server.pool.query(`
      create table batched (id uuid);
      create function note_batch() returns trigger language plpgsql security definer as
        $$ begin insert into batched values (new.id); return null; end $$;
      create trigger noted after update of batch_id on transactions
        for each row execute function note_batch()`);
  });
  after(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    shop.close();
    await server.close();
  });

  const start = () => {
    const script = `(await import('${WORKER}')).work(...${JSON.stringify([server.url, TASKS])})`;
    const worker = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    workers.push(worker);
    return worker;
  };
  const count = async (text: string) =>
    (await server.one<{ n: number }>(`select count(*)::int as n from ${text}`)).n;
  const charges = () => count('recurring_charges');
  const open = `recurring_charges where status = 'PENDING'`;
  test('AM-14, AM-102 nothing is charged, batched or told twice, and nothing is left out', async (t) => {
    const running = [start(), start()];
    let midway = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      // each in the middle of what is left, with money under way
      await until(`kill ${kill}`, async () => {
        const done = await charges();
        return done >= (RECURRING * kill) / (KILLS + 1) && (await count(open)) > 0;
      });
      // who holds the lock of the charges does the work: in turn one or the other
      const victims = kill % 2 ? running.splice(0) : [running.shift()!];
      for (const victim of victims) victim.kill('SIGKILL');
      await Promise.all(victims.map(ended));
      midway += await count(open);
      running.push(...victims.map(start));
      if (isFull) process.stdout.write(`${kill} of ${KILLS} kills\n`);
    }
    await until('everything is done', async () => {
      // what a killed one had taken waits for its lease to end, which takes a minute
      await server.pool.query(`
        update recurring_charges set next_attempt_date = now() - interval '1 second'
          where status = 'PENDING' and created_date < now() - interval '3 seconds';
        update outbox set due_date = now() - interval '1 second'
          where delivered_date is null and kind = 'CALLBACK' and due_date < now() + interval '55 s'`);
      // counted first: what is charged between two counts is open in the second
      if ((await charges()) < RECURRING) return false;
      const left =
        (await count(open)) +
        (await count(`transactions where batch_id is null and status = 'SUCCESS'
          and merchant_id = '${merchantId}' and recurring_payment_id is null`)) +
        (await count(`outbox where kind = 'CALLBACK' and delivered_date is null`));
      return left === 0;
    });
    await until('each is told', async () => (await count(`outbox where kind = 'MAIL'`)) >= PEOPLE);
    // whoever finds nothing to do does nothing
    await sleep(1000);
    for (const worker of running) worker.kill('SIGKILL');
    await Promise.all(running.map(ended));

    const each = await server.all<{ charges: number; made: number; figures: boolean }>(
      `select count(c.id)::int as charges,
         (select count(*)::int from transactions t where t.recurring_payment_id = r.id and t.merchant_id = r.merchant_id) as made,
         r.count = count(*) filter (where c.status = 'APPROVED')
           and r.total_amount_cents = 1000 * r.count as figures
       from recurring_payments r left join recurring_charges c on c.recurring_payment_id = r.id and c.merchant_id = r.merchant_id
       where r.merchant_id = $1 group by r.id`,
      [merchantId],
    );
    assert.equal(each.length, RECURRING);
    for (const one of each) assert.deepEqual(one, { charges: 1, made: 1, figures: true });
    await booksAgree(server);
    assert.deepEqual((await wrongEntries(server.database)).wrong, []);
    assert.deepEqual(await wrongCounts(server.database), []);

    const batched = await server.one<{ times: number; ids: number }>(
      'select count(*)::int as times, count(distinct id)::int as ids from batched',
    );
    assert.deepEqual(batched, { times: UNBATCHED, ids: UNBATCHED });
    assert.equal(await count(`outbox where kind = 'MAIL'`), PEOPLE);

    // what was cut short before it was sent counts as declined, and is told too
    const settled = await count(`recurring_charges where status <> 'PENDING'`);
    assert.equal(heard.size, settled, 'the merchant hears of each charge');
    for (const bodies of heard.values()) assert.equal(bodies.size, 1);
    assert.equal(await count(`exchange_logs where merchant_id = '${merchantId}'`), settled);
    assert.ok(midway > 0, 'kills that met nothing would prove nothing');
    const cut = await count(
      `task_executions where type = 'RECURRING_CHARGE' and error = '${CUT_SHORT}'`,
    );
    assert.ok(cut > 0);
    t.diagnostic(
      `${KILLS} kills met ${midway} charges under way and cut ${cut} runs short; ` +
        `${settled} of ${RECURRING} charges approved`,
    );
  });
});
