import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Client, type DatabaseError } from 'pg';
import { CannotStart } from '../cannot-start.ts';
import type { Encryption } from '../encryption.ts';
import { onClient } from './client.ts';
import { withoutDeadlock } from './deadlocks.ts';
import { LETS_THROUGH } from './embedded/initialise.ts';

/**
 * Who signs in to the database. Migrations run as its owner. The server signs in as another role, which
 * owns nothing and may create nothing, and acts as `paydesk_server` or, for a merchant's person, as
 * `paydesk_merchant` (ADR 53).
 */

/** The groups whose rights the server's sign-in takes on, one at a time. */
export const GROUPS = ['paydesk_server', 'paydesk_merchant', 'paydesk_confined'] as const;

/** A cluster's roles are those of all its databases, so the name bears which one it is. */
const signInName = (databaseOid: number) => `paydesk_server_${databaseOid}`;

/**
 * Makes sure, as the owner, that the server can sign in as a role of its own, and gives the address to
 * do it by. The password followed from the encryption key of the first start, which all processes of one
 * database share, and stays when that goes.
 */
export const ownSignIn = (ownerUrl: string, encryption: Encryption): Promise<SignIn> =>
  withoutDeadlock(() => onClient(ownerUrl, (client) => signInOf(client, ownerUrl, encryption)));

async function signInOf(client: Client, ownerUrl: string, encryption: Encryption): Promise<SignIn> {
  const { rows } = await client.query<{ oid: number }>(
    'select oid from pg_database where datname = current_database()',
  );
  const name = signInName(rows[0]!.oid);
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock(hashtext('paydesk_sign_in'))`);
  const password = await passwordOf(client, encryption, name);
  const signIn = { name, password };
  if (!(await exists(client, name))) {
    await client.query(`create role ${name} login noinherit password '${verifier(password)}'`);
    // also behind a pooler, which hands on no settings of a connection
    await client.query(`alter role ${name} set role = paydesk_server`);
    // the owner sees what the server runs, and may end it
    await client.query(`grant ${name} to current_user`);
  }
  // also what came since it was made
  await admit(client, name);
  await client.query('commit');
  await letPast(client);
  await letThrough(client);
  const refused = await trySignIn(as(ownerUrl, signIn));
  if (refused?.code === '28P01') {
    await client.query(`alter role ${name} password '${verifier(password)}'`);
    const again = await trySignIn(as(ownerUrl, signIn));
    if (again) throw cannotSignIn(name, again);
  } else if (refused) throw cannotSignIn(name, refused);
  return signIn;
}

const SIGN_IN = 'database sign-in';

/** As it is kept, under the key that seals now; the first time as it follows from the oldest key. */
async function passwordOf(client: Client, encryption: Encryption, name: string): Promise<string> {
  const { rows } = await client.query<{ sealed: Buffer | null }>(
    'select sign_in as sealed from installation where sign_in_name = $1 for update',
    [name],
  );
  const sealed = rows[0]?.sealed;
  let password: string | null = null;
  try {
    password = sealed ? encryption.open(sealed, SIGN_IN) : null;
  } catch {
    // of an installation that this one was copied from
  }
  password ??= encryption.keys.at(-1)!.derive(`${SIGN_IN} ${name}`).toString('hex');
  await client.query(
    `insert into installation (sign_in_name, sign_in) values ($1, $2)
     on conflict (single) do update
       set sign_in_name = excluded.sign_in_name, sign_in = excluded.sign_in`,
    [name, encryption.seal(password, SIGN_IN)],
  );
  return password;
}

export interface SignIn {
  name: string;
  password: string;
}

/** The same database, signed in as somebody else. */
export function as(url: string, { name, password }: SignIn): string {
  const address = new URL(url);
  address.username = name;
  address.password = password;
  return address.href;
}

const cannotSignIn = (name: string, { message }: Error) =>
  new CannotStart(
    `The role ${name}, made for the server, can't sign in (${message}). Make a role for it yourself: ` +
      'name it in DATABASE_URL, and the owner in DATABASE_OWNER_URL.',
  );

/**
 * An owner who may not make the roles can do without only where somebody has made them all, with the
 * right to hand them on.
 */
