import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ROLE_PERMISSIONS, type Actor } from '@paydesk/contract/permissions.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { readListQuery } from '../apps/server/src/platform/list/query.ts';
import { pageStatement } from '../apps/server/src/platform/list/sql.ts';
import { transactionsList } from '../apps/server/src/resources/transactions/lists.ts';
import { measuredDatabase, startServer, tokenOf } from './server.ts';

/**
 * `npm run bench -- lists [seconds]` on the database of DATABASE_URL or DATA_DIR: the list of transactions over HTTP, 16 at once,
 * beside the same statement by pgbench with 16 clients, in turn on the same database. Fill it before
 * with `npm run seed -- --transactions N`. Everything runs on this machine, the callers too.
 */

const AT_ONCE = 16;
const seconds = Number(process.argv[3] ?? 4);
const measured = await measuredDatabase();
const databaseUrl = measured.url;
const folder = mkdtempSync(join(tmpdir(), 'paydesk-bench-'));
const database = openDatabase(databaseUrl, { statementTimeoutMs: 60_000 });
const pgbench = ['pgbench', '/usr/lib/postgresql/15/bin/pgbench'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);

interface Case {
  name: string;
  who: 'staff' | 'largest' | 'small';
  query: Record<string, string>;
}

const cases: Case[] = [
  { name: 'all merchants, page 1', who: 'staff', query: {} },
  { name: 'all merchants, page 20,000', who: 'staff', query: { page: '20000' } },
  { name: 'status', who: 'staff', query: { f_status: 'DECLINED' } },
  {
    name: 'last 30 days, Riga',
    who: 'staff',
    query: { f_date: 'last30days', timeZone: 'Europe/Riga' },
  },
  { name: 'amount 100..101', who: 'staff', query: { f_amount: '100..101' } },
  { name: 'reference contains', who: 'staff', query: { f_accountStatementReference: '00123456' } },
  { name: 'sorted by amount', who: 'staff', query: { sort: 'amount,DESC' } },
  { name: 'largest merchant, page 1', who: 'largest', query: {} },
  { name: 'largest merchant, status', who: 'largest', query: { f_status: 'SUCCESS' } },
  { name: 'a small merchant, page 1', who: 'small', query: {} },
];

async function people() {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string; email: string; merchant_id: string }>(`
    select u.id, u.email, u.merchant_id from users u
    join (select merchant_id, sum(transactions) n from transaction_counts group by 1) c
      on c.merchant_id = u.merchant_id
    where u.status = 'ACTIVATED' and u.password_expires_date > now()
      and u.permissions @> '{READ_MERCHANT_TRANSACTION}' order by c.n desc`);
  const total = await client.query<{ n: string }>(
    `select sum(transactions)::text n from transaction_counts where merchant_id = '00000000-0000-0000-0000-000000000000'`,
  );
  await client.end();
  return { largest: rows[0]!, small: rows.at(-1)!, total: Number(total.rows[0]!.n) };
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

function ask(
  url: string,
  token: string | null,
  body?: object,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        agent,
        method: body ? 'POST' : 'GET',
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
      },
    );
    call.on('error', reject);
    call.end(body && JSON.stringify(body));
  });
}

async function overHttp(base: string, tokens: string[], query: Record<string, string>) {
  const url = `${base}/api/transactions?${new URLSearchParams({ page: '0', size: '50', sort: 'createdDate,DESC', ...query })}`;
  const first = await ask(url, tokens[0]!);
  if (first.status !== 200) throw new Error(`${url}: ${first.status} ${first.text.slice(0, 200)}`);
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let wrong = 0;
  const cpu = await serverCpu(base);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < end) {
        const began = performance.now();
        const { status } = await ask(url, tokens[times.length % tokens.length]!);
        if (status !== 200) wrong++;
        times.push(performance.now() - began);
      }
    }),
  );
  const used = (await serverCpu(base)) - cpu;
  if (wrong) throw new Error(`${wrong} answers were no 200`);
  times.sort((a, b) => a - b);
  return {
    rate: times.length / seconds,
    p95: times[Math.floor(times.length * 0.95)]!,
    cpuMs: (used * 1000) / times.length,
  };
}

async function serverCpu(base: string): Promise<number> {
  const { text } = await ask(`${base}/metrics`, null);
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

/** The statement as the server sends it, its values written in; `null` where there is no pgbench. */
function byPgbench(actor: Actor, query: Record<string, string>): number | null {
  if (!pgbench) return null;
  const list = readListQuery(transactionsList.resource, actor, query, 'page');
  const { sql, parameters } = database.compile(pageStatement(transactionsList, actor, list));
  const text = sql.replace(/\$(\d+)/g, (_, nth: string) => {
    const value = parameters[Number(nth) - 1];
    return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  });
  // pgbench would take ':MI' for a variable of its own
  const script = text.replaceAll(/'([^']*):MI:SS/g, String.raw`E'$1\072MI\072SS`);
  const file = join(folder, 'page.sql');
  writeFileSync(file, `${script.replace(/\s+/g, ' ')};\n`);
  const run = spawnSync(
    pgbench,
    [
      '-n',
      '-c',
      String(AT_ONCE),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-M',
      'prepared',
      '-f',
      file,
      databaseUrl,
    ],
    { encoding: 'utf8' },
  );
  const rate = /tps = ([\d.]+)/.exec(run.stdout)?.[1];
  if (!rate) throw new Error(run.stderr);
  return Number(rate);
}

const actorOf = (
  userRole: 'BACKOFFICE_ADMIN' | 'MERCHANT_ADMIN',
  merchantId: string | null,
): Actor => ({
  userId: '',
  userRole,
  permissions: ROLE_PERMISSIONS[userRole],
  merchantId,
});

const { url, stop } = await startServer(databaseUrl);
try {
  const { largest, small, total } = await people();
  // a session may call 6,000 times a minute, and this is more
  const signIn = (username: string) =>
    Promise.all(Array.from({ length: 30 }, () => tokenOf(url, username)));
  const who = {
    staff: { tokens: await signIn('admin@paydesk.test'), actor: actorOf('BACKOFFICE_ADMIN', null) },
    largest: {
      tokens: await signIn(largest.email),
      actor: actorOf('MERCHANT_ADMIN', largest.merchant_id),
    },
    small: {
      tokens: await signIn(small.email),
      actor: actorOf('MERCHANT_ADMIN', small.merchant_id),
    },
  };
  console.log(
    `${total} transactions; ${AT_ONCE} at once, ${seconds} s each; bar: ratio 0.17, CPU 1.3 ms`,
  );
  console.log(pgbench ? 'the same SQL by pgbench' : 'no pgbench on this machine');
  for (const { name, who: person, query } of cases) {
    const http = await overHttp(url, who[person].tokens, query);
    const plain = byPgbench(who[person].actor, query);
    console.log(
      [
        name.padEnd(28),
        `${http.rate.toFixed(0).padStart(6)}/s`,
        `p95 ${http.p95.toFixed(1).padStart(7)} ms`,
        `CPU ${http.cpuMs.toFixed(2).padStart(5)} ms`,
        plain
          ? `pgbench ${plain.toFixed(0).padStart(6)}/s  ratio ${(http.rate / plain).toFixed(2)}`
          : '',
      ].join('  '),
    );
  }
} finally {
  await stop();
  await database.close();
  await measured.stop();
  rmSync(folder, { recursive: true, force: true });
}
