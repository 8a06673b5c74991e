import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { clocks } from './clocks.ts';
import { breakdowns } from './prove/breakdowns.ts';
import { chosen, leftOut, openOf } from './prove/choose.ts';
import { citus } from './prove/citus.ts';
import { failover } from './prove/failover.ts';
import { image } from './prove/image.ts';
import { faultsJudged, isAsNow, keep, keptFigures } from './prove/kept.ts';
import { mutants } from './prove/mutants.ts';
import { pooler } from './prove/pooler.ts';
import { proofs } from './prove/proofs.ts';
import { rolling } from './prove/rolling.ts';
import { servers } from './prove/servers.ts';
import { startScratchCluster } from '../apps/server/src/platform/db/testing/cluster.ts';

/**
 * npm run prove [-- WORD …] [-- --continue]: the proofs that `npm test` runs in a short form, in their full form, one
 * after the other: those whose file's name has a word of these in it; without a word all that are not long (see
 * prove/choose.ts), and at its end the long ones are named, each with its last run. Each prints its figures beneath its
 * name; `--continue` leaves out what passed on this commit already. `failover` ends the leader of three PostgreSQL under refunds, see prove/failover.ts; `servers` ends four processes behind HAProxy one by one, see prove/servers.ts; `pooler` puts PgBouncer between, see prove/pooler.ts; `citus` spreads rows over three machines, see prove/citus.ts; `faults` is what befalls an installation, as a table, see prove/breakdowns.ts; `clocks` moves the clock of the whole suite, see clocks.ts; `mutants` puts
 * faults into a copy of the tree, see prove/mutants.ts; `image` runs the Dockerfile's steps, see prove/image.ts; `import` brings a million rows in, killed on the way,
 * see bench/import.ts; `upgrades --rolling` runs the tests of a release before on today's schema, see prove/rolling.ts. `npm run prove -- kills --history 7` replays one history of kills.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const [first, ...rest] = process.argv.slice(2);
if (first === 'clocks') process.exit((await clocks(rest)) ? 0 : 1);
if (first === 'faults') process.exit((await breakdowns(rest)) ? 0 : 1);
if (first === 'failover') process.exit((await failover(rest)) ? 0 : 1);
if (first === 'citus') process.exit((await citus(rest)) ? 0 : 1);
if (first === 'servers') process.exit((await servers()) ? 0 : 1);
if (first === 'pooler') process.exit((await pooler()) ? 0 : 1);
if (first === 'image') process.exit((await image()) ? 0 : 1);
if (first === 'upgrades' && rest[0] === '--rolling')
  process.exit((await rolling(rest.slice(1))) ? 0 : 1);
if (first === 'mutants') process.exit((await mutants(rest)) ? 0 : 1);

if (first === 'import') {
  const bench = ['bench/run.ts', 'import', ...(rest.length ? rest : ['1000000', '3'])];
  process.exit(spawnSync(process.execPath, bench, { cwd: root, stdio: 'inherit' }).status ?? 1);
}

const { values, positionals: words } = parseArgs({
  options: { history: { type: 'string' }, continue: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { history } = values;
const all = proofs();
const wanted = chosen(all, words);
if (!wanted.length || (history !== undefined && !/^[1-9]\d{0,8}$/.test(history))) {
  console.error('Usage: npm run prove [-- WORD …] [-- --continue] [-- kills --history NUMBER]');
  process.exit(2);
}
const before = keptFigures();
const open = values.continue ? openOf(wanted, before, isAsNow) : wanted;
if (open.length < wanted.length)
  console.log(`${wanted.length - open.length} of ${wanted.length} have passed on this commit`);
const [files, journeys] = [false, true].map((browser) =>
  open.filter((file) => file.startsWith('e2e') === browser),
) as [string[], string[]];
const started = performance.now();
const { DATABASE_URL: _, ...shell } = process.env;
const environment = { ...shell, PROVE: '1', ...(history && { PROVE_HISTORY: history }) };
let running: ChildProcess | undefined;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    interrupted = true;
    running?.kill(signal);
  });
let code = 0;
let begunOnes = 0;
const fell: string[] = [];
if (files.length) {
  const database = await startScratchCluster();
  const args = ['--test', '--test-timeout=3600000', '--test-reporter=spec'];
  for (const file of files)
    if (!interrupted) await prove(file, [...args, file], { TEST_DATABASE_URL: database.url });
  await database.stop();
}
for (const file of journeys) if (!interrupted) await prove(file, ['scripts/test.ts', 'e2e', file]);
const minutes = (performance.now() - started) / 60_000;
if (interrupted) code ||= 1;
else if (!words.length && !values.continue)
  keep('npm run prove', {
    minutes,
    passed: open.length - fell.length,
    failed: fell.length,
    said: [`${open.length} proofs, all that are not long`, ...fell.map((one) => `failed: ${one}`)],
  });
if (!words.length)
  console.log(
    `\nLeft out, being long:\n${leftOut(all, keptFigures(), faultsJudged()).join('\n')}\n`,
  );
if (interrupted) console.log('Interrupted; --continue goes on with what has not passed yet');
if (fell.length) console.log(`Not proved: ${fell.join(', ')}`);
if (code === 0) console.log(`Proved in ${minutes.toFixed(1)} minutes`);
process.exitCode = code;

/** Runs one to its end, shows what it says, and keeps its figures. */
async function prove(file: string, args: string[], env: Record<string, string> = {}) {
  const begun = performance.now();
  const last = before[file] ? `, ${before[file].minutes.toFixed(1)} minutes when last run` : '';
  console.log(`\n[${++begunOnes} of ${open.length}] ${file}${last}`);
  const { status, output } = await run(args, env);
  code ||= status;
  if (interrupted) return;
  if (status !== 0) fell.push(file);
  if (history !== undefined) return;
  const [, passed = 0, failed = 0] =
    /^(\d+) passed, (\d+) failed$/m.exec(output) ??
    /^ℹ pass (\d+)$[^]*^ℹ fail (\d+)$/m.exec(output) ??
    [];
  keep(file, {
    minutes: (performance.now() - begun) / 60_000,
    passed: Number(passed),
    failed: status === 0 ? Number(failed) : Number(failed) || 1,
    said: output
      .split('\n')
      .filter((line) =>
        / in full: |^\s*ℹ (?!(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) )/.test(
          line,
        ),
      )
      .map((line) => line.trim().replace(/^ℹ /, '')),
  });
}

function run(args: string[], env: Record<string, string>) {
  running = spawn(process.execPath, args, {
    cwd: root,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  running.stdout!.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    output += text;
  });
  return new Promise<{ status: number; output: string }>((resolve) =>
    running!
      .on('error', () => resolve({ status: 1, output }))
      .on('close', (status) => resolve({ status: status ?? 1, output })),
  );
}
