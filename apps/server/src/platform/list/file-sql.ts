import {
  fileColumns,
  sentColumns,
  visibleColumns,
  type Column,
} from '@paydesk/contract/kernel/columns.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { sql, type RawBuilder } from 'kysely';
import { FORMULA_SIGNS } from '../sheets.ts';
import { baseOf, joinTexts, merchantSaid } from './base.ts';
import type { ListDefinition } from './definition.ts';
import type { ListRequest } from './query.ts';
import type { Value } from './scope.ts';
import { wireCell } from './sql.ts';

type Fragment = RawBuilder<unknown>;

const asLiteral: Value = (value) => sql`${sql.lit(value)}`;

const RUN_BY_SHEETS = FORMULA_SIGNS.map((sign) => sign.charCodeAt(0)).join();

/** The stored value as the file has it: dates in the zone, and no text that a sheet would run (AM-36). */
function csvCell(expression: string, column: Column, timeZone: Fragment): Fragment {
  switch (column.kind) {
    case 'amount':
      return sql.raw(`(${expression}) * 0.01`);
    case 'dateTime':
      return sql`to_char((${sql.raw(expression)}) at time zone ${timeZone}, 'DD.MM.YYYY HH24:MI')`;
    case 'boolean':
      // COPY by itself writes t and f
      return sql.raw(`(${expression})::text`);
    case 'number':
    case 'id':
      return sql.raw(expression);
    default:
      // a third of what `left(…, 1)` costs, and a file has twenty of them in each row
      return sql.raw(
        `case when ascii(${expression}) in (${RUN_BY_SHEETS}) then '''' || (${expression}) else ${expression} end`,
      );
  }
}

export interface FileStatements {
  /** The head of a file that has one. */
  labels: string[] | null;
  copy: Fragment;
}

/** What the columns of a file, its filters and its order are read through. */
const joinsOf = (
  list: ListDefinition,
  actor: Actor,
  { filters, sort }: ListRequest,
  columns: readonly (readonly [string, Column])[],
) =>
  merchantSaid(
    list,
    actor,
    asLiteral,
  )(
    joinTexts(
      list,
      [...columns.map(([key]) => key), ...filters.map(({ key }) => key), sort.key].map(
        (key) => list.columns[key]!,
      ),
    ),
  );

/** The COPY that streams the rows. */
export function csvStatements(
  list: ListDefinition,
  actor: Actor,
  request: ListRequest,
  limit: number,
): FileStatements {
  const base = baseOf(list, actor, request, asLiteral);
  const columns = fileColumns(visibleColumns(list.resource.columns, actor));
  const cells = columns.map(([key, column]) =>
    csvCell(list.columns[key]!, column, asLiteral(request.timeZone)),
  );
  const joins = joinsOf(list, actor, request, columns);
  const from = sql.raw(list.from);
  return {
    labels: columns.map(([, { label }]) => label),
    copy: sql`copy (
      select ${sql.join(cells)} from ${from} ${joins}
      where ${base.where} order by ${base.order} limit ${sql.lit(limit)}
    ) to stdout with (format csv, encoding 'UTF8')`,
  };
}

/**
 * The same as JSON lines: each record as the list answers it. What COPY would quote does not stand in
 * JSON, whose strings escape every sign below a space: it leaves as it was made.
 */
export function linesStatements(
  list: ListDefinition,
  actor: Actor,
  request: ListRequest,
  limit: number,
): FileStatements {
  const base = baseOf(list, actor, request, asLiteral);
  const columns = sentColumns(list.resource.columns, actor).filter(
    ([, column]) => !column.pageOnly,
  );
  const cells = columns.map(([key, column]) => {
    const whole = list.asJson?.[key];
    return `${whole ?? wireCell(list.columns[key]!, column)} as "${key}"`;
  });
  const joins = joinsOf(list, actor, request, columns);
  return {
    labels: null,
    copy: sql`copy (
      select row_to_json(cells)::text from ${sql.raw(list.from)} ${joins}
      cross join lateral (select ${sql.raw(cells.join(', '))}) cells
      where ${base.where} order by ${base.order} limit ${sql.lit(limit)}
    ) to stdout with (format csv, quote E'\x01', escape E'\x01', delimiter E'\x02', encoding 'UTF8')`,
  };
}
