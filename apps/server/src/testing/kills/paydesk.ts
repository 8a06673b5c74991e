import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { openDatabase, type Database } from '../../platform/db/database.ts';
import { addressFor, urlOf } from '../../platform/db/embedded/address.ts';
import { roomyParent } from '../../platform/db/testing/cluster.ts';
import { processesOf } from '../../platform/db/embedded/processes.ts';
import { readOrMakeSecret } from '../../platform/db/embedded/initialise.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

/** Short, so that open answers are asked about within seconds. */
const ACQUIRER_TIMEOUT_MS = 400;
const LONGEST_WAIT_MS = 300_000;

/** Short, for the name of a socket: were it too long, the address could not be foretold. */
const parent = process.platform === 'linux' ? roomyParent() : '/tmp';

/**
 * Paydesk on an embedded database of its own, as `npm start` runs it, in a process that can be
 * killed; and a connection of ours beside it. All it ever gets after a kill is another start.
 */
export class Paydesk {
  #folder = mkdtempSync(join(parent, 'paydesk-kills-'));
  #child: ChildProcess | undefined;
  #url = '';
  #said = '';
  #database: Database | undefined;
  #stopped: number[] = [];
  /** Ends of the server that nobody asked for. */
  unasked = 0;

  get url(): string {
    return this.#url;
  }

  /** Its DATA_DIR. */
  get folder(): string {
    return this.#folder;
  }

  /** What was there is lost with its machine: the next start is in a folder that a backup was put into. */
  async moveTo(folder: string): Promise<void> {
    // a server that is left running would keep the tests from ending
    if (this.#child) await this.killServer();
    await this.#database?.close();
    this.#database = undefined;
    this.#endPostmaster();
    rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = folder;
  }

  /** Our eyes on its database. */
  get database(): Database {
    return this.#database!;
  }

  /** The plain start. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    const { DATABASE_URL: _, TEST_DATABASE_URL: __, ...shell } = process.env;
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...shell,
        NODE_TEST_CONTEXT: undefined,
        DATA_DIR: this.#folder,
        SEED: 'empty',
        // no demo, and yet what moves its money is made up
        ACQUIRER: 'sandbox',
        ALLOW_SANDBOX: 'true',
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'info',
        ACQUIRER_TIMEOUT_MS: String(ACQUIRER_TIMEOUT_MS),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#said = '';
    const listen = (chunk: Buffer) => (this.#said = (this.#said + chunk.toString()).slice(-20_000));
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', () => {
      if (this.#child === child) this.unasked++;
    });
    await until('the start', () => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The server does not start:\n${this.#said}`);
      this.#url = /ready at (http:\S+)/.exec(this.#said)?.[1] ?? '';
      return this.#url !== '';
    });
    this.#database ??= openDatabase(await this.#address(), {
      statementTimeoutMs: 15_000,
      asOwner: true,
    });
  }

  async #address(): Promise<string> {
    const cluster = join(this.#folder, 'postgres');
    const { password } = readOrMakeSecret(`${cluster}.secret`);
    const { port } = await addressFor(cluster);
    const url = new URL(urlOf(cluster, password, port));
    url.searchParams.set('application_name', 'observer');
    return url.href;
  }

  /** What it has said last. */
  get said(): string {
    return this.#said;
  }

  get serverRuns(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  async killServer(): Promise<void> {
    const child = this.#child!;
    this.#child = undefined;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  killPostmaster(): void {
    const file = join(this.#folder, 'postgres/postmaster.pid');
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
  }

  /** A connection that we keep from the server; null where there is none left. */
  async another(): Promise<Client | null> {
    const client = new Client({ connectionString: await this.#address() });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if ((error as { code?: string }).code === '53300') return null;
      throw error;
    }
  }

  /** SIGSTOP makes the database stand still: it takes what it is sent, and says nothing. */
  async signalDatabase(name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    if (name === 'SIGSTOP') {
      const [row] = await this.all<{ name: string }>(
        `select current_setting('cluster_name') as name`,
      );
      this.#stopped = processesOf(row!.name);
    }
    for (const pid of this.#stopped) process.kill(pid, name);
  }

  /** A failed history may leave a database without its server. */
  #endPostmaster(): void {
    try {
      this.killPostmaster();
    } catch {
      // there is none
    }
  }

  /** Until the database answers and the server says that it is ready, with nobody's help. */
  async ready(): Promise<void> {
    await this.all('select 1');
    await until('the server is ready', async () => {
      if (!this.serverRuns) throw new Error(`The server ended by itself:\n${this.#said}`);
      const answer = await fetch(`${this.url}/health/ready`).catch(() => undefined);
      await answer?.text();
      return answer?.status === 200;
    });
  }

  async stop(): Promise<void> {
    await this.#database?.close();
    const child = this.#child;
    this.#child = undefined;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    } else this.#endPostmaster();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Rows as the database has them; asked again while it is down. */
  async all<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    let rows: T[] = [];
    await until('the database answers', async () => {
      try {
        rows = (await this.database.pool.query(text, values)).rows as T[];
        return true;
      } catch (error) {
        if (isDown(error)) return false;
        throw error;
      }
    });
    return rows;
  }
}

/** A statement that PostgreSQL refused is a fault of ours; anything else is the database being away. */
export function isDown(error: unknown): boolean {
  const { code } = error as { code?: string };
  return !code || !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P)/.test(code) || code.startsWith('E');
}

/** Waits for it, for longer than the slowest machine takes. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  pauseMs = 20,
): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Never: ${what}`);
    await sleep(pauseMs);
  }
}
