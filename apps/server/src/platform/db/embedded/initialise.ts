import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CannotStart } from '../../cannot-start.ts';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './user.ts';

export interface Secret {
  /** Tells this cluster's processes from any other's. */
  id: string;
  /** The password of the role `paydesk`. */
  password: string;
}

/** Kept beside the cluster, for its owner alone. */
export function readOrMakeSecret(file: string): Secret {
  if (!existsSync(file)) {
    const secret: Secret = {
      id: randomBytes(6).toString('hex'),
      password: randomBytes(24).toString('hex'),
    };
    const draft = openSync(`${file}.new`, 'w', 0o600);
    writeFileSync(draft, JSON.stringify(secret));
    fsyncSync(draft);
    closeSync(draft);
    renameSync(`${file}.new`, file);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secret;
}

/**
 * How a child reaches the cluster. Root's child runs as another user, who may be unable to walk
 * to the cluster (a checkout under /root, a mode 0700 folder). On Linux it need not walk: its
 * working directory is entered while still root, and /proc/self/cwd leads straight there.
 */
export function placeOf(cluster: string, user: RunAs | undefined): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

/**
 * What PostgreSQL gets of our environment: none of the settings, some of which are secret. Its
 * messages are read by this program, so they come in no other language.
 */
export const environment = {
  PATH: process.env['PATH'],
  SystemRoot: process.env['SystemRoot'],
  LC_ALL: 'C',
  TZ: 'UTC',
};

/**
 * Makes the cluster in a folder of another name and renames it when whole: a start cut short
 * leaves nothing half made. The roles and the database are made in single-user mode, so the
 * superuser never has a password, and nobody can sign in as it.
 */
export async function initialise(
  cluster: string,
  options: { binaries: Binaries; user: RunAs | undefined; secret: Secret; scratch: boolean },
): Promise<void> {
  const { binaries, user, secret, scratch } = options;
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  if (user) chownSync(draft, user.uid, user.gid);
  const place = placeOf(draft, user);
  const run = (program: string, args: string[], input = '') =>
    runIn(draft, user, program, args, input);
  await run(binaries.initdb, [
    `--pgdata=${place}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--auth=trust',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(scratch ? ['--no-sync'] : []),
  ]);
  const attributes = `login createrole bypassrls replication${scratch ? ' createdb' : ''}`;
  await run(
    binaries.postgres,
    // databases are copies of this one
    ['--single', '-D', place, 'template1'],
    `${LETS_THROUGH};\n` +
      `create role paydesk ${attributes} password '${secret.password}';\n` +
      'create database paydesk owner paydesk;\n' +
      'revoke all on database postgres, template1 from public;\n',
  );
  writeFileSync(
    join(draft, 'pg_hba.conf'),
    'local all all scram-sha-256\n' +
      'host all all 127.0.0.1/32 scram-sha-256\n' +
      'host all all ::1/128 scram-sha-256\n',
  );
  writeFileSync(join(draft, ROLES), OWNER_HAS);
  renameSync(draft, cluster);
  if (process.platform !== 'win32') {
    const parent = openSync(dirname(cluster), 'r');
    fsyncSync(parent);
    closeSync(parent);
  }
}

/**
 * 'Contains' is said to leak nothing: it answers true or false, and its errors name the pattern alone. Below a
 * policy the planner then finds a merchant's rows by the index of the words, in place of looking through all of
 * the merchant's (ADR 175).
 */
export const LETS_THROUGH = 'alter function pg_catalog.texticlike(text, text) leakproof';

/** Says in the cluster's folder that its owner has what `bringOver` gives. */
const ROLES = 'paydesk.roles';
const OWNER_HAS = '4\n';

/**
 * The owner of a cluster that an earlier version made gets the right to let the server's role past
 * policies (ADR 53), and to copy the cluster as it runs (ADR 137), and 'contains' may use its indexes
 * below them (ADR 175): a superuser's to give, and nobody can sign in as one. Nothing may run on it.
 */
export async function bringOver(cluster: string, run: Programs): Promise<void> {
  const note = join(cluster, ROLES);
  if (existsSync(note) && readFileSync(note, 'utf8') === OWNER_HAS) return;
  await asSuperuser(cluster, run, 'alter role paydesk bypassrls replication;\n');
  for (const database of ['template1', 'paydesk'])
    await asSuperuser(cluster, run, `${LETS_THROUGH};\n`, {}, database);
  writeFileSync(note, OWNER_HAS);
}

interface Programs {
  binaries: Binaries;
  user: RunAs | undefined;
}

/** Statements in single-user mode, on a cluster that nothing runs on; one that is not whole is recovered first. */
export const asSuperuser = (
  cluster: string,
  { binaries, user }: Programs,
  statements: string,
  settings: Record<string, string> = {},
  database = 'postgres',
) =>
  runIn(
    cluster,
    user,
    binaries.postgres,
    ['--single', '-D', placeOf(cluster, user)].concat(
      Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      database,
    ),
    statements,
  );

/** One program on the cluster's folder, as its user: what it wrote of its work; a failure with what it said. */
export async function runIn(
  folder: string,
  user: RunAs | undefined,
  program: string,
  args: string[],
  input: string,
): Promise<string> {
  const child = spawn(program, args, { ...user, cwd: folder, env: environment });
  child.stdin.on('error', () => undefined).end(input);
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  const [out, err] = await said;
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(err)) {
    throw new Error(`${program} failed (${String(code)}):\n${out.slice(-500)}\n${err}`);
  }
  return err;
}

/** Whether a cluster is there; a reason to refuse where something else is. */
export function isInitialised(cluster: string, major: string): boolean {
  if (!existsSync(cluster)) return false;
  let version: string;
  try {
    version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EACCES') {
      throw new CannotStart(
        `${cluster} belongs to another user. Start Paydesk as that user or as root, or give it a DATA_DIR of its own.`,
      );
    }
    if (readdirSync(cluster).length > 0) {
      throw new CannotStart(`${cluster} holds files but no PostgreSQL cluster; move it away`);
    }
    rmSync(cluster, { recursive: true });
    return false;
  }
  if (version !== major) {
    throw new CannotStart(
      `${cluster} was made by PostgreSQL ${version}; this Paydesk brings PostgreSQL ${major}. ` +
        'With the Paydesk that made it: npm run backup -- DIR --tables; with this one, into a new DATA_DIR: npm run restore -- DIR.',
    );
  }
  return true;
}
