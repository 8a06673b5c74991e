import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { isFull } from '@paydesk/contract/testing/proof.ts';
import { sharedCluster } from '../apps/server/src/platform/db/testing/cluster.ts';
import { copyOfTheRepository } from './testing/copy.ts';

describe('npm run new:list and new:record', () => {
  const copy = copyOfTheRepository();
  const bin = (name: string) => join(copy, 'node_modules', name);
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

  it('writes lists that pass, and a record with two actions in at most 200 lines', async () => {
    const said =
      (await passes(['scripts/new-list.ts', 'night-shifts', 'API-28'])) +
      (await passes(['scripts/new-list.ts', 'zebras'])) +
      (await passes(['scripts/new-list.ts', '--record', 'night-porters', 'API-28']));
    const touched = new Set([...said.matchAll(/^ {2}(\S+\.tsx?)$/gm)].map(([, path = '']) => path));
    assert.equal(touched.size, 5 * 2 + 6 + 9 + 2, said);

    const url = process.env['TEST_DATABASE_URL'] ?? (await sharedCluster());
    const tests = ['night-shifts', 'zebras', 'night-porters'].map(
      (slug) => `apps/server/src/resources/${slug}.test.ts`,
    );
    // the server is read once for all of them
    const together = ['--test', '--test-isolation=none'];
    await Promise.all([
      // beside their own what each table has to say of itself
      passes(
        [
          ...together,
          ...tests,
          'apps/server/src/platform/db/placement.test.ts',
          'apps/server/src/platform/db/classes.test.ts',
        ],
        { TEST_DATABASE_URL: url },
      ),
      // what stands in tests of its own once more: routes, menu, who is let in
      passes([...together, 'apps/web/src/paths.test.ts', 'apps/web/src/menu.test.ts']),
      passes(
        [
          ...together,
          '--test-name-pattern=API-01 every row|night-porters',
          'apps/server/src/access.test.ts',
          'apps/server/src/audit.test.ts',
        ],
        { TEST_DATABASE_URL: url },
      ),
      (async () => {
        // two programs of a minute: of the full form, as the journey of what was made is
        if (isFull)
          for (const world of ['packages/contract', 'apps/server', 'apps/web'])
            await passes([bin('typescript/bin/tsc'), '-p', world]);
        await passes([bin('oxlint/bin/oxlint'), '--deny-warnings', ...touched]);
        await passes([bin('oxfmt/bin/oxfmt'), '--check', ...touched]);
      })(),
    ]);
    const record = [...touched].filter((path) => path.includes('night-porters'));
    const lines = record.map(
      (path) => readFileSync(join(copy, path), 'utf8').split('\n').length - 1,
    );
    assert.ok(lines.reduce((sum, count) => sum + count) <= 200, lines.join(' + '));
    // one line in each world is all that names it there
    for (const world of ['packages/contract', 'apps/server', 'apps/web']) {
      const manifests = readFileSync(join(copy, world, 'src/manifests.ts'), 'utf8');
      for (const slug of ['night-shifts', 'zebras', 'night-porters'])
        assert.equal(manifests.split(`/${slug}.`).length, 2, `${world}: ${slug}`);
    }
  });

  it('refuses a name that is taken or no slug, and writes nothing', async () => {
    for (const slug of ['soap-logs', 'transactions', 'users', 'Soap', 'a/b', '']) {
      const { code } = await run(['scripts/new-list.ts', slug]);
      assert.equal(code, 1, slug);
    }
  });
});
