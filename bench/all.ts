import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commitNow, today } from '../scripts/prove/kept.ts';

/**
 * `npm run bench -- all [minutes] [NAME…]`: the benches one after the other in a short form, or those named, on one
 * seed where they need one. How each ended goes into docs/performance.md with date and commit. What the minutes do
 * not reach is named as left out and keeps the row that it had.
 */

const [given, ...names] = process.argv.slice(3);
const minutes = Number(given ?? 20);
const ROWS = 300_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const PAGE = join(root, 'docs/performance.md');
const [BEGIN, END] = ['<!-- npm run bench -- all -->', '<!-- end of it -->'];
const MOST_SAID = 12;

/** Each with its arguments, the minutes it may take, and whether it stands on the seeded rows. */
const BENCHES: readonly [name: string, args: string[], most: number, seeded?: true][] = [
  ['start', [], 1.5],
  ['seed', ['100000'], 1.5],
  ['paint', [], 1.5],
  ['screens', [], 3],
  ['shift', ['20'], 1.5],
  ['journeys', [], 1.5],
  ['lists', ['1'], 5, true],
  ['business-days', ['50'], 1, true],
  ['csv', ['100000', String(ROWS)], 2, true],
  ['rules', [], 2, true],
  ['bin-ranges', ['200000'], 2, true],
  ['screening', [], 2],
  ['counters', ['1', '3'], 2],
  ['events', ['8'], 2.5],
  ['payments', ['15'], 2.5],
  ['import', ['50000'], 2],
  ['needs', ['300'], 2],
  ['people', ['1'], 2.5],
  ['peers', [String(ROWS), '2'], 5, true],
];

interface Ended {
  seconds: number;
  how: string;
  said: string[];
}

const folder = mkdtempSync(join(tmpdir(), 'paydesk-bench-'));
const data = join(folder, 'data');
const { DATABASE_URL: _, ...shell } = process.env;
const until = performance.now() + minutes * 60_000;
// before the page is written, which is a change too
const at = `${commitNow()}, ${today()}`;
const left = () => (until - performance.now()) / 60_000;

let seeded = false;
function seedOnce(): void {
  if (seeded) return;
  const cli = join(root, 'apps/server/src/seed/cli.ts');
  const run = spawnSync(process.execPath, [cli, '--transactions', String(ROWS)], {
    env: { ...shell, DATA_DIR: data },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (run.status !== 0) throw new Error('The seed failed');
  seeded = true;
}

function run(name: string, args: string[], most: number): Promise<Ended> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'bench/run.ts'), name, ...args], {
    cwd: root,
    // what one leaves that is ended goes with the folder
    env: { ...shell, DATA_DIR: data, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
    // its servers and databases end with it
    detached: true,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    output += text;
  });
  let late = false;
  const clock = setTimeout(() => {
    late = true;
    process.kill(-child.pid!, 'SIGTERM');
  }, most * 60_000);
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearTimeout(clock);
      const misses = code !== 0 || /MISSED|[1-9]\d* figures miss their bar|\d!/.test(output);
      const how = late ? `ended after ${most} minutes` : misses ? 'misses a bar' : 'holds';
      resolve({ seconds: (performance.now() - began) / 1000, how, said: figures(output) });
    }),
  );
}

/** What a bench says, without heads and where its files lay: at most so many lines, those of a table that miss their bar first. */
function figures(output: string): string[] {
  const lines = output
    .split('\n')
    .filter(
      (line, nth, all) =>
        line.trim() &&
        !line.includes(folder) &&
        ![line, all[nth + 1]].some((one) => one?.startsWith('| -')),
    )
    .map((line) =>
      line
        .replace(/^\| | \|$/g, '')
        .replaceAll(' | ', ', ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  if (lines.length <= MOST_SAID) return lines;
  const bad = lines.filter((line) => /MISSED|\d!/.test(line)).slice(0, MOST_SAID - 2);
  const rest = lines.filter((line) => !bad.includes(line));
  return [...rest.slice(0, 1), ...bad, ...rest.slice(-1)];
}

/** The rows of the table as it stands, by the name of the bench. */
function kept(page: string): Map<string, string> {
  const table = page.slice(page.indexOf(BEGIN), page.indexOf(END));
  return new Map([...table.matchAll(/^\| `([\w-]+)`.*$/gm)].map(([row, name]) => [name!, row]));
}

function keep(name: string, args: string[], { seconds, how, said }: Ended): void {
  const page = readFileSync(PAGE, 'utf8');
  const rows = kept(page);
  const words = said.join('; ').replaceAll('|', '/');
  const call = ['`' + name + '`', ...args].join(' ');
  rows.set(name, `| ${call} | ${how} | ${seconds.toFixed(0)} | ${at} | ${words} |`);
  const sorted = BENCHES.flatMap(([one]) => rows.get(one) ?? []);
  const table = `${BEGIN}\n\n| bench | bars | s | at | figures |\n| --- | --- | --- | --- | --- |\n${sorted.join('\n')}\n\n${END}`;
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END) + END.length];
  writeFileSync(PAGE, page.slice(0, before) + table + page.slice(after));
  spawnSync(join(root, 'node_modules/.bin/oxfmt'), [PAGE], { cwd: root });
}

const wanted = BENCHES.filter(([name]) => !names.length || names.includes(name));
const unknown = names.filter((name) => !BENCHES.some(([known]) => known === name));
if (!(minutes > 0) || unknown.length) {
  console.error(
    `Usage: npm run bench -- all [minutes] [${BENCHES.map(([name]) => name).join(' | ')}]…`,
  );
  process.exit(2);
}
const leftOut: string[] = [];
const ended: string[] = [];
try {
  for (const [name, args, most, needsSeed] of wanted) {
    if (left() < most) {
      leftOut.push(name);
      continue;
    }
    if (needsSeed) seedOnce();
    console.log(`\n# ${name}, load ${loadavg()[0]!.toFixed(1)} on ${cpus().length}`);
    const how = await run(name, args, most);
    keep(name, args, how);
    ended.push(`${name}: ${how.how}, ${how.seconds.toFixed(0)} s`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
}
console.log(`\n${ended.join('\n')}`);
console.log(
  leftOut.length
    ? `Left out, as ${minutes} minutes are too few: ${leftOut.join(', ')}`
    : 'None left out',
);
