import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { processesOf } from './processes.ts';

const root = join(import.meta.dirname, '../..');
const files = globSync(
  ['{packages,apps}/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/*.test.ts'],
  {
    cwd: root,
  },
).sort();

test('every file of tests is run once, whoever else shares its process', () => {
  assert.ok(files.length > 170);
  assert.deepEqual(processesOf(files).flat().sort(), files);
  assert.deepEqual(processesOf(files.slice(0, 3)).flat().sort(), files.slice(0, 3));
});

test('what is everybody’s in a process is shared with nobody: settings, clocks, kills', () => {
  const alone = processesOf(files).flatMap((own) => (own.length === 1 ? own : []));
  for (const file of [
    'apps/server/src/machines.test.ts', // programs of its own
    'apps/server/src/platform/list/turns.test.ts', // a mocked clock
    'apps/server/src/main.test.ts', // servers of its own
    'apps/server/src/access.test.ts', // it waits at its top level
    'scripts/new-list.test.ts', // PATH and folders
  ])
    assert.ok(alone.includes(file), file);
  assert.ok(alone.length < files.length / 2, 'most share');
  for (const file of [
    'apps/server/src/resources/merchants/merchants.test.ts', // before() of the file
    'apps/server/src/resources/users/matrix.test.ts', // two forms
  ])
    assert.ok(!alone.includes(file), file);
});

test('what fails, or can’t be read, fails the process that files share; hooks of a file are that file’s', () => {
  const folder = mkdtempSync(join(root, 'scripts/testing/together-'));
  const files = {
    'one.ts': `import { before, beforeEach, test } from 'node:test';
      beforeEach(() => console.log('hook of one'));
      test('of one', () => {});`,
    'two.ts': `import { test } from 'node:test';
      test('of two', () => { throw new Error('wrong'); });`,
    'three.ts': `throw new Error('not read');`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  try {
    const run = (...names: string[]) => {
      const { NODE_TEST_CONTEXT: _, ...shell } = process.env;
      const paths = names.map((name) => relative(root, join(folder, name)));
      const { status, stdout } = spawnSync(
        process.execPath,
        [
          '--test',
          '--test-isolation=none',
          '--test-reporter=tap',
          join(import.meta.dirname, 'together.ts'),
        ],
        { encoding: 'utf8', env: { ...shell, PAYDESK_TEST_FILES: JSON.stringify(paths) } },
      );
      return { status, stdout };
    };
    const both = run('one.ts', 'two.ts');
    assert.notEqual(both.status, 0);
    assert.match(both.stdout, /not ok \d+ - of two/);
    assert.equal(both.stdout.split('hook of one').length, 2, both.stdout);
    assert.notEqual(run('one.ts', 'three.ts').status, 0);
    assert.equal(run('one.ts').status, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
