import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../scripts/quantile.ts';

/**
 * `npm run bench -- beside CHECKOUT [rounds]`: what a change costs lists, refunds and payments. This tree and another
 * checkout of Paydesk, with its node_modules, run the same benches at the same moment on rows of their own: whatever
 * else the machine does falls on both. What counts is processor time, the middle of the rounds; a change may cost 5 percent.
 */

const [given, rounds = '3'] = process.argv.slice(3);
if (!given || !(Number(rounds) > 0)) {
  console.error('Usage: npm run bench -- beside CHECKOUT [rounds]');
  process.exit(2);
}
const here = fileURLToPath(new URL('..', import.meta.url));
const trees = [resolve(given), here] as const;
const ROWS = 100_000;
const SECONDS = 25;
const BAR = 1.05;
const folder = mkdtempSync(join(tmpdir(), 'paydesk-beside-'));
const dataOf = (tree: string) => join(folder, tree === here ? 'here' : 'there');

/** Of one figure what the other tree took, and this one. */
type Pair = readonly [there: number, here: number];

function ran(tree: string, script: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [join(tree, script), ...args], {
    cwd: tree,
    env: { ...process.env, DATA_DIR: dataOf(tree), TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((done, fail) =>
    child.on('close', (code) => {
      // a bench that misses a bar ends with 1, and has said its figures
      if (code === 0 || code === 1) done(said);
      else fail(new Error(`${script} ${args.join(' ')} in ${tree} ended with ${code}`));
    }),
  );
}

const bench = (...args: string[]) =>
  Promise.all(trees.map((tree) => ran(tree, 'bench/run.ts', ...args)));

/** The cells of its table's rows. */
const cellsOf = (said: string): string[][] =>
  said
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** `7.8 ms and 16.3 ms`, a server's and the database's, as one. */
function cpuOf(said: string, what: string): number {
  const cells = cellsOf(said).find(([, name]) => name?.startsWith(`CPU of a ${what}`));
  const all = cells?.[2]?.match(/[\d.]+/g)?.map(Number) ?? [];
  if (!all.length) throw new Error(`Nothing is said of a ${what}:\n${said}`);
  return all.reduce((a, b) => a + b, 0);
}

/** By the name of a list: the median of its page's SQL, and the server's processor for one answer. */
const listsOf = (said: string) =>
  new Map(
    cellsOf(said).flatMap((cells) => {
      const [page, cpu] = [cells[3], cells[10]].map((cell) => Number.parseFloat(cell ?? ''));
      return page! > 0 && cpu! > 0
        ? [[`${cells[1]}, ${cells[2]}`, { page: page!, cpu: cpu! }]]
        : [];
    }),
  );

/** Of many lists the mean of their ratios. */
function ofLists(there: string, now: string, of: 'page' | 'cpu'): number {
  const [before, after] = [listsOf(there), listsOf(now)];
  const logs = [...after].flatMap(([name, figures]) => {
    const other = before.get(name);
    return other ? [Math.log(figures[of] / other[of])] : [];
  });
  if (!logs.length) throw new Error(`No list is in both:\n${there}\n${now}`);
  return Math.exp(logs.reduce((a, b) => a + b, 0) / logs.length);
}

let over = 0;
function tell(what: string, ratio: number, pairs: readonly Pair[] = []): void {
  if (ratio > BAR) over++;
  const each = pairs.map(([a, b]) => `${b.toFixed(1)} against ${a.toFixed(1)}`).join(', ');
  console.log(`| ${what} | ${ratio.toFixed(3)}${ratio > BAR ? '!' : ''} | ${each} |`);
}

try {
  for (const tree of trees)
    await ran(tree, 'apps/server/src/seed/cli.ts', '--transactions', String(ROWS));
  console.log(
    `Beside ${given}; bar ${BAR}\n\n| what | times | each round, ms |\n| --- | --- | --- |`,
  );
  const [there, now] = await bench('lists', '1');
  tell('lists, CPU of the server for an answer', ofLists(there!, now!, 'cpu'));
  tell('lists, the SQL of a page', ofLists(there!, now!, 'page'));
  const kinds: Record<string, Pair[]> = { refund: [], payment: [] };
  for (let round = 0; round < Number(rounds); round++) {
    const [before, after] = await bench('payments', String(SECONDS));
    for (const [what, pairs] of Object.entries(kinds))
      pairs.push([cpuOf(before!, what), cpuOf(after!, what)]);
  }
  for (const [what, pairs] of Object.entries(kinds))
    tell(`a ${what}, CPU of server and database`, median(pairs.map(([a, b]) => b / a)), pairs);
  console.log(`\n${over} figures miss their bar`);
  process.exitCode = over ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
