import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { booksAgree } from '../../apps/server/src/books.ts';
import { onClient } from '../../apps/server/src/platform/db/client.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { spread } from '../../apps/server/src/platform/db/spread/run.ts';
import { seed } from '../../apps/server/src/seed/seed.ts';
import { testEncryption } from '../../apps/server/src/testing/encryption.ts';
import { call, startProcess, type Process } from '../../apps/server/src/testing/processes.ts';
import { listen } from '../../apps/server/src/testing/streams.ts';
import { costs, type Side } from './citus/costs.ts';
import { missing, startNodes } from './citus/nodes.ts';
import { pay } from './citus/payments.ts';
import { suite, walk } from './citus/suite.ts';
import { books, paymentsOf, signIn } from './failover/books.ts';
import { startLoad, type Load } from './failover/load.ts';
import { keep } from './kept.ts';

/**
 * npm run prove -- citus [--transactions N] [--suite [FILE…]]: a Citus cluster of a coordinator and two machines out of CITUS_ARCHIVE,
 * and a PostgreSQL beside it. Both are filled alike; on one the rows are spread by `npm run distribute`. What people
 * do is done on both and its times are compared; shoppers pay on the hosted page and screens hear of it; then a merchant's
 * rows are moved to the other machine under refunds, lists and files, and machines are ended by SIGKILL and come back; at
 * the end the books agree, and the HTTP and SQL tests and the browser's walk run there (with --suite these alone, or some of their files). It
 * needs PostgreSQL 15 of the release that the archive was built for (CITUS_POSTGRES where it is not the system's).
 */

const REFUNDERS = 4;
const RACERS = 8;
const SHOPPERS = 12;
/** A move locks each of 48 tables, and may meet in a circle whoever writes to them: it is ended then, and asked anew. */
const MOVES = 8;
const DEADLOCK = '40P01';
/** Two for each machine. */
const SHARDS = 4;
const DAY = new Date(new Date().setUTCHours(0, 0, 0, 0));

export async function citus(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      transactions: { type: 'string', default: '20000' },
      suite: { type: 'boolean', default: false },
    },
  });
  const absent = missing();
  if (absent) throw new Error(`Not there: ${absent}`);
  const begun = performance.now();
  const nodes = await startNodes();
  const processes: Process[] = [];
  const pools: pg.Pool[] = [];
  const said: string[] = [];
  const say = (line: string) => {
    said.push(line);
    console.log(line);
  };
  let failed = 0;
  try {
    if (values.suite) return !(await tests(nodes, positionals));
    for (const url of [nodes.plain, nodes.coordinator]) {
      await migrate(url);
      await seed(url, {
        clock: DAY,
        transactions: Number(values.transactions),
        encryption: testEncryption,
      });
    }
    const spreading = performance.now();
    const plan = await onClient(nodes.coordinator, (client) => spread(client, SHARDS));
    say(
      `${values.transactions} transactions and what belongs to them spread over ${SHARDS} shards in ${seconds(performance.now() - spreading)} by ${plan.steps.length} statements; ${plan.gone.length} references and triggers not held any more`,
    );
    const again = await onClient(nodes.coordinator, (client) => spread(client, SHARDS));
    if (again.steps.length) throw new Error('Spread twice');

    const sides: Side[] = [];
    for (const url of [nodes.plain, nodes.coordinator]) {
      const one = await startProcess(url, {
        settings: { LOG_LEVEL: 'error' },
        callsAMinute: 1_000_000,
      });
      processes.push(one);
      const pool = new pg.Pool({ connectionString: url, max: 2 });
      pool.on('error', () => {});
      pools.push(pool);
      sides.push({
        url: one.url,
        owner: await signIn(one.url, 'owner@amber.test'),
        staff: await signIn(one.url, 'admin@paydesk.test'),
        payment: (await paymentsOf(pool, 1))[0]!,
      });
    }
    const [plain, far] = sides as [Side, Side];
    const loads = [loadavg()[0]!];
    say(await race(far, pools[1]!));
    const measured = await costs(plain, far);
    said.push(...measured.said);
    loads.push(loadavg()[0]!);
    say(await heard(far));
    say(await payments(plain, far, pools as [pg.Pool, pg.Pool]));

    const load = startLoad([far.url], {
      owner: far.owner,
      staff: far.staff,
      payments: await paymentsOf(pools[1]!, REFUNDERS),
    });
    try {
      await sleep(3000);
      say(await moveAway(pools[1]!, nodes.ports, load));
      say(await endOne(nodes, load));
    } finally {
      await load.end();
    }
    failed += await books(pools[1]!, load);
    say(
      `${load.done.length} refunds acknowledged, each done once; ${load.open.length} told to wait, ${load.refused.length} refused, none done twice; ${load.lists} lists, ${load.files} files`,
    );
    failed += await checked(nodes.coordinator, say);
    say(`the load of the machine was ${loads.map((one) => one.toFixed(1)).join(', ')}`);
    keep('citus', {
      minutes: (performance.now() - begun) / 60_000,
      passed: failed ? 0 : 1,
      failed,
      said,
    });
    if (measured.over) console.log(`${measured.over} aims are missed`);
    for (const one of processes.splice(0)) await one.stop('SIGKILL');
    return !(await tests(nodes)) && !failed;
  } finally {
    for (const one of processes) await one.stop('SIGKILL');
    for (const pool of pools) await pool.end();
    nodes.stop();
  }
}

