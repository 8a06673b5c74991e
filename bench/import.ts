import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { openCluster } from './server.ts';

/**
 * `npm run bench -- import [rows] [kills]`, and `npm run prove -- import` for a million rows and three
 * kills: the rate of the seed, then of an import of as many transactions into the database that it filled,
 * refunds among them and one in a hundred refused for one of five reasons; the process is killed so many
 * times on the way and begun anew with the same file. Nothing is doubled and nothing lost, the books agree,
 * and the same file again brings nothing in. And what the import holds of memory, which is the same for any
 * number of rows.
 */

const BAR = 0.4;
const rows = Number(process.argv[3] ?? 200_000);
const kills = Number(process.argv[4] ?? 0);
const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paydesk-bench-'));
const file = join(folder, 'transactions.ndjson');

let memory: () => number[] = () => [];

const start = (script: string, args: string[]) =>
  spawn(process.execPath, [join(root, 'apps/server/src', script), ...args], {
    env: { ...process.env, DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** What a process holds of memory, in MB, looked at four times a second; in quarters of its time, the most of each. */
function watched(child: ReturnType<typeof start>): () => number[] {
  const seen: number[] = [];
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const [, kb] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
      if (kb) seen.push(Math.round(Number(kb) / 1024));
    } catch {
      // it has ended
    }
  }, 250);
  child.once('exit', () => clearInterval(look));
  return () =>
    [0, 1, 2, 3].map((nth) =>
      Math.max(...seen.slice((nth * seen.length) / 4, ((nth + 1) * seen.length) / 4 + 1)),
    );
}

/** The words that a command ends with. */
async function run(script: string, args: string[]) {
  const child = start(script, args);
  memory = watched(child);
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  if (code) throw new Error(`${script} ended with ${code}`);
  return said;
}

/** Killed after so many seconds, wherever it is then; true where it was not done yet. */
async function runAndKill(script: string, args: string[], seconds: number) {
  const child = start(script, args);
  child.stdout.resume();
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

const rateOf = (said: string) =>
  Number(/([\d']+)(?: rows)? a second/.exec(said)?.[1]?.replaceAll("'", ''));

/** What is refused, one in a hundred. */
const WRONG = [
  { amount: 0 },
  { merchant: 'Nobody' },
  { card: '4242424242424242' },
  { status: 'SETTLED' },
  { refundOf: 'T-none' },
];

/** How many there are of the file, and how many of them more than once. */
async function counted() {
  const { url, stop } = await openCluster(join(folder, 'data'));
  const client = new Client(url);
  await client.connect();
  const { rows: found } = await client.query<{ all: number; apart: number }>(
    `select count(*)::int as all, count(distinct description)::int as apart
     from transactions where description like 'Order AO-%' and created_by = 'npm run import'`,
  );
  await client.end();
  await stop();
  return found[0]!;
}

async function write() {
  const out = createWriteStream(file);
  for (let at = 0; at < rows; at++) {
    const row = {
      externalId: `T${at}`,
      merchant: at % 3 ? 'Amber & Oak' : 'Baltic Books',
      date: new Date(Date.UTC(2026, 5, 1) + (at % 90) * 86_400_000 + (at % 86_400) * 1000),
      amount: (1 + (at % 90_000)) / 100,
      currency: 'EUR',
      status: at % 10 === 7 ? 'DECLINED' : 'SUCCESS',
      description: `Order AO-${at}`,
      card: `424242******${String(at % 10_000).padStart(4, '0')}`,
      statementReference: `ASR${(at * 7919) % 1_000_000_007}`,
      // one in fifty gives a cent of an earlier one back
      ...(at % 50 === 8 && {
        refundOf: `T${at - 8}`,
        merchant: (at - 8) % 3 ? 'Amber & Oak' : 'Baltic Books',
        amount: 0.01,
      }),
      ...(at % 100 === 99 && WRONG[Math.floor(at / 100) % WRONG.length]),
    };
    if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

try {
  await write();
  const seeded = await run('seed/cli.ts', ['--transactions', String(rows)]);
  const seed = rateOf(seeded);
  const began = performance.now();
  // each somewhere in it: of three fifths of the seed's rate, a part of the whole each time
  const pause = Math.max(2, (rows / (seed * 0.6) / (kills + 1)) * 0.7);
  let killed = 0;
  for (let nth = 1; nth <= kills; nth++)
    if (await runAndKill('import.ts', ['transactions', file], pause * nth)) killed++;
  const first = await run('import.ts', ['transactions', file]);
  const held = memory();
  const rate = rows / ((performance.now() - began) / 1000);
  const again = await run('import.ts', ['transactions', file]);
  const check = await run('check.ts', []);
  const { all, apart } = await counted();
  const good = rows - Math.floor(rows / 100);
  const ratio = rate / seed;
  const wrong = all !== good || apart !== good || !again.includes(' 0 created');
  process.stdout.write(
    `seed    ${seed} transactions a second\n` +
      `killed  ${killed} times; import with the kills ${Math.round(rate)} rows a second\n` +
      `last    ${first}again   ${again}${check}` +
      `there   ${all} of ${good} good rows, ${apart} of them apart${wrong ? ' !' : ''}\n` +
      `memory  ${held.join(', ')} MB at most in each quarter of the import’s time\n` +
      `ratio   ${ratio.toFixed(2)} (bar ${BAR}) ${ratio < BAR ? '!' : ''}\n`,
  );
  process.exitCode = wrong || ratio < BAR ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
