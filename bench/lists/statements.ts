import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Client } from 'pg';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { onClient } from '../../apps/server/src/platform/db/client.ts';
import type { Database } from '../../apps/server/src/platform/db/database.ts';
import { counted } from '../../apps/server/src/platform/list/counters.ts';
import { readListQuery } from '../../apps/server/src/platform/list/query.ts';
import { asParameter } from '../../apps/server/src/platform/list/scope.ts';
import {
  countStatement,
  pageStatement,
  startStatement,
  type Start,
} from '../../apps/server/src/platform/list/sql.ts';
import { transactionsList } from '../../apps/server/src/resources/transactions/lists.ts';
import { AT_ONCE } from './http.ts';
import { median, quantile } from '../../scripts/quantile.ts';

/** The path of pgbench, or undefined where the machine has none. */
export const pgbench = ['pgbench', '/usr/lib/postgresql/15/bin/pgbench'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);

export interface Statements {
  /** As the server sends it, its values written in. */
  answer: string;
  /** The answer's page without its total. */
  page: string;
  total: string;
  /** The total comes from the counters. */
  counted: boolean;
  /** Page of as many rows found by walking past all before it. */
  plainOffset: string;
}

export type Compile = Database['compile'];

/** Where a page begins that lies far from the first, as the server asks it before the page. */
export async function startOf(
  url: string,
  compile: Compile,
  actor: Actor,
  query: Record<string, string>,
): Promise<Start | null | undefined> {
  const request = readListQuery(transactionsList.resource, actor, query, 'page');
  const far = startStatement(transactionsList, actor, request);
  if (!far) return undefined;
  return onClient(
    url,
    async (client) => (await client.query<Start>(written(compile(far)))).rows[0] ?? null,
  );
}

export function statementsOf(
  compile: Compile,
  actor: Actor,
  query: Record<string, string>,
  start: Start | null | undefined,
): Statements {
  const request = readListQuery(transactionsList.resource, actor, query, 'page');
  const answer = written(
    compile(pageStatement(transactionsList, actor, request, undefined, start)),
  );
  const page = answer.replace(/'totalElements',.*(?=\)::text as answer)/s, `'totalElements', 0`);
  if (page === answer) throw new Error('the total is not where it was in the statement of a page');
  const scope = actor.merchantId ? `merchant_id = '${actor.merchantId}'` : 'true';
  return {
    answer,
    page,
    total: written(compile(countStatement(transactionsList, actor, request))),
    counted: counted(transactionsList, actor, request, asParameter) !== null,
    plainOffset: `select * from transactions where ${scope} order by date desc, id desc
      limit ${request.size} offset ${request.page * request.size}`,
  };
}

function written({ sql, parameters }: ReturnType<Compile>): string {
  return sql.replace(/\$(\d+)/g, (_, nth: string) => {
    const value = parameters[Number(nth) - 1];
    return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  });
}

/** Settings of a connection that sees what the actor sees, as the server's own do. */
const settingsOf = ({ merchantId, userId }: Actor) =>
  merchantId
    ? `-c role=paydesk_merchant -c paydesk.merchant_id=${merchantId} -c paydesk.user_id=${userId}`
    : '';

const MOST_RUNS = 300;
const MOST_MS = 3000;

/** Median and 95th percentile in ms of one client that runs it a few hundred times, or for three seconds. */
export async function timed(url: string, actor: Actor, text: string) {
  const client = new Client({ connectionString: url, options: settingsOf(actor) });
  await client.connect();
  try {
    // once unmeasured, to read from memory
    await client.query(text);
    const times: number[] = [];
    const end = performance.now() + MOST_MS;
    while (times.length < 3 || (times.length < MOST_RUNS && performance.now() < end)) {
      const began = performance.now();
      await client.query(text);
      times.push(performance.now() - began);
    }
    return { median: median(times), p95: quantile(times, 0.95) };
  } finally {
    await client.end();
  }
}

/** The same statement by pgbench with as many clients: transactions a second. */
export function byPgbench(
  url: string,
  folder: string,
  actor: Actor,
  text: string,
  seconds: number,
): number {
  // pgbench would take ':MI' for a variable of its own
  const script = text.replaceAll(/'([^']*):MI:SS/g, String.raw`E'$1\072MI\072SS`);
  const file = `${folder}/answer.sql`;
  writeFileSync(file, `${script.replace(/\s+/g, ' ')};\n`);
  const load = ['-c', String(AT_ONCE), '-j', '2', '-T', String(seconds), '-M', 'prepared'];
  const run = spawnSync(pgbench!, ['-n', ...load, '-f', file, url], {
    encoding: 'utf8',
    env: { ...process.env, PGOPTIONS: settingsOf(actor) },
  });
  const rate = /tps = ([\d.]+)/.exec(run.stdout)?.[1];
  if (!rate) throw new Error(run.stderr);
  return Number(rate);
}
