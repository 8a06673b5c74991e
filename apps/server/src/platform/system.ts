import type { Call } from '@paydesk/contract/index.ts';
import { QUEUES, SYSTEM_GATEWAYS, type QueueName } from '@paydesk/contract/system.ts';
import { sql } from 'kysely';
import { AGEING, termOf } from './ageing.ts';
import { backupFigures } from './backup/figures.ts';
import type { Database } from './db/database.ts';
import type { Handlers } from './http/handlers.ts';
import type { ListDefinition } from './list/definition.ts';
import { keysNow } from './resealing.ts';
import type { Services } from './services.ts';
import type { Task } from './tasks.ts';
import { VERSION } from './version.ts';

type System = Call<'GET /api/system'>['answer'];
type One<K extends keyof System> = System[K] extends (infer E)[] ? E : never;

const HOUR_MS = 3_600_000;
/** What else everybody waits for before a run is late: a look, and the run before it. */
const PATIENCE_MS = 60_000;
/** What has grown is told over so many days, or as many as are known. */
const COMPARED_DAYS = 7;

const rowsOf = async <T>(database: Database, query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await query.execute(database.kysely)).rows;

/** Connections to the server of the database, of all its databases together, and how many it takes. */
export async function connectionsOf({ database }: Pick<Services, 'database'>) {
  const [row] = await rowsOf(
    database,
    sql<{ used: number; most: number }>`
      select (select sum(numbackends)::int from pg_stat_database) as used,
        current_setting('max_connections')::int as most`,
  );
  return row!;
}

/** Connections of this process; waiting: calls that wait for one. */
export const poolOf = ({ database: { pool } }: Pick<Services, 'database'>) => ({
  open: pool.totalCount,
  busy: pool.totalCount - pool.idleCount,
  waiting: pool.waitingCount,
});

async function databaseFigures(services: Services): Promise<System['database']> {
  const { database, config } = services;
  const [row] = await rowsOf(
    database,
    sql<{ bytes: bigint }>`select pg_database_size(current_database()) as bytes`,
  );
  const { used, most } = await connectionsOf(services);
  return {
    embedded: config.DATABASE_URL === undefined,
    bytes: Number(row!.bytes),
    connections: used,
    mostConnections: most,
    ...poolOf(services),
    replica: database.replica?.state() ?? null,
  };
}

async function tables({ database, now }: Services): Promise<System['tables']> {
  const from = new Date(now().getTime() - COMPARED_DAYS * 24 * HOUR_MS).toISOString();
  const rows = await rowsOf(
    database,
    sql<{
      name: string;
      rows: number;
      bytes: bigint;
      earlier: bigint | null;
      since: string | null;
    }>`select c.relname as name, c.reltuples::float as rows, pg_total_relation_size(c.oid) as bytes,
        earlier.bytes as earlier, earlier.day::text as since
      from pg_class c
      left join lateral (
        select s.bytes, s.day from table_sizes s
        where s.name = c.relname and s.day >= ${from}::timestamptz::date order by s.day limit 1
      ) earlier on true
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname !~ '^kysely_'
      order by bytes desc, name`,
  );
  const keeps = new Map<string, NonNullable<One<'tables'>['keeps']>>();
  for (const one of AGEING)
    keeps.set(one.table, [...(keeps.get(one.table) ?? []), await termOf(database.kysely, one)]);
  return rows.map(({ name, rows: estimate, bytes, earlier, since }) => ({
    name,
    rows: estimate < 0 ? null : Math.round(estimate),
    bytes: Number(bytes),
    grown: since === null ? null : { bytes: Number(bytes - earlier!), since },
    keeps: keeps.get(name) ?? null,
  }));
}

