import type { Writable } from 'node:stream';
import { visibleColumns } from '@paydesk/contract/kernel/columns.ts';
import { namedValues } from '@paydesk/contract/kernel/enumeration.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import type { SignedIn } from '../auth/sessions.ts';
import { copyRecords } from '../db/copy.ts';
import type { Database } from '../db/database.ts';
import { notFound } from '../errors.ts';
import type { ListDefinition } from './definition.ts';
import { readListQuery } from './query.ts';
import { csvStatements, firstStatement, pageStatement, parentStatement } from './sql.ts';

type Query = Readonly<Record<string, unknown>>;
/** Whoever reads, a person or a machine: the columns and rows that are theirs. */
type Reader = Actor & Pick<SignedIn, 'sight'>;

/** A page of the list as JSON text: content, totalElements, enumerations (GT-21). */
export async function listPage(
  database: Database,
  list: ListDefinition,
  actor: Reader,
  query: Query,
  parentId?: string,
): Promise<string> {
  if (list.resource.scope === 'own' && !actor.merchantId) throw notFound();
  const request = readListQuery(list.resource, actor, query, 'page');
  if (list.parent) {
    const found = await database.run(parentStatement(list, actor, parentId!), actor.sight);
    if (!found.length) throw notFound();
  }
  const [row] = await database.run(pageStatement(list, actor, request, parentId), actor.sight);
  return `${row!.answer.slice(0, -1)}, "enumerations" : ${enumerationsOf(list, actor)}}`;
}

/** The enumerations of the columns that the actor may see, ready to send. */
function enumerationsOf({ resource }: ListDefinition, actor: Actor): string {
  const enumerations = visibleColumns(resource.columns, actor).flatMap(([key, { enumeration }]) =>
    enumeration ? [[key, namedValues(enumeration)]] : [],
  );
  return JSON.stringify(Object.fromEntries(enumerations));
}

/** The id of the newest row under the filters of the list, or null (AM-10). */
export async function firstId(
  database: Database,
  list: ListDefinition,
  actor: SignedIn,
  query: Query,
): Promise<string | null> {
  const request = readListQuery(list.resource, actor, query, 'first');
  const [row] = await database.run(firstStatement(list, actor, request), actor.sight);
  return row?.id ?? null;
}

/** The row of the list with this id, as this person sees it; a 404 where they see none. */
export async function oneRow<R>(
  database: Database,
  list: ListDefinition,
  actor: SignedIn,
  id: string,
  parentId?: string,
): Promise<R> {
  const request = readListQuery(list.resource, actor, { f_id: id }, 'page');
  const [row] = await database.run(pageStatement(list, actor, request, parentId), actor.sight);
  const [found] = (JSON.parse(row!.answer) as { content: R[] }).content;
  if (!found) throw notFound();
  return found;
}

export interface CsvTarget {
  limit: number;
  /** Called once, before the first byte; the stream that the file goes into. */
  open: (head: { truncated: boolean; timeZone: string }) => Writable;
  signal: AbortSignal;
}

/** Streams the file of the same rows out of COPY at constant memory (SB-06). */
export async function listCsv(
  database: Database,
  list: ListDefinition,
  actor: SignedIn,
  query: Query,
  target: CsvTarget,
): Promise<void> {
  const request = readListQuery(list.resource, actor, query, 'csv');
  const { labels, count, copy } = csvStatements(list, actor, request, target.limit);
  const out = await database.snapshot(
    actor.sight,
    async (client) => {
      // a file may take longer than a page; it ends with the person who waits for it
      await client.query('set local statement_timeout = 0');
      const { rows } = await client.query<{ total: bigint }>(database.compile(count).sql);
      const truncated = rows[0]!.total > BigInt(target.limit);
      const file = target.open({ truncated, timeZone: request.timeZone });
      file.write(`\uFEFF${labels.map(quoted).join(',')}\r\n`);
      await copyRecords(client, database.compile(copy).sql, file);
      return file;
    },
    target.signal,
  );
  out.end();
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
