import { toCents } from '@paydesk/contract/kernel/money.ts';
import { sql, type InsertQueryBuilder, type InsertResult } from 'kysely';
import type { Tables } from '../../platform/db/schema.ts';
import type { Coming } from './rows.ts';

export type Column = readonly [type: string, values: readonly unknown[]];

/** Many rows by one statement: a column is its type and its values. */
export async function insertAll<T extends keyof Tables>(
  into: InsertQueryBuilder<Tables, T, InsertResult>,
  columns: Readonly<Record<string, Column>>,
): Promise<void> {
  const names = Object.keys(columns);
  const refs = sql.join(names.map((name) => sql.ref(name)));
  const arrays = sql.join(
    Object.values(columns).map(([type, values]) => sql`${values}::${sql.raw(type)}[]`),
  );
  await into
    .columns(names as never)
    .expression(sql`select ${refs} from unnest(${arrays}) as v (${refs})` as never)
    .execute();
}

export const centsOf = ({ row }: Pick<Coming, 'row'>): bigint =>
  toCents(row.values.amount as number)!;
/** The columns of many rows, out of what came in. */
export const all = (coming: readonly Coming[]) => ({
  text: (key: string): Column => ['text', coming.map(({ row }) => row.values[key] ?? null)],
  date: ['timestamptz', coming.map(({ row }) => row.values.date)] as Column,
  ids: ['uuid', coming.map(({ id }) => id)] as Column,
  found: (key: keyof Coming['found']): Column => ['uuid', coming.map(({ found }) => found[key])],
  cents: ['bigint', coming.map(centsOf)] as Column,
  same: (value: unknown, type = 'text'): Column => [type, coming.map(() => value)],
});