/** How each task stands that all processes share. */
export async function tasksNow(
  { database, now }: Services,
  tasks: readonly Task[],
): Promise<System['tasks']> {
  const shared = tasks.filter((task) => !task.inEachProcess);
  const rows = await rowsOf(
    database,
    sql<{
      name: string;
      started: string | null;
      ended: string | null;
      status: One<'tasks'>['status'];
      error: string | null;
      by: string | null;
      asked: string | null;
    }>`select t.name, r.started_date as started, r.ended_date as ended, last.status, last.error,
        a.asked_by as by, a.asked_date as asked
      from unnest(${shared.map(({ name }) => name)}::text[], ${shared.map(({ type }) => type)}::text[]) t (name, type)
      left join task_runs r on r.name = t.name
      left join task_asks a on a.name = t.name
      left join lateral (
        select x.status, x.error from task_executions x
        where x.type = t.type order by x.started_date desc limit 1
      ) last on r.started_date is not null`,
  );
  const known = new Map(rows.map((row) => [row.name, row]));
  return shared
    .map(({ name, type, everyMs }) => {
      const row = known.get(name);
      const { started = null, ended = null, status = null, error = null } = row ?? {};
      const due = started === null ? null : Date.parse(started) + everyMs;
      return {
        name,
        type: type ?? null,
        everySeconds: everyMs / 1000,
        started,
        ended,
        status,
        error,
        late: due !== null && now().getTime() > due + everyMs + PATIENCE_MS,
        asked: row?.by && row.asked ? { by: row.by, date: row.asked } : null,
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The tables of what counters are still to be told. */
export const deltasOf = (lists: readonly ListDefinition[]): string[] =>
  lists.flatMap(({ counters }) => counters?.deltas ?? []);

/** Messages by kind, and what waits to be folded or sealed. */
export async function queuesOf(
  { database }: Pick<Services, 'database'>,
  deltas: readonly string[],
): Promise<System['queues']> {
  const messages = await rowsOf(
    database,
    sql<{
      kind: QueueName;
      waiting: number;
      failing: number;
      given_up: number;
      oldest: string | null;
    }>`select kind, count(*) filter (where given_up_date is null)::int as waiting,
        count(*) filter (where given_up_date is null and attempts > 0)::int as failing,
        count(*) filter (where given_up_date is not null)::int as given_up,
        min(created_date) filter (where given_up_date is null) as oldest
      from outbox where delivered_date is null group by kind`,
  );
  const countOf = async (table: string) => {
    const counted = sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`;
    return (await rowsOf(database, counted))[0]!.n;
  };
  const waiting: Partial<Record<QueueName, number>> = {
    COUNTERS: (await Promise.all(deltas.map(countOf))).reduce((sum, n) => sum + n, 0),
    AUDIT: await countOf('audit_unsealed'),
  };
  const of = new Map(messages.map((row) => [row.kind, row]));
  return (Object.keys(QUEUES) as QueueName[]).map((name) => {
    const row = of.get(name);
    return {
      name,
      waiting: row?.waiting ?? waiting[name] ?? 0,
      failing: row?.failing ?? 0,
      givenUp: row?.given_up ?? 0,
      oldest: row?.oldest ?? null,
    };
  });
}

async function mail({ database, config, mailer }: Services): Promise<System['mail']> {
  const [row] = await rowsOf(
    database,
    sql<{ delivered: string | null }>`
      select max(delivered_date) as delivered from outbox where kind in ('MAIL', 'RECOVERY')`,
  );
  const [failed] = await rowsOf(
    database,
    sql<{ date: string; words: string }>`
      select created_date as date, error as words from outbox
      where kind in ('MAIL', 'RECOVERY') and delivered_date is null and error is not null
      order by id desc limit 1`,
  );
  return {
    by: config.SMTP_URL ? 'ENVIRONMENT' : mailer() ? 'CONSOLE' : 'NOBODY',
    lastDelivered: row!.delivered,
    failure: failed ?? null,
  };
}

const gateways = ({ gateways: ways, meters }: Services): System['gateways'] =>
  (Object.keys(SYSTEM_GATEWAYS) as (keyof typeof SYSTEM_GATEWAYS)[]).map((name) => {
    const { calls, unanswered, seconds, lastAnswer, failure } = meters.gateway(name);
    return {
      name,
      way: ways[name],
      calls,
      unanswered,
      meanMs: calls ? Math.round((seconds / calls) * 1000) : null,
      lastAnswer: lastAnswer?.toISOString() ?? null,
      failure: failure && { date: failure.date.toISOString(), words: failure.words },
    };
  });

/** What is under way on the machines, each figure asked for now. */
export function systemHandlers(
  services: Services,
  lists: readonly ListDefinition[],
  tasksOf: () => readonly Task[],
): Handlers<'GET /api/system'> {
  const { database, now } = services;
  const started = new Date(Date.now() - performance.now()).toISOString();
  const deltas = deltasOf(lists);
  let tasks: readonly Task[] | undefined;
  const versions = async (): Promise<System['versions']> => {
    const [row] = await rowsOf(
      database,
      sql<{ postgres: string; migration: string }>`
        select current_setting('server_version') as postgres,
          (select max(name) from kysely_migration) as migration`,
    );
    return { paydesk: VERSION, node: process.version, started, ...row! };
  };
  return {
    'GET /api/system': async () => ({
      at: now().toISOString(),
      versions: await versions(),
      database: await databaseFigures(services),
      tables: await tables(services),
      tasks: await tasksNow(services, (tasks ??= tasksOf())),
      queues: await queuesOf(services, deltas),
      mail: await mail(services),
      gateways: gateways(services),
      backups: await backupFigures(services),
      encryption: await keysNow(services),
    }),
  };
}
