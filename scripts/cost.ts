import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './repo/sources.ts';

/** What a resource costs: its lines in contract, server, screen and tests, now or at a commit. */

const SLUGS = {
  lists: ['soap-logs', 'mpi-logs', 'audit-logs'],
  records: ['purchases', 'customers', 'orders'],
  money: ['transactions'],
} as const;

/** `npm run cost [-- COMMIT]`: without one, of the tree as it is. */
const [commit] = process.argv.slice(2);

const git = (...parts: string[]): string => {
  const { stdout, status, stderr } = spawnSync('git', parts, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};
const files = (
  commit
    ? git('ls-tree', '-r', '--name-only', commit)
    : git('ls-files', '--cached', '--others', '--exclude-standard')
)
  .split('\n')
  .filter((path) => /^(packages|apps)\/.*\.tsx?$/.test(path));
const linesOf = (path: string): number => {
  try {
    const text = commit ? git('show', `${commit}:${path}`) : readFileSync(join(root, path), 'utf8');
    return text.trimEnd().split('\n').length;
  } catch {
    return 0; // listed, and taken away since
  }
};

const PARTS = {
  contract: (path: string) => path.startsWith('packages/contract/'),
  server: (path: string) => path.startsWith('apps/server/') && !path.endsWith('.test.ts'),
  screen: (path: string) => path.startsWith('apps/web/'),
  tests: (path: string) => path.endsWith('.test.ts'),
};

console.log(`Lines at ${commit ?? 'the tree as it is'}\n`);
console.log(`| what | resource | ${Object.keys(PARTS).join(' | ')} | without tests |`);
console.log(`| --- | --- |${' ---: |'.repeat(Object.keys(PARTS).length + 1)}`);
for (const [what, slugs] of Object.entries(SLUGS))
  for (const slug of slugs) {
    const own = files.filter((path) => new RegExp(`/resources/${slug}[./]`).test(path));
    const counts = Object.values(PARTS).map((isPart) =>
      own.filter(isPart).reduce((sum, path) => sum + linesOf(path), 0),
    );
    const code = counts.slice(0, 3).reduce((sum, count) => sum + count, 0);
    console.log(`| ${what} | ${slug} | ${counts.join(' | ')} | ${code} |`);
  }
const sources = files.filter((path) => !path.endsWith('.test.ts') && !/\/testing\//.test(path));
console.log(
  `\nAll sources but tests: ${sources.reduce((sum, path) => sum + linesOf(path), 0)} lines in ${sources.length} files`,
);
