import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROUTES } from '../route-table.ts';
import { introsOf, withoutIntros } from './intros.ts';

const root = join(import.meta.dirname, '..');
const manifests = globSync('resources/**/*manifest.ts', { cwd: root }).map((path) =>
  readFileSync(join(root, path), 'utf8'),
);

test('every screen behind the sign-in says in one line what it is for', () => {
  // home leads on, or says what to choose; not-found is no screen of anybody's
  const own = ROUTES.filter(({ access, name }) => !access && !['home', 'not-found'].includes(name));
  for (const { name, intro = '' } of own) {
    assert.match(intro, /^[A-Z][^\n]{20,}[^.]\.$/, name);
    assert.ok(intro.length <= 97, `${name}: one line, not ${intro.length} letters`);
  }
  const told = own.map(({ name, intro }) => `${name} ${intro}`);
  const lines = new Set(own.map(({ intro }) => intro));
  assert.equal(lines.size, new Set(told).size, 'no two screens say the same');
});

test('what the build reads of the manifests is what they say, and nothing of it is left in them', () => {
  const read = Object.assign({}, ...manifests.map(introsOf)) as Record<string, string>;
  const said = Object.fromEntries(
    ROUTES.flatMap(({ name, intro }) => (intro ? [[name, intro]] : [])),
  );
  assert.deepEqual(read, said);
  for (const manifest of manifests) {
    const left = withoutIntros(manifest);
    assert.doesNotMatch(left, /\bintro\b/);
    for (const word of ['title:', 'screen:'])
      assert.equal(left.split(word).length, manifest.split(word).length);
  }
});
