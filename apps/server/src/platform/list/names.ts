import type { Actor } from '@paydesk/contract/permissions.ts';
import type { RawBuilder } from 'kysely';
import type { Reading } from '../db/reading.ts';
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
