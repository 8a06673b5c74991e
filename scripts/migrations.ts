import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../apps/server/src/migrations');
const LIST = join(FOLDER, 'SHA256SUMS');

/** The migrations of the tree with what they hold, a line each, as `sha256sum` writes them. */
export const linesOf = (folder = FOLDER): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(folder, name)))
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
  const made = madeBy(text);
  return statementsOf(text).flatMap((statement) =>
    LONG.flatMap(([long, instead]) => {
      const table = long.exec(`${statement};`)?.[1];
      return table && !made.has(table)
        ? [`${table} is held for as long as it is long: ${instead}`]
        : [];
    }),
  );
}

const statementsOf = (text: string) =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\$\$[^]*?\$\$/g, '$$$$')
    .replace(/\s+/g, ' ')
    .split(';')
    .map((statement) => statement.trim());

const madeBy = (text: string) =>
  new Set(
    [...text.matchAll(/create (?:table|function) (?:if not exists )?([\w.]+)/g)].map(
      ([, name]) => name,
    ),
  );

/** A statement that changes rows, or brings some; what a block does is not looked into. */
const ROWS =
  /^(?:(?:insert into|update|delete from|truncate|merge into) (?:only )?([\w.]+)|with |do )/;

/** Whether rows of tables that were there are changed, or come to them: who does that has a test of rows before and after. */
export function movesRows(text: string): boolean {
  const made = madeBy(text);
  return statementsOf(text).some((statement) => {
    const found =
      ROWS.exec(statement) ??
      /^alter table ([\w.]+) .*\balter (?:column )?\w+ (?:set data )?type\b/.exec(statement);
    return found !== null && !made.has(found[1]);
  });
}

/** What a process that was written before may trip over, in its statements or by what it does not write. */
const OLDER: readonly (readonly [RegExp, string])[] = [
  [
    /^drop (?:table|view|materialized view|function|type|schema|sequence)\b/,
    'takes away what it may use',
  ],
  [
    /^alter table ([\w.]+) drop (?:column )?(?!constraint\b)\w+/,
    'takes away a column that it may use',
  ],
  [/^alter (?:table|view|function|type) ([\w.]+) rename\b/, 'calls something otherwise'],
  [
    /^alter table ([\w.]+) alter (?:column )?\w+ (?:set data )?type\b/,
    'gives a column another type',
  ],
  [
    /^alter table ([\w.]+) alter (?:column )?\w+ (?:set not null|drop default)\b/,
    'asks for what it may not write',
  ],
  [
    /^alter table ([\w.]+) add (?:column )?(?!.*\b(?:default|generated)\b)\w+ .*(?<!\bis )\bnot null\b/,
    'asks for what it does not write',
  ],
  [
    /^alter table ([\w.]+) add (?:constraint \w+ )?(?:check|foreign key|primary key|unique|exclude)\b/,
    'refuses what it may write',
  ],
  [
    /^create unique index (?:concurrently )?(?:if not exists )?(?:\w+ )?on ([\w.]+)/,
    'refuses what it may write',
  ],
  [/^create policy \w+ on ([\w.]+) as restrictive/, 'hides what it may read'],
  [/^create (?:constraint )?trigger .*? on ([\w.]+)/, 'does something beside what it writes'],
  [/^revoke\b.*? on (?:table |function )?([\w.]+)/, 'takes a right away'],
  [/^create or replace function\b/, 'does something else by a name that it may use'],
  [
    /^(?:update|delete from|truncate|merge into) (?:only )?([\w.]+)/,
    'changes rows, and it does not write as these are now',
  ],
];

/** Each part of a change of a table as a statement of its own. */
function apart(statement: string): string[] {
  const [, head, changes] = /^(alter table [\w.]+ )(.*)$/.exec(statement) ?? [];
  if (!head || !changes) return [statement];
  return changes.split(/, (?=(?:add|alter|drop|rename) )/).map((change) => head + change);
}

/** What a migration does that a process of the version before may trip over; none where it says why not, or that it does. */
export function tripsOlder(text: string): string[] {
  if (/^-- (?:breaks|fits) older processes: .{10}/m.test(text)) return [];
  const made = madeBy(text);
  return statementsOf(text)
    .flatMap(apart)
    .flatMap((statement) =>
      OLDER.filter(([pattern]) => {
        const found = pattern.exec(statement);
        return found !== null && !made.has(found[1]);
      }).map(
        ([, does]) =>
          `${statement.slice(0, 60)}: a process of the version before goes on beside it, and this ${does}. ` +
          `Say '-- fits older processes: WHY', or '-- breaks older processes: WHAT THEY WOULD DO WRONG' (ADR 148)`,
      ),
    );
}
