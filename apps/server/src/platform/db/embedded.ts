import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../cannot-start.ts';
import { addressFor, urlOf } from './embedded/address.ts';
import { findBinaries, type Binaries } from './embedded/binaries.ts';
import { bringOver, environment, initialise, isInitialised } from './embedded/initialise.ts';
import { placeOf, readOrMakeSecret } from './embedded/initialise.ts';
import { DirectoryInUse, lockDirectory } from './embedded/lock.ts';
import type { EmbeddedLog } from './embedded/log.ts';
import { clearOut, postmasterFile } from './embedded/processes.ts';
import { settingsOf } from './embedded/settings.ts';
import { databaseUser, type RunAs } from './embedded/user.ts';

export type { EmbeddedLog };

export interface EmbeddedOptions {
  /** The cluster lives in `postgres` below it, its password in `postgres.secret`. */
  dataDir: string;
  log: EmbeddedLog;
  /** PostgreSQL settings on top of ours. */
  flags?: Record<string, string | number>;
  /** A cluster to throw away: nothing is synced to disk, and `paydesk` may create databases. */
  scratch?: boolean;
  /** What it gets of our environment besides; nothing secret. */
  environment?: Record<string, string>;
}

export interface EmbeddedDatabase {
  /** The database `paydesk` as the role `paydesk`: its owner, may make roles, no superuser. */
  url: string;
  stop(): Promise<void>;
}

/** Deaths further apart are no series, and make no longer pauses. */
const STEADY_MS = 60_000;

const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts a PostgreSQL of Paydesk's own.
 *
 * Of the library only the binaries are used. Its `start()` leaves PostgreSQL in the terminal's
 * process group, where Ctrl-C stops it before the server has drained; it hooks into the process's
 * signals and exit; it listens on TCP; and it knows nothing of a predecessor that was killed.
 *
 * Left over from an owner that was killed, it is stopped and started anew rather than adopted:
 * that takes a fraction of a second, ends transactions nobody waits for, and leaves one way to be
 * running, as our child, with today's settings.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(options.dataDir);
  const lock = await lockDirectory(dataDir);
  try {
    const cluster = new Cluster(join(dataDir, 'postgres'), options);
    const url = await cluster.start().catch(async (error: unknown) => {
      await cluster.stop();
      throw error;
    });
    let stopped: Promise<void> | undefined;
    return { url, stop: () => (stopped ??= cluster.stop().finally(() => lock.release())) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The same, or the one that a Paydesk beside us has started already, which is then left as it is. */
export async function reachEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    return await startEmbedded(options);
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    const cluster = join(realpathSync(options.dataDir), 'postgres');
    const port = postmasterFile(cluster)?.port;
    if (port === undefined) throw error;
    const { password } = readOrMakeSecret(`${cluster}.secret`);
    return { url: urlOf(cluster, password, port), stop: async () => {} };
  }
}

class Cluster {
  readonly #folder: string;
  readonly #options: EmbeddedOptions;
  readonly #log: EmbeddedLog;
  readonly #lastWords: string[] = [];
  readonly #atExit = (): void => void this.#child?.kill('SIGINT');
  /** A signal nobody else handles (yet) ends this process, without an exit event: end the child. */
  readonly #atSignal = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return;
    this.#atExit();
    process.off(signal, this.#atSignal);
    process.kill(process.pid, signal);
  };
  #user: RunAs | undefined;
  #binaries!: Binaries;
  #arguments: string[] = [];
  #name = '';
  #child: ChildProcess | undefined;
  #stopping = false;
  #deaths = 0;
  #readySince = 0;
  #revival: Promise<void> | undefined;

  constructor(folder: string, options: EmbeddedOptions) {
    this.#folder = folder;
    this.#options = options;
    this.#log = options.log;
  }

