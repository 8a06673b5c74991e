import { Client } from 'pg';
import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import { CannotStart } from '../cannot-start.ts';
import type { Config } from '../config.ts';
import type { Encryption } from '../encryption.ts';
import { onClient } from './client.ts';
import { isDemo, keyFor, noteKey } from './installation.ts';
import { migrate } from './migrate.ts';
import { admitSignIn, as, mustMakeRoles, ownSignIn } from './roles.ts';

/** Where the database is, and as whom to sign in to it for what. */
export interface Addresses {
  /** Migrations, and what is written once at a start. */
  owner: string;
  /** Everything else. */
  server: string;
  /** The same past a pooler; undefined where there is none. */
  direct: string | undefined;
  /** A replica of it; undefined where there is none. */
  read: string | undefined;
}

export interface Prepared {
  addresses: Addresses;
  encryption: Encryption;
  demo: boolean;
}

type Settings = Pick<
  Config,
  | 'DATABASE_URL'
  | 'DATABASE_OWNER_URL'
  | 'DATABASE_DIRECT_URL'
  | 'DATABASE_READ_URL'
  | 'ENCRYPTION_KEY'
  | 'ENCRYPTION_KEY_OLD'
  | 'DATA_DIR'
>;

/** The owner's address: who migrates, seeds and checks. */
export const ownerOf = (config: Settings, embeddedUrl: string | undefined): string =>
  config.DATABASE_OWNER_URL ?? config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? embeddedUrl!;

/**
 * Brings a database to where it can be served from: the encryption key fits, all migrations have run,
 * the demo data is in where it is asked for, and the server has a sign-in of its own. Throws CannotStart
 * with what to do where that can't be.
 */
export async function prepareDatabase(
  config: Settings,
  embeddedUrl: string | undefined,
  fill: (ownerUrl: string, encryption: Encryption) => Promise<unknown>,
): Promise<Prepared> {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL } = config;
  const owner = ownerOf(config, embeddedUrl);
  await mustBeDirect(DATABASE_DIRECT_URL ?? DATABASE_URL ?? embeddedUrl!);
  await mustMakeRoles(owner);
  const encryption = await keyFor(owner, config);
  await migrate(owner);
  await noteKey(owner, encryption, config);
  await fill(owner, encryption);
  const given = DATABASE_URL ?? embeddedUrl!;
  if (DATABASE_READ_URL) await mustBeItsReplica(DATABASE_READ_URL, owner);
  let addresses: Addresses = {
    owner,
    server: given,
    direct: DATABASE_DIRECT_URL,
    read: DATABASE_READ_URL,
  };
  if (DATABASE_OWNER_URL) await admitSignIn(owner, DATABASE_DIRECT_URL ?? given);
  else {
    const signIn = await ownSignIn(owner, encryption);
    const direct = DATABASE_DIRECT_URL && as(DATABASE_DIRECT_URL, signIn);
    const read = DATABASE_READ_URL && as(DATABASE_READ_URL, signIn);
    addresses = { owner, server: as(given, signIn), direct, read };
  }
  return { addresses, encryption, demo: await isDemo(owner) };
}

const pidOf = async (client: Client) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;

/**
 * A pooler in transaction mode gives each transaction whichever connection is free: settings and locks
 * of a session would be somebody else's. It shows by handing our connection to another one of ours.
 */
async function mustBeDirect(url: string): Promise<void> {
  const one = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  const other = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    for (const client of [one, other]) {
      client.on('error', () => {});
      await client.connect();
    }
    const first = await pidOf(one);
    await other.query('begin');
    if ((await pidOf(other)) !== first) {
      await other.query('rollback');
      return;
    }
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})));
  }
  throw new CannotStart(
    'Between Paydesk and its database stands a pooler in transaction mode. ' +
      'Set DATABASE_DIRECT_URL to the address of the database itself, or put the pooler into session mode.',
  );
}

const CLUSTER = 'select system_identifier::text as id from pg_control_system()';
const REPLICA_MS = 3000;

const clusterOf = (url: string): Promise<string | null> =>
  inTime(
    onClient(url, async (client) => (await client.query<{ id: string }>(CLUSTER)).rows[0]!.id),
    REPLICA_MS,
    () => null,
  ).catch(() => null);

/** A replica that is away is found again later; another database's would show its rows as ours. */
async function mustBeItsReplica(url: string, owner: string): Promise<void> {
  const [theirs, ours] = await Promise.all([clusterOf(url), clusterOf(owner)]);
  if (theirs !== null && ours !== null && theirs !== ours)
    throw new CannotStart(
      'DATABASE_READ_URL leads to a database that is no replica of DATABASE_URL. ' +
        'Set it to the address of a streaming replica, or leave it unset.',
    );
}
