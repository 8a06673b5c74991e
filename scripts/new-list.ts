import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as records from './new-list/record-templates.ts';
import * as templates from './new-list/templates.ts';
import type { RecordNames } from './new-list/record-templates.ts';

/**
 * npm run new:list <slug> [rows it serves]: a plain list from database to screen, its test included,
 * and the line that names it in each world. What it writes passes as it stands; its columns are the next thing to
 * change, in the contract first. npm run new:record <slug>: the same with a record, its screen and two
 * actions.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const MIGRATIONS = 'apps/server/src/migrations';

const given = process.argv.slice(2);
const isRecord = given[0] === '--record';
const [slug = '', ...rows] = isRecord ? given.slice(1) : given;
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(slug))
  fail('Usage: npm run new:list <slug in kebab-case, plural> [rows of the specification]');

const names = namesOf();

const made = isRecord ? records : templates;
const created: Record<string, string> = {
  [`packages/contract/src/resources/${slug}.ts`]: made.contract(names),
  [`apps/server/src/resources/${slug}.ts`]: made.server(names),
  [`apps/server/src/resources/${slug}.test.ts`]: made.test(names),
  [`apps/web/src/resources/${slug}.tsx`]: made.screen(names),
  [`apps/web/src/resources/${slug}.manifest.ts`]: made.routes(names, placeInMenu()),
  [`${MIGRATIONS}/${nextNumber()}-${slug}.sql`]: made.migration(names),
  ...(isRecord && { [`apps/server/src/platform/db/schema/${slug}.ts`]: records.schema(names) }),
};
for (const path of Object.keys(created))
  if (existsSync(join(root, path))) fail(`${path} is there already`);
if (readFileSync(join(root, 'apps/server/src/manifests.ts'), 'utf8').includes(` ${names.camel} `))
  fail(`A resource called ${slug} is there already`);
if (readdirSync(join(root, MIGRATIONS)).some((file) => file.endsWith(`-${slug}.sql`)))
  fail(`A migration for ${slug} is there already`);

const { camel, one } = names;
const changed: Record<string, string> = {
  ...edited('packages/contract/src/manifests.ts', [lineOf(`${camel}Endpoints`)]),
  ...edited('apps/server/src/manifests.ts', [lineOf(`manifest as ${camel}`)]),
  ...(isRecord ? knownToTheNets() : {}),
  ...ofItsTable(),
  ...edited('apps/web/src/manifests.ts', [lineOf(`manifest as ${camel}`, '.manifest')]),
  ...knownOnTheWeb(),
  ...edited('apps/server/src/testing/specified-access.ts', [
    {
      before: /\n`;\n/,
      text: `\n\n${templates.access(names)}${isRecord ? records.access(names) : ''}`.trimEnd(),
    },
  ]),
};

for (const [path, text] of Object.entries({ ...created, ...changed }))
  writeFileSync(join(root, path), text);
format(Object.keys({ ...created, ...changed }));
spawnSync(process.execPath, ['scripts/migrations.ts'], { cwd: root, stdio: 'inherit' });
console.log(`Written:\n  ${Object.keys(created).join('\n  ')}`);
console.log(`Wired in:\n  ${Object.keys(changed).join('\n  ')}`);
console.log('It stands in staff’s menu under Set-up; they alone may read it.');
console.log(`Try: node --test apps/server/src/resources/${slug}.test.ts`);

/** The table in the schema's types, and each call in the tests that go through all of them. */
function knownToTheNets(): Record<string, string> {
  const { pascal } = names;
  return {
    ...edited('apps/server/src/platform/db/schema.ts', [
      {
        before: /\n\n\/\*\* The tables/,
        text: `\nimport type { ${pascal}Tables } from './schema/${slug}.ts';`,
      },
      { before: / \{\}\n/, text: `,\n    ${pascal}Tables` },
    ]),
    ...edited('apps/server/src/testing/changes.ts', [
      { before: /(?<=export const CHANGES[^]*?)\n\};/, text: records.changing(names) },
    ]),
    ...edited('apps/server/src/access.test.ts', [
      { before: /(?<=const examples:[^]*?)\n\};/, text: records.examples(names) },
    ]),
    ...edited('apps/server/src/testing/changed.ts', [
      { before: /(?<=export const CHANGED[^]*?)\n\};/, text: records.changed(names) },
    ]),
  };
}