  async start(): Promise<string> {
    const { scratch = false, flags } = this.#options;
    this.#user = databaseUser(this.#folder, this.#log);
    this.#binaries = findBinaries(this.#user, this.#log);
    const secret = readOrMakeSecret(`${this.#folder}.secret`);
    if (!isInitialised(this.#folder, this.#binaries.major)) {
      const started = performance.now();
      const given = { binaries: this.#binaries, user: this.#user, secret, scratch };
      await initialise(this.#folder, given);
      this.#log.info(`Made the database cluster in ${elapsed(started)}`);
    }
    const identity = createHash('sha256').update(`${secret.id} ${this.#folder}`).digest('hex');
    this.#name = `paydesk-${identity.slice(0, 16)}`;

    await clearOut(this.#folder, this.#name, this.#log);
    await bringOver(this.#folder, { binaries: this.#binaries, user: this.#user });
    const address = await addressFor(this.#folder);
    const settings = {
      ...settingsOf(scratch),
      ...flags,
      cluster_name: this.#name,
      ...address.settings,
    };
    this.#arguments = ['-D', placeOf(this.#folder, this.#user)];
    for (const [key, value] of Object.entries(settings)) {
      this.#arguments.push('-c', `${key}=${value}`);
    }
    process.on('exit', this.#atExit);
    for (const signal of ENDINGS) process.on(signal, this.#atSignal);
    await this.#launch();
    return urlOf(this.#folder, secret.password, address.port);
  }

  /**
   * A predecessor's processes can hold the shared memory, the socket or the lock file a moment
   * longer than they show, so a start that fails for that is tried again, for some ten seconds.
   */
  async #launch(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const started = performance.now();
      if (process.platform === 'win32') this.#pgCtlStop();
      await clearOut(this.#folder, this.#name, this.#log);
      const failure = await this.#spawn();
      if (!failure) {
        this.#readySince = performance.now();
        this.#log.info(`PostgreSQL is ready after ${elapsed(started)}`);
        return;
      }
      const passing = /shared memory|lock file|could not (bind|create any)|in use/i.test(failure);
      if (!passing || attempt >= 25 || this.#stopping) {
        throw new CannotStart(`The embedded PostgreSQL does not start:\n${failure}`);
      }
      this.#log.warn('PostgreSQL finds its folder still taken; trying again');
      await sleep(400);
    }
  }

  /** Gives what PostgreSQL said if it ended instead of becoming ready. */
  async #spawn(): Promise<string | undefined> {
    this.#lastWords.length = 0;
    const child = spawn(this.#binaries.postgres, this.#arguments, {
      ...this.#user,
      cwd: this.#folder,
      env: { ...environment, ...this.#options.environment },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      windowsHide: true,
    });
    this.#child = child;
    const end: { how?: string } = {};
    child.on('error', (error) => (end.how = error.message));
    child.on('exit', (code, signal) => (end.how ??= `it ended with ${String(signal ?? code)}`));
    if (child.stderr) createInterface(child.stderr).on('line', (line) => this.#relay(line));
    const started = performance.now();
    for (let told = 0; end.how === undefined;) {
      const written = postmasterFile(this.#folder);
      if (written?.ready && written.pid === child.pid) {
        child.on('exit', (code, signal) => this.#died(String(signal ?? code)));
        return undefined;
      }
      const seconds = Math.floor((performance.now() - started) / 10_000) * 10;
      if (seconds > told) {
        told = seconds;
        this.#log.info(`PostgreSQL has been starting for ${seconds} s (recovery after a crash?)`);
      }
      await sleep(5);
    }
    await sleep(20);
    return [...this.#lastWords, end.how].join('\n');
  }

  #relay(line: string): void {
    this.#lastWords.push(line);
    if (this.#lastWords.length > 20) this.#lastWords.shift();
    if (line.startsWith('PANIC:')) this.#log.error(`PostgreSQL: ${line}`);
    else if (line.startsWith('FATAL:')) this.#log.warn(`PostgreSQL: ${line}`);
    else this.#log.debug(`PostgreSQL: ${line}`);
  }

  /** PostgreSQL ended by itself (out of memory, a stray kill), or did not start: tried until it runs. */
  #died(how: string): void {
    if (this.#stopping) return;
    if (performance.now() - this.#readySince > STEADY_MS) this.#deaths = 0;
    this.#readySince = Infinity;
    const pause = Math.min(this.#deaths++ * 500, 10_000);
    this.#log.error(`PostgreSQL ended unasked (${how}); starting it again`);
    this.#revival = sleep(pause)
      .then(() => (this.#stopping ? undefined : this.#launch()))
      .catch((error: unknown) => this.#died(String(error)));
  }

  /** Fast shutdown: sessions are ended, everything is written; harsher when that takes long. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#revival;
    process.off('exit', this.#atExit);
    for (const signal of ENDINGS) process.off(signal, this.#atSignal);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (process.platform === 'win32') this.#pgCtlStop();
    else child.kill('SIGINT');
    const harsher = setTimeout(() => {
      this.#log.warn('PostgreSQL takes over 10 s to stop; ending it at once');
      child.kill('SIGQUIT');
    }, 10_000);
    const harshest = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(harsher);
    clearTimeout(harshest);
  }

  /** Windows has no signals to stop it with, and no list of processes we can read. */
  #pgCtlStop(): void {
    if (postmasterFile(this.#folder)) {
      spawnSync(this.#binaries.pgCtl, ['stop', '-D', this.#folder, '-m', 'fast', '-w']);
    }
  }
}

function elapsed(since: number): string {
  return `${Math.round(performance.now() - since)} ms`;
}
