import { basename } from 'node:path';
import { readSources, resourceOf, type Source } from '../repo/sources.ts';
import type { Kind } from './faults.ts';
import type { Place } from './places.ts';

/** They take in the whole server: that a test imports them says nothing of what it tries. */
const HUBS = /\/testing\/server\.ts$|\/src\/resources\.ts$|^packages\/contract\/src\/index\.ts$/;
/** Minutes each, and run by `npm run prove` in their own right. */
const SLOW = /kills|processes|standstill|\.load\.|main\.test|\.plans\.|embedded/;

/** What looks at all resources for faults of a kind, and is run last. */
const OF_ALL: Partial<Record<Kind, readonly string[]>> = {
  lock: ['apps/server/src/edits.test.ts'],
  scope: ['apps/server/src/tenancy.test.ts', 'apps/server/src/access.test.ts'],
  audit: ['apps/server/src/audit.test.ts'],
  rule: ['packages/contract/src/states.test.ts'],
  'step-up': ['apps/server/src/resources/session/second-factor.test.ts'],
  visibleTo: [
    'packages/contract/src/audience.test.ts',
    'apps/server/src/csv.test.ts',
    'apps/server/src/access.test.ts',
  ],
  schema: ['packages/contract/src/limits.test.ts'],
  zone: ['apps/server/src/resources/business-days/business-days.test.ts'],
  status: ['packages/contract/src/states.test.ts'],
};

/** So many files near by are tried before those of all. */
const LIKELIEST = 2;

const sources = readSources();
const tests = sources.filter(
  ({ path }) => path.endsWith('.test.ts') && !path.startsWith('apps/web'),
);
const isWord = /\b[a-zA-Z_][\w-]{4,}\b/g;
const wordsOf = new Map(tests.map(({ path, text }) => [path, new Set(text.match(isWord))]));
const rarity = (word: string) =>
  Math.log(tests.length / (1 + tests.filter(({ path }) => wordsOf.get(path)!.has(word)).length));

/** A test's file, and where it has a test for each endpoint the titles that could see the fault. */
export interface Fitting {
  path: string;
  titles?: string;
}

/** Their tests are one an endpoint, and the endpoint is in the title. */
const BY_ENDPOINT = /\/(access|audit)\.test\.ts$/;

/**
 * The tests that could see it, the likeliest first: those near by imports, by name, and by the words
 * around it; after two of them those that look at all resources.
 */
export function fittingTests({ file, line, kind }: Place, most: number): Fitting[] {
  const near = distances(file);
  const { text } = sources.find(({ path }) => path === file)!;
  const around = text
    .split('\n')
    .slice(Math.max(0, line - 12), line + 6)
    .join('\n');
  const words = [...new Set(around.match(isWord))].map((word) => [word, rarity(word)] as const);
  const score = ({ path }: Source) => {
    const said = words.reduce(
      (sum, [word, rare]) => sum + (wordsOf.get(path)!.has(word) ? rare : 0),
      0,
    );
    const of = resourceOf(file);
    const own = basename(path, '.test.ts');
    const name = basename(file, '.ts') === own ? 12 : 0;
    // what takes several rooms stands above them under the resource's name
    const same = of && (of === resourceOf(path) || of === own) ? 15 : 0;
    return said + name + same + 20 / (near.get(path) ?? 20);
  };
  const ofAll = OF_ALL[kind] ?? [];
  const ordered = tests
    .filter(({ path }) => !SLOW.test(path) && !ofAll.includes(path))
    .map((test) => [score(test), test.path] as const)
    .toSorted(([a], [b]) => b - a)
    .map(([, path]) => path);
  const likeliest = ordered.slice(0, LIKELIEST);
  return [...likeliest, ...ofAll, ...ordered.slice(LIKELIEST, most)].map((path) => {
    const titles = BY_ENDPOINT.test(path) && endpointsOf(file);
    return { path, ...(titles && { titles }) };
  });
}

/** The paths of the file's own endpoints, as a pattern; those of its whole resource where it says none. */
function endpointsOf(file: string): string | undefined {
  const isPath = /\/api\/[\w{}/-]+/g;
  const said = sources.find(({ path }) => path === file)!.text.match(isPath);
  const resource = resourceOf(file);
  const all =
    said ??
    (resource
      ? sources
          .filter(({ path }) => resourceOf(path) === resource && !path.endsWith('.test.ts'))
          .flatMap(({ text }) => text.match(isPath) ?? [])
      : []);
  return all.length
    ? [...new Set(all)].map((path) => `${path.replace(/[{}/]/g, String.raw`\$&`)}`).join('|')
    : undefined;
}

/** How many imports away the file is from each test. */
function distances(file: string): Map<string, number> {
  const found = new Map([[file, 0]]);
  for (const [path, steps] of found)
    for (const source of sources)
      if (!found.has(source.path) && !HUBS.test(source.path))
        if (source.imports.some(({ target, runs }) => runs && target === path))
          found.set(source.path, steps + 1);
  return found;
}
