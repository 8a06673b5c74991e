import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../apps/server/src/migrations');
const LIST = join(FOLDER, 'SHA256SUMS');

/** The migrations of the tree with what they hold, a line each, as `sha256sum` writes them. */
export const linesOf = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(FOLDER, name)))
        .digest('hex');
      return `${sum}  ${name}`;
    });

/**
 * Why these migrations can't be: one that has landed was edited or taken away, two have one number, or a
 * new one stands before one that databases have had already. `listed`: those that have landed.
 */
export function wrongMigrations(lines: readonly string[], listed: readonly string[]): string[] {
  const [names, landed] = [lines, listed].map((all) => all.map((line) => line.split('  ')[1]!));
  const numbers = names!.map((name) => name.slice(0, 4));
  const last = landed!.at(-1) ?? '';
  return [
    ...listed
      .filter((line) => !lines.includes(line))
      .map((line) => `${line.split('  ')[1]} has landed: write a new one in place of changing it`),
    ...numbers
      .filter((number, at) => numbers.indexOf(number) !== at)
      .map((number) => `two migrations have the number ${number}: the later one takes the next`),
    ...names!
      .filter((name) => !landed!.includes(name) && name < last)
      .map((name) => `${name} comes before ${last}, which databases have had`),
  ];
}

export const listed = (): string[] => readFileSync(LIST, 'utf8').trim().split('\n');

// `npm run migrations`: takes the new ones into the list
if (import.meta.main) {
  const lines = linesOf();
  const wrong = wrongMigrations(lines, listed());
  if (wrong.length) throw new Error(wrong.join('\n'));
  writeFileSync(LIST, `${lines.join('\n')}\n`);
}

/** What holds a table for as long as it is long: each with what is written in its place. */
const LONG: readonly (readonly [RegExp, string])[] = [
  [
    /create (?:unique )?index (?!concurrently)(?:if not exists )?(?:\w+ )?on ([\w.]+)/,
    'create index concurrently, in a file that is outside a transaction',
  ],
  [
    /alter table ([\w.]+)[^;]*\balter (?:column )?\w+ (?:set data )?type\b/,
    'a new column beside it',
  ],
  [
    /alter table ([\w.]+)[^;]*\badd (?:constraint \w+ )?(?:check|foreign key|primary key|unique)\b(?![^;]*\b(?:not valid|using index)\b)/,
    'not valid, and validated in a file of its own',
  ],
  [
    /alter table ([\w.]+)[^;]*\balter (?:column )?\w+ set not null\b/,
    'a check that is validated first',
  ],
  [
    /alter table ([\w.]+)[^;]*\badd (?:column )?\w+ [^;,]*\bdefault (?:gen_random_uuid|clock_timestamp|random)\b/,
    'a default that is one value for all rows',
  ],
];

/**
 * Why a migration would hold a table while its rows are read or written anew, with the remedy; a table
 * that the same file makes is held from nobody.
 */
export function holdsForLong(text: string): string[] {
  const statements = text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').split(';');
  const made = new Set(
    [...text.matchAll(/create table (?:if not exists )?([\w.]+)/g)].map(([, name]) => name),
  );
  return statements.flatMap((statement) =>
    LONG.flatMap(([long, instead]) => {
      const table = long.exec(`${statement};`)?.[1];
      return table && !made.has(table)
        ? [`${table} is held for as long as it is long: ${instead}`]
        : [];
    }),
  );
}
