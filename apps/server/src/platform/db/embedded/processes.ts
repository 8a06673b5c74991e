import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SOCKET_NAME } from './address.ts';
import type { EmbeddedLog } from './log.ts';

/**
 * Every PostgreSQL process of one cluster, postmaster and backends, found by the cluster's name:
 * it stands in the postmaster's arguments and in each backend's title, readable to all. A process
 * id alone proves nothing, it may long be someone else's.
 */
export function processesOf(clusterName: string): number[] {
  const found: number[] = [];
  for (const [pid, command] of commands()) {
    if (command.includes(clusterName) && /postgres/.test(command) && pid !== process.pid) {
      found.push(pid);
    }
  }
  return found;
}

function* commands(): Generator<[number, string]> {
  if (process.platform === 'linux') {
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      try {
        yield [Number(entry), readFileSync(`/proc/${entry}/cmdline`, 'latin1')];
      } catch {
        // It ended meanwhile.
      }
    }
  } else if (process.platform !== 'win32') {
    const list = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' });
    for (const line of (list.stdout ?? '').split('\n')) {
      const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
      if (pid && command) yield [Number(pid), command];
    }
  }
}

export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What the postmaster writes into its cluster about itself. */
export function postmasterFile(
  cluster: string,
): { pid: number; port: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/**
 * Makes a cluster free to start: stops what an earlier owner left running, and removes lock files
 * that name a process which is alive but none of this cluster's (a recycled id). Files naming a
 * dead process are left alone, PostgreSQL clears those itself, with checks of its own.
 * Call it only under the directory's lock.
 */
export async function clearOut(cluster: string, name: string, log: EmbeddedLog): Promise<void> {
  const left = processesOf(name);
  if (left.length > 0) {
    const postmaster = postmasterFile(cluster)?.pid;
    log.warn(`PostgreSQL is still running from an earlier start (${left.join(', ')}): stopping it`);
    await endAll(name, postmaster);
  }
  for (const file of ['postmaster.pid', `${SOCKET_NAME}.lock`]) {
    const path = join(cluster, file);
    let named: number;
    try {
      named = Math.abs(Number.parseInt(readFileSync(path, 'utf8'), 10));
    } catch {
      continue;
    }
    if (named > 0 && signal(named, 0)) rmSync(path, { force: true });
  }
}

/** One signal to the postmaster ends them all in order; without it no backend may live on. */
async function endAll(name: string, postmaster: number | undefined): Promise<void> {
  const started = performance.now();
  const sent = new Set<NodeJS.Signals>();
  for (;;) {
    const left = processesOf(name);
    if (left.length === 0) return;
    const waited = performance.now() - started;
    const headless = postmaster === undefined || !left.includes(postmaster);
    const due = waited > 8000 ? 'SIGKILL' : headless || waited > 5000 ? 'SIGQUIT' : 'SIGINT';
    if (!sent.has(due)) {
      sent.add(due);
      for (const pid of due === 'SIGINT' ? [postmaster] : left) if (pid) signal(pid, due);
    }
    if (waited > 12_000) break;
    await sleep(20);
  }
  throw new Error('PostgreSQL of an earlier start does not end, not even when killed');
}
