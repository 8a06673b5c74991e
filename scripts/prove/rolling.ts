import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { testDatabase } from '../../apps/server/src/platform/db/testing.ts';
import { startScratchCluster } from '../../apps/server/src/platform/db/testing/cluster.ts';
import {
  bringTo,
  releases,
  type Release,
} from '../../apps/server/src/platform/db/testing/releases.ts';
import { DEMO_PASSWORD } from '../../apps/server/src/seed/seed.ts';
import { call, startProcess, type Sent } from '../../apps/server/src/testing/processes.ts';
import { checkOut } from '../testing/checkout.ts';
import { keep } from './kept.ts';

/**
 * npm run prove -- upgrades --rolling [VERSION [WORD …]]: the HTTP tests of a release, by default of the last,
 * run with its own code on today's schema, as its processes do while today's replace them. They bring their databases
 * to their shape by today's migrations and fill them by the release's own seed; nothing else of today is in it.
 */

const root = join(import.meta.dirname, '../..');
const ADAPTED = 'apps/server/src/platform/db/migrate.ts';

/** What a test asks for that the old code cannot do there, by a part of its title. */
const CANNOT: Record<string, Record<string, string>> = {
  '0.2.0': {
    'its rows, rights and counters stand in another database':
      'restores a backup of rows, which a version does of its own shape or an older one',
    'two that start at once on an empty database': 'counts the migrations that there are',
    'ST-05, AM-118 is what something reads': 'lists all settings, and 0195 brought nine',
    'the three application ids are accepted': 'counts the settings, and 0195 brought nine',
    'every table has what the server needs': 'expects every right to a table that came later',
    'every row of a merchant’s says whose it is': 'lists the tables, and three came later',
    'sees its own rows of every table': 'its seed fills no table that came later',
    'gives away no row of another in any table': 'its seed fills no table that came later',
  },
};

/** Releases whose tests can't even be begun there: they are told alone, and a process of them is tried. */
const UNFILLED: Record<string, string> = {
  '0.1.0':
    'its seed brings settings that migrations bring since 0071, and no empty database of today takes them twice',
};

/** The release's own name for what is put in the place of its migrator. */
const adapter = `
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import { migrate as today } from '${join(root, ADAPTED)}';
const FOLDER = join(import.meta.dirname, '../../migrations');
export const migrationNames = async () => (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'));
// whoever starts the release knows its own class alone
export const migrate = (url, upTo) => today(url, upTo ? { upTo } : {}).catch((error) => {
  throw error.name === 'CannotStart' ? new CannotStart(error.message) : error;
});
`;

/** Whether a file's tests speak to a server. */
const isHttp = (text: string) => /\/testing\/(server|processes)\.ts'/.test(text);

