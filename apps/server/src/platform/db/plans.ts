import { createHash } from 'node:crypto';
import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  sql,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
} from 'kysely';
import type pg from 'pg';

/**
 * Lists have their plans made for the values given, each time: a plan for any value reads whole months. What
 * changes something is looked up by keys alone, where the plan is the same for all values and costs more than the
 * look itself: a payment spent 25 of 34 ms of the database on making plans. So a transaction keeps the plans that
 * PostgreSQL itself makes, of foreign keys and triggers, and those of the statements that say so.
 */

class KeepsPlans extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ): Promise<void> {
    if (settings.isolationLevel || settings.accessMode)
      return super.beginTransaction(connection, settings);
    await connection.executeQuery(CompiledQuery.raw('begin; set local plan_cache_mode to auto'));
  }
}

/** Whose transactions keep plans. */
export class KeptPlans extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new KeepsPlans(this.#config);
  }
}

const MARK = '/* by key */';
const ONE_PLAN = '/* one plan */';
const ONE_PROCESS = '/* one process */';

/**
 * How a statement begins that finds one row, and what hangs on it, by keys: within a transaction its plan is made
 * once a connection. It names the columns that it gives: an asterisk's could be others after an upgrade beside it.
 */
export const byKey = sql.raw(MARK);

/**
 * How a statement begins whose plan is the same whatever it is given, since nothing in it could be read otherwise:
 * a list's first page in the list's own order, which an index has. It is planned once a connection, without sorts,
 * which would look cheaper where merchants have ten rows each, and sort half a million of the largest.
 */
export const onePlan = sql.raw(ONE_PLAN);

/**
 * How a statement begins that reads little in any of its ways, and may name ways that read much: PostgreSQL starts the
 * processes that would help with these before it knows whether they are gone, and each start is 5 to 10 ms.
 */
export const oneProcess = sql.raw(ONE_PROCESS);

const SETTINGS: readonly [string, string][] = [
  [ONE_PLAN, 'set local plan_cache_mode to auto; set local enable_sort to off'],
  [ONE_PROCESS, 'set local max_parallel_workers_per_gather to 0'],
  [MARK, 'set local plan_cache_mode to auto'],
];

/** What a statement asked by itself needs to be set for it; null: nothing, and a plan for each value. */
export const settingsFor = (text: string): string | null =>
  SETTINGS.find(([mark]) => text.startsWith(mark))?.[1] ?? null;

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `k${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}

/** Gives statements by key a name on each connection of a pool, by which the database knows them again. */
export function nameByKey(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((first: unknown, values: unknown, ...more: unknown[]) =>
      typeof first === 'string' && first.startsWith(MARK)
        ? query({ name: nameOf(first), text: first, values }, ...more)
        : query(first, values, ...more)) as typeof client.query;
  });
}
