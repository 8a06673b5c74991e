import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFull, runs, tell } from '@paydesk/contract/testing/proof.ts';
import { Client } from 'pg';
import { keptDatabase } from './platform/db/testing/kept.ts';
import { insertMerchant, insertPurchase } from './seed/factories.ts';
import { insertRecurringPayment } from './seed/factories/payments.ts';
import { booksAgree } from './testing/money.ts';
import { migratedAndSeeded, testServer, type TestServer } from './testing/server.ts';

const WORKER = new URL('testing/task-worker.ts', import.meta.url).href;
const SUBSCRIPTIONS = runs(12, 1000);
const DAYS = runs(10, 365);
const KILLS = runs(1, 60);
const BEGIN_WITHIN = runs(6, 31);
const STEP_HOURS = 12;
const STEP_MS = STEP_HOURS * 3_600_000;
const DAY_MS = 86_400_000;
const TASKS = ['charge-recurring-payments', 'resolve-pending-charges'];
const INTERVALS = [
  ['MONTH', 1],
  ['MONTH', 1],
  ['MONTH', 3],
  ['WEEK', 1],
  ['DAY', 10],
] as const;

interface Made {
  id: string;
  start: string;
  intervalUnit: string;
  intervalCount: number;
}

/** How far it has come; what was stopped goes on from here (ADR 104). */
interface State {
  base: string;
  made: Made[];
  step: number;
  midway: number;
}

/** By another way than the house's: month by month on a calendar of its own. */
function expectedTimes({ start: text, intervalUnit, intervalCount }: Made, end: Date): Date[] {
  const found: Date[] = [];
  const start = new Date(text);
  for (let nth = 0; ; nth++) {
    const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
    const last = new Date(Date.UTC(year, month + nth * intervalCount + 1, 0));
    const days = nth * intervalCount * (intervalUnit === 'WEEK' ? 7 : 1);
    const at =
      intervalUnit === 'MONTH'
        ? Date.UTC(
            last.getUTCFullYear(),
            last.getUTCMonth(),
            Math.min(day, last.getUTCDate()),
            start.getUTCHours(),
            start.getUTCMinutes(),
            start.getUTCSeconds(),
            start.getUTCMilliseconds(),
          )
        : start.getTime() + days * DAY_MS;
    if (at > end.getTime()) return found;
    found.push(new Date(at));
  }
}

/** The database of a run that was stopped has its clock put back to where it stood; null: too long ago, or none. */
async function takenUp(url: string): Promise<State | null> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create table if not exists proof_of_a_year (state jsonb not null)');
    const { rows } = await client.query<{ state: State }>('select state from proof_of_a_year');
    if (!rows[0]) return null;
    // whoever ran last wrote down when, by the clock that was moved
    const { rowCount } = await client.query(
      `update clock.moved set seconds = extract(epoch from stood.at - pg_catalog.now())
       from (select greatest(
           (select max(greatest(started_date, ended_date)) from task_runs where name = any($1)),
           -- a run that was long had begun before the clock was moved on
           (select max(greatest(due_date, settled_date)) from recurring_charges)) as at) stood
       where stood.at > pg_catalog.now()`,
      [TASKS],
    );
    assert.ok(rowCount, 'It was stopped so long ago that its time has come: remove its folder');
    return rows[0].state;
  } finally {
    await client.end();
  }
}

