import { randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { seed } from '../apps/server/src/seed/seed.ts';
import { TEST_KEY, testEncryption } from '../apps/server/src/testing/encryption.ts';
import { used } from './cpu.ts';
import { openCluster, startServer, tokenOf } from './server.ts';
import { median } from '../scripts/quantile.ts';

/**
 * `npm run bench -- events [seconds] [screens] [changes a second]`: what it costs that screens hear what
 * happens. Screens of staff and of a merchant stand open on lists, most of them filtered each in another
 * way, and on payments, while payments are made and changed. CPU of the server and of PostgreSQL with
 * the screens and without them, in turn; how long a change takes to the screens; and what the telling
 * costs whoever writes: 16 connections that insert payments, with the triggers and without.
 */

const seconds = Number(process.argv[3] ?? 15);
const SCREENS = Number(process.argv[4] ?? 200);
const CHANGES = Number(process.argv[5] ?? 10);
const BAR = 10;

const folder = mkdtempSync(join(tmpdir(), 'paydesk-bench-'));
const data = join(folder, 'data');
const cluster = await openCluster(data);
await migrate(cluster.url);
await seed(cluster.url, { clock: new Date(), encryption: testEncryption });
const server = await startServer(cluster.url, { ENCRYPTION_KEY: TEST_KEY });
const pool = new pg.Pool({ connectionString: cluster.url, max: 16 });
pool.on('error', () => {});
const column = async (text: string) =>
  (await pool.query<{ id: string }>(text)).rows.map(({ id }) => id);
const merchants = await column('select id from merchants');
const payments = await column('select id from transactions limit 1000');
const ofAmber = await column(
  `select id from transactions where merchant_id = (select id from merchants where name = 'Amber & Oak') limit 50`,
);

function usedByDatabase(): number {
  const [main] = readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n');
  return readdirSync('/proc').reduce((sum, pid) => {
    if (!/^\d+$/.test(pid)) return sum;
    try {
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
      return pid === main || parent === main ? sum + used(pid) : sum;
    } catch {
      return sum;
    }
  }, 0);
}

interface Screen {
  heard: number;
  close(): void;
}
const made = new Map<string, number>();
const delays: number[] = [];

function open(token: string, watch: string): Promise<Screen> {
  return new Promise((ready, reject) => {
    const screen: Screen = { heard: 0, close: () => request.destroy() };
    const request = http.get(
      `${server.url}/api/events?${String(new URLSearchParams({ watch }))}`,
      { headers: { authorization: `Bearer ${token}` } },
      (response) => {
        if (response.statusCode !== 200) return reject(new Error(`${response.statusCode}`));
        let text = '';
        response.on('data', (part: Buffer) => {
          text += part.toString();
          const blocks = text.split('\n\n');
          text = blocks.pop()!;
          for (const block of blocks) {
            if (!block.includes('event: change')) continue;
            screen.heard++;
            for (const [id = ''] of block.matchAll(/[0-9a-f-]{36}/g)) {
              const at = made.get(id);
              if (at !== undefined) delays.push(performance.now() - at);
            }
          }
        });
        ready(screen);
      },
    );
    request.on('error', () => {});
  });
}

async function change(nth: number): Promise<void> {
  if (nth % 2) {
    const id = payments[nth % payments.length]!;
    await pool.query(`update transactions set description = description where id = $1`, [id]);
    return;
  }
  const id = randomUUIDv7();
  await pool.query(
    `insert into transactions (id, merchant_id, date, status, amount_cents, currency)
     values ($1, $2, now(), 'SUCCESS', $3, 'EUR')`,
    [id, merchants[nth % merchants.length], 100 + nth],
  );
  made.set(id, performance.now());
}

/** Percent of a core that server and database took while so many changes came a second. */
async function share(): Promise<{ server: number; database: number }> {
  const began = performance.now();
  const before = [used(server.pid), usedByDatabase()];
  for (let nth = 0; performance.now() - began < seconds * 1000; nth++) {
    void change(nth);
    await sleep(Math.max(0, (nth + 1) * (1000 / CHANGES) - (performance.now() - began)));
  }
  const took = (performance.now() - began) / 1000;
  const after = [used(server.pid), usedByDatabase()];
  const [own = 0, database = 0] = after.map((now, at) => ((now - before[at]!) / took) * 100);
  return { server: own, database };
}

/** Payments a second of 16 connections, one a commit. */
async function rate(): Promise<number> {
  let count = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() - began < 2000) {
        await change(0);
        count++;
      }
    }),
  );
  return (count * 1000) / (performance.now() - began);
}

try {
  const staff = await tokenOf(server.url, 'admin@paydesk.test');
  const owner = await tokenOf(server.url, 'owner@amber.test');
  await share();
  const alone = await share();
  const screens: Screen[] = [];
  for (let nth = 0; nth < SCREENS; nth++) {
    const theirs = nth % 4 === 3;
    const token = theirs ? owner : staff;
    const watch = [
      '/api/transactions?timeZone=Europe/Riga',
      `/api/transactions?f_amount=..${nth}.50&f_status=SUCCESS`,
      `/api/transactions?f_description=order ${nth}`.replace(' ', '+'),
      `/api/transactions/${(theirs ? ofAmber : payments)[nth % ofAmber.length]}`,
    ][(nth >> 2) % 4]!;
    screens.push(await open(token, watch));
  }
  await sleep(2000);
  delays.length = 0;
  const watched = await share();
  await sleep(1000);
  for (const screen of screens) screen.close();
  const cost = watched.server + watched.database - alone.server - alone.database;
  const say = ({ server: own, database }: typeof alone) =>
    `server ${own.toFixed(1)}%, database ${database.toFixed(1)}%`;
  console.log(`${CHANGES} changes a second, nobody listens: ${say(alone)}`);
  console.log(`${SCREENS} screens: ${say(watched)}`);
  console.log(
    `cost of ${SCREENS} screens: ${cost.toFixed(1)} percent of a core; bar ${BAR}${cost > BAR ? '  MISSED' : ''}`,
  );
  console.log(
    `${delays.length} times heard, after ${median(delays).toFixed(0)} ms, at most ${Math.max(...delays).toFixed(0)} ms`,
  );
  const rates = { told: [] as number[], bare: [] as number[] };
  await rate();
  for (let nth = 0; nth < 5; nth++)
    for (const way of ['bare', 'told'] as const) {
      await pool.query(
        `alter table transactions ${way === 'told' ? 'enable' : 'disable'} trigger tell_transactions_inserted`,
      );
      rates[way].push(await rate());
    }
  const [told, bare] = [median(rates.told), median(rates.bare)];
  console.log(
    `16 writers: ${told.toFixed(0)} payments a second told, ${bare.toFixed(0)} untold, ratio ${(told / bare).toFixed(2)}`,
  );
} finally {
  await pool.end();
  await server.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
