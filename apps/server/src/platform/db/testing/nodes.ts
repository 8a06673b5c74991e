import type { Client } from 'pg';
import { onClient } from '../client.ts';
import { OF_DATABASE, spread } from '../spread/run.ts';

/**
 * The tests on a Citus cluster: TEST_DATABASE_URL is its coordinator, TEST_CITUS_WORKERS the addresses of the
 * others, with commas between. A database is one on each of them then, and its rows are spread.
 */
export const workers = (process.env['TEST_CITUS_WORKERS'] ?? '').split(',').filter(Boolean);

const SHARDS = 4;

const at = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

const address = (url: string) => `'${new URL(url).hostname}', ${new URL(url).port}`;

/** On each machine, the coordinator first: what a database is made, named or dropped by. */
export async function onEach(client: Client, statement: string): Promise<void> {
  await client.query(statement);
  for (const url of workers) await onClient(url, (worker) => worker.query(statement));
}

/** Makes machines of databases of one name that are empty, and spreads what `fill` puts in. */
export async function spreadOver(
  server: string,
  name: string,
  { fill, shards = SHARDS }: { fill: (url: string) => Promise<void>; shards?: number },
): Promise<void> {
  for (const url of [server, ...workers])
    await onClient(at(url, name), (client) => client.query('create extension if not exists citus'));
  await onClient(at(server, name), async (client) => {
    await client.query(`select citus_set_coordinator_host(${address(server)})`);
    for (const url of workers) await client.query(`select citus_add_node(${address(url)})`);
  });
  await fill(at(server, name));
  await onClient(at(server, name), (client) => spread(client, shards));
}

/** What a copy does not have of the database it was made of; and what tests themselves ask names no merchant. */
export async function settingsOf(client: Client, name: string): Promise<void> {
  if (!workers.length) return;
  for (const setting of [...OF_DATABASE, 'citus.enable_repartition_joins = on'])
    await client.query(`alter database ${name} set ${setting}`);
}

/** Citus looks after each database by a process that is in it: nobody may be where it is copied or renamed. */
export async function leftAlone(client: Client, name: string): Promise<void> {
  await onEach(client, `alter database ${name} allow_connections false`);
  for (let tries = 0; tries < 50; tries++) {
    await onEach(
      client,
      `select pg_terminate_backend(pid, 1000) from pg_stat_activity where datname = '${name}'`,
    );
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = '${name}'`,
    );
    if (!rowCount) return;
  }
}

/** A clock that can be moved is of one machine: here each of the others goes by a row of its own, which follows. */
export const clockOnEach = (url: string): Promise<void> =>
  onClient(url, async (client) => {
    if (!workers.length) return;
    await client.query(`
      select run_command_on_workers($of$ do $of_each$ begin
        create table if not exists clock.moved (seconds double precision not null);
        if not exists (select from clock.moved) then insert into clock.moved values (0); end if;
        grant select on clock.moved to paydesk_server, paydesk_merchant, paydesk_confined;
      end $of_each$ $of$);
      create or replace function clock.follow() returns trigger language plpgsql security definer as $of$ begin
        perform run_command_on_workers(format('update clock.moved set seconds = %s', new.seconds));
        return null;
      end $of$;
      create or replace trigger follow after insert or update on clock.moved
        for each row execute function clock.follow();`);
  });