describe('subscriptions in simulated time, over two processes that are killed', () => {
  let server: TestServer;
  let state: State | null = null;
  let isOver = false;
  const workers: ChildProcess[] = [];
  before(async () => {
    if (!isFull) {
      server = await testServer({ clock: true });
    } else {
      const { url, drop, leave } = await keptDatabase('year', migratedAndSeeded);
      state = await takenUp(url);
      const database = { url, drop: () => (isOver ? drop() : leave()) };
      server = await testServer({ clock: true, database });
    }
    if (!state) await server.pool.query(`update recurring_payments set status = 'CANCELLED'`);
  });
  after(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await server.close();
  });
  const startWorker = () => {
    const script = `(await import('${WORKER}')).work(...${JSON.stringify([server.url, TASKS, true])})`;
    const worker = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    workers.push(worker);
    return worker;
  };
  const count = async (what: string) =>
    (await server.one<{ n: number }>(`select (${what})::int as n`)).n;
  const PENDING = `select count(*) from recurring_charges where status = 'PENDING'`;
  const waiting = () =>
    count(`(select count(*) from recurring_payments where status = 'ACTIVE' and next_charge_at <= now())
      + (${PENDING} and next_attempt_date <= now())`);
  const keep = async (now: State) => {
    if (isFull)
      await server.pool.query(
        `with gone as (delete from proof_of_a_year) insert into proof_of_a_year values ($1)`,
        [JSON.stringify(now)],
      );
  };

  /** They begin on every day of a month, within the day that follows. */
  async function begun(): Promise<State> {
    const { id: merchantId } = await insertMerchant(server.pool);
    const base = new Date(server.services.now().getTime() + 60_000);
    const made: Made[] = [];
    for (let nth = 0; nth < SUBSCRIPTIONS; nth++) {
      const [intervalUnit, intervalCount] = INTERVALS[nth % INTERVALS.length]!;
      const start = new Date(
        base.getTime() + (nth % BEGIN_WITHIN) * DAY_MS + (nth % 23) * 3_600_000,
      );
      const { id: paymentRequestId } = await insertPurchase(server.pool, { merchantId });
      const { id } = await insertRecurringPayment(server.pool, {
        merchantId,
        paymentRequestId,
        intervalUnit,
        intervalCount,
        nextChargeAt: start,
      });
      made.push({ id, start: start.toISOString(), intervalUnit, intervalCount });
    }
    return { base: base.toISOString(), made, step: 0, midway: 0 };
  }

  test('AM-14, AM-102 each is charged on the right days, by a calendar of the test’s own, and each day once', async () => {
    // what ran when it was stopped was killed too
    const now = state ? { ...state, midway: state.midway + (await count(PENDING)) } : await begun();
    await keep(now);
    const running = [startWorker(), startWorker()];
    const steps = Math.ceil((DAYS * 24) / STEP_HOURS);
    const looked = Date.now();
    if (now.step)
      process.stdout.write(`goes on at day ${(now.step * STEP_HOURS) / 24} of ${DAYS}\n`);
    for (let step = now.step + 1; step <= steps; step++) {
      const target = Date.parse(now.base) + step * STEP_MS;
      const ahead = (target - server.services.now().getTime()) / 1000;
      if (ahead > 0) await server.services.clock.move!(ahead);
      if (step % Math.floor(steps / (KILLS + 1)) === 0) {
        await sleep(Math.random() * 150);
        const [victim] = running.splice(Math.floor(Math.random() * 2), 1);
        victim!.kill('SIGKILL');
        await (victim!.exitCode ?? once(victim!, 'exit'));
        now.midway += await count(PENDING);
        running.push(startWorker());
      }
      for (const end = Date.now() + 300_000; await waiting(); await sleep(25))
        assert.ok(Date.now() < end, 'what is due is charged');
      now.step = step;
      await keep(now);
      if (step % Math.max(1, Math.floor(steps / 36)) === 0) {
        const charged = await count(
          `select count(*) from recurring_charges where status = 'APPROVED'`,
        );
        process.stdout.write(
          `day ${(step * STEP_HOURS) / 24} of ${DAYS}: ${charged} charged, ${Math.round((Date.now() - looked) / 1000)} s\n`,
        );
      }
    }
    // what a killed one left is asked about once its lease is over
    await server.services.clock.move!(60);
    for (const end = Date.now() + 60_000; await count(PENDING); await sleep(20))
      assert.ok(Date.now() < end, 'each answer is known');
    const end = server.services.now();
    const gone = running.map((worker) => once(worker, 'exit'));
    for (const worker of running) worker.kill('SIGKILL');
    await Promise.all(gone);
    let charges = 0;
    let lost = 0;
    for (const one of now.made) {
      const days = await server.all<{
        day: string;
        status: string;
        approved: number;
        first: string;
      }>(
        `select d.due_day as day, d.status,
           (select count(*)::int from recurring_charges c where c.due_id = d.id and c.merchant_id = d.merchant_id and c.status = 'APPROVED') as approved,
           (select min(c.due_date) from recurring_charges c where c.due_id = d.id and c.merchant_id = d.merchant_id) as first
         from recurring_dues d where d.recurring_payment_id = $1 order by d.due_day`,
        [one.id],
      );
      const expected = expectedTimes(one, end);
      const what = `${one.intervalUnit} ${one.intervalCount} from ${one.start}`;
      assert.deepEqual(
        days.map(({ day }) => day),
        expected.map((at) => at.toISOString().slice(0, 10)),
        what,
      );
      for (const [nth, { status, approved, first }] of days.entries()) {
        assert.ok(approved <= 1, 'once');
        const late = Date.parse(first) - expected[nth]!.getTime();
        assert.ok(
          late >= 0 && late < STEP_MS + 600_000,
          `${what}: ${expected[nth]!.toISOString()} was first charged ${late / 60_000} minutes after`,
        );
        // a kill between the reservation and the call: it never arrived, and is tried again by the plan
        if (status !== 'PAID') lost++;
        charges += approved;
      }
    }
    tell(
      'Subscriptions by the clock',
      `${SUBSCRIPTIONS} of them, ${DAYS} days, ${charges} charges, ${KILLS} kills, ${now.midway} under way when killed, ${lost} not paid yet`,
    );
    assert.ok(
      lost <= now.midway,
      'what is not paid was cut short by a kill, and waits for its next try',
    );
    await booksAgree(server);
    isOver = true;
  });
});