/** Where its rows are when a database is spread, and what each of its columns tells of a person. */
function ofItsTable(): Record<string, string> {
  const { snake } = names;
  const classes = isRecord ? records.classes : templates.classes;
  return {
    ...edited('apps/server/src/platform/db/placement.ts', [
      {
        before: inOrder(snake, /\n {2}'([a-z_]+)',/g, /IN_ONE_PLACE = \[/, /\n\] as/),
        text: `\n  '${snake}',`,
      },
    ]),
    ...edited('apps/server/src/platform/db/classes/house.ts', [
      {
        before: inOrder(snake, /\n {2}([a-z_]+): \{/g, /HOUSE: Classes = \{/, /\n\};/),
        text: `\n  ${snake}: { ${classes} },`,
      },
    ]),
    ...(isRecord &&
      edited('docs/personal-data.md', [
        {
          before: inOrder(snake, /\n\| ([a-z_]+) +\| (?!class)/g, /## Column by column/),
          text: `\n| ${snake} | actor | updated_by |`,
        },
      ])),
  };
}

/** In the order of the alphabet among what each line names: before the first that comes after it, else at the end. */
function inOrder(name: string, each: RegExp, from = /^/, end = /\n$/): Insertion['before'] {
  return (text) => {
    const start = text.search(from);
    if (start < 0) return -1;
    const rest = text.slice(start);
    const close = rest.search(end);
    if (close < 0) return -1;
    const next = [...rest.matchAll(each)].find(({ 1: other = '' }) => other > name);
    return start + Math.min(next?.index ?? close, close);
  };
}

function namesOf(): RecordNames {
  const words = slug.split('-');
  const pascalCase = words.map(capital).join('');
  return {
    slug,
    camel: pascalCase[0]!.toLowerCase() + pascalCase.slice(1),
    pascal: pascalCase,
    snake: slug.replaceAll('-', '_'),
    title: words.map(capital).join(' '),
    path: `/${slug}`,
    serves: rows.join(', ') || 'no row of the specification yet',
    ...singular(pascalCase, words),
  };
}

function oneOf(plural: string): string {
  return plural.replace(/ies$/, 'y').replace(/s$/, '');
}

function singular(plural: string, words: string[]) {
  const One = oneOf(plural);
  const said = oneOf(words.join(' '));
  return {
    one: One[0]!.toLowerCase() + One.slice(1),
    One,
    words: said,
    entity: said.toUpperCase().replaceAll(' ', '_'),
  };
}

function nextNumber(): string {
  const numbers = readdirSync(join(root, MIGRATIONS)).map((file) => Number.parseInt(file, 10));
  return String(Math.max(0, ...numbers.filter(Number.isFinite)) + 1).padStart(4, '0');
}

/** What stands in tests of its own once more: who is let in. */
function knownOnTheWeb(): Record<string, string> {
  return edited('apps/web/src/paths.test.ts', [
    {
      before: /(?<=const own = `[^`]*)`/,
      text: `\n    ${names.path}${isRecord ? ` ${names.path}/{${one}Id}` : ''}`,
    },
  ]);
}

/** The last place in its group of the menu. */
function placeInMenu(): number {
  const manifests = globSync('apps/web/src/resources/**/*manifest.ts', { cwd: root });
  const places = manifests.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/in: 'Set-up', place: (\d+)/g)].map(
      ([, place]) => Number(place),
    ),
  );
  return Math.max(0, ...places) + 1;
}

/** Its line among the manifests. */
function lineOf(name: string, kind = ''): Insertion {
  const path = `${slug}${kind}.ts`;
  return {
    before: inOrder(path, /\nexport [^;]* from '\.\/resources\/([^']+)';/g),
    text: `\nexport { ${name} } from './resources/${path}';`,
  };
}

interface Insertion {
  /** Where the text goes: before what is found, or at the index. */
  before: RegExp | ((text: string) => number);
  text: string;
}

function edited(path: string, insertions: Insertion[]): Record<string, string> {
  let text = readFileSync(join(root, path), 'utf8');
  for (const { before, text: insertion } of insertions) {
    const at = before instanceof RegExp ? text.search(before) : before(text);
    if (at < 0) fail(`${path} has changed its shape: there is no place for ${insertion.trim()}`);
    text = text.slice(0, at) + insertion + text.slice(at);
  }
  return { [path]: text };
}

function format(paths: string[]) {
  const oxfmt = join(root, 'node_modules/oxfmt/bin/oxfmt');
  const files = paths.filter((path) => !path.endsWith('.sql'));
  const { status } = spawnSync(process.execPath, [oxfmt, ...files], { cwd: root });
  if (status !== 0) fail('oxfmt refuses what was written');
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
