import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { rmSync, statfsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { startEmbedded, type EmbeddedDatabase, type EmbeddedLog } from '../embedded.ts';
import { DirectoryInUse } from '../embedded/lock.ts';
import { surroundings } from './surroundings.ts';

const ROOM = 3 * 1024 ** 3;
const IDLE_MINUTES = 10;

/** Memory where the machine has enough of it to spare, else the disk. */
export function roomyParent(): string {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= ROOM) return memory;
  } catch {
    // No such thing on this system.
  }
  return tmpdir();
}

/** A folder of this user's and this checkout's own, which a later run finds and cleans. */
function scratchFolder(purpose: string): string {
  const checkout = createHash('sha256')
    .update(import.meta.url)
    .digest('hex')
    .slice(0, 8);
  const folder = join(roomyParent(), `paydesk-${purpose}-${process.getuid?.() ?? 0}-${checkout}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  if (uid !== (process.getuid?.() ?? uid)) throw new Error(`${folder} belongs to someone else`);
  return folder;
}

/** For clusters whose ends are part of what is tried. */
export const quiet: EmbeddedLog = { debug() {}, info() {}, warn() {}, error() {} };

const complaints: EmbeddedLog = {
  debug() {},
  info() {},
  // Tests provoke PostgreSQL's warnings: a database gone, a backend ended.
  warn() {},
  error: (message) => void process.stderr.write(`${message}\n`),
};

/** For several processes at once, of which each may open some 24. */
const ROOMY = { max_connections: 200 };

/**
 * A cluster for one run of the tests, gone with `stop()`. What an earlier run left behind, killed
 * before it could clean up, is cleaned here; runs at the same time take the next folder.
 */
export async function startScratchCluster(): Promise<EmbeddedDatabase> {
  for (let slot = 1; slot <= 8; slot++) {
    const dataDir = scratchFolder(`test-${slot}`);
    try {
      const database = await startEmbedded({
        dataDir,
        log: complaints,
        scratch: true,
        flags: ROOMY,
        environment: surroundings(),
      });
      const stop = async (): Promise<void> => {
        await database.stop();
        rmSync(dataDir, { recursive: true, force: true });
      };
      await dropLeftovers(database.url);
      return { url: database.url, stop };
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error;
    }
  }
  throw new Error('Eight runs of the tests are under way already');
}

async function dropLeftovers(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname ~ '^paydesk_(test|template)_'`,
  );
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`);
  await client.end();
}

/**
 * The cluster for a test file run by hand. It is kept running for ten minutes after its last use
 * by a process of its own, so that the next run finds it warm.
 */
export async function sharedCluster(): Promise<string> {
  const dataDir = scratchFolder('tests');
  const note = join(dataDir, 'url');
  for (let tries = 0; tries < 200; tries++) {
    const url = existsSync(note) ? readFileSync(note, 'utf8') : undefined;
    if (url && (await answers(url))) {
      utimesSync(note, new Date(), new Date());
      return url;
    }
    if (tries % 50 === 0) {
      rmSync(note, { force: true });
      const log = openSync(join(dataDir, 'log'), 'w', 0o600);
      spawn(process.execPath, [fileURLToPath(import.meta.url), dataDir], {
        detached: true,
        stdio: ['ignore', log, log],
        // A test runner's child would report to that runner.
        env: { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined },
      }).unref();
    }
    await sleep(100);
  }
  throw new Error(`No database for the tests; see ${join(dataDir, 'log')}`);
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** The keeper of the shared cluster. */
async function keep(dataDir: string): Promise<void> {
  const database = await startEmbedded({ dataDir, log: complaints, scratch: true, flags: ROOMY });
  const note = join(dataDir, 'url');
  writeFileSync(`${note}.new`, database.url, { mode: 0o600 });
  renameSync(`${note}.new`, note);
  const end = async (): Promise<void> => {
    rmSync(note, { force: true });
    await database.stop();
    // It may lie in memory, which is not ours to keep.
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  };
  process.on('SIGTERM', () => void end());
  process.on('SIGINT', () => void end());
  const client = new Client({ connectionString: database.url });
  client.on('error', () => void end());
  await client.connect();
  for (let idle = 0; idle < IDLE_MINUTES;) {
    await sleep(60_000);
    const { rows } = await client.query<{ busy: boolean }>(
      `select count(*) > 1 as busy from pg_stat_activity where backend_type = 'client backend'`,
    );
    const unused = (Date.now() - statSync(note).mtimeMs) / 60_000;
    idle = rows[0]?.busy ? 0 : unused;
  }
  await client.end();
  await end();
}

// not waited for: files of tests that stand on this are read by `require` (scripts/testing/together.ts)
if (process.argv[1] === fileURLToPath(import.meta.url))
  keep(process.argv[2] ?? '').catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
