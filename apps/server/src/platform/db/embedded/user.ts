import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { CannotStart } from '../../cannot-start.ts';
import type { EmbeddedLog } from './log.ts';

/** The operating system's user that PostgreSQL runs as, where that is not our own. */
export interface RunAs {
  uid: number;
  gid: number;
}

const OWN_USER = 'paydesk-postgres';

/**
 * PostgreSQL refuses to run as root. Started by root it gets, in this order: the user who owns the
 * cluster already, the machine's `postgres`, a system user made for it, `nobody`.
 */
export function databaseUser(cluster: string, log: EmbeddedLog): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const known = lookUp('postgres') ?? lookUp(OWN_USER);
  if (known) return known;
  const made = spawnSync(
    'useradd',
    `--system --user-group --no-create-home --shell /usr/sbin/nologin ${OWN_USER}`.split(' '),
  );
  if (made.status === 0) log.info(`Made the system user ${OWN_USER} to run PostgreSQL as`);
  const user = lookUp(OWN_USER) ?? lookUp('nobody');
  if (user && user.uid !== 0) return user;
  throw new CannotStart(
    'PostgreSQL does not run as root, and this machine has no other user to run it as. ' +
      'Start Paydesk as another user, or set DATABASE_URL.',
  );
}

function lookUp(name: string): RunAs | undefined {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    if (line) {
      const [, , uid, gid] = line.split(':');
      return { uid: Number(uid), gid: Number(gid) };
    }
  } catch {
    // No such file on this system: ask it below.
  }
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    spawnSync('id', [flag, name], { encoding: 'utf8' }),
  );
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
