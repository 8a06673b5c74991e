import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../apps/server/src/platform/db/embedded/address.ts';
import { testDatabase } from '../../apps/server/src/platform/db/testing.ts';
import { migratedAndSeeded } from '../../apps/server/src/testing/server.ts';
import { open, startProcess, type Process } from '../../apps/server/src/testing/processes.ts';
import { books, paymentsOf, signIn } from './failover/books.ts';
import { startLoad, type Failure } from './failover/load.ts';
import { keep } from './kept.ts';

/**
 * npm run prove -- servers: four processes of Paydesk on one database behind HAProxy. Under refunds,
 * lists, files and open screens each is ended by SIGTERM and started anew, one after the other; then one is
 * ended by SIGKILL. It needs haproxy in the PATH.
 */

const PROCESSES = 4;
/** How often each is started anew. */
const ROUNDS = 2;
const REFUNDERS = 8;
const SCREENS = 8;
/** A screen hears of a refund within two seconds; a line that ended is opened anew at once. */
const HEARS_WITHIN_MS = 4000;

export async function servers(): Promise<boolean> {
  if (spawnSync('which', ['haproxy']).status !== 0) throw new Error('Not there: haproxy');
  const begun = performance.now();
  const { url: databaseUrl, drop } = await testDatabase(migratedAndSeeded);
  const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  const door = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-servers-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, proxyOf(door, ports));
  const start = (port: number) =>
    startProcess(databaseUrl, {
      settings: { PORT: String(port), LOG_LEVEL: 'error' },
      callsAMinute: 1_000_000,
    });
  const running: Process[] = [];
  for (const port of ports) running.push(await start(port));
  const proxy = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const url = `http://127.0.0.1:${door}`;
  try {
    await sleep(1500);
    const [owner, staff] = [
      await signIn(url, 'owner@amber.test'),
      await signIn(url, 'admin@paydesk.test'),
    ];
    const load = startLoad([url], { owner, staff, payments: await paymentsOf(pool, REFUNDERS) });
    const screens = startScreens(url, staff);
    const said: string[] = [];
    const since = { failures: 0 };
    const failed = () => load.failures.slice(since.failures);
    const tell = (what: string, failures: readonly Failure[]) => {
      said.push(`${what}: ${failures.length} calls without an answer`);
      console.log(said.at(-1));
      since.failures = load.failures.length;
    };
    try {
      await sleep(2000);
      for (let round = 0; round < ROUNDS; round++)
        for (const [nth, port] of ports.entries()) {
          await running[nth]!.stop('SIGTERM');
          running[nth] = await start(port);
          await sleep(1000);
        }
      const rolled = failed();
      tell(`${ROUNDS * PROCESSES} ended by SIGTERM and started anew, one after the other`, rolled);
      await running[0]!.stop('SIGKILL');
      await sleep(3000);
      const cut = failed();
      tell('one ended by SIGKILL', cut);
      running[0] = await start(ports[0]!);
      await sleep(1000);
      // a caller has one call under way, and so have two readers and a filer
      if (rolled.length || cut.length > REFUNDERS + 3)
        throw new Error(
          [...said, ...[...rolled, ...cut].map((one) => JSON.stringify(one))].join('\n'),
        );
    } finally {
      await load.end();
    }
    const wrong = await books(pool, load);
    const { silentMs, heard } = await screens.end();
    said.push(
      `${load.done.length} refunds acknowledged, each done once; ${load.lists} lists, ${load.files} files`,
      `${SCREENS} open screens heard ${heard} times, and never nothing for longer than ${(silentMs / 1000).toFixed(1)} s`,
    );
    console.log(said.slice(2).join('\n'));
    const deaf = silentMs > HEARS_WITHIN_MS;
    keep('servers', {
      minutes: (performance.now() - begun) / 60_000,
      passed: wrong || deaf ? 0 : 1,
      failed: wrong + Number(deaf),
      said,
    });
    return !wrong && !deaf;
  } finally {
    proxy.kill('SIGKILL');
    for (const one of running) await one.stop('SIGKILL');
    await pool.end();
    await drop();
    rmSync(folder, { recursive: true });
  }
}

/** Lists that stand open: how often they are told of something, and the longest that none was, while refunds go on. */
function startScreens(url: string, token: string) {
  const over = new AbortController();
  let heard = 0;
  let silentMs = 0;
  async function screen() {
    let last = performance.now();
    let id: string | undefined;
    while (!over.signal.aborted) {
      const line = await open(
        `${url}/api/events?watch=${encodeURIComponent('/api/transactions')}`,
        {
          token,
          headers: { accept: 'text/event-stream', ...(id && { 'last-event-id': id }) },
        },
      ).catch(() => null);
      if (line?.statusCode !== 200) {
        await sleep(100);
        continue;
      }
      over.signal.addEventListener('abort', () => line.destroy());
      try {
        for await (const chunk of line) {
          const text = String(chunk);
          id = /^id: (.+)$/m.exec(text)?.[1] ?? id;
          if (!/^event: (change|reset)/m.test(text)) continue;
          silentMs = Math.max(silentMs, performance.now() - last);
          last = performance.now();
          heard++;
        }
      } catch {
        // cut: opened anew, from where it was
      }
    }
  }
  const all = Array.from({ length: SCREENS }, screen);
  return {
    async end() {
      over.abort();
      await Promise.all(all);
      return { heard, silentMs };
    },
  };
}

const proxyOf = (door: number, ports: readonly number[]) => `
global
  maxconn 1000
defaults
  mode http
  timeout connect 2s
  timeout client 5m
  timeout server 5m
  timeout check 1s
  option redispatch
listen paydesk
  bind 127.0.0.1:${door}
  balance roundrobin
  option httpchk GET /health/ready
  default-server inter 200ms fall 1 rise 1
${ports.map((port, nth) => `  server s${nth} 127.0.0.1:${port} check`).join('\n')}
`;
