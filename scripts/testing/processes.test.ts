import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
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

test('what is everybody’s in a process is shared with nobody: hooks of a file, settings, clocks, kills', () => {
  const alone = processesOf(files).flatMap((own) => (own.length === 1 ? own : []));
  for (const file of [
    'apps/server/src/machines.test.ts', // before() of the file
    'apps/server/src/platform/list/turns.test.ts', // a mocked clock
    'apps/server/src/main.test.ts', // servers of its own
    'apps/server/src/access.test.ts', // two forms
    'scripts/new-list.test.ts', // PATH and folders
  ])
    assert.ok(alone.includes(file), file);
  assert.ok(alone.length < files.length / 2, 'most share');
});
