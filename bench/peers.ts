import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { EVERY_MERCHANT } from '../apps/server/src/platform/list/counters.ts';
import {
  adminjs,
  ask,
  AT_ONCE,
  directus,
  paydesk,
  postgraphile,
  type Ask,
  type Product,
} from './peers/asks.ts';
import { startPeer } from './peers/start.ts';
import { used as usedBy, usedByPostgres } from './cpu.ts';
import { openCluster, startServer, tokenOf } from './server.ts';
import { median } from '../scripts/quantile.ts';

/**
 * `npm run bench -- peers [transactions] [seconds]`: Paydesk beside what is used for such consoles otherwise, on the
 * same rows in the same run, by four callers at once, in turn: a page with its total, a page far from the start, and
 * a file. The rows are those of DATA_DIR where it is set, else seeded for the run. Each peer is installed for the run from the lock in `bench/peers`; one that can't be installed or started
 * is named and left out. The bars are against the best of them.
 */

const transactions = Number(process.argv[3] ?? 300_000);
const seconds = Number(process.argv[4] ?? 4);
const PEERS = { adminjs, postgraphile, directus };
const FILE_ROWS = 30_000;
const DEPTH = 0.8;
const PAGE = 50;
const DRIFT = 0.01;
const SESSIONS = 20;
const ROUNDS = 3;

const folder = mkdtempSync(join(tmpdir(), 'paydesk-peers-'));
const { DATABASE_URL: _, ...shell } = process.env;
const given = shell['DATA_DIR'];
const data = given ? resolve(given) : join(folder, 'data');

function fill(): void {
  const cli = fileURLToPath(new URL('../apps/server/src/seed/cli.ts', import.meta.url));
  const seeding = spawnSync(process.execPath, [cli, '--transactions', String(transactions)], {
    env: { ...shell, DATA_DIR: data },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (seeding.status !== 0) throw new Error('The seed failed');
}

interface Merchant {
  id: string;
  email: string;
  rows: number;
}

/** How many transactions there are, and the merchants by theirs. */
async function merchants(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('vacuum analyze transactions');
    const { rows } = await client.query<Merchant>(`
      select distinct on (c.n, u.merchant_id) u.merchant_id as id, u.email, c.n::int as rows from users u
      join (select merchant_id, sum(transactions) n from transaction_counts group by 1) c
        on c.merchant_id = u.merchant_id
      where u.status = 'ACTIVATED' and u.password_expires_date > now()
        and u.permissions @> '{READ_MERCHANT_TRANSACTION}' order by c.n desc, u.merchant_id`);
    const counted = await client.query<{ n: number }>(
      `select sum(transactions)::int as n from transaction_counts where merchant_id = '${EVERY_MERCHANT}'`,
    );
    return { total: counted.rows[0]!.n, all: rows };
  } finally {
    await client.end();
  }
}

/** What a peer keeps of its own beside the tables that it shows. */
async function forget(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('drop schema if exists directus cascade');
  await client.end();
}

interface Side {
  product: Product;
  pid: number;
}

/** What is done again and again, and how much of it was done by one call. */
type Work = (product: Product) => Promise<number>;

/** Pages for so many seconds, after one that is looked at: it has the rows and the total that it should. */
const pages =
  (of: Ask, total: number): Work =>
  async (product) => {
    const first = product.read(await ask(product.page(of)));
    // Paydesk's tasks go on meanwhile
    if (first.rows !== PAGE || Math.abs(first.total - total) > 1 + total * DRIFT)
      throw new Error(`${product.name} answers ${first.rows} rows of ${first.total}, not ${total}`);
    const end = performance.now() + seconds * 1000;
    let asked = 1;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (performance.now() < end) {
          await ask(product.page(of));
          asked++;
        }
      }),
    );
    return asked;
  };

const file =
  (merchantId: string): Work =>
  async (product) => {
    const text = await ask(product.file(merchantId));
    if (text.length < FILE_ROWS) throw new Error(`${product.name}: ${text.slice(0, 200)}`);
    return 1;
  };

