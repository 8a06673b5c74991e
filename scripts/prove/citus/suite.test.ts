import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ON_ONE_MACHINE } from './one-machine.ts';
import { chosen, filesOnDatabase } from './suite.ts';

const root = join(import.meta.dirname, '../../..');

test('what is left out where rows are spread is there by its name, with its reason, and all else is run', () => {
  const all = filesOnDatabase();
  const { files } = chosen();
  const whole = ON_ONE_MACHINE.filter(({ tests }) => !tests).map(({ file }) => file);
  assert.deepEqual([...files, ...whole].toSorted(), all);
  const amiss = ON_ONE_MACHINE.flatMap(({ file, tests = [], why }) => {
    const text = all.includes(file) ? readFileSync(join(root, file), 'utf8') : '';
    return why.length > 20 && text && tests.every((title) => text.includes(`'${title}`))
      ? []
      : [file];
  });
  assert.deepEqual(amiss, []);
});
