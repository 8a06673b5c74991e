import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import type { Resource } from '@paydesk/contract/kernel/resource.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import type { RawBuilder } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Counters } from './counters.ts';
import type { Names } from './names.ts';

/** Values that stand together: where there are any, and which SQL each of them is. Only what the actor may see is read. */
export interface Group {
  present?: string;
  columns: Readonly<Record<string, string | Group>>;
}

/** What the server adds to a resource: where its rows are and which SQL each column is. */
export interface ListDefinition<C extends Columns = Columns, S extends string = string> {
  resource: Resource<string, C, S>;
  /** The table and its alias, one row of it a row of the list. */
  from: string;
  id: string;
  /** The merchant a row belongs to; needed where the resource's scope is merchant. */
  tenant?: string;
  /** What every row of the list meets, whoever asks. */
  where?: string;
  /** Of a record alone: which ones a person sees, where the merchant alone does not say it. */
  sees?: (actor: Actor) => RawBuilder<boolean>;
  /** By alias; to-one only, so that no join multiplies a row. Joined only where a column asks for it. */
  joins?: Readonly<Record<string, string>>;
  /** The stored value: cents for amounts, timestamptz for instants, the name for a status. */
  columns: { readonly [K in keyof C]: string };
  /** Of text that is JSON: itself, as files of JSON lines have it. */
  asJson?: { readonly [K in keyof C]?: string };
  /** Of a record alone: its groups that are made of columns. */
  groups?: Readonly<Record<string, Group>>;
  /** By when somebody must have done what a row waits for. */
  due?: string;
  /** What rows are about, by its name, asked for the rows of a page (ADR 201). */
  names?: Names;
  /** What a column is ordered by where its words order otherwise: a month and a year. */
  sorts?: { readonly [K in keyof C]?: string };
  /**
   * Of columns that rows have or have not by what stands in other tables: an order of theirs is read from the index of
   * those that may have them (partly.ts).
   */
  partly?: { readonly [K in keyof C]?: Partly };
  /** Totals, and the way to deep pages, of a list that grows without end. */
  counters?: Counters;
  /** Columns of a long list whose matches may lie far from its beginning; each has an index of its own (few.ts). */
  sparse?: readonly (keyof C & string)[];
  /** Columns of a long list that have an index by the list's date too, besides those of its counters (few.ts). */
  byDate?: readonly (keyof C & string)[];
  /**
   * Of a column of names that no index has: what an index can be asked for where it is one of these, and whether
   * that index has them in the list's own order.
   */
  bounds?: Readonly<
    Record<string, (names: readonly string[]) => { where: string; byDate: boolean }>
  >;
  /** Of a column whose value a function says row by row: the function that says which ids have a pattern in theirs. */
  idsOf?: { readonly [K in keyof C]?: string };
  /** Columns of the list's own table with few different texts in many rows, and an index of those that have one (words.ts). */
  repeated?: readonly (keyof C & string)[];
  /**
   * Columns of the rows that the list's own belong to, whose order and words no index of the list's own can have:
   * that table, its id, and the list's column of it. Read owner by owner (owners.ts), which needs an index by both.
   */
  owners?: Readonly<Record<string, Owner>>;
  /**
   * Of columns of names: the column of the whole name as `search_text` has it, which an index may have; `part` where
   * theirs is a part of it.
   */
  plainNames?: { readonly [K in keyof C]?: { whole: string; part?: true } };
  /**
   * By table: the rows of the list that say something of rows there without referring to them. Who has one open
   * hears when those are written (ADR 103).
   */
  follows?: Readonly<
    Record<
      string,
      (ids: readonly string[], merchants: readonly string[]) => RawBuilder<{ id: string }>
    >
  >;
  /** Its rows lie on several machines: of the database, set where it is asked. */
  spread?: boolean;
  /**
   * For a list below another record: the column that the path's {id} names, `any (select …)` where a
   * row has several, and that record.
   */
  parent?: { column: string; from: string; id: string; tenant?: string };
}

export interface Partly {
  /** What an index has, by this and the id, of the rows that are `indexed`. */
  by: string;
  indexed: string;
  /** Which of these have it. */
  where: string;
}

export interface Owner {
  from: string;
  id: string;
  of: string;
}

/** A list as its rows lie in this database: on one machine, or on several (ADR 169). */
export const asItLies = async <L extends ListDefinition>(
  database: Pick<Database, 'isSpread'>,
  list: L,
): Promise<L> => ((await database.isSpread()) ? { ...list, spread: true } : list);

/** Checks at start what the types can't say. */
export function defineList<C extends Columns, S extends string>(
  definition: ListDefinition<C, S>,
): ListDefinition<Columns, S> {
  const { resource, tenant, columns, joins = {} } = definition;
  if (resource.scope !== 'all' && !tenant)
    throw new Error(`${resource.slug}: rows of a merchant need a tenant column`);
  if (resource.path.includes('{') !== Boolean(definition.parent))
    throw new Error(`${resource.slug}: a list below a record says which, and no other does`);
  if (resource.scope === 'merchant' && definition.parent && !definition.parent.tenant)
    throw new Error(`${resource.slug}: the record above belongs to a merchant too`);
  for (const [key, expression] of Object.entries(columns)) {
    // what it looks into itself has names of its own
    const own = [...expression.matchAll(/\b(?:from|join) [a-z_]+ ([a-z]+)\b/g)].map(
      ([, name]) => name,
    );
    for (const [, alias = ''] of expression.matchAll(/\b([a-z]+)\./g))
      if (!(alias in joins) && !own.includes(alias) && !definition.from.endsWith(` ${alias}`))
        throw new Error(`${resource.slug}.${key}: no table is called ${alias}`);
  }
  return definition as unknown as ListDefinition<Columns, S>;
}