export async function mustMakeRoles(ownerUrl: string): Promise<void> {
  await onClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ owner: string; missing: string | null }>(
      `select current_user as owner, string_agg(needed, ', ') as missing
       from unnest($1::text[]) needed
       where not (select rolsuper or rolcreaterole from pg_roles where rolname = current_user)
         and not coalesce((select pg_has_role(r.oid, 'member with admin option')
           from pg_roles r where r.rolname = needed), false)`,
      [[...GROUPS, 'paydesk_data']],
    );
    const [found] = rows;
    if (found?.missing)
      throw new CannotStart(
        `The role ${found.owner} may not create roles, and Paydesk needs ${found.missing}. Have an administrator run: ` +
          `alter role ${client.escapeIdentifier(found.owner)} createrole`,
      );
  });
}

/** Lets a role that somebody made for the server act as it; refuses one that could do more than that. */
export async function admitSignIn(ownerUrl: string, serverUrl: string): Promise<void> {
  const name = await onClient(
    serverUrl,
    async (client) =>
      (await client.query<{ name: string }>('select session_user as name')).rows[0]!.name,
  );
  await onClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ does: string }>(
      `select does from pg_roles r, pg_database d,
         lateral (values
           (r.rolsuper, 'is a superuser'),
           (r.rolcreaterole or r.rolcreatedb, 'may create roles or databases'),
           (pg_has_role(r.oid, current_user::regrole, 'member'), 'is the owner, or its member'),
           (exists (select from pg_shdepend s where s.refclassid = 'pg_authid'::regclass
              and s.refobjid = r.oid and s.deptype = 'o' and s.dbid in (0, d.oid)), 'owns something'),
           (has_schema_privilege(r.oid, 'public', 'create') or has_database_privilege(r.oid, d.oid, 'create'),
              'may create tables or schemas')
         ) held (true_of_it, does)
       where r.rolname = $1 and d.datname = current_database() and true_of_it`,
      [name],
    );
    if (rows.length)
      throw new CannotStart(
        `DATABASE_URL signs in as ${name}, which ${rows.map(({ does }) => does).join(', ')}. Beside ` +
          'DATABASE_OWNER_URL it must be a role that owns nothing and may create nothing.',
      );
    await admit(client, name);
    await letPast(client);
    await letThrough(client);
  });
}

async function admit(client: Client, name: string): Promise<void> {
  for (const group of GROUPS) {
    const { rows } = await client.query<{ member: boolean }>(
      `select pg_has_role($1, $2, 'member') as member`,
      [name, group],
    );
    if (!rows[0]!.member) await client.query(`grant ${group} to ${client.escapeIdentifier(name)}`);
  }
}

/**
 * Where the owner may give it, the server's role is past the policies that are true for it anyway: under
 * a policy the planner has no statistics for operators that are not leakproof, as `ilike`.
 */
async function letPast(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_roles own, pg_roles server
     where own.rolname = current_user and (own.rolsuper or own.rolbypassrls)
       and server.rolname = 'paydesk_server' and not server.rolbypassrls`,
  );
  if (!rowCount) return;
  await client.query('alter role paydesk_server bypassrls').catch((error: DatabaseError) => {
    // before PostgreSQL 16 a superuser's to give; or another database's server has just done it
    if (error.code !== '42501' && error.code !== 'XX000') throw error;
  });
}

/** Where the owner is a superuser, and so may say it; an embedded cluster has it from the start. */
async function letThrough(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_roles own, pg_proc f
     where own.rolname = current_user and own.rolsuper
       and f.oid = 'pg_catalog.texticlike(text,text)'::regprocedure and not f.proleakproof`,
  );
  if (!rowCount) return;
  await client.query(LETS_THROUGH).catch((error: DatabaseError) => {
    // another process has just done it
    if (error.code !== 'XX000') throw error;
  });
}

async function exists(client: Client, name: string): Promise<boolean> {
  return Boolean((await client.query('select from pg_roles where rolname = $1', [name])).rowCount);
}

/** Takes away the role that a database's server had, before the database itself goes. */
export async function dropSignIn(client: Client, database: string): Promise<void> {
  const { rows } = await client.query<{ oid: number }>(
    'select oid from pg_database where datname = $1',
    [database],
  );
  if (rows[0]) await client.query(`drop role if exists ${signInName(rows[0].oid)}`);
}

async function trySignIn(url: string): Promise<(Error & { code?: string }) | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => {});
  }
}

const ITERATIONS = 4096;

/** A password as PostgreSQL stores it (RFC 5803), so that the words themselves are in no statement and no log. */
function verifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const server = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}
