import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Task } from '../tasks.ts';

/** The rows that one statement wrote, as its table's trigger tells them. */
export interface Change {
  table: string;
  op: 'INSERT' | 'UPDATE' | 'DELETE';
  /** Null, and what they refer to with them: more than are named. */
  ids: readonly string[] | null;
  refs: readonly string[] | null;
  /** Whose they are; null where none is anybody's. */
  merchants: readonly (string | null)[] | null;
}

/** What was committed up to a position. */
export interface Told {
  position: string;
  /** Null where what was asked for is not known any more, or is more than can be told. */
  changes: readonly Change[] | null;
}

const KEPT_SECONDS = 300;
const MOST = 2000;

/** Since when the server of the database runs, when it was asked, and what it had committed by then. */
const AT = String.raw`(\d{1,12})-(\d{1,12})-(\d{1,20}:\d{1,20}:[\d,]{0,4000})`;
/** Of this one, and of each machine that has rows, by its number. */
const POSITION = new RegExp(`^${AT}((?:;\\d{1,9}=${AT.replaceAll('(', '(?:')}){0,1000})$`);

interface Row {
  position: string;
  known: boolean;
  changes: Change[] | null;
  elsewhere?: Change[];
}

const NOW = sql`extract(epoch from pg_postmaster_start_time())::bigint || '-' ||
  extract(epoch from pg_catalog.clock_timestamp())::bigint || '-' || pg_current_snapshot()`;

const changesWhere = (where: ReturnType<typeof sql>) => sql`(
  select coalesce(json_agg(json_build_object('table', of_table, 'op', op, 'ids', ids, 'refs', refs,
    'merchants', merchants)), '[]')
  from (select * from changes where ${where} order by xid limit ${sql.lit(MOST + 1)}) found)`;

/** What other machines tell, where rows are spread; nothing otherwise (ADR 184). */
const elsewhere = (since: string, within: number | null) =>
  sql`told_elsewhere(${since}::text, ${within}::int) elsewhere`;

const told = (row: Row | undefined): Told => {
  const { position, known, changes, elsewhere: others = [] } = row!;
  const all = [...(changes ?? []), ...others];
  return { position, changes: known && all.length <= MOST ? all : null };
};

/**
 * What was committed since that position, whoever committed it: what was not visible then and is now.
 * A writer that takes long is told once it has committed, and holds nobody else's news back.
 */
export async function toldSince(database: Database, position: string): Promise<Told> {
  const [, server, at, snapshot, machines = ''] = POSITION.exec(position) ?? [];
  if (!snapshot) return { position: await positionNow(database), changes: null };
  const since = sql`${snapshot}::text::pg_snapshot`;
  const read = database.run(
    sql<Row>`select ${NOW} || elsewhere.position as position,
      elsewhere.known and extract(epoch from pg_postmaster_start_time())::bigint = ${server}::bigint
        and extract(epoch from pg_catalog.clock_timestamp())::bigint - ${at}::bigint
          < ${sql.lit(KEPT_SECONDS)} as known,
      ${changesWhere(
        sql`xid >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(xid, ${since})`,
      )} as changes, elsewhere.changes as elsewhere
      from ${elsewhere(machines, null)}`,
    'all',
  );
  const [row] = await read.catch(async (error: unknown) => {
    // what looks like a snapshot and is none was never told
    if ((error as { code?: string }).code !== '22P02') throw error;
    return [{ position: await positionNow(database), known: false, changes: null }];
  });
  return told(row);
}

/** What was written in the last so many seconds. */
export async function toldWithin(database: Database, seconds: number): Promise<Told> {
  const [row] = await database.run(
    sql<Row>`select ${NOW} || elsewhere.position as position,
      ${seconds}::int < ${sql.lit(KEPT_SECONDS)} as known,
      ${changesWhere(sql`at > pg_catalog.clock_timestamp() - make_interval(secs => ${seconds}::int)`)} as changes,
      elsewhere.changes as elsewhere
      from ${elsewhere('', seconds)}`,
    'all',
  );
  return told(row);
}

export async function positionNow(database: Database): Promise<string> {
  const [row] = await database.run(
    sql<{
      position: string;
    }>`select ${NOW} || elsewhere.position as position from ${elsewhere('', null)}`,
    'all',
  );
  return row!.position;
}

const MINUTE_MS = 60_000;

/** Takes away what nobody goes on from any more. */
export const forgetChanges = ({ database }: { database: Database }): Task => ({
  name: 'forget-changes',
  everyMs: MINUTE_MS,
  inEachProcess: true,
  run: async () => {
    await sql`delete from changes
      where at < pg_catalog.clock_timestamp() - make_interval(secs => ${sql.lit(KEPT_SECONDS)})`.execute(
      database.kysely,
    );
    await sql`select forget_elsewhere(${sql.lit(KEPT_SECONDS)})`.execute(database.kysely);
  },
});
