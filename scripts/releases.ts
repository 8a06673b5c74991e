import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf } from './migrations.ts';
import { TEST_KEY } from '../apps/server/src/testing/encryption.ts';
import { startScratchCluster } from '../apps/server/src/platform/db/testing/cluster.ts';
import { left, sumsOf, type Release } from '../apps/server/src/platform/db/testing/releases.ts';

/** The same people, payments and days whenever it is made; so few that every file is read at a glance. */
const SEEDED = {
  SEED_CLOCK: '2026-11-01T12:00:00.000Z',
  ENCRYPTION_KEY: TEST_KEY,
  LOG_LEVEL: 'error',
};
const TRANSACTIONS = '40';

/**
 * Leaves releases/VERSION in the tree: what the migrations of a tree make, and the rows that its seed puts into
 * it. The tree is this one, or that of a commit for a release that is cut afterwards.
 */
export async function leave(
  root: string,
  version: string,
  { tree = root, commit }: { tree?: string; commit?: string } = {},
): Promise<string> {
  const folder = join(root, 'releases', version);

  const lines = linesOf(join(tree, 'apps/server/src/migrations'));
  const database = await startScratchCluster();
  try {
    execFileSync(
      process.execPath,
      [join(tree, 'apps/server/src/seed/cli.ts'), '--transactions', TRANSACTIONS],
      { cwd: tree, env: { ...process.env, ...SEEDED, DATABASE_URL: database.url } },
    );
    const files = await left(database.url);
    mkdirSync(folder, { recursive: true });
    const note: Release = {
      version,
      ...(commit && { commit }),
      migrations: lines.length,
      last: lines.at(-1)!.split('  ')[1]!,
      sums: sumsOf(lines),
    };
    writeFileSync(join(folder, 'release.json'), `${JSON.stringify(note, null, 2)}\n`);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  } finally {
    await database.stop();
  }
  return folder;
}
