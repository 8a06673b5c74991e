import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test as base } from '@playwright/test';
import { surroundings } from '../apps/server/src/platform/db/testing/surroundings.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { testDatabase } from '../apps/server/src/platform/db/testing.ts';
import { watchScreens } from './screens.ts';
import { inSharedTab, type Tab } from './tab.ts';
import { patient, TIME_IS_UP, timeIsUp } from './patience.ts';

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));
const READY = /ready at (http:\/\/[^\s"]+)/;
const READY_MS = patient(60_000);

export interface Paydesk {
  /** Where it listens, without a slash at the end. */
  url: string;
  databaseUrl: string;
  /** No record of the demo data has an id from here on: what is younger, a test made, and may take away. */
  youngest: string;
  /** What it has written so far, for the message of a test that failed. */
  output(): string;
}

/** Where its calls come from, it says. */
export const PUBLIC_IP = '203.0.113.7';

let running: Paydesk | undefined;

/** The one of this worker; there is one as soon as a test has a page. */
export function currentPaydesk(): Paydesk {
  if (!running) throw new Error('No Paydesk runs yet: ask for `page` or `paydesk`');
  return running;
}

/**
 * A Paydesk of its own for each worker, on a free port and on its own copy of the seeded database.
 * `paydesk` is the running server; `page.goto('/...')` goes to it. `paydeskEnvironment` sets
 * settings of the server for a whole spec file: `test.use({ paydeskEnvironment: {...} })`; a
 * `SEED_CLOCK` among them makes the demo data of that moment, the same on every run. Journeys share a tab
 * (ADR 128); a file that can't says `sharedTab: false`.
 */
export const test = base.extend<
  { sharedTab: boolean; tab: Tab },
  { paydesk: Paydesk; paydeskEnvironment: Record<string, string> }
>({
  sharedTab: [true, { option: true }],
  tab: async ({ browser, paydesk, sharedTab }, use) => {
    if (sharedTab) return inSharedTab(browser, paydesk.url, use);
    const context = await browser.newContext();
    await use({ context, page: await context.newPage() });
    await context.close();
  },
  context: async ({ tab }, use) => use(tab.context),
  page: async ({ tab }, use) => {
    const gone = await watchScreens(tab.page);
    await use(tab.page);
    expect(gone, 'no screen goes away while a part of it is on its way').toEqual([]);
  },
  paydeskEnvironment: [{}, { scope: 'worker', option: true }],
  paydesk: [
    async ({ paydeskEnvironment }, use) => {
      // Playwright wants an address of the skipped, too
      if (timeIsUp()) return use({ url: '', databaseUrl: '', youngest: '', output: () => '' });
      const own = await startPaydesk(paydeskEnvironment);
      try {
        running = own;
        await use(own);
      } finally {
        await own.stop();
      }
    },
    { scope: 'worker', timeout: 2 * READY_MS },
  ],
  // every test has one
  baseURL: async ({ paydesk }, use, testInfo) => {
    testInfo.skip(timeIsUp(), TIME_IS_UP);
    await use(paydesk.url);
  },
});

export { expect } from '@playwright/test';

/** One more, with a database of its own, empty where SEED says so; `program` is that of another checkout. */
export async function startPaydesk(
  settings: Record<string, string> = {},
  program = main,
): Promise<Paydesk & { stop(): Promise<void> }> {
  const { SEED_CLOCK: clock, CLOCK_OFFSET_SECONDS: ahead } = settings;
  const isEmpty = settings['SEED'] === 'empty';
  const database = await (isEmpty
    ? testDatabase(migrate)
    : testDatabase((url) => seedByServer(url, clock, ahead), clock));
  const now = Date.now().toString(16).padStart(12, '0');
  const youngest = `${now.slice(0, 8)}-${now.slice(8)}-7000-8000-000000000000`;
  const { url, output, stop } = await startServer(database.url, settings, program);
  return {
    url,
    youngest,
    output,
    databaseUrl: database.url,
    stop: async () => {
      await stop();
      await database.drop();
    },
  };
}

/** The server migrates and seeds an empty database when it starts; once is enough for all. */
async function seedByServer(url: string, clock?: string, ahead?: string): Promise<void> {
  const server = await startServer(url, {
    SEED: 'demo',
    ...(clock && { SEED_CLOCK: clock }),
    // what is done meanwhile is done on the day of the data
    ...(ahead && { CLOCK_OFFSET_SECONDS: ahead }),
  });
  await server.stop();
}

async function startServer(databaseUrl: string, settings: Record<string, string>, program = main) {
  const said: string[] = [];
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...surroundings(),
      // passwords expire 90 days after the clock, so a fixed one would not last
      SEED_CLOCK: new Date().toISOString(),
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      // no busy machine makes a second call of one
      TOTAL_WAIT_MS: '20000',
      PUBLIC_IP,
      CALLBACK_ALLOW: '127.0.0.1',
      // what the seeding sealed, every later server of the copies must open
      ENCRYPTION_KEY: 'the key of the journeys, which is long enough',
      ...settings,
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = (): string => said.join('').slice(-20_000);
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`Paydesk ${why}:\n${output()}`));
    };
    const timer = setTimeout(() => fail(`is not ready after ${READY_MS / 1000} s`), READY_MS);
    const listen = (chunk: Buffer): void => {
      said.push(chunk.toString());
      if (said.length > 2000) said.splice(0, 1000);
      const ready = READY.exec(said.join(''))?.[1];
      if (!ready) return;
      clearTimeout(timer);
      resolve(ready.replace(/\/$/, ''));
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      fail(`ended (${String(signal ?? code)}) before it was ready`);
    });
  });
  return { url, output, stop: () => stopServer(child) };
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const harsher = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(harsher);
}
