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
