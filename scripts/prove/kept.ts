import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../repo/sources.ts';

const PAGE = join(root, 'docs/proof.md');
const KEPT = join(root, 'scripts/prove/figures.json');

/** How a proof in its full form ended when it was last run, and what it said of itself. */
export interface Figures {
  commit: string;
  day: string;
  minutes: number;
  passed: number;
  failed: number;
  said: string[];
}

export function read<T extends object>(path: string): T {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return {} as T;
  }
}

export const write = (path: string, value: object) =>
  writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim();

/** Where the tree stands; `+` where it has what no commit has. */
export function commitNow(): string {
  const changed = git('status', '--porcelain', '--', ':!docs/proof.md', ':!scripts/prove/*.json');
  return git('rev-parse', '--short', 'HEAD') + (changed ? '+' : '');
}

/** Whether a commit has what the tree has, but for what the proofs themselves write, and the tree has nothing besides. */
export function isAsNow(commit: string): boolean {
  if (commit.endsWith('+') || commitNow().endsWith('+')) return false;
  try {
    git('diff', '--quiet', commit, '--', ':!docs/proof.md', ':!scripts/prove/*.json');
    return true;
  } catch {
    // another tree, or a commit that is not here
    return false;
  }
}

export const keptFigures = (): Record<string, Figures> => read<Record<string, Figures>>(KEPT);

export const today = () => new Date().toISOString().slice(0, 10);

/** Keeps the figures of a proof in the tree, where the next reader looks for them. */
export function keep(file: string, figures: Omit<Figures, 'commit' | 'day'>): void {
  const all: Record<string, Figures> = {
    ...keptFigures(),
    [file]: { commit: commitNow(), day: today(), ...figures },
  };
  write(KEPT, all);
  const rows = Object.entries(all)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { commit, day, minutes, passed, failed, said }]) => {
      const words = said.map((line) => line.replaceAll('|', '/')).join('; ');
      return `| \`${path}\` | ${passed} | ${failed} | ${minutes.toFixed(1)} | ${commit}, ${day} | ${words} |`;
    });
  writeSection(
    'Long proofs',
    `\`npm run prove\` runs in full what \`npm test\` runs in a short form ([ADR 104](adr/0104-a-short-form-of-long-proofs.md)), but for the long ones, which it names at its end: \`npm run prove -- WORD\` runs those whose file has the word in its name, \`-- --continue\` those that have not passed on this commit yet. How each ended when it was last run:

| proof | passed | failed | minutes | at | figures |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`,
  );
}

/** When the faults that are put in were judged, which a part of docs/proof.md says. */
export const faultsJudged = (): string | undefined =>
  /Written by the command (at \S+, [\d-]+)\.$/m.exec(readFileSync(PAGE, 'utf8'))?.[1];

/** docs/proof.md has a part for each command that writes it; the others stay as they are. */
export function writeSection(title: string, text: string): void {
  let page = '';
  try {
    page = readFileSync(PAGE, 'utf8');
  } catch {}
  const parts = new Map(
    page
      .split(/^# /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n')).trim()]),
  );
  parts.set(title, text.trim());
  const sorted = [...parts].toSorted(([a], [b]) => (a < b ? 1 : -1));
  writeFileSync(PAGE, `${sorted.map(([name, part]) => `# ${name}\n\n${part}\n`).join('\n')}`);
}
