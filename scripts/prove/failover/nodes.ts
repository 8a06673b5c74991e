import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onClient } from '../../../apps/server/src/platform/db/client.ts';
import { freePort } from '../../../apps/server/src/platform/db/embedded/address.ts';
import { databaseUser } from '../../../apps/server/src/platform/db/embedded/user.ts';
import { quiet, roomyParent } from '../../../apps/server/src/platform/db/testing/cluster.ts';

/** What Patroni goes by, in seconds: who held the lead loses it after `ttl` without a sign. */
export const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 4 };

const SECRET = 'of-this-run-alone';
const NEEDS = ['etcd', 'patroni', 'haproxy', 'pg_config'];

interface Node {
  name: string;
  folder: string;
  port: number;
  rest: number;
  patroni: ChildProcess | null;
}

/** What the programs are missing that this needs; null where all are there. */
export function missing(): string | null {
  const absent = NEEDS.filter((name) => spawnSync('which', [name]).status !== 0);
  return absent.length ? absent.join(', ') : null;
}

/**
 * Three PostgreSQL that Patroni looks after, on loopback: one leads, one at least has all that it has
 * committed. HAProxy's two ports lead to the leader and to a follower.
 */
export async function startNodes() {
  const parent = mkdtempSync(join(roomyParent(), 'paydesk-failover-'));
  chmodSync(parent, 0o755);
  const user = databaseUser(join(parent, 'none'), quiet);
  const folderOf = (name: string) => {
    const folder = join(parent, name);
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
    return folder;
  };
  const bin = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout.trim();
  const run = (program: string, args: string[], folder: string) => {
    const log = openSync(join(folder, 'log'), 'a');
    return spawn(program, args, {
      ...user,
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      stdio: ['ignore', log, log],
      detached: true,
    });
  };

  const etcdPorts = { client: await freePort(), peer: await freePort() };
  const etcdFolder = folderOf('etcd');
  const etcd = run(
    'etcd',
    [
      `--data-dir=${join(etcdFolder, 'data')}`,
      `--listen-client-urls=http://127.0.0.1:${etcdPorts.client}`,
      `--advertise-client-urls=http://127.0.0.1:${etcdPorts.client}`,
      `--listen-peer-urls=http://127.0.0.1:${etcdPorts.peer}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${etcdPorts.peer}`,
      `--initial-cluster=default=http://127.0.0.1:${etcdPorts.peer}`,
      '--unsafe-no-fsync',
    ],
    etcdFolder,
  );

  const nodes: Node[] = [];
  for (const name of ['one', 'two', 'three'])
    nodes.push({
      name,
      folder: folderOf(name),
      port: await freePort(),
      rest: await freePort(),
      patroni: null,
    });
  for (const node of nodes)
    writeFileSync(
      join(node.folder, 'patroni.yml'),
      JSON.stringify(settingsOf(node, etcdPorts.client, bin)),
    );
  const start = (node: Node) => (node.patroni = run('patroni', ['patroni.yml'], node.folder));

  const ports = { leader: await freePort(), follower: await freePort() };
  const proxyFolder = folderOf('haproxy');
  writeFileSync(join(proxyFolder, 'haproxy.cfg'), proxyOf(nodes, ports));
  const haproxy = run('haproxy', ['-W', '-f', 'haproxy.cfg'], proxyFolder);

  const roleOf = async ({ rest }: Node): Promise<'leader' | 'sync' | 'follower' | null> => {
    const says = (path: string) =>
      fetch(`http://127.0.0.1:${rest}/${path}`, { signal: AbortSignal.timeout(1000) }).then(
        ({ status }) => status === 200,
        () => false,
      );
    if (await says('primary')) return 'leader';
    if (await says('synchronous')) return 'sync';
    return (await says('replica')) ? 'follower' : null;
  };

  /** Waits until one leads and two follow, one of them to the last commit. */
  async function whole(patienceMs = 600_000): Promise<Node> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const roles = await Promise.all(nodes.map(roleOf));
      if (roles.toSorted().join() === 'follower,leader,sync')
        return nodes[roles.indexOf('leader')]!;
      if (performance.now() > until)
        throw new Error(`The nodes are ${roles.join()}:\n${nodes.map(lastWords).join('\n')}`);
      await sleep(200);
    }
  }

  for (const node of nodes) start(node);
  await whole();
  const owner = `postgresql://paydesk:${SECRET}@127.0.0.1`;
  await onClient(
    `postgresql://postgres:${SECRET}@127.0.0.1:${ports.leader}/postgres`,
    async (client) => {
      await client.query(
        `create role paydesk login createrole bypassrls replication password '${SECRET}'`,
      );
      await client.query('create database paydesk owner paydesk');
    },
  );

  return {
    leaderUrl: `${owner}:${ports.leader}/paydesk`,
    followerUrl: `${owner}:${ports.follower}/paydesk`,
    whole,
    /** Ends the server of the one that leads by SIGKILL, or with it what looks after it, as if its machine were gone. */
    async kill(what: 'server' | 'machine'): Promise<Node> {
      const leads = await whole();
      const pid = Number(
        readFileSync(join(leads.folder, 'data/postmaster.pid'), 'utf8').split('\n')[0],
      );
      if (what === 'machine') killed(leads.patroni?.pid);
      killed(pid);
      return leads;
    },
    /** The machine is back. */
    revive(node: Node) {
      if (node.patroni?.exitCode === null && node.patroni.signalCode === null) return;
      start(node);
    },
    async stop() {
      for (const { patroni } of nodes) patroni?.kill('SIGTERM');
      const ended = nodes.map(async ({ patroni }) => {
        if (patroni?.exitCode !== null || patroni.signalCode !== null) return;
        await new Promise((resolve) => patroni.once('exit', resolve));
      });
      await Promise.race([Promise.all(ended), sleep(20_000)]);
      for (const child of [haproxy, etcd]) child.kill('SIGTERM');
      await sleep(500);
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

function killed(pid: number | undefined): void {
  try {
    if (pid) process.kill(pid, 'SIGKILL');
  } catch {
    // it ended by itself
  }
}

const lastWords = ({ name, folder }: Node) =>
  `${name}: ${readFileSync(join(folder, 'log'), 'utf8').split('\n').slice(-8).join('\n')}`;

/** JSON is YAML too. */
const settingsOf = ({ name, port, rest, folder }: Node, etcd: number, bin: string) => ({
  scope: 'paydesk',
  name,
  restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
  etcd3: { hosts: [`127.0.0.1:${etcd}`] },
  bootstrap: {
    dcs: {
      ...TIMES,
      // what was acknowledged is on two machines
      synchronous_mode: true,
      // a server that ended is not waited for: another leads
      master_start_timeout: 0,
      maximum_lag_on_failover: 1_048_576,
      postgresql: {
        use_pg_rewind: true,
        parameters: {
          max_connections: 150,
          shared_buffers: '128MB',
          wal_log_hints: 'on',
          wal_keep_size: '512MB',
          hot_standby_feedback: 'on',
          jit: 'off',
        },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums', 'no-sync'],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: join(folder, 'data'),
    bin_dir: bin,
    pgpass: join(folder, 'pgpass'),
    parameters: { unix_socket_directories: folder },
    pg_hba: [
      'local all all scram-sha-256',
      'host all all 127.0.0.1/32 scram-sha-256',
      'host replication follower 127.0.0.1/32 scram-sha-256',
    ],
    authentication: {
      superuser: { username: 'postgres', password: SECRET },
      replication: { username: 'follower', password: SECRET },
    },
  },
});

const proxyOf = (nodes: readonly Node[], ports: { leader: number; follower: number }) => {
  const part = (name: string, port: number, path: string, more = '') => `
listen ${name}
  bind 127.0.0.1:${port}
  ${more}
  option httpchk OPTIONS /${path}
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 maxconn 120 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest}`).join('\n')}
`;
  return `
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
${part('leader', ports.leader, 'primary')}
${part('follower', ports.follower, 'replica', 'balance first')}`;
};
