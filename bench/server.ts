import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { DEMO_PASSWORD } from '../apps/server/src/seed/seed.ts';

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));

/** The embedded database of a folder, started for as long as it is measured. */
export const openCluster = (dataDir: string) =>
  startEmbedded({
    dataDir,
    log: { debug() {}, info() {}, warn: console.error, error: console.error },
  });

/** The database of DATABASE_URL, else the embedded one of DATA_DIR; or of settings that begin otherwise. */
export async function measuredDatabase(
  prefix: '' | 'SMALL_' = '',
): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env[`${prefix}DATABASE_URL`];
  if (given) return { url: given, stop: async () => {} };
  return openCluster(resolve(process.env[`${prefix}DATA_DIR`] ?? './data'));
}

/** Paydesk on that database, on a free port, in a process of its own. */
export async function startServer(databaseUrl: string, settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      SEED: 'empty',
      ...settings,
      DATABASE_URL: databaseUrl,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((ready) => child.once('exit', ready));
  const url = await new Promise<string>((ready, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const address = /ready at (http:\S+)/.exec(chunk.toString())?.[1];
      if (address) ready(address);
    });
    child.once('exit', () => reject(new Error('the server ended')));
  });
  return {
    url,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Who sees all, and whose merchant has most. */
export const STAFF_AND_LARGEST = {
  staff: 'admin@paydesk.test',
  'the largest': 'owner@amber.test',
};

/** A session of one of the demo people. */
export async function tokenOf(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${username} can't sign in: ${answer.status}`);
  return ((await answer.json()) as { token: string }).token;
}