/** The tests of HTTP and SQL there, and the browser's walk; how many fail. */
async function tests(
  { empty }: Awaited<ReturnType<typeof startNodes>>,
  only: readonly string[] = [],
): Promise<number> {
  let failures = 0;
  // some files say nothing of the whole
  if (only.length) return (await suite(empty.coordinator, [empty.one, empty.two], only)).failed;
  for (const [name, run] of [
    ['citus, the tests of HTTP and SQL', suite],
    ['citus, the walk through all screens', walk],
  ] as const) {
    const begun = performance.now();
    const { said, passed, failed } = await run(empty.coordinator, [empty.one, empty.two]);
    console.log(said);
    keep(name, { minutes: (performance.now() - begun) / 60_000, passed, failed, said: [said] });
    failures += failed;
  }
  return failures;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Several refund the whole of one payment at once: one of them does, and the row says so once. */
async function race({ url, owner }: Side, pool: pg.Pool): Promise<string> {
  const [payment] = await paymentsOf(pool, 1);
  const answers = await Promise.all(
    Array.from({ length: RACERS }, () =>
      call(`${url}/api/transactions/${payment}/actions/refund`, {
        method: 'PUT',
        token: owner,
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { amount: 1_000_000, currency: 'EUR', refundReason: 'OTHER_REFUND' },
      }),
    ),
  );
  const done = answers.filter(({ status }) => status === 200 || status === 202).length;
  const { rows } = await pool.query<{ refunded: string }>(
    'select refunded_cents::text as refunded from transactions where id = $1',
    [payment],
  );
  if (done !== 1 || rows[0]!.refunded !== '100000000')
    throw new Error(
      `${done} of ${RACERS} refunded it, ${rows[0]!.refunded} cents: ${answers.map(({ status, text }) => `${status} ${text.slice(0, 120)}`).join('\n')}`,
    );
  return `${RACERS} refund the whole of one payment at once: 1 does`;
}

/** A screen with a list and a record open hears of a refund, whose case then tells it. */
async function heard({ url, owner, payment }: Side): Promise<string> {
  const addresses = ['/api/transactions', `/api/transactions/${payment}`];
  const line = await listen(url, owner, { query: { watch: addresses.join(' ') } });
  try {
    const begun = performance.now();
    const { status, text } = await call(`${url}/api/transactions/${payment}/actions/refund`, {
      method: 'PUT',
      token: owner,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { amount: 1, currency: 'EUR', refundReason: 'OTHER_REFUND' },
    });
    if (status !== 200) throw new Error(`A refund was answered ${status}: ${text}`);
    for (const address of addresses)
      if (!(await line.first(({ event, data }) => event === 'change' && data.watch === address)))
        throw new Error(`Nothing is told of ${address}: ${JSON.stringify(line.events)}`);
    const ms = performance.now() - begun;
    const told = await call(`${url}/api/timelines/transaction/${payment}`, { token: owner });
    if (told.status !== 200 || !/Refund of 1.00 EUR succeeded/.test(told.text))
      throw new Error(`The case of the payment: ${told.status} ${told.text.slice(0, 300)}`);
    return `a list and a record that stood open heard of a refund within ${ms.toFixed(0)} ms; its case tells it`;
  } finally {
    await line.close();
  }
}

/** Shoppers on the hosted page, there and on PostgreSQL. */
async function payments(plain: Side, far: Side, [before, now]: [pg.Pool, pg.Pool]) {
  const there = await pay(far.url, now, SHOPPERS);
  const here = await pay(plain.url, before, 1);
  return `${there.paid + there.declined} payments on the hosted page, ${SHOPPERS} at once: ${there.paid} paid, each order once, ${there.declined} declined; one takes ${here.ms.toFixed(0)} ms, spread ${there.ms.toFixed(0)} ms, ${(there.ms / here.ms).toFixed(2)} times`;
}

/** The rows of the merchant who is refunded, and of whoever lies with it, go to the other machine. */
async function moveAway(
  pool: pg.Pool,
  ports: Record<'one' | 'two', number>,
  load: Load,
): Promise<string> {
  const failures = load.failures.length;
  const done = load.acknowledged.length;
  const begun = performance.now();
  const { rows } = await pool.query<{ shard: string; port: number }>(
    `select p.shardid::text as shard, p.nodeport as port from citus_shards p
     where p.table_name = 'transactions'::regclass and p.shardid = get_shard_id_for_distribution_column('transactions',
       (select merchant_id from users where email = 'owner@amber.test'))`,
  );
  const { shard, port } = rows[0]!;
  const to = port === ports.one ? ports.two : ports.one;
  let again = 0;
  for (;;)
    try {
      await pool.query(`select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3)`, [
        shard,
        port,
        to,
      ]);
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || ++again === MOVES) throw error;
      await sleep(500);
    }
  const ms = performance.now() - begun;
  const meanwhile = load.acknowledged.length - done;
  await sleep(2000);
  if (load.over.aborted) await load.end();
  return `the refunded merchant’s rows moved to the other machine in ${seconds(ms)}, asked ${again ? `${again + 1} times` : 'once'}: ${meanwhile} refunds went on meanwhile, ${load.failures.length - failures} calls without an answer`;
}

/** A machine is gone for some seconds and comes back with what it had: refunds of its merchants wait, and go on. */
async function endOne(nodes: Awaited<ReturnType<typeof startNodes>>, load: Load): Promise<string> {
  const failures = load.failures.length;
  for (const name of ['one', 'two'] as const) nodes.kill(name);
  await sleep(3000);
  for (const name of ['one', 'two'] as const) nodes.start(name);
  const back = performance.now();
  const last = load.acknowledged.length;
  while (load.acknowledged.length < last + REFUNDERS) {
    await sleep(100);
    if (load.over.aborted) await load.end();
    if (performance.now() - back > 120_000)
      throw new Error('No refund since the machines are back');
  }
  return `both machines ended by SIGKILL and back after 3 s: refunds went on ${seconds(performance.now() - back)} later; ${load.failures.length - failures} calls without an answer, each asked again under its key`;
}

/** As `npm run check` does: how many of them say that something is wrong. */
async function checked(url: string, say: (line: string) => void): Promise<number> {
  const database = openDatabase(url, { statementTimeoutMs: 60_000 });
  try {
    const result = (line: string) => say(`check: ${line}`);
    return (await booksAgree(database, { result, fault: result }, [])) ? 0 : 1;
  } finally {
    await database.close();
  }
}
