import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readSources, root } from './repo/sources.ts';
import { copyOfTheRepository } from './testing/copy.ts';

const FLOATING = 'typescript(no-floating-promises)';
const MISUSED = 'typescript(no-misused-promises)';

/** A file in each part of the house, tests included, that forgets a promise and hands one on. */
const PARTS = [
  'packages/contract/src/offender.ts',
  'packages/contract/src/offender.test.ts',
  'apps/server/src/resources/offender.ts',
  'apps/server/src/resources/offender.test.ts',
  'apps/web/src/platform/offender.ts',
  'apps/web/src/platform/offender.test.ts',
  'e2e/offender.ts',
  'e2e/offender.spec.ts',
  'scripts/offender.ts',
  'scripts/offender.test.ts',
  'bench/offender.ts',
];
const OFFENDER = `
async function later(): Promise<number> {
  return Promise.resolve(1);
}
export function offend(list: string[]) {
  later();
  list.forEach(async () => {
    await later();
  });
}
`;
const HANDLER = 'apps/web/src/platform/Offender.tsx';
const HANDLERS = `
export function Offender({ save }: { save: () => Promise<void> }) {
  return <button type="button" onClick={save}>Save</button>;
}
`;

describe('lint knows types', () => {
  const copy = copyOfTheRepository();
  after(() => rmSync(copy, { recursive: true, force: true }));

  /** `rule path:line`, of every refusal of these files. */
  const refused = (files: string[]): string[] => {
    const oxlint = join(copy, 'node_modules/oxlint/bin/oxlint');
    const args = [oxlint, '--deny-warnings', '--format=unix', ...files];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    const found = [...stdout.matchAll(/^(\S+?):(\d+):\d+: .*\[\w+\/(\S+)\]$/gm)];
    assert.ok(found.length, stdout + stderr);
    return found.map(([, path, line, rule]) => `${rule} ${path}:${line}`);
  };

  // programs of types are read once for all of it
  const journals = ['settle', 'marked-refund'].flatMap((name) => {
    const writer = `apps/server/src/resources/transactions/${name}.ts`;
    const text = readFileSync(join(root, writer), 'utf8');
    const lines = text.split('\n');
    const at = lines.flatMap((line, index) => (/await journal\(/.test(line) ? [index + 1] : []));
    return ['', 'void '].map((instead, nth) => ({
      instead,
      name,
      at,
      path: writer.replace('.ts', `-offends-${nth}.ts`),
      text: text.replaceAll('await journal(', `${instead}journal(`),
    }));
  });
  let found: string[] = [];
  before(() => {
    for (const path of PARTS) writeFileSync(join(copy, path), OFFENDER);
    writeFileSync(join(copy, HANDLER), HANDLERS);
    for (const { path, text } of journals) writeFileSync(join(copy, path), text);
    found = refused([...PARTS, HANDLER, ...journals.map(({ path }) => path)]);
  });

  it('a promise that nobody waits for, or that is taken for nothing, is refused everywhere', () => {
    for (const path of PARTS) {
      assert.ok(found.includes(`${FLOATING} ${path}:6`), `${path}\n${found.join('\n')}`);
      assert.ok(found.includes(`${MISUSED} ${path}:7`), `${path}\n${found.join('\n')}`);
    }
    assert.ok(found.includes(`${MISUSED} ${HANDLER}:3`), found.join('\n'));
  });

  for (const { instead, name, path, at } of journals)
    it(`the money journal of ${name} without its \`await\`, with \`${instead}\` in its place, is refused`, () => {
      assert.ok(at.length, `${name} writes the journal`);
      assert.deepEqual(
        found.filter((one) => one.includes(` ${path}:`)),
        at.map((line) => `${FLOATING} ${path}:${line}`),
      );
    });
});

describe('types', () => {
  it('`npm run types` reads every TypeScript file: tests, journeys, scripts and benches too', () => {
    const manifest = readFileSync(join(root, 'package.json'), 'utf8');
    const { scripts } = JSON.parse(manifest) as { scripts: { types: string } };
    const projects = [...scripts.types.matchAll(/tsc -p (\S+)/g)].map(([, path = '']) => path);
    const read = new Set(projects.flatMap(filesOf));
    const ours = readSources().map(({ path }) => path);
    assert.ok(ours.includes('apps/web/src/ui/changes.test.ts'), 'a test of the web is a source');
    assert.deepEqual(
      ours.filter((path) => !read.has(path)),
      [],
    );
  });
});

describe('the zone', () => {
  // who runs one file by hand chooses the zone
  const byHand = process.env['TEST_DATABASE_URL'] === undefined;
  it('of `npm test` is not UTC, nor whole hours from it', { skip: byHand }, () => {
    assert.notEqual(new Date('2026-07-01T12:00:00Z').getTimezoneOffset() % 60, 0);
  });
});

/** Of a project of TypeScript, by their paths from the root. */
function filesOf(project: string): string[] {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', project, '--showConfig'], {
    cwd: root,
    encoding: 'utf8',
  });
  const { files } = JSON.parse(stdout) as { files: string[] };
  const folder = project.endsWith('.json') ? posix.dirname(project) : project;
  return files.map((path) => posix.join(folder, path));
}
