import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onClient } from '../../apps/server/src/platform/db/client.ts';
import { startEmbedded } from '../../apps/server/src/platform/db/embedded.ts';
import { freePort } from '../../apps/server/src/platform/db/embedded/address.ts';
import { databaseUser } from '../../apps/server/src/platform/db/embedded/user.ts';
import { as } from '../../apps/server/src/platform/db/roles.ts';
import { quiet, roomyParent } from '../../apps/server/src/platform/db/testing/cluster.ts';
import { surroundings } from '../../apps/server/src/platform/db/testing/surroundings.ts';
import { migratedAndSeeded } from '../../apps/server/src/testing/server.ts';
import { startProcess, type Process } from '../../apps/server/src/testing/processes.ts';
import { books, paymentsOf, signIn } from './failover/books.ts';
import { startLoad } from './failover/load.ts';
import { keep } from './kept.ts';

/**
 * npm run prove -- pooler: four processes of Paydesk behind PgBouncer in transaction mode, which keeps eight
 * connections for them all, under refunds, lists and files for a minute; what a session must hold goes past it. It
 * needs pgbouncer in the PATH.
 */

const PROCESSES = 4;
const REFUNDERS = 16;
const KEPT = 8;
const MINUTE_MS = 60_000;
const APP = { name: 'paydesk_app', password: 'serves' };

export async function pooler(): Promise<boolean> {
  if (spawnSync('which', ['pgbouncer']).status !== 0) throw new Error('Not there: pgbouncer');
  const begun = performance.now();
  const parent = mkdtempSync(join(roomyParent(), 'paydesk-pooled-'));
  // PgBouncer runs as the database's user where we are root, and has to reach its socket
  chmodSync(parent, 0o755);
  const cluster = await startEmbedded({
    dataDir: join(parent, 'data'),
    log: quiet,
    scratch: true,
    environment: surroundings(),
  });
  await migratedAndSeeded(cluster.url);
  // as README says, under 'Who signs in to the database'
  await onClient(cluster.url, async (client) => {
    await client.query(`create role ${APP.name} login password '${APP.password}'`);
    await client.query(`grant paydesk_server, paydesk_merchant to ${APP.name}`);
    await client.query(`alter role ${APP.name} set role = paydesk_server`);
    await client.query(`alter role ${APP.name} set statement_timeout = '20s'`);
  });
  const direct = as(cluster.url, APP);
  const port = await freePort();
  const stopPooler = startPooler(direct, port);
  const running: Process[] = [];
  const pool = new pg.Pool({ connectionString: cluster.url, max: 2 });
  try {
    await sleep(1000);
    for (let nth = 0; nth < PROCESSES; nth++)
      running.push(
        await startProcess(`postgresql://${APP.name}:${APP.password}@127.0.0.1:${port}/paydesk`, {
          settings: {
            DATABASE_OWNER_URL: cluster.url,
            DATABASE_DIRECT_URL: direct,
            LOG_LEVEL: 'error',
          },
          callsAMinute: 1_000_000,
        }),
      );
    const urls = running.map(({ url }) => url);
    const [owner, staff] = [
      await signIn(urls[0]!, 'owner@amber.test'),
      await signIn(urls[0]!, 'admin@paydesk.test'),
    ];
    const load = startLoad(urls, { owner, staff, payments: await paymentsOf(pool, REFUNDERS) });
    let most = 0;
    const until = performance.now() + MINUTE_MS;
    while (performance.now() < until && !load.over.aborted) {
      await sleep(500);
      most = Math.max(most, await pooledNow(port));
    }
    await load.end();
    const wrong = (await books(pool, load)) + load.failures.length;
    const said = [
      `${load.done.length} refunds acknowledged, each done once; ${load.lists} lists, ${load.files} files; ${load.failures.length} calls without an answer`,
      `${PROCESSES} processes, at most ${most} connections of PgBouncer’s`,
    ];
    console.log(said.join('\n'));
    keep('pooler', {
      minutes: (performance.now() - begun) / 60_000,
      passed: wrong ? 0 : 1,
      failed: wrong,
      said,
    });
    return !wrong && most <= KEPT;
  } finally {
    for (const one of running) await one.stop('SIGKILL');
    await pool.end();
    stopPooler();
    await cluster.stop();
    rmSync(parent, { recursive: true, force: true });
  }
}

/** The connections that PgBouncer has open to the database, as it says itself. */
const pooledNow = (port: number): Promise<number> =>
  onClient(
    `postgresql://${APP.name}:${APP.password}@127.0.0.1:${port}/pgbouncer`,
    async (client) => (await client.query('show servers')).rows.length,
  );

function startPooler(direct: string, port: number): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-pooler-'));
  const user = databaseUser(join(folder, 'none'), quiet);
  chmodSync(folder, 0o755);
  const { searchParams, hostname, port: at } = new URL(direct);
  writeFileSync(join(folder, 'users'), `"${APP.name}" "${APP.password}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
paydesk = host=${searchParams.get('host') ?? hostname} port=${at} dbname=paydesk
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = ${KEPT}
max_client_conn = 500
ignore_startup_parameters = extra_float_digits
admin_users = ${APP.name}
`,
  );
  if (user) chownSync(folder, user.uid, user.gid);
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...user,
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  return () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  };
}
