import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run bench -- import [rows]`: the rate of the seed, then of an import of as many transactions into
 * the database that it filled, one in a hundred refused, beside it in one run; and of the same file again,
 * of which nothing comes in twice.
 */

const BAR = 0.4;
const rows = Number(process.argv[3] ?? 200_000);
const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paydesk-bench-'));
const file = join(folder, 'transactions.ndjson');

/** The words that a command ends with, and how much memory it took at most. */
async function run(script: string, args: string[]) {
  const child = spawn(process.execPath, [join(root, 'apps/server/src', script), ...args], {
    env: { ...process.env, DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  if (code) throw new Error(`${script} ended with ${code}`);
  return said;
}

const rateOf = (said: string) =>
  Number(/([\d']+)(?: rows)? a second/.exec(said)?.[1]?.replaceAll("'", ''));

async function write() {
  const out = createWriteStream(file);
  for (let at = 0; at < rows; at++) {
    const row = {
      externalId: `T${at}`,
      merchant: at % 3 ? 'Amber & Oak' : 'Baltic Books',
      date: new Date(Date.UTC(2026, 5, 1) + (at % 90) * 86_400_000 + (at % 86_400) * 1000),
      amount: at % 100 === 99 ? 0 : (1 + (at % 90_000)) / 100,
      currency: 'EUR',
      status: at % 10 === 7 ? 'DECLINED' : 'SUCCESS',
      description: `Order AO-${at}`,
      card: `424242******${String(at % 10_000).padStart(4, '0')}`,
      statementReference: `ASR${(at * 7919) % 1_000_000_007}`,
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
  const first = await run('import.ts', ['transactions', file]);
  const again = await run('import.ts', ['transactions', file]);
  const check = await run('check.ts', []);
  const ratio = rateOf(first) / seed;
  process.stdout.write(
    `seed    ${seed} transactions a second\nimport  ${first}again   ${again}${check}` +
      `ratio   ${ratio.toFixed(2)} (bar ${BAR}) ${ratio < BAR ? '!' : ''}\n`,
  );
  process.exitCode = ratio < BAR ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
