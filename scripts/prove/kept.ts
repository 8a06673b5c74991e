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

const git = (...args: string[]) => execFileSync('git', args, { cwd: root }).toString().trim();

/** Where the tree stands; `+` where it has what no commit has. */
export function commitNow(): string {
  const changed = git('status', '--porcelain', '--', ':!docs/proof.md', ':!scripts/prove/*.json');
  return git('rev-parse', '--short', 'HEAD') + (changed ? '+' : '');
}

export const today = () => new Date().toISOString().slice(0, 10);

/** Keeps the figures of a proof in the tree, where the next reader looks for them. */
export function keep(file: string, figures: Omit<Figures, 'commit' | 'day'>): void {
  const all: Record<string, Figures> = {
    ...read<Record<string, Figures>>(KEPT),
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
    `\`npm run prove\` runs in full what \`npm test\` runs in a short form ([ADR 104](adr/0104-a-short-form-of-long-proofs.md)); \`npm run prove -- WORD\` those whose file has the word in its name. How each ended when it was last run:

| proof | passed | failed | minutes | at | figures |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`,
  );
}

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
