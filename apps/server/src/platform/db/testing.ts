import { createHash, randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, type DatabaseError } from 'pg';
import { dropSignIn } from './roles.ts';
import { sharedCluster } from './testing/cluster.ts';
import { leftAlone, onEach, settingsOf, spreadOver, workers } from './testing/nodes.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Makes an empty database ready: migrations, demo seed. It must close its connections. */
export type Prepare = (url: string) => Promise<void>;

const SOURCES = ['migrations', 'seed'].map((name) =>
  fileURLToPath(new URL(`../../${name}`, import.meta.url)),
);
const LOCK = 0x9a7de5c;
const STALE_SECONDS = 3600;

/**
 * A fresh database for one test file: a copy of a template on which `prepare` has run once, or an
 * empty one without `prepare`. The template's name bears a hash of the migrations and the seed and
 * of `prepare` itself, so it is never stale; where `prepare` closes over something that makes a
 * difference, name that in `key`.
 *
 * The server is the one TEST_DATABASE_URL or DATABASE_URL names, whose role must be allowed to
 * create databases, else a throwaway cluster that runs of single files share.
 */
export async function testDatabase(prepare?: Prepare, key = ''): Promise<TestDatabase> {
  const server =
    process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? (await sharedCluster());
  const name = `paydesk_test_${seconds().toString(36)}_${randomBytes(5).toString('hex')}`;
  await asAdministrator(server, async (client) => {
    if (!prepare) {
      await client.query(`create database ${name}`);
      return;
    }
    const template = await templateFor(client, server, prepare, key);
    await onEach(client, `create database ${name} template ${template} strategy file_copy`);
    await settingsOf(client, name);
  });
  return {
    url: at(server, name),
    drop: () =>
      asAdministrator(server, async (client) => {
        await dropSignIn(client, name).catch(() => {});
        await left(client, name);
        const drop = () => onEach(client, `drop database if exists ${name} with (force)`);
        for (let tries = 1; ; tries++) {
          const refused = await drop().catch((error: DatabaseError) => error);
          if (!(refused instanceof Error)) return;
          // an autovacuum worker, whom only a superuser ends; it is gone in a moment, of a full proof’s tables in some seconds
          if (refused.code !== '42501' || tries === 300) throw refused;
          await setTimeout(100);
        }
      }),
  };
}

/**
 * A pool says that it has ended before its connections are closed. One that is ended by force on its way out is an
 * error that nobody listens for any more, so they have a moment.
 */
async function left(client: Client, name: string): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
      [name],
    );
    if (!rowCount) return;
    await setTimeout(20);
  }
}

/** Made by the first that needs it, while the others wait at the lock. */
async function templateFor(
  client: Client,
  server: string,
  prepare: Prepare,
  key: string,
): Promise<string> {
  const purpose = hash(`${prepare.toString()} ${key}`);
  const ours = `paydesk_template_${purpose}_${hash(sources())}_`;
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where starts_with(datname, $1) and not datname like '%new'`,
      [ours],
    );
    if (rows[0]) return rows[0].datname;
    await dropOld(client);
    const template = `${ours}${seconds().toString(36)}`;
    const draft = `${template}_new`;
    // of one that was ended in the middle, whose server may still be in it
    await onEach(client, `drop database if exists ${draft} with (force)`);
    await onEach(client, `create database ${draft}`);
    if (workers.length) {
      await spreadOver(server, draft, { fill: prepare });
      await leftAlone(client, draft);
    } else {
      await prepare(at(server, draft));
      await closed(client, draft);
    }
    await onEach(client, `alter database ${draft} rename to ${template}`);
    return template;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}

/**
 * Templates that nobody made anew for an hour, drafts cut short, databases of runs that were killed. Not
 * the young ones: another tree, such as a copy that a test tries, runs beside this one on the same server.
 */
async function dropOld(client: Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database d
     where datname ~ '^paydesk_(template|test)_'
       and pg_has_role(datdba, 'member')
       and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
  );
  for (const { datname } of rows) {
    const [, kind, first = '', , last = ''] = datname.split('_');
    const made = Number.parseInt(kind === 'template' ? last : first, 36);
    const old = datname.endsWith('_new') || !(seconds() - made < STALE_SECONDS);
    if (old) await client.query(`drop database if exists ${datname}`);
  }
}

/** A closed connection's backend lingers a moment, and a database in use cannot be renamed. */
async function closed(client: Client, database: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [
      database,
    ]);
    if (!rowCount) return;
    await client.query('select pg_sleep(0.05)');
  }
  throw new Error('prepare() left connections open to the database it prepared');
}

async function asAdministrator(
  server: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: server });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function at(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

function sources(): string {
  const digest = createHash('sha256');
  for (const folder of SOURCES.filter((each) => existsSync(each))) {
    for (const file of globSync('**/*.{ts,sql,json,csv}', { cwd: folder }).sort()) {
      digest.update(`${file}\n`).update(readFileSync(`${folder}/${file}`));
    }
  }
  return digest.digest('hex');
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10);

const seconds = (): number => Math.floor(Date.now() / 1000);
