import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migratedAndSeeded } from '../../apps/server/src/testing/server.ts';
import { startProcess } from '../../apps/server/src/testing/processes.ts';
import { keep } from './kept.ts';
import { books, paymentsOf, signIn } from './failover/books.ts';
import { startLoad, type Load } from './failover/load.ts';
import { missing, startNodes, TIMES } from './failover/nodes.ts';
import { median } from '../quantile.ts';

/**
 * npm run prove -- failover [--kills N]: three PostgreSQL under Patroni, etcd and HAProxy, two processes of
 * Paydesk before them, a replica read by staff; the one that leads is ended by SIGKILL, its server alone and its
 * whole machine in turn, under refunds, lists and files. It needs these programs and PostgreSQL's own, 15 or
 * newer, in the PATH, and says which are missing.
 */

const REFUNDERS = 8;
/** How long refunds go on before the next one is ended. */
const BETWEEN_MS = 3000;
const PATIENCE_MS = 120_000;

interface Kill {
  what: 'server' | 'machine';
  /** From its end to the first refund that was begun after the last failure. */
  windowMs: number;
  failures: number;
  first: string;
  last: string;
  readersMs: number;
}

export async function failover(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { kills: { type: 'string', default: '50' } } });
  const count = Number(values.kills);
  const absent = missing();
  if (absent)
    throw new Error(
      `Not there: ${absent}. Debian has them in patroni, etcd-server, haproxy, postgresql`,
    );
  const begun = performance.now();
  const nodes = await startNodes();
  const processes: Awaited<ReturnType<typeof startProcess>>[] = [];
  try {
    await migratedAndSeeded(nodes.leaderUrl);
    const settings = { DATABASE_READ_URL: nodes.followerUrl, LOG_LEVEL: 'error' };
    for (let nth = 0; nth < 2; nth++)
      processes.push(await startProcess(nodes.leaderUrl, { settings, callsAMinute: 1_000_000 }));
    const urls = processes.map(({ url }) => url);
    const pool = new pg.Pool({ connectionString: nodes.leaderUrl, max: 2 });
    pool.on('error', () => {});
    const payments = await paymentsOf(pool, REFUNDERS);
    const [owner, staff] = [
      await signIn(urls[0]!, 'owner@amber.test'),
      await signIn(urls[0]!, 'admin@paydesk.test'),
    ];
    const load = startLoad(urls, { owner, staff, payments });
    const kills: Kill[] = [];
    try {
      for (let nth = 0; nth < count; nth++) {
        const kill = await endTheLeader(nodes, load, nth % 2 ? 'machine' : 'server');
        kills.push(kill);
        console.log(
          `${nth + 1}. ${kill.what}: ${seconds(kill.windowMs)} until refunds went on, ${kill.failures} failures ` +
            `(${kill.first} to ${kill.last}); no list for ${seconds(kill.readersMs)}`,
        );
      }
    } finally {
      await load.end();
    }
    await nodes.whole();
    const lost = await books(pool, load);
    await pool.end();
    const said = words(kills, load);
    for (const line of said) console.log(line);
    keep('failover', {
      minutes: (performance.now() - begun) / 60_000,
      passed: lost ? 0 : 1,
      failed: lost,
      said,
    });
    return !lost;
  } finally {
    for (const one of processes) await one.stop('SIGKILL');
    await nodes.stop();
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function endTheLeader(
  nodes: Awaited<ReturnType<typeof startNodes>>,
  load: Load,
  what: Kill['what'],
): Promise<Kill> {
  await nodes.whole();
  await sleep(BETWEEN_MS * (0.5 + Math.random()));
  const from = load.failures.length;
  const dead = await nodes.kill(what);
  const at = performance.now();
  const until = at + PATIENCE_MS;
  // another leads when refunds have gone on for a second without a failure
  for (;;) {
    await sleep(100);
    if (load.over.aborted) await load.end();
    const last =
      load.failures.slice(from).findLast(({ what: kind }) => kind === 'refund')?.at ?? at;
    const next = load.acknowledged.filter((one) => one > last).length;
    if (performance.now() - last > 1000 && last > at && next >= REFUNDERS) break;
    if (performance.now() > until) throw new Error(`No refund for ${PATIENCE_MS / 1000} s`);
  }
  const failures = load.failures.slice(from);
  const money = failures.filter(({ what: kind }) => kind === 'refund');
  const lists = failures.filter(({ what: kind }) => kind === 'list');
  const lastAt = money.at(-1)!.at;
  const windowMs = load.acknowledged.find((one) => one > lastAt)! - at;
  nodes.revive(dead);
  const named = (failure = money[0]) =>
    failure?.requestId?.slice(0, 8) ?? String(failure?.status ?? 'no answer');
  return {
    what,
    windowMs,
    failures: failures.length,
    first: named(money.find(({ requestId }) => requestId)),
    last: named(money.findLast(({ requestId }) => requestId)),
    readersMs: lists.length ? lists.at(-1)!.at - lists[0]!.at : 0,
  };
}

function words(kills: readonly Kill[], load: Load): string[] {
  const of = (what: Kill['what']) => {
    const some = kills.filter((kill) => kill.what === what).map(({ windowMs }) => windowMs);
    return `${some.length} of the ${what}: refunds went on after ${seconds(median(some))} mostly, ${seconds(Math.max(...some))} at most`;
  };
  const readers = kills.map(({ readersMs }) => readersMs).toSorted((a, b) => a - b);
  return [
    `${kills.length} kills of the leader; ttl ${TIMES.ttl} s, loop_wait ${TIMES.loop_wait} s`,
    of('server'),
    of('machine'),
    `${load.done.length} refunds acknowledged, each done once; ${load.open.length} told to wait, and ${load.refused.length} refused since the acquirer was never asked, none done twice; ${load.lists} lists, ${load.files} files`,
    `staff had no list for ${seconds(readers.at(-1) ?? 0)} at most`,
  ];
}
