import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { onClient } from '../../../apps/server/src/platform/db/client.ts';
import { freePort } from '../../../apps/server/src/platform/db/embedded/address.ts';
import { databaseUser } from '../../../apps/server/src/platform/db/embedded/user.ts';
import { quiet, roomyParent } from '../../../apps/server/src/platform/db/testing/cluster.ts';

const NAMES = ['coordinator', 'one', 'two', 'plain'] as const;
type Name = (typeof NAMES)[number];

const [BIN, LIB, SHARE] = [
  'usr/lib/postgresql/15/bin',
  'usr/lib/postgresql',
  'usr/share/postgresql',
];

const EACH = {
  listen_addresses: '127.0.0.1',
  max_connections: 200,
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  max_prepared_transactions: 200,
  // one looks after each database, of which the tests make many
  max_worker_processes: 64,
  fsync: 'off',
  jit: 'off',
  timezone: 'UTC',
};
const SPREAD = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  'citus.propagate_set_commands': 'local',
  'citus.enable_statistics_collection': 'off',
};

const archive = () => process.env['CITUS_ARCHIVE'] ?? '';
/** Where `usr/lib/postgresql/15` is, of the release that the archive was built for. */
const system = () => process.env['CITUS_POSTGRES'] ?? '/';

/** What is not there that this needs; null where all is. */
export function missing(): string | null {
  if (!existsSync(archive())) return 'CITUS_ARCHIVE, a .tar.gz with Citus built for PostgreSQL 15';
  if (!existsSync(join(system(), BIN, 'postgres')))
    return 'PostgreSQL 15, installed or below CITUS_POSTGRES';
  return null;
}

/** A coordinator and two machines with Citus, and a PostgreSQL without, on loopback, from the archive alone. */
export async function startNodes() {
  const parent = mkdtempSync(join(roomyParent(), 'paydesk-citus-'));
  chmodSync(parent, 0o755);
  const user = databaseUser(join(parent, 'none'), quiet);
  const root = join(parent, 'root');
  for (const part of [LIB, SHARE])
    cpSync(join(system(), part, '15'), join(root, part, '15'), {
      recursive: true,
      verbatimSymlinks: true,
    });
  run('tar', ['xzf', archive(), '-C', root]);
  const program = (name: string, args: string[]) => run(join(root, BIN, name), args, user);
  const folderOf = (name: Name) => join(parent, name);
  const start = (name: Name) =>
    program('pg_ctl', ['-D', folderOf(name), '-l', `${folderOf(name)}/log`, '-w', 'start']);
  const ports = {} as Record<Name, number>;
  for (const name of NAMES) {
    const folder = folderOf(name);
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
    program('initdb', [
      '-D',
      folder,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]);
    ports[name] = await freePort();
    const settings = {
      ...EACH,
      ...(name !== 'plain' && SPREAD),
      port: ports[name],
      unix_socket_directories: folder,
    };
    const lines = Object.entries(settings).map(([key, value]) => `${key} = '${value}'\n`);
    appendFileSync(join(folder, 'postgresql.conf'), lines.join(''));
    start(name);
  }
  const at = (name: Name, database = 'paydesk') =>
    `postgresql://postgres@127.0.0.1:${ports[name]}/${database}`;
  for (const name of NAMES) {
    await onClient(at(name, 'postgres'), (client) => client.query('create database paydesk'));
    if (name !== 'plain')
      await onClient(at(name), (client) => client.query('create extension citus'));
  }
  await onClient(at('coordinator'), async (client) => {
    await client.query(`select citus_set_coordinator_host('127.0.0.1', ${ports.coordinator})`);
    for (const name of ['one', 'two'] as const)
      await client.query(`select citus_add_node('127.0.0.1', ${ports[name]})`);
  });
  const pidOf = (name: Name) =>
    Number(readFileSync(join(folderOf(name), 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    coordinator: at('coordinator'),
    plain: at('plain'),
    /** Where other databases are made. */
    empty: {
      coordinator: at('coordinator', 'postgres'),
      one: at('one', 'postgres'),
      two: at('two', 'postgres'),
    },
    ports,
    /** As if its machine were gone. */
    kill: (name: Name) => process.kill(pidOf(name), 'SIGKILL'),
    start,
    stop() {
      for (const name of NAMES)
        try {
          program('pg_ctl', ['-D', folderOf(name), '-m', 'immediate', '-w', 'stop']);
        } catch {
          // it has ended
        }
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

function run(program: string, args: string[], user?: { uid: number; gid: number }): void {
  const { status, stderr } = spawnSync(program, args, {
    ...user,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    // what pg_ctl starts keeps its pipes open
    stdio: ['ignore', 'ignore', program.endsWith('pg_ctl') ? 'ignore' : 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr ?? ''}`);
}
