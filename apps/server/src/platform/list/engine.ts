import type { Writable } from 'node:stream';
import type { CompiledQuery } from 'kysely';
import { visibleColumns } from '@paydesk/contract/kernel/columns.ts';
import { namedValues } from '@paydesk/contract/kernel/enumeration.ts';
import type { FileAs } from '@paydesk/contract/kernel/resource.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import type { SignedIn } from '../auth/sessions.ts';
import { copyRecords } from '../db/copy.ts';
import type { Database, Tx } from '../db/database.ts';
import { notFound } from '../errors.ts';
import { counted } from './counters.ts';
import { asItLies, type ListDefinition } from './definition.ts';
import { csvStatements, linesStatements } from './file-sql.ts';
import { pageFirst, type Statement } from './late.ts';
import { byNames, withNames } from './names.ts';
import { readListQuery, type ListRequest } from './query.ts';
import { readingFor, type Asks } from './reads.ts';
import { asParameter } from './scope.ts';
import {
  countStatement,
  firstStatement,
  idsStatement,
  pageStatement,
  parentStatement,
  startStatement,
} from './sql.ts';

type Query = Readonly<Record<string, unknown>>;
/** Whoever reads, a person or a machine: the columns and rows that are theirs. */
type Reader = Actor & Asks;

/** A page of the list as JSON text: content, totalElements, enumerations (GT-21). */
export async function listPage(
  database: Database,
  list: ListDefinition,
  actor: Reader,
  query: Query,
  parentId?: string,
): Promise<string> {
  return (await answerList(database, list, actor, query, parentId)).text;
}

/** How the page ends that no total came with. */
const LATE = '"totalElements" : null}';

/** What a page's total is to whoever asks (ADR 186); what is asked so ends with who asks. */
export interface Wanted {
  /** All that is wanted. */
  alone: boolean;
  /** How long the page waits for it. */
  waitMs: number;
  gone: AbortSignal;
}

/** The same as somebody wants it; `late` where the total is still to come. */
export async function answerList(
  database: Database,
  list: ListDefinition,
  actor: Reader,
  query: Query,
  parentId?: string,
  wanted?: Wanted,
): Promise<{ text: string; late: boolean }> {
  if (list.resource.scope === 'own' && !actor.merchantId) throw notFound();
  const read = readListQuery(list.resource, actor, query, 'page');
  const { sight } = actor;
  const reading = await readingFor(database, actor);
  const request = await byNames(list, reading, actor, read);
  const asked = await asItLies(database, list);
  if (list.parent) {
    const found = await reading.run(parentStatement(list, actor, parentId!), sight);
    if (!found.length) throw notFound();
  }
  const answered = async (answer: string) => {
    const page = list.names ? await withNames(list.names, reading, actor, answer) : answer;
    return {
      text: `${page.slice(0, -1)}, "enumerations" : ${enumerationsOf(list, actor)}}`,
      late: answer.endsWith(LATE),
    };
  };
  if (wanted?.alone) {
    const count = countStatement(asked, actor, request, asParameter, parentId);
    const [row] = await reading.run(count, sight, wanted.gone);
    return answered(`{"content" : [], "totalElements" : ${row!.total}}`);
  }
  if (wanted && !counted(list, actor, request, asParameter)) {
    const [whole, alone] = [true, false].map((counting) =>
      pageStatement(asked, actor, request, parentId, undefined, counting),
    ) as [Statement, Statement];
    return answered(await pageFirst(reading, sight, [whole, alone], wanted));
  }
  const far = startStatement(list, actor, request);
  const start = far ? ((await reading.run(far, sight))[0] ?? null) : undefined;
  const [row] = await reading.run(pageStatement(asked, actor, request, parentId, start), sight);
  return answered(row!.answer);
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

/** The ids under the filters of a list, in its order, up to so many; and how many there are in all. */
export async function idsUnder(
  tx: Tx,
  list: ListDefinition,
  actor: SignedIn,
  query: Query,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const request = readListQuery(list.resource, actor, query, 'rows');
  const { rows } = await idsStatement(list, actor, request, limit).execute(tx);
  return { ids: rows.map(({ id }) => id), total: Number(rows[0]?.total ?? 0n) };
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

/** What the file of a list is made of, read and checked before anything waits or is sent; in one snapshot both agree. */
export interface File {
  request: ListRequest;
  /** What stands before the records, and what ends each. */
  head: string;
  end: '\r\n' | '\n';
  count: CompiledQuery;
  copy: string;
}

/** Reads the query of a file, or of its size; refuses what the list refuses (SB-06). */
export async function fileOf(
  database: Database,
  list: ListDefinition,
  as: FileAs,
  actor: SignedIn,
  query: Query,
  limit: number,
): Promise<File> {
  const reading = await readingFor(database, actor);
  const read = readListQuery(list.resource, actor, query, 'csv');
  const request = await byNames(list, reading, actor, read);
  const made = as === 'csv' ? csvStatements : linesStatements;
  const { labels, copy } = made(list, actor, request, limit);
  const { sql: text, parameters } = database.compile(copy);
  if (parameters.length) throw new Error(`COPY takes no parameters: ${text}`);
  return {
    request,
    head: labels ? `\uFEFF${labels.map(quoted).join(',')}\r\n` : '',
    end: labels ? '\r\n' : '\n',
    count: database.compile(countStatement(await asItLies(database, list), actor, request)),
    copy: text,
  };
}

/** How many records are under the filters of a file, and how many of them it will hold (AM-34). */
export async function countFile(
  database: Database,
  list: ListDefinition,
  actor: SignedIn,
  query: Query,
  limit: number,
): Promise<{ totalElements: number; records: number }> {
  const read = readListQuery(list.resource, actor, query, 'csv');
  const reading = await readingFor(database, actor);
  const request = await byNames(list, reading, actor, read);
  const count = countStatement(await asItLies(database, list), actor, request);
  const [row] = await reading.run(count, actor.sight);
  const totalElements = Number(row!.total);
  return { totalElements, records: Math.min(totalElements, limit) };
}

export interface FileTarget {
  limit: number;
  /** Called once, before the first byte; the stream that the file goes into. */
  open: (truncated: boolean) => Writable;
  /** Counts what was sent, whatever becomes of the file. */
  sent: { records: number };
  signal: AbortSignal;
}

/** Streams the file out of COPY at constant memory (SB-06); the stream is left open for who ends it. */
export async function streamFile(
  database: Database,
  { head, end, count, copy }: File,
  actor: SignedIn,
  target: FileTarget,
): Promise<void> {
  const reading = await readingFor(database, actor);
  await reading.snapshot(
    actor.sight,
    async (client) => {
      // a file may take longer than a page; it ends with the person who waits for it
      await client.query('set local statement_timeout = 0');
      const { rows } = await client.query<{ total: bigint }>(count.sql, [...count.parameters]);
      const file = target.open(rows[0]!.total > BigInt(target.limit));
      if (head) file.write(head);
      await copyRecords(client, copy, file, target.sent, end);
    },
    target.signal,
  );
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
