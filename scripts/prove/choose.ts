import { basename } from 'node:path';
import type { Figures } from './kept.ts';

/**
 * What `npm run prove` without a word leaves out, since the rest is over within an hour without it: it takes long by
 * itself, or programs that npm does not bring. Each is run by its word; a proof whose file has the word in its name is
 * one of them.
 */
export const LONG = [
  'kills',
  'loan-histories',
  'year',
  'upgrades',
  'shop',
  'mutants',
  'clocks',
  'faults',
  'failover',
  'citus',
  'servers',
  'pooler',
  'image',
  'import',
] as const;
type Word = (typeof LONG)[number];
const wordOf = (name: string): Word | undefined =>
  LONG.find((word) => basename(name).includes(word));

/** The proofs to run: those whose path has one of the words, without a word all that are not long. */
export const chosen = (proofs: readonly string[], words: readonly string[]): string[] =>
  proofs.filter((file) =>
    words.length ? words.some((word) => file.includes(word)) : !wordOf(file),
  );

/** Of them those that have not passed on the tree as it is, where whoever was interrupted goes on. */
export const openOf = (
  proofs: readonly string[],
  figures: Readonly<Record<string, Figures>>,
  isAsNow: (commit: string) => boolean,
): string[] =>
  proofs.filter((file) => {
    const last = figures[file];
    return !(last && last.passed > 0 && last.failed === 0 && isAsNow(last.commit));
  });

/** A line for each that was left out: its word, and how it ended when it was last run; of the faults, when they were judged. */
export function leftOut(
  proofs: readonly string[],
  figures: Readonly<Record<string, Figures>>,
  judged?: string,
): string[] {
  const rows = [...new Set([...proofs, ...Object.keys(figures), ...LONG])];
  return LONG.flatMap((word) => {
    // those of the table of faults are run by their command alone
    const named = rows.filter((row) => wordOf(row) === word && (word !== 'faults' || row === word));
    // the bare word stands for a command that no figures are kept of
    const known = named.filter((row) => row !== word || figures[row] || named.length === 1);
    const elsewhere = word === 'mutants' ? judged : undefined;
    return known.map(
      (row) => `npm run prove -- ${word}: ${row}, ${elsewhere ?? lastOf(figures[row])}`,
    );
  });
}

const lastOf = (last: Figures | undefined): string =>
  last
    ? `${last.failed ? `${last.failed} failed` : 'passed'} in ${last.minutes.toFixed(1)} minutes at ${last.commit}, ${last.day}`
    : 'no figures of a run are kept';
