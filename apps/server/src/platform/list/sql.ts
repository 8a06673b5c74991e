import { sentColumns, type Column } from '@paydesk/contract/kernel/columns.ts';
import { namedValues } from '@paydesk/contract/kernel/enumeration.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { sql, type RawBuilder } from 'kysely';
import { baseOf, joinTexts, merchantSaid, type Base } from './base.ts';
import { isBeginning } from './beginning.ts';
import { counted, type Counted } from './counters.ts';
import { onePlan, oneProcess } from '../db/plans.ts';
import { merchantOfAll, saidBy } from '../db/rows.ts';
import type { Group, ListDefinition } from './definition.ts';
import { fewOf } from './few.ts';
import { pageByOwner } from './owners.ts';
import { pagePartly } from './partly.ts';
import type { ListRequest } from './query.ts';
import { asParameter, scopeOf, type Value } from './scope.ts';
import { totalByWords } from './words.ts';

type Fragment = RawBuilder<unknown>;

/** The stored value as the wire has it. */
export function wireCell(expression: string, column: Column): string {
  switch (column.kind) {
    case 'amount':
      return `(${expression}) * 0.01`;
    case 'dateTime':
      return `to_char((${expression}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    case 'status': {
      const cases = namedValues(column.enumeration!).map(
        (named) =>
          `when '${named.name}' then '${JSON.stringify(named).replaceAll("'", "''")}'::json`,
      );
      return `case ${expression} ${cases.join(' ')} end`;
    }
    default:
      return expression;
  }
}

/** What a select of the list's rows has for this person: the columns that are sent, and what they read. */
function sentCells(list: ListDefinition, actor: Actor) {
  const sent = sentColumns(list.resource.columns, actor).map(([key, column]) => {
    const group = list.groups?.[key];
    const expression = group ? groupCell(group, column, actor) : list.columns[key]!;
    return [key, column, expression] as const;
  });
  return {
    keys: sent.map(([key]) => `"${key}"`),
    cells: sent.map(([key, column, expression]) => `${wireCell(expression, column)} as "${key}"`),
    expressions: sent.map(([, , expression]) => expression),
  };
}

/** The values of a group that this person may see, as one; what is not theirs is not even named (SB-04). */
function groupCell({ present, columns }: Group, { columns: of }: Column, actor: Actor): string {
  const cells = sentColumns(of!, actor).map(([key, column]) => {
    const given = columns[key]!;
    const expression = typeof given === 'string' ? given : groupCell(given, column, actor);
    return `'${key}', ${wireCell(expression, column)}`;
  });
  const whole = `json_build_object(${cells.join(', ')})`;
  return present ? `case when ${present} then ${whole} end` : whole;
}

/**
 * One page with its exact total, as the JSON text that goes out: made in PostgreSQL from one
 * snapshot, by a statement that finds the ids of the page first and reads the rows after. Where
 * rows are spread, these two go to the machines, and the text is made of what they answer. Without
 * counting the total is null where the page does not tell it.
 */
export function pageStatement(
  list: ListDefinition,
  actor: Actor,
  request: ListRequest,
  parentId?: string,
  start?: Start | null,
  counting = true,
): RawBuilder<{ answer: string }> {
  const base = baseOf(list, actor, request, asParameter, parentId);
  const { keys, cells, expressions } = sentCells(list, actor);
  const from = sql.raw(list.from);
  const id = sql.raw(list.id);
  const said = merchantSaid(list, actor, asParameter);
  const counts = counted(list, actor, request, asParameter);
  const few = fewOf(list, request, base, counts);
  const total = counting ? totalOf(list, request, base, counts) : totalSeen(request);
  // what is looked through to count it is not looked through again for a page of none
  const first = counting && !counts && !few && !list.spread && request.filters.length > 0;
  const some = first ? sql`and (select rows from there) > 0` : sql``;
  const beginning = isBeginning(list, actor, request);
  return sql`${beginning ? onePlan : counting ? sql`` : oneProcess}
    with ${first ? sql`there as materialized (select ${total} as rows),` : sql``}
    ${few ? sql`${few.tables}, ${few.page}` : pageOf(list, request, base, counts, start, beginning, some)}, shown as materialized (
      select ${said(cells.join(', '))}, ${base.sorted} as "#by", ${id} as "#id"
      from page join ${from} on ${id} = page.page_id ${pageMerchant(list)}
      ${said(joinTexts(list, [...expressions, list.columns[request.sort.key]!]))}
      where ${scopeOf(list.resource, list.tenant, actor)}
    )
    select json_build_object(
      'content', coalesce((select json_agg(cells order by "#by" ${base.direction}, "#id" ${base.idDirection})
        from shown cross join lateral (select ${sql.raw(keys.join(', '))}) cells
      ), '[]'),
      'totalElements', ${few ? few.total(total) : first ? sql`(select rows from there)` : total}
    )::text as answer`;
}

