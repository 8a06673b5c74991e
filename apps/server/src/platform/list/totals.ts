import type { Actor } from '@paydesk/contract/permissions.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../db/database.ts';
import { notFound } from '../errors.ts';
import { baseOf } from './base.ts';
import { counted } from './counters.ts';
import type { ListDefinition } from './definition.ts';
import { isOnlyValue, readListQuery, type ListRequest } from './query.ts';
import { readingFor, type Asks } from './reads.ts';
import { asParameter } from './scope.ts';

/**
 * What the rows under the filters come to, by the kinds that are never added up: from the counters
 * where they know all that is asked, and from the rows for the hours that stick out and for all else.
 */
function totalsStatement(
  list: ListDefinition,
  actor: Actor,
  request: ListRequest,
): RawBuilder<{ answer: string }> {
  const { columns: known, totals } = list.resource;
  const { of, by, also = [] } = totals!;
  const base = baseOf(list, actor, request, asParameter);
  const counts = counted(list, actor, request, asParameter);
  const only = (key: string) =>
    isOnlyValue(known[key]!) ? `'${Object.keys(known[key]!.enumeration!)[0]}'` : null;
  const served =
    counts &&
    list.counters!.of === of &&
    by.every((key) => only(key) !== null || list.counters!.by[key] !== undefined);
  const parts = (of: (key: string) => string) =>
    sql.raw(by.map((key, at) => `${only(key) ?? of(key)} as k${at}`).join(', '));
  const beside = (of: (key: string) => string) =>
    sql.raw(also.map((key, at) => `, ${of(key)} as a${at}`).join(''));
  const [own, none] = [(key: string) => list.columns[key]!, () => '0::bigint'];
  // every column that a total is by stands in the list's own table: no join but the filters'
  const rows = (
    where: RawBuilder<unknown>,
    {
      one = '1',
      cents = own(of),
      side = own,
    }: { one?: string; cents?: string; side?: typeof own } = {},
  ) =>
    sql`select ${parts(own)}, ${sql.raw(one)} as rows, ${sql.raw(cents)} as cents ${beside(side)}
      from ${sql.raw(list.from)} ${base.filterJoins} where ${where}`;
  const whole = () =>
    sql`select ${parts((key) => list.counters!.by[key]!)}, rows, cents ${beside(none)} from ${counts!.relation} counts`;
  // what counters don't keep is of the few rows that have any of it, which an index knows
  const few = () => sql.raw(`${also.map(own).join(' + ')} > 0`);
  const all = !served
    ? rows(base.where)
    : sql.join(
        [
          whole(),
          ...counts.edges.map((edge) => rows(sql`${base.where} and ${edge}`, { side: none })),
          ...(also.length ? [rows(sql`${base.where} and ${few()}`, { one: '0', cents: '0' })] : []),
        ],
        sql` union all `,
      );
  const keys = sql.raw(by.map((_, at) => `k${at}`).join(', '));
  const named = sql.raw(by.map((key, at) => `'${key}', k${at}`).join(', '));
  const told = also.map((key, at) => `'${key}', a${at} * 0.01`).join(', ');
  const sums = also.map((_, at) => `, sum(a${at})::bigint as a${at}`).join('');
  return sql`
    select json_build_object('totals', coalesce(json_agg(json_build_object(
      'by', json_build_object(${named}), 'count', n, 'sum', cents * 0.01 ${sql.raw(told && `, 'also', json_build_object(${told})`)}) order by ${keys}), '[]'))::text as answer
    from (
      select ${keys}, sum(rows)::bigint as n, sum(cents)::bigint as cents ${sql.raw(sums)}
      from (${all}) kinds group by ${keys} having sum(rows) <> 0
    ) totals`;
}

/** The totals of a list as JSON text. */
export async function listTotals(
  database: Database,
  list: ListDefinition,
  actor: Actor & Asks,
  query: Readonly<Record<string, unknown>>,
): Promise<string> {
  if (list.resource.scope === 'own' && !actor.merchantId) throw notFound();
  const request = readListQuery(list.resource, actor, query, 'totals');
  const reading = await readingFor(database, actor);
  const [row] = await reading.run(totalsStatement(list, actor, request), actor.sight);
  return row!.answer;
}
