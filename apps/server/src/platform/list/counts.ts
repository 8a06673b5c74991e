import type { Actor } from '@paydesk/contract/permissions.ts';
import { sql, type RawBuilder } from 'kysely';
import type { SignedIn } from '../auth/sessions.ts';
import type { Database } from '../db/database.ts';
import { baseOf, joinTexts } from './base.ts';
import { asItLies, type ListDefinition } from './definition.ts';
import { readListQuery, type ListRequest } from './query.ts';
import { readingFor } from './reads.ts';
import { asParameter } from './scope.ts';
import { countStatement, wireCell } from './sql.ts';

type Query = Readonly<Record<string, unknown>>;
type Reader = Actor & Pick<SignedIn, 'sight'>;

/** How many rows of a list are under each of some filters, in one statement. */
export async function countsUnder(
  database: Database,
  list: ListDefinition,
  actor: Reader,
  queries: readonly Query[],
): Promise<number[]> {
  const asked = await asItLies(database, list);
  const counts = queries.map((query) => {
    const request = readListQuery(list.resource, actor, query, 'rows');
    return sql`(${countStatement(asked, actor, request)})`;
  });
  const statement = sql<{
    totals: bigint[];
  }>`select array[${sql.join(counts)}]::bigint[] as totals`;
  const reading = await readingFor(database, actor);
  const [row] = await reading.run(statement, actor.sight);
  return row!.totals.map(Number);
}

/** How many rows are under the filters, since when the one that waits longest does and, where it is asked for, by when the next must be done. */
export async function waitingUnder(
  database: Database,
  list: ListDefinition,
  actor: Reader,
  query: Query,
  { due, since = list.resource.created }: { due?: boolean | undefined; since?: string | undefined },
): Promise<{ count: number; oldest: string | null; due: string | null }> {
  const request = readListQuery(list.resource, actor, query, 'rows');
  const reading = await readingFor(database, actor);
  const statement = waitingStatement(list, actor, request, since, due ? list.due : undefined);
  const [row] = await reading.run(statement, actor.sight);
  return { count: Number(row!.total), oldest: row!.oldest, due: row!.due };
}

function waitingStatement(
  list: ListDefinition,
  actor: Actor,
  request: ListRequest,
  since: string,
  due = 'null::timestamptz',
): RawBuilder<{ total: bigint; oldest: string | null; due: string | null }> {
  const { where, filterJoins } = baseOf(list, actor, request, asParameter);
  const from = list.columns[since]!;
  const instant = list.resource.columns[since]!;
  const oldest = wireCell(`min(${from})`, instant);
  const next = wireCell(`min(${due})`, instant);
  return sql`select count(*) as total, ${sql.raw(oldest)} as oldest, ${sql.raw(next)} as due
    from ${sql.raw(list.from)} ${filterJoins} ${sql.raw(joinTexts(list, [from, due]))} where ${where}`;
}
