import type { Actor } from '@paydesk/contract/permissions.ts';
import type { RawBuilder } from 'kysely';
import type { Reading } from '../db/reading.ts';
import { Refusal } from '../errors.ts';
import type { ListDefinition } from './definition.ts';
import type { ListRequest } from './query.ts';
import type { Asks } from './reads.ts';

export type PageRow = Record<string, unknown>;

export type Named = {
  kind: string;
  id: string;
  name: string | null;
};

/** The names of records of several kinds that the rows of a list are about (ADR 201). */
export interface Names {
  /** The column that they stand in. */
  column: string;
  /** The columns that say of which kind a record is, and which one. */
  kind: string;
  id: string;
  /** All of a page in one; null where none of its rows is about what has a name for this person. */
  statement: (actor: Actor, rows: readonly PageRow[]) => RawBuilder<Named> | null;
  /** Records of the reader's merchant that are called so, up to so many; null where none could be. */
  find: (actor: Actor, name: string, most: number) => RawBuilder<{ id: string }> | null;
}

/** More than these are no answer to a name. */
const MOST_CALLED_SO = 200;

/** What is looked for by a name, as the ids of what is called so: they are asked for before the list is (ADR 201). */
export async function byNames(
  { names }: Pick<ListDefinition, 'names'>,
  reading: Reading,
  actor: Actor & Asks,
  request: ListRequest,
): Promise<ListRequest> {
  const one = request.filters.find(({ filter }) => filter.op === 'named');
  if (!one || one.filter.op !== 'named') return request;
  const { key, filter } = one;
  const asked = names?.find(actor, filter.value, MOST_CALLED_SO + 1);
  const found = asked ? await reading.run(asked, actor.sight) : [];
  if (found.length > MOST_CALLED_SO)
    throw new Refusal('VALIDATION_FAILURE', [
      { field: `f_${key}`, message: 'More than 200 records are called so: take the id of one' },
    ]);
  const named = { key, filter: { ...filter, ids: found.map(({ id }) => id) } };
  return { ...request, filters: request.filters.map((other) => (other === one ? named : other)) };
}

/** The page with the names of what its rows are about. */
export async function withNames(
  { column, kind, id, statement }: Names,
  reading: Reading,
  actor: Actor & Asks,
  answer: string,
): Promise<string> {
  const page = JSON.parse(answer) as { content: PageRow[]; totalElements: number | null };
  const asked = statement(actor, page.content);
  if (!asked) return answer;
  const names = new Map(
    (await reading.run(asked, actor.sight)).map((one) => [`${one.kind} ${one.id}`, one.name]),
  );
  for (const row of page.content)
    row[column] = names.get(`${row[kind] as string} ${row[id] as string}`) ?? null;
  return JSON.stringify(page);
}
