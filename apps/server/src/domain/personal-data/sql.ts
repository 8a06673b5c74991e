import { sql, type RawBuilder } from 'kysely';
import type { Held } from './held.ts';

/** What stands for what in the SQL of `held`. */
export interface Of {
  /** One, or several together. */
  customerId: string | readonly string[];
  /** What their words are, as regular expressions. */
  words: readonly string[];
  /** Those of them that mean this person wherever they stand. */
  strong?: readonly string[];
  /** For how many days loans are kept. */
  days: number;
}

/** The text as SQL, with $C, $W, $S and $D in their places. */
export const filled = (
  text: string,
  { customerId, words, strong = [], days }: Of,
): RawBuilder<unknown> =>
  sql.join(
    text.split(/(\$[CWSD]\b)/).map((part) => {
      if (part === '$C')
        return typeof customerId === 'string'
          ? sql`${customerId}::uuid`
          : sql`any(${customerId}::uuid[])`;
      if (part === '$W') return sql`${words}::text[]`;
      if (part === '$S') return sql`${strong}::text[]`;
      if (part === '$D') return sql`${days}::integer`;
      return sql.raw(part);
    }),
    sql``,
  );

export const keyOf = ({ id }: Held): string => id ?? 'id';

/** Where a column is not yet what it becomes. */
const differs = (column: string, becomes: string) => `t.${column} is distinct from ${becomes}`;

export const anyDiffers = ({ change }: Held): string =>
  `(${Object.entries(change)
    .map(([column, becomes]) => differs(column, becomes))
    .join(' or ')})`;

/** In how many rows each column changes, and which rows these are. */
export const countsOf = (held: Held, where = held.where): string => `
  select count(*)::integer as rows,
    jsonb_build_object(${Object.entries(held.change)
      .map(
        ([column, becomes]) =>
          `'${column}', count(*) filter (where ${differs(column, becomes)})::integer`,
      )
      .join(', ')}) as columns,
    (array_agg(t.${keyOf(held)}::text))[1:20] as ids
  from ${held.table} t where ${where} and ${anyDiffers(held)}`;
