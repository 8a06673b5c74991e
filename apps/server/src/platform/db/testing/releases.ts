import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onClient } from '../client.ts';
import { migrate } from '../migrate.ts';
import { keepFew } from './few.ts';
import { dumpRows, loadRows } from './rows.ts';
import { shapeOf } from './shape.ts';

/** What each release left of itself in `releases/<version>/`: its shape, and a few rows of it (ADR 148). */

const ROOT = fileURLToPath(new URL('../../../../../..', import.meta.url));
export const RELEASES = join(ROOT, 'releases');
const SUMS = fileURLToPath(new URL('../../../migrations/SHA256SUMS', import.meta.url));

export interface Release {
  version: string;
  /** Where it was cut afterwards; else it is the commit that brought its folder. */
  commit?: string;
  /** How many migrations it had, the last of them, and what they held: the SHA-256 of their lines in SHA256SUMS. */
  migrations: number;
  last: string;
  sums: string;
}

export const sumsOf = (lines: readonly string[]) =>
  createHash('sha256').update(lines.join('\n')).digest('hex');

const numbers = (version: string) => version.split('.').map(Number);

/** The oldest first. */
export const releases = (): Release[] =>
  globSync('*/release.json', { cwd: RELEASES })
    .map((path) => JSON.parse(readFileSync(join(RELEASES, path), 'utf8')) as Release)
    .toSorted(
      (a, b) =>
        numbers(a.version)
          .map((number, at) => number - numbers(b.version)[at]!)
          .find(Boolean) ?? 0,
    );

export const leftBy = ({ version }: Release, file: 'schema.txt' | 'rows.txt') =>
  readFileSync(join(RELEASES, version, file), 'utf8');

/** Why a release is none that databases of it can be brought on from. */
export function wrongRelease({ version, migrations, last, sums }: Release): string[] {
  const lines = readFileSync(SUMS, 'utf8').trim().split('\n').slice(0, migrations);
  return [
    ...(lines.at(-1)?.endsWith(`  ${last}`) && sumsOf(lines) === sums
      ? []
      : [`the migrations of ${version} are not those that today’s begin with`]),
    ...(['schema.txt', 'rows.txt'] as const)
      .filter((file) => leftBy({ version } as Release, file).length > 1 << 20)
      .map((file) => `${version}/${file} is larger than a megabyte`),
  ];
}

/** An empty database gets the shape that it had, and its rows. */
export async function bringTo(url: string, release: Release): Promise<void> {
  await migrate(url, { upTo: release.last, release: release.version });
  await onClient(url, (client) => loadRows(client, leftBy(release, 'rows.txt')));
}

export const shapeAt = (url: string) => onClient(url, shapeOf);

/** What is left of a database: how it is made, and a few of its rows. */
export const left = (url: string) =>
  onClient(url, async (client) => {
    const schema = await shapeOf(client);
    await keepFew(client);
    return { 'schema.txt': schema, 'rows.txt': await dumpRows(client) };
  });
