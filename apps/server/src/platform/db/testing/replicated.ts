import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readArchive } from '../../backup/archive.ts';
import { backUpCluster } from '../../backup/cluster.ts';
import { startEmbedded, type EmbeddedDatabase } from '../embedded.ts';
import { readOrMakeSecret } from '../embedded/initialise.ts';
import { postmasterFile, signal } from '../embedded/processes.ts';
import { databaseUser } from '../embedded/user.ts';
import { quiet, roomyParent } from './cluster.ts';
import { surroundings } from './surroundings.ts';

/** A PostgreSQL that a test ends, holds still and starts again. */
export interface Server {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Its process that applies what the primary wrote, or all of it. */
  hold(what: 'replay' | 'all'): void;
  goOn(): void;
}

function serverIn(dataDir: string, flags: Record<string, string | number>): Server {
  const cluster = join(dataDir, 'postgres');
  let running: EmbeddedDatabase | undefined;
  let held: number[] = [];
  const server: Server = {
    url: '',
    async start() {
      running = await startEmbedded({
        dataDir,
        log: quiet,
        scratch: true,
        flags: { max_connections: 60, shared_buffers: '64MB', ...flags },
        environment: surroundings(),
      });
      server.url = running.url;
    },
    async stop() {
      server.goOn();
      await running?.stop();
    },
    hold(what) {
      const { pid } = postmasterFile(cluster)!;
      const all = [pid, ...childrenOf(pid)];
      held = what === 'all' ? all : all.filter((one) => titleOf(one).includes('startup'));
      if (!held.length) throw new Error('nothing to hold');
      for (const one of held) signal(one, 'SIGSTOP');
    },
    goOn() {
      for (const one of held.splice(0)) signal(one, 'SIGCONT');
    },
  };
  return server;
}

const titleOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    // it ended meanwhile
    return '';
  }
};

const childrenOf = (pid: number) =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((one) => parentOf(one) === pid);

const parentOf = (pid: number): number | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
};

/**
 * Two clusters of the embedded binaries, the second a streaming replica of the first, once `fill` has filled
 * that. On Linux alone: its processes are found under /proc.
 */
export async function replicated(fill: (url: string) => Promise<unknown>) {
  const parent = mkdtempSync(join(roomyParent(), 'paydesk-replicated-'));
  // the replica runs as a user of its own where we are root, and has to reach the primary's socket
  chmodSync(parent, 0o755);
  const folders = { primary: join(parent, 'primary'), replica: join(parent, 'replica') };
  const primary = serverIn(folders.primary, {});
  await primary.start();
  const cluster = join(folders.primary, 'postgres');
  appendFileSync(join(cluster, 'pg_hba.conf'), 'local replication all scram-sha-256\n');
  signal(postmasterFile(cluster)!.pid, 'SIGHUP');
  await fill(primary.url);

  const copy = join(parent, 'copy');
  mkdirSync(copy);
  await backUpCluster(primary.url, copy);
  const follower = join(folders.replica, 'postgres');
  mkdirSync(follower, { recursive: true, mode: 0o700 });
  const user = databaseUser(follower, quiet);
  if (user) chownSync(follower, user.uid, user.gid);
  const manifest = readFileSync(join(copy, 'backup_manifest'));
  await readArchive(join(copy, 'base.tar.zst'), manifest, { folder: follower, user });
  chmodSync(follower, 0o700);
  writeFileSync(join(follower, 'standby.signal'), '');
  const { password } = readOrMakeSecret(`${cluster}.secret`);
  const secret = { ...readOrMakeSecret(`${follower}.secret`), password };
  writeFileSync(`${follower}.secret`, JSON.stringify(secret), { mode: 0o600 });
  const replica = serverIn(folders.replica, {
    primary_conninfo: `host=${cluster} port=5432 user=paydesk password=${password}`,
    hot_standby_feedback: 'on',
    wal_receiver_status_interval: '1s',
    wal_retrieve_retry_interval: '200ms',
  });
  await replica.start();
  return {
    primary,
    replica,
    async stop() {
      await replica.stop();
      await primary.stop();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}
