import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** So many processes share the files that can be neighbours. */
const SHARED = 12;

/**
 * What reaches beyond the file: what waits at its top level, which `require` can't read (together.ts), what belongs
 * to the process, clocks, memory, and processes of its own, which take long anyway.
 */
const ALONE =
  /^(?:const [^=\n]+= \(?)?await |\bprocess\.(?!versions|platform|getuid|env\['\w+'\](?! =))|\bmock\.|\bglobalThis\b|child_process|worker_threads|startProcess|sharedCluster|startEmbedded/m;

/** A file of so many bytes takes a minute. */
const LONG = 20_000;

/** Those of scripts copy the repository, build and lint it: they begin first, the long ones after them. */
const isLong = (file: string) =>
  file.startsWith('scripts/') || statSync(join(root, file)).size > LONG;

/**
 * The files of each process of the unit and HTTP tests, in the order in which they begin (ADR 105). A file that keeps
 * to itself shares a process with others, since two thirds of a small one's time are the reading of the
 * server; the rest have one each. What is long begins first, what is short fills the lanes at the end.
 */
export function processesOf(files: readonly string[]): string[][] {
  const alone: string[][] = [];
  const shared: string[] = [];
  for (const file of files)
    if (ALONE.test(readFileSync(join(root, file), 'utf8'))) alone.push([file]);
    else shared.push(file);
  // dealt like cards: neighbours take alike long
  const groups = Array.from({ length: SHARED }, (_, nth) =>
    shared.filter((_file, at) => at % SHARED === nth),
  ).filter((group) => group.length);
  const { long = [], short = [] } = Object.groupBy(alone, ([file]) =>
    isLong(file!) ? 'long' : 'short',
  );
  const first = long.sort(
    ([a], [b]) => Number(b!.startsWith('scripts/')) - Number(a!.startsWith('scripts/')),
  );
  return [...first, ...groups, ...short];
}