/** The commit of a release: the one that its note names, else the one that brought its folder. */
const commitOf = ({ version, commit }: Release) =>
  commit ??
  execFileSync('git', ['log', '-1', '--format=%H', '--', `releases/${version}/release.json`], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

/** A list, and money that moves: what somebody does at such a moment. */
async function serves(url: string): Promise<void> {
  const said = async (path: string, sent?: Sent) => {
    const { status, text } = await call(url + path, sent);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as never;
  };
  const { token } = await said('/api/login', {
    method: 'POST',
    body: { username: 'owner@amber.test', password: DEMO_PASSWORD },
  });
  const { content }: { content: { id: string; refundedAmount: number }[] } = await said(
    '/api/transactions?f_status=SUCCESS&f_amount=5..&size=100',
    { token },
  );
  const refund = ({ id }: { id: string }) =>
    said(`/api/transactions/${id}/actions/refund`, {
      method: 'POST',
      token,
      body: { amount: 1.5, currency: 'EUR', refundReason: 'OTHER_REFUND' },
    });
  // refunds, and what is disputed or of a loan, can't be refunded
  const [first, ...others] = content.filter(({ refundedAmount }) => refundedAmount === 0);
  let refunded: Promise<unknown> = refund(first!);
  for (const other of others) refunded = refunded.catch(() => refund(other));
  await refunded;
  await said('/health/ready');
}

/**
 * A process of the release that serves while its database is brought to today's shape goes on, refunds and all; killed,
 * it is started again, by its own migrator. One from before ADR 148 is refused then, which is said.
 */
async function goesOn(release: Release, folder: string): Promise<string> {
  const { url, drop } = await testDatabase();
  const main = pathToFileURL(join(folder, 'apps/server/src/main.ts')).href;
  try {
    await bringTo(url, release);
    const old = await startProcess(url, { main });
    try {
      await serves(old.url);
      await migrate(url);
      await serves(old.url);
    } finally {
      await old.stop('SIGKILL');
    }
    const knows = existsSync(join(folder, 'apps/server/src/platform/db/books.ts'));
    const again = await startProcess(url, { main }).catch((error: Error) => error);
    if (again instanceof Error) {
      if (knows || !/is of a later Paydesk|executed migration .* is missing/.test(again.message))
        throw again;
      return 'goes on while today’s shape comes; may not be started again, which came with ADR 148';
    }
    try {
      await serves(again.url);
    } finally {
      await again.stop('SIGINT');
    }
    return 'goes on while today’s shape comes, and is started again on it';
  } finally {
    await drop();
  }
}

export async function rolling([version, ...words]: readonly string[]): Promise<boolean> {
  const all = releases();
  const release = version ? all.find((each) => each.version === version) : all.at(-1);
  if (!release) throw new Error(`There is no releases/${version}`);
  const cannot = CANNOT[release.version] ?? {};
  const { folder, drop } = checkOut(root, commitOf(release));
  const database = await startScratchCluster();
  process.env['TEST_DATABASE_URL'] = database.url;
  delete process.env['DATABASE_URL'];
  delete process.env['PROVE'];
  const failed: string[] = [];
  let passed = 0;
  let known = 0;
  let went = '';
  const begun = performance.now();
  try {
    went = await goesOn(release, folder);
    console.log(`A process of ${release.version} ${went}`);
    const unfilled = UNFILLED[release.version];
    if (unfilled) {
      console.log(`Its HTTP tests can’t be run: ${unfilled}`);
      return true;
    }
    writeFileSync(join(folder, ADAPTED), adapter);
    const files = globSync('apps/server/src/**/*.test.ts', { cwd: folder })
      .filter((path) => !words.length || words.some((word) => path.includes(word)))
      .filter((path) => isHttp(readFileSync(join(folder, path), 'utf8')))
      .toSorted();
    console.log(`${release.version} on today’s schema: ${files.length} files of HTTP tests`);
    const events = run({ files, cwd: folder, concurrency: 3, timeout: 600_000 });
    for await (const { type, data } of events) {
      if (type === 'test:pass' && data.details.type !== 'suite') passed++;
      if (type !== 'test:fail') continue;
      const { cause, failureType, message } = data.details.error as Error & { failureType: string };
      // told by the tests below it
      if (failureType === 'subtestsFailed') continue;
      const why = Object.entries(cannot).find(([part]) => data.name.includes(part))?.[1];
      if (why) {
        known++;
        console.log(`- ${data.name}: ${why}`);
      } else {
        const said = cause instanceof Error ? cause.message : message;
        failed.push(`${data.file}: ${data.name}: ${said.slice(0, 400)}`);
        console.log(`✖ ${failed.at(-1)}`);
      }
    }
  } finally {
    await database.stop();
    drop();
  }
  if (!words.length)
    keep('upgrades --rolling', {
      minutes: (performance.now() - begun) / 60_000,
      passed,
      failed: failed.length,
      said: [`a process of ${release.version} ${went}`, `${known} of its tests can’t be`],
    });
  console.log(
    `${release.version} on today’s schema: ${passed} passed, ${failed.length} failed, ${known} that can’t be`,
  );
  return !failed.length && passed > 0;
}
