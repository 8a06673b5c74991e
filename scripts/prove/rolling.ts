import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { startScratchCluster } from '../../apps/server/src/platform/db/testing/cluster.ts';
import { releases, type Release } from '../../apps/server/src/platform/db/testing/releases.ts';
import { checkOut } from '../testing/checkout.ts';

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
    'a database of a later version': 'looks for the refusal that ADR 148 ended',
  },
};

/** The release's own name for what is put in the place of its migrator. */
const adapter = `
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate as today } from '${join(root, ADAPTED)}';
const FOLDER = join(import.meta.dirname, '../../migrations');
export const migrationNames = async () => (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'));
export const migrate = (url, upTo) => today(url, upTo ? { upTo } : {});
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
  try {
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
  console.log(
    `${release.version} on today’s schema: ${passed} passed, ${failed.length} failed, ${known} that can’t be`,
  );
  return !failed.length && passed > 0;
}