/** One row of the list as JSON text, found by its id; none where it is not this person's to see. */
export function oneStatement(
  list: ListDefinition,
  actor: Actor,
  id: string,
): RawBuilder<{ answer: string }> {
  const { cells, expressions } = sentCells(list, actor);
  const seen = list.sees?.(actor) ?? scopeOf(list.resource, list.tenant, actor);
  // what is counted of it elsewhere is asked by the id itself, and hangs on no row then
  const ofIt = (text: string) => saidBy(text, list.id, sql`${id}::uuid`);
  return sql`
    select row_to_json(r)::text as answer from (
      select ${ofIt(cells.join(', '))} from ${sql.raw(list.from)} ${ofIt(joinTexts(list, expressions))}
      where ${sql.raw(list.id)} = ${id}::uuid and ${seen}
        and ${sql.raw(list.where ?? 'true')}
      -- a row of its own: taken apart, it goes to machines that know no names of its columns
      offset 0
    ) r`;
}

/** From here on a page is found by the day it lies in, not by walking past every row before it. */
const DEEP = 5000;

/** The rows of the page are looked for where their merchant's are (ADR 87). */
const pageMerchant = ({ tenant, from }: ListDefinition) => {
  const merchant = merchantOfAll(tenant, from);
  return sql.raw(merchant ? `and ${merchant} = page.page_merchant` : '');
};

/** The ids of the page and whose they are, as the table expression `page`. */
function pageOf(
  list: ListDefinition,
  request: ListRequest,
  base: Base,
  counts: Counted | null,
  start: Start | null | undefined,
  beginning: boolean,
  some: Fragment,
): Fragment {
  const { page, size, sort } = request;
  const offset = page * size;
  const merchant = sql.raw(list.tenant ? `, ${list.tenant} as page_merchant` : '');
  const inParts = pageByOwner(list, request, base, counts) ?? pagePartly(list, request, base);
  if (inParts) return inParts;
  const rows = sql`select ${sql.raw(list.id)} as page_id ${merchant} from ${sql.raw(list.from)} ${base.sortJoins}
    where ${base.where} ${some}`;
  // with a size that the plan does not know it would be one for a tenth of all rows
  if (beginning)
    return sql`page as materialized (${rows} order by ${base.order} limit ${sql.lit(size)})`;
  if (start === undefined || !isFar(list, { page, size, sort }, counts))
    return sql`page as materialized (
      ${rows} order by ${base.order} limit ${size} offset ${offset}
    )`;
  // past the last row
  if (start === null) return sql`page as materialized (${rows} and false)`;
  const column = sql.raw(list.columns[sort.key]!);
  const day = sql`${start.day}::date`;
  const seek =
    sort.direction === 'DESC'
      ? sql`${column} < (${day} + 1)::timestamp at time zone 'UTC'`
      : sql`${column} >= ${day}::timestamp at time zone 'UTC'`;
  return sql`page as materialized (
      ${rows} and ${seek} order by ${base.order} limit ${size} offset ${offset - Number(start.before)}
    )`;
}

