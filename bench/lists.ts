import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { CASES, factsOf, type Case, type Facts, type Who } from './lists/cases.ts';
import { AT_ONCE, overHttp } from './lists/http.ts';
import {
  byPgbench,
  pgbench,
  startOf,
  statementsOf,
  timed,
  type Compile,
} from './lists/statements.ts';
import { measuredDatabase, startServer, tokenOf } from './server.ts';

/**
 * `npm run bench -- lists [seconds]` on the database of DATABASE_URL or DATA_DIR, and beside it on a
 * tenth of its rows in SMALL_DATABASE_URL or SMALL_DATA_DIR: every kind of filter, sort and depth of
 * the list of transactions. SQL is timed with one client; over HTTP, and by pgbench with the same
 * statement, 16 ask at once, in turn. `npm run seed` fills the databases before. Everything runs on
 * this machine, the callers too. The rows printed are Markdown; what misses its bar ends with a !.
 */

const BARS = { page: 5, growth: 1.5, total: 5, deep: 0.15, ratio: 0.17, cpu: 1.3 };

const seconds = Number(process.argv[3] ?? 4);
const folder = mkdtempSync(join(tmpdir(), 'paydesk-bench-'));
const large = await measuredDatabase();
const small =
  process.env['SMALL_DATABASE_URL'] || process.env['SMALL_DATA_DIR']
    ? await measuredDatabase('SMALL_')
    : null;
const server = await startServer(large.url);
const compiler = openDatabase(large.url, { statementTimeoutMs: 60_000 });
let missed = 0;

const figure = (value: number) => value.toFixed(value < 10 ? 2 : 0);

/** The value, with a mark where it misses its bar. */
function barred(value: number, bar: number, atLeast = false): string {
  const misses = atLeast ? value < bar : value > bar;
  if (misses) missed++;
  return `${figure(value)}${misses ? '!' : ''}`;
}

/** One client on one database. */
async function bySql(url: string, facts: Facts, { who, query, deep }: Case, compile: Compile) {
  const actor = facts.actors[who];
  const start = await startOf(url, compile, actor, query(facts));
  const statements = statementsOf(compile, actor, query(facts), start);
  const run = (text: string) => timed(url, actor, text);
  return {
    statements,
    page: await run(statements.page),
    total: await run(statements.total),
    plainOffset: deep ? await run(statements.plainOffset) : null,
  };
}

async function rowOf(of: Case, facts: Facts, fewer: Facts | null, tokens: string[]) {
  const sql = await bySql(large.url, facts, of, compiler.compile);
  const less =
    small && fewer && !of.largeOnly ? await bySql(small.url, fewer, of, compiler.compile) : null;
  const http = await overHttp(server.url, tokens, of.query(facts), seconds);
  const limit = pgbench
    ? byPgbench(large.url, folder, facts.actors[of.who], sql.statements.answer, seconds)
    : null;
  if (http.wrong) missed++;
  return [
    WORDS[of.who],
    of.name,
    `${figure(sql.page.median)}, ${barred(sql.page.p95, BARS.page)}`,
    less ? barred(sql.page.median / less.page.median, BARS.growth) : '',
    sql.statements.counted ? barred(sql.total.p95, BARS.total) : `${figure(sql.total.p95)} (rows)`,
    sql.plainOffset ? barred(sql.page.median / sql.plainOffset.median, BARS.deep) : '',
    figure(http.rate),
    limit ? figure(limit) : '',
    limit ? barred(http.rate / limit, BARS.ratio, true) : '',
    barred(http.cpuMs, BARS.cpu),
    http.wrong ? `${http.wrong}!` : '0',
  ];
}

const WORDS: Record<Who, string> = {
  staff: 'all merchants',
  technical: 'all merchants',
  largest: 'the largest',
  small: 'a small one',
};

const HEAD = [
  'merchants',
  'list',
  'page ms: median, p95',
  'growth',
  'total p95 ms',
  'of OFFSET',
  'requests/s',
  'pgbench/s',
  'ratio',
  'CPU ms',
  'no 2xx',
];

const line = (cells: string[]) => console.log(`| ${cells.join(' | ')} |`);

try {
  const facts = await factsOf(large.url);
  const fewer = small && (await factsOf(small.url));
  // a session may call 6,000 times a minute, and this is more; a person has few tries at once
  const tokens: Record<Who, string[]> = { staff: [], technical: [], largest: [], small: [] };
  for (const [who, email] of Object.entries(facts.emails))
    for (let nth = 0; nth < 30; nth++) tokens[who as Who].push(await tokenOf(server.url, email));
  console.log(
    `${facts.transactions} transactions, growth against ${fewer?.transactions ?? 'none'}; ` +
      `${AT_ONCE} at once for ${seconds} s; ${pgbench ? 'the same SQL by pgbench' : 'no pgbench on this machine'}`,
  );
  console.log(
    `Bars: page's p95 ${BARS.page} ms, growth of its median ${BARS.growth}, p95 of a total from counters ${BARS.total} ms, ` +
      `deep page ${BARS.deep} of a plain OFFSET, ratio ${BARS.ratio}, server CPU ${BARS.cpu} ms, only 2xx\n`,
  );
  // the first requests of a process are made by code that is not compiled yet, which pgbench's is
  await overHttp(server.url, tokens.staff, {}, 3);
  line(HEAD);
  line(HEAD.map(() => '---'));
  for (const of of CASES) line(await rowOf(of, facts, fewer, tokens[of.who]));
  console.log(`\n${missed} figures miss their bar`);
} finally {
  await server.stop();
  await compiler.close();
  await small?.stop();
  await large.stop();
  rmSync(folder, { recursive: true, force: true });
}
