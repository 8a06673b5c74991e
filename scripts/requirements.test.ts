import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { root } from './repo/sources.ts';
import { rowsOf } from './requirements.ts';

const catalogue = rowsOf(readFileSync(join(root, 'docs/requirements.md'), 'utf8'));
const AREAS = [...new Set([...catalogue.keys()].map((id) => id.split('-')[0]))].join('|');

/** Ids in a text, ranges such as TX-47..49 by both their ends. */
const idsOf = (text: string): string[] =>
  [
    ...text.matchAll(new RegExp(`\\b(${AREAS})-(\\d{2,3})(?:\\.\\.(?:\\1-)?(\\d{2,3}))?\\b`, 'g')),
  ].flatMap(([, area, from, to]) =>
    [from, ...(to ? [to] : [])].map((number) => `${area}-${number}`),
  );

it('every row of the specification that the tree names stands in docs/requirements.md', () => {
  assert.equal(catalogue.has('TX-47'), true);
  assert.deepEqual(idsOf('TX-47..49, SB-16 and UTF-8'), ['TX-47', 'TX-49', 'SB-16']);
  const files = globSync(
    ['{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx,css,sql,mjs}', '*.md', 'docs/**/*.md'],
    { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] },
  ).filter((path) => path !== 'docs/requirements.md' && !path.endsWith('requirements.test.ts'));
  assert.ok(files.length > 500);
  assert.deepEqual(
    files.flatMap((path) =>
      idsOf(readFileSync(join(root, path), 'utf8'))
        .filter((id) => !catalogue.has(id))
        .map((id) => `${path}: ${id}`),
    ),
    [],
  );
});
