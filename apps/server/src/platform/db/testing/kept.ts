import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '../embedded.ts';
import type { Prepare, TestDatabase } from '../testing.ts';
import { surroundings } from './surroundings.ts';

const ROOT = fileURLToPath(new URL('../../../../../..', import.meta.url));
const FOLDER = join(ROOT, 'node_modules/.cache/proofs');

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });

/** What is tried: the commit, and what is not committed yet. */
function tree(): string {
  const commit = git('rev-parse', '--short', 'HEAD').trim();
  const open = git('diff', 'HEAD', '--', 'apps/server', 'packages/contract');
  return open ? `${commit}-${createHash('sha256').update(open).digest('hex').slice(0, 8)}` : commit;
}

/** Of each name one is kept, for the tree as it is: what was tried of another tree counts for nothing. */
function placeFor(name: string): string {
  const place = join(FOLDER, `${name}-${tree()}`);
  for (const old of globSync(`${name}-*`, { cwd: FOLDER }))
    if (join(FOLDER, old) !== place) rmSync(join(FOLDER, old), { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  return place;
}

/** How many of many cases have passed on this tree: whoever was stopped goes on with the next one. */
export function keptCount(name: string): {
  passed: number;
  say(passed: number): void;
  end(): void;
} {
  const place = placeFor(name);
  return {
    passed: existsSync(place) ? Number(readFileSync(place, 'utf8')) : 0,
    say: (passed) => writeFileSync(place, String(passed)),
    end: () => rmSync(place, { force: true }),
  };
}

/** What came of each of many cases on this tree: whoever was stopped goes on with those that are not there. */
export function keptResults<Result>(name: string): {
  all: Record<number, Result>;
  say(number: number, result: Result): void;
  end(): void;
} {
  const place = placeFor(name);
  const all = existsSync(place)
    ? (JSON.parse(readFileSync(place, 'utf8')) as Record<number, Result>)
    : {};
  return {
    all,
    say(number, result) {
      all[number] = result;
      writeFileSync(place, JSON.stringify(all));
    },
    end: () => rmSync(place, { force: true }),
  };
}

/**
 * A database that outlives its run: a proof of hours that was stopped goes on where it was, as long as the tree is the
 * same. `drop` removes it, `leave` keeps it for the next run.
 */
export async function keptDatabase(
  name: string,
  prepare: Prepare,
): Promise<TestDatabase & { leave(): Promise<void> }> {
  const dataDir = placeFor(name);
  // one that was cut short while it was made
  if (!existsSync(join(dataDir, 'ready'))) rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const cluster = await startEmbedded({
    dataDir,
    log: { debug() {}, info() {}, warn() {}, error: (text) => void process.stderr.write(text) },
    scratch: true,
    environment: surroundings(),
  });
  if (!existsSync(join(dataDir, 'ready'))) {
    await prepare(cluster.url);
    writeFileSync(join(dataDir, 'ready'), '');
  }
  return {
    url: cluster.url,
    leave: () => cluster.stop(),
    async drop() {
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
