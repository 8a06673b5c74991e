import { table } from '@paydesk/contract/index.ts';
import { isFilterable, type Column } from '@paydesk/contract/kernel/columns.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import type { Resource } from '@paydesk/contract/kernel/resource.ts';
import { PAGE_FIRST, TOTAL_ALONE } from '@paydesk/contract/kernel/late-total.ts';
import { measuredDatabase, startServer, STAFF_AND_LARGEST, tokenOf } from './server.ts';

/**
 * `npm run bench -- filters [tries] [list…]` on the database of DATABASE_URL or DATA_DIR: every column that filters
 * of every list of 100,000 rows and more, by words that stand in its rows: whole, a part, two letters, a range open
 * and closed, each name of an enumeration; by staff and by the largest merchant, under no filter, and beside a status
 * where the list has one. Page, total and what a list sums are asked for apart, as the console does. The slowest of the
 * tries counts; what takes more than its bar is printed, as Markdown.
 */

const BAR_MS = 100;
// beside a page that stands already
const SUMS_BAR_MS = 300;
const LONG = 100_000;

const tries = Number(process.argv[3] ?? 5);
const wanted = process.argv.slice(4);
const database = await measuredDatabase();
const server = await startServer(database.url);

type Row = Readonly<Record<string, unknown>>;
interface Answer {
  status: number;
  ms: number;
  rows: Row[];
  total: number | null;
}

async function ask(
  path: string,
  token: string,
  query: Record<string, string>,
  prefer?: string,
): Promise<Answer> {
  const began = performance.now();
  const reply = await fetch(`${server.url}${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}`, ...(prefer && { prefer }) },
  });
  const body = (await reply.json()) as { content?: Row[]; totalElements?: number | null };
  return {
    status: reply.status,
    ms: performance.now() - began,
    rows: body.content ?? [],
    total: body.totalElements ?? null,
  };
}

/** What people would write into the filter, of what stands in a row. */
function wordsOf(column: Column, value: unknown): string[] {
  if (column.enumeration) return Object.keys(column.enumeration).slice(0, 8);
  if (value === null || value === undefined) return [];
  const text = String(value);
  switch (column.kind) {
    case 'amount':
      return [text, `${text}..`, `..${text}`, '10..500'];
    case 'dateTime':
      return [text.slice(0, 10), 'last30days'];
    case 'boolean':
      return ['true', 'false'];
    case 'text':
      return column.exact || column.day
        ? [text]
        : [text, text.split(' ')[0]!, text.slice(-4), text.slice(-2)];
    default:
      return [text];
  }
}

const lists = Object.entries(table as Readonly<Record<string, Endpoint>>).flatMap(
  ([key, { list }]) =>
    list && key === `GET ${list.resource.path}`
      ? [[list.resource.path, list.resource] as const]
      : [],
);
const rounded = (ms: number) => ms.toFixed(0);
const slow: { cells: string[]; ms: number }[] = [];
const all: number[] = [];

/** Page, total and sums under these filters, each the slowest of its tries; those above their bar are kept. */
async function measure(
  who: string,
  { path, totals }: Resource,
  token: string,
  query: Record<string, string>,
) {
  let [page, total, sums, matches]: [number, number, number, number | null] = [0, 0, 0, null];
  const rows = { size: '50', ...query };
  for (let nth = 0; nth < tries; nth++) {
    const first = await ask(path, token, rows, PAGE_FIRST);
    if (first.status > 299) return;
    page = Math.max(page, first.ms);
    matches = first.total;
    if (totals) sums = Math.max(sums, (await ask(`${path}/totals`, token, query)).ms);
    if (matches !== null) continue;
    const late = await ask(path, token, rows, TOTAL_ALONE);
    total = Math.max(total, late.ms);
    matches = late.total;
  }
  all.push(page);
  if (page <= BAR_MS && total <= BAR_MS && sums <= SUMS_BAR_MS) return;
  const said = Object.entries(query).map(([name, value]) => `${name.slice(2)} ${value}`);
  slow.push({
    ms: page,
    cells: [who, path, said.join(', '), String(matches), ...[page, total, sums].map(rounded)],
  });
}

try {
  for (const [who, email] of Object.entries(STAFF_AND_LARGEST)) {
    // a person has few tries at once
    const tokens: string[] = [];
    for (let nth = 0; nth < 8; nth++) tokens.push(await tokenOf(server.url, email));
    for (const [path, resource] of lists) {
      if (wanted.length && !wanted.includes(resource.slug)) continue;
      const token = () => tokens[all.length % tokens.length]!;
      const first = await ask(path, token(), { size: '50' });
      if (first.status !== 200 || (first.total ?? 0) < LONG) continue;
      const page = String(Math.floor(first.total! / 100));
      const far = await ask(path, token(), { size: '50', page });
      const samples = [first.rows[7]!, far.rows[7] ?? first.rows[9]!];
      const status = Object.keys(resource.columns['status']?.enumeration ?? {}).at(-1);
      await measure(who, resource, token(), {});
      for (const [name, column] of Object.entries(resource.columns)) {
        if (!isFilterable(column)) continue;
        const values = samples.map((row) => {
          const held = row[name];
          return held && typeof held === 'object' ? (held as { name: string }).name : held;
        });
        for (const word of new Set(values.flatMap((value) => wordsOf(column, value)))) {
          await measure(who, resource, token(), { [`f_${name}`]: word });
          if (status && name !== 'status')
            await measure(who, resource, token(), { [`f_${name}`]: word, f_status: status });
        }
      }
    }
  }
  all.sort((a, b) => a - b);
  console.log('| who | list | filters | matches | page ms | total ms | sums ms |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const { cells } of slow.toSorted((a, b) => b.ms - a.ms))
    console.log(`| ${cells.join(' | ')} |`);
  console.log(
    `\n${all.length} filters, pages: median ${all[Math.floor(all.length / 2)]?.toFixed(0)} ms, ` +
      `p95 ${all[Math.floor(all.length * 0.95)]?.toFixed(0)} ms, ${all.filter((ms) => ms > BAR_MS).length} above ${BAR_MS} ms`,
  );
} finally {
  await server.stop();
  await database.stop();
}