/** Each in turn, some rounds: how often a second, the middle round of it, and CPU of server and database for one. */
async function measure(sides: readonly Side[], postmaster: number, work: Work) {
  const all = sides.map(() => ({ rates: [] as number[], done: 0, cpu: 0 }));
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, { product, pid }] of sides.entries()) {
      const used = () => usedBy(pid) + usedByPostgres(postmaster);
      const [began, before] = [performance.now(), used()];
      const done = await work(product).catch((error: unknown) => {
        if (!round) console.error((error as Error).message.split('\n')[0]!.slice(0, 200));
        return 0;
      });
      all[at]!.rates.push((done * 1000) / (performance.now() - began));
      all[at]!.done += done;
      all[at]!.cpu += used() - before;
    }
  return all.map(({ rates, done, cpu }) => ({
    rate: median(rates),
    cpuMs: (cpu * 1000) / done,
  }));
}

const figure = (value: number) => value.toFixed(value < 1 ? 2 : value < 10 ? 1 : 0);
const line = (cells: string[]) => console.log(`| ${cells.join(' | ')} |`);

const stops: (() => Promise<void>)[] = [];
let missed = 0;
try {
  if (!given) fill();
  const cluster = await openCluster(data);
  stops.push(() => cluster.stop());
  stops.push(() => forget(cluster.url));
  const { total, all } = await merchants(cluster.url);
  const [largest, small] = [all[0]!, all.findLast(({ rows }) => rows >= PAGE)!];
  const near = ({ rows }: Merchant) => Math.abs(rows - FILE_ROWS);
  const filed = all.reduce((best, one) => (near(one) < near(best) ? one : best));
  const own = await startServer(cluster.url, { DATA_DIR: data, CSV_RECORDS_LIMIT: '1000000' });
  stops.push(own.stop);
  const tokens: Record<string, string[]> = { staff: [], [largest.id]: [], [small.id]: [] };
  for (const [whose, email] of [
    ['staff', 'admin@paydesk.test'],
    [largest.id, largest.email],
    [small.id, small.email],
  ] as const)
    for (let nth = 0; nth < SESSIONS; nth++) tokens[whose]!.push(await tokenOf(own.url, email));
  const sides: Side[] = [{ product: paydesk(own.url, tokens), pid: own.pid }];
  for (const [name, make] of Object.entries(PEERS)) {
    const started = await startPeer(name, folder, cluster.url);
    if (typeof started === 'string') {
      console.log(`${name} is left out, ${started}`);
      continue;
    }
    stops.push(started.stop);
    sides.push({ product: make(started.url), pid: started.pid });
  }

  // the process that all others of PostgreSQL are begun by
  const postmaster = Number(
    readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
  );
  const page = { merchantId: null, page: 0 };
  const deep = Math.floor((total * DEPTH) / PAGE);
  const of = ({ id }: Merchant) => ({ merchantId: id, page: 0 });
  const cases: [string, number, Work][] = [
    ['page and total, all merchants', 10, pages(page, total)],
    ['the largest', 10, pages(of(largest), largest.rows)],
    ['a small one', 2, pages(of(small), small.rows)],
    [`page ${deep}`, 10, pages({ ...page, page: deep }, total)],
    [`a file of ${filed.rows} rows`, 8, file(filed.id)],
  ];
  // asked before, and Paydesk's tasks of the start over
  for (const { product } of sides)
    for (const [, , work] of cases.slice(0, 3)) await work(product).catch(() => {});
  console.log(
    `${total} transactions, the largest merchant with ${largest.rows}, the small one with ${small.rows}; ` +
      `answers a second, the middle of ${ROUNDS} rounds of ${AT_ONCE} at once for ${seconds} s, and ms of CPU of server ` +
      `and database for one; files one by one; load ${loadavg()[0]!.toFixed(1)} on ${cpus().length}\n`,
  );
  const names = sides.map(({ product }) => `${product.name}: a second, ms`);
  const head = ['what', ...names, 'times the best', 'by CPU', 'bar'];
  line(head);
  line(head.map(() => '---'));
  for (const [what, bar, work] of cases) {
    const [ours, ...theirs] = await measure(sides, postmaster, work);
    const times = ours!.rate / Math.max(...theirs.map(({ rate }) => rate));
    const byCpu = Math.min(...theirs.map(({ cpuMs }) => cpuMs)) / ours!.cpuMs;
    const misses = !(times >= bar);
    if (misses) missed++;
    const cells = [ours!, ...theirs].map(({ rate, cpuMs }) =>
      rate ? `${figure(rate)}, ${figure(cpuMs)}` : 'none',
    );
    line([what, ...cells, `${figure(times)}${misses ? '!' : ''}`, figure(byCpu), String(bar)]);
  }
} finally {
  for (const stop of stops.toReversed())
    await stop().catch((error: unknown) => console.error(error));
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed ? 1 : 0;