/** The day that a page lies in, and how many rows stand before it. */
export interface Start {
  day: string;
  before: bigint;
}

const isFar = (
  { counters }: ListDefinition,
  { page, size, sort }: Pick<ListRequest, 'page' | 'size' | 'sort'>,
  counts: Counted | null,
): counts is Counted =>
  counts !== null && !counts.edges.length && sort.key === counters!.day && page * size >= DEEP;

/**
 * Where a page begins that lies far from the first; null where it does not, or nothing says it. A statement of its
 * own: where rows are spread each machine is told from where on, and by how much to go on.
 */
export function startStatement(
  list: ListDefinition,
  actor: Actor,
  request: ListRequest,
): RawBuilder<Start> | null {
  const counts = counted(list, actor, request, asParameter);
  if (!isFar(list, request, counts)) return null;
  const direction = sql.raw(request.sort.direction);
  return sql<Start>`
    with counted as (
      select day, sum(rows) as rows from ${counts.relation} parts group by day
    ), running as (
      select day, rows, sum(rows) over (order by day ${direction}) as upto from counted
    )
    select day::text as day, (upto - rows)::bigint as before from running
    where upto > ${request.page * request.size}::bigint order by running.day ${direction} limit 1`;
}

/** Whoever sees the last row knows how many there are. */
const totalSeen = ({ page, size }: ListRequest): Fragment =>
  sql`(select case when count(*) < ${size} and (count(*) > 0 or ${page} = 0) then count(*) + ${page * size} end from page)`;

/** How many rows there are, exactly: a sum of the counters where they know, else a count. */
function totalOf(
  list: ListDefinition,
  request: ListRequest,
  base: Base,
  counts: Counted | null,
): Fragment {
  const count = (where: Fragment) =>
    sql`(select count(*) from ${sql.raw(list.from)} ${base.filterJoins} where ${where})`;
  if (!counts) return totalByWords(list, request, base, count(base.where)) ?? count(base.where);
  const whole = sql`(select coalesce(sum(rows), 0)::bigint from ${counts.relation} parts)`;
  const ends = counts.edges.map((edge) => count(sql`${base.where} and ${edge}`));
  return sql.join([whole, ...ends], sql` + `);
}

/** A row if the record that a list stands below is there for this person; its absence is a 404. */
export function parentStatement(
  { resource, parent }: ListDefinition,
  actor: Actor,
  id: string,
): RawBuilder<object> {
  const { from, id: key, tenant } = parent!;
  return sql`select from ${sql.raw(from)}
    where ${sql.raw(key)} = ${id}::uuid and ${scopeOf(resource, tenant, actor)}`;
}

/** The id of the first row under the filters and the sort. */
export function firstStatement(
  list: ListDefinition,
  actor: Actor,
  request: ListRequest,
): RawBuilder<{ id: string }> {
  const base = baseOf(list, actor, request, asParameter);
  return sql`select ${sql.raw(list.id)} as id from ${sql.raw(list.from)} ${base.sortJoins}
    where ${base.where} order by ${base.order} limit 1`;
}

/** The ids under the filters, with how many there are. */
export function idsStatement(
  list: ListDefinition,
  actor: Actor,
  request: ListRequest,
  limit: number,
): RawBuilder<{ id: string; total: bigint }> {
  const base = baseOf(list, actor, request, asParameter);
  return sql`select ${sql.raw(list.id)} as id, count(*) over () as total
    from ${sql.raw(list.from)} ${base.sortJoins}
    where ${base.where} order by ${base.order} limit ${limit}`;
}

/** How many rows are under the filters. */
export function countStatement(
  list: ListDefinition,
  actor: Actor,
  request: ListRequest,
  value: Value = asParameter,
  parentId?: string,
): RawBuilder<{ total: bigint }> {
  const base = baseOf(list, actor, request, value, parentId);
  return sql`select ${totalOf(list, request, base, counted(list, actor, request, value))} as total`;
}
