import { spawnSync } from 'node:child_process';
import { get } from 'node:http';
import { readFileSync } from 'node:fs';
import { ROLE_PERMISSIONS, type Actor } from '@paydesk/contract/permissions.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { readListQuery } from '../apps/server/src/platform/list/query.ts';
import { csvStatements } from '../apps/server/src/platform/list/file-sql.ts';
import { transactionsList } from '../apps/server/src/resources/transactions/lists.ts';
import { measuredDatabase, startServer, tokenOf } from './server.ts';
import { quantile } from '../scripts/quantile.ts';

/**
 * `npm run bench -- csv [rows…]` on the database of DATABASE_URL or DATA_DIR: the file of a hundred thousand
 * and of a million transactions over HTTP, with time zone and formula guard, beside the same COPY by
 * psql. Peak memory is the server's own, above what it held before the file. Then a page of the list,
 * alone and while two people take files.
 */

const ZONE = 'Europe/Riga';
const ROWS = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [100_000, 1_000_000];
const databaseUrl = await measuredDatabase();
const database = openDatabase(databaseUrl.url, { statementTimeoutMs: 600_000 });
const psql = ['psql', '/usr/lib/postgresql/15/bin/psql'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);
const actor: Actor = {
  userId: '',
  userRole: 'BACKOFFICE_ADMIN',
  permissions: ROLE_PERMISSIONS.BACKOFFICE_ADMIN,
  merchantId: null,
};

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function overHttp(rows: number) {
  const server = await startServer(databaseUrl.url, { CSV_RECORDS_LIMIT: String(rows) });
  const token = await tokenOf(server.url, 'admin@paydesk.test');
  const before = memoryOf(server.pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(server.pid))), 50);
  const began = performance.now();
  const { bytes, status } = await new Promise<{ bytes: number; status: number }>(
    (resolve, reject) => {
      const url = `${server.url}/api/transactions.csv?timeZone=${ZONE}`;
      get(url, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
        let length = 0;
        answer.on('data', (part: Buffer) => (length += part.length));
        answer.on('end', () => resolve({ bytes: length, status: answer.statusCode ?? 0 }));
        answer.on('error', reject);
      }).on('error', reject);
    },
  );
  const seconds = (performance.now() - began) / 1000;
  clearInterval(watch);
  await server.stop();
  if (status !== 200) throw new Error(`the file answered ${status}`);
  return { seconds, megabytes: bytes / 1e6, memory: peak - before };
}

/** Milliseconds of pages of the list by four callers for four seconds: the median, and one in twenty. */
async function pages(url: string, token: string): Promise<string> {
  const times: number[] = [];
  const end = performance.now() + 4000;
  const caller = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      const answer = await fetch(`${url}/api/transactions`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await answer.text();
      if (!answer.ok) throw new Error(`a page answered ${answer.status}`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all([caller(), caller(), caller(), caller()]);
  const at = (share: number) => quantile(times, share).toFixed(1);
  return `${(times.length / 4).toFixed(0)} a second, median ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

async function besideFiles(files: number): Promise<string> {
  const server = await startServer(databaseUrl.url);
  const token = await tokenOf(server.url, 'admin@paydesk.test');
  const headers = { authorization: `Bearer ${token}` };
  const gone = new AbortController();
  const reading = Array.from({ length: files }, async () => {
    while (!gone.signal.aborted) {
      const url = `${server.url}/api/transactions.csv?timeZone=${ZONE}`;
      const answer = await fetch(url, { headers, signal: gone.signal });
      for await (const part of answer.body!) void part;
    }
  });
  const ended = Promise.allSettled(reading);
  await pages(server.url, token);
  const measured = await pages(server.url, token);
  gone.abort();
  await ended;
  await server.stop();
  return measured;
}

function byPsql(rows: number): number | null {
  if (!psql) return null;
  const request = readListQuery(transactionsList.resource, actor, { timeZone: ZONE }, 'csv');
  const { copy } = csvStatements(transactionsList, actor, request, rows);
  const began = performance.now();
  const run = spawnSync(psql, [databaseUrl.url, '-qc', database.compile(copy).sql], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (run.status !== 0) throw new Error('psql failed');
  return (performance.now() - began) / 1000;
}

try {
  console.log(psql ? 'beside the same COPY by psql' : 'no psql on this machine');
  // once unmeasured, so that both read from memory
  byPsql(ROWS.at(-1)!);
  for (const rows of ROWS) {
    const http = await overHttp(rows);
    const plain = byPsql(rows);
    console.log(
      [
        `${String(rows).padStart(8)} rows`,
        `${http.seconds.toFixed(2).padStart(6)} s`,
        `${http.megabytes.toFixed(0).padStart(4)} MB`,
        `memory +${http.memory.toFixed(0)} MB`,
        plain
          ? `psql ${plain.toFixed(2)} s  ratio ${(plain / http.seconds).toFixed(2)} (bar 0.55)`
          : '',
      ].join('  '),
    );
  }
  for (const files of [0, 2])
    console.log(`pages of the list beside ${files} files: ${await besideFiles(files)}`);
} finally {
  await database.close();
  await databaseUrl.stop();
}
