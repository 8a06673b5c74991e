import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sharedCluster } from '../apps/server/src/platform/db/testing/cluster.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is installed, built or made by running, at any depth. */
const NOT_OURS = /^(node_modules|dist|data|\.git)$/;

/** The files of the repository in a folder of their own, on the packages that are installed here. */
function copyOfTheRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'paydesk-list-'));
  for (const entry of readdirSync(root).filter((name) => !NOT_OURS.test(name)))
    cpSync(join(root, entry), join(copy, entry), {
      recursive: true,
      filter: (path) => !NOT_OURS.test(basename(path)),
    });
  link(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const workspace of ['contract', 'server', 'web']) {
    const place = join(workspace === 'contract' ? 'packages' : 'apps', workspace);
    symlink(join(copy, place), join(copy, 'node_modules/@paydesk', workspace));
  }
  return copy;
}

/** Every package by a link, but our own, which are the copy's. */
function link(from: string, to: string) {
  mkdirSync(join(to, '@paydesk'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@paydesk') symlink(join(from, name), join(to, name));
}

function symlink(target: string, path: string) {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, process.platform === 'win32' ? 'junction' : undefined);
}

const bin = (name: string) => join(root, 'node_modules', name);

describe('npm run new:list', () => {
  const copy = copyOfTheRepository();
  after(() => rmSync(copy, { recursive: true, force: true }));

  const run = async (args: string[], env: Record<string, string> = {}) => {
    const { NODE_TEST_CONTEXT: _, ...shell } = process.env;
    const child = spawn(process.execPath, args, { cwd: copy, env: { ...shell, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { code, output };
  };
  const passes = async (...args: Parameters<typeof run>) => {
    const { code, output } = await run(...args);
    assert.equal(code, 0, output);
    return output;
  };

  it('writes lists that pass', async () => {
    const said =
      (await passes(['scripts/new-list.ts', 'night-shifts', 'API-28'])) +
      (await passes(['scripts/new-list.ts', 'zebras']));
    const touched = new Set([...said.matchAll(/^ {2}(\S+\.tsx?)$/gm)].map(([, path = '']) => path));
    assert.equal(touched.size, 4 * 2 + 4, said);

    const url = process.env['TEST_DATABASE_URL'] ?? (await sharedCluster());
    const tests = ['night-shifts', 'zebras'].map(
      (slug) => `apps/server/src/resources/${slug}.test.ts`,
    );
    await Promise.all([
      passes(['--test', ...tests], { TEST_DATABASE_URL: url }),
      (async () => {
        for (const world of ['packages/contract', 'apps/server', 'apps/web'])
          await passes([bin('typescript/bin/tsc'), '-p', world]);
        await passes([bin('oxlint/bin/oxlint'), '--deny-warnings', ...touched]);
        await passes([bin('oxfmt/bin/oxfmt'), '--check', ...touched]);
      })(),
    ]);
    const paths = readFileSync(join(copy, 'apps/web/src/paths.ts'), 'utf8');
    assert.match(paths, / {2}zebras: list\('\/zebras'\),\n\};/);
  });

  it('refuses a name that is taken or no slug, and writes nothing', async () => {
    for (const slug of ['soap-logs', 'transactions', 'Soap', 'a/b', '']) {
      const { code } = await run(['scripts/new-list.ts', slug]);
      assert.equal(code, 1, slug);
    }
  });
});
