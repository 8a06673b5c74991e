import { spawn, type ChildProcess } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startScratchCluster } from '../apps/server/src/platform/db/testing/cluster.ts';
import { TIME_IS_UP } from '../e2e/patience.ts';
import { buildIfStale } from './build.ts';
import { processesOf } from './testing/processes.ts';

/**
 * npm test: types, lint, unit and HTTP tests, browser tests; all are run whatever fails, and the
 * last line is their total. `unit [files]` and `e2e [arguments]` run one of the latter two. After TEST_MINUTES, where
 * they are set, no journey begins; those that were left are named above the total (ADR 220).
 */

interface Totals {
  passed: number;
  failed: number;
  /** What failed. */
  names?: string[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'paydesk-reports-'));
const children = new Set<ChildProcess>();
let interrupted: NodeJS.Signals | undefined;

const UNIT_TESTS = [
  'packages/*/src/**/*.test.ts',
  'apps/*/src/**/*.test.ts',
  'scripts/**/*.test.ts',
  'e2e/*.test.ts',
];

const TOGETHER = fileURLToPath(new URL('testing/together.ts', import.meta.url));

/** Two more than there are processors: tests wait for clocks and the database as well. */
const LANES = 4;
/** No process has taken a fifth of it; what hangs is told and ended. */
const PROCESS_MS = 20 * 60_000;
/** As in the browser's part: a machine that stands still for some seconds is no fault of ours. */
const TRIED_AGAIN = process.env['CI'] !== undefined;
/**
 * Types and lint are written in Go. One thread, since each more works out the same types for itself while the tests
 * want the processors; and no memory is given back before they have taken this much, which one does not (ADR 178).
 */
const COMPILER = { GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '2GiB' };

const [only, ...rest] = process.argv.slice(2);
if (only !== undefined && only !== 'unit' && only !== 'e2e') {
  console.error('Usage: node scripts/test.ts [unit [files] | e2e [arguments of playwright test]]');
  process.exit(2);
}

// Ctrl-C reaches the runners too; what is left for us is to wait for them and stop the database.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    interrupted = name;
    for (const child of children) child.kill(name);
  });
}

const totals: Totals = { passed: 0, failed: 0 };
/** Told once more above the total, where whoever sees but the end of a long output looks first. */
const failures: string[] = [];
let database: { url: string; stop(): Promise<void> } | undefined;
try {
  database = await testServer();
  // The server under test is configured by its test, not by the shell that runs it.
  const { DATABASE_URL: _, TEST_MINUTES: minutes, ...shell } = process.env;
  const environment = {
    ...(minutes && { TEST_UNTIL: String(Date.now() + Number(minutes) * 60_000) }),
    // for tests that lint
    ...COMPILER,
    ...shell,
    TEST_DATABASE_URL: database.url,
    // each test file is a process, and most of its start is the reading of our own TypeScript
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
  };
  if (only === 'unit') add(await unitTests(environment, rest));
  else if (only === 'e2e') add(await browserTests(environment, rest, built()));
  else {
    // What is built is looked at by a test as well. The browser tests want both cores, and begin while the last of
    // the others end.
    const thinned = Promise.withResolvers<void>();
    const checks = check();
    const build = built();
    const unit = build.then(() => unitTests(environment, [], thinned.resolve)).then(add);
    const browser = Promise.race([thinned.promise, unit])
      .then(() => browserTests(environment, [], build))
      .then(add);
    await Promise.all([checks, unit, browser]);
  }
} catch (error) {
  console.error(error);
  totals.failed += 1;
} finally {
  await database?.stop();
  rmSync(reports, { recursive: true, force: true });
}
if (interrupted) console.error(`Interrupted by ${interrupted}`);
for (const failure of failures) console.log(failure);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = interrupted ? 130 : totals.failed > 0 ? 1 : 0;

function add(more: Totals): void {
  totals.passed += more.passed;
  totals.failed += more.failed;
}

async function testServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['DATABASE_URL'];
  console.log(`Tests on ${given ? 'the PostgreSQL of DATABASE_URL' : 'an embedded PostgreSQL'}`);
  return given ? { url: given, stop: async () => undefined } : startScratchCluster();
}

/** Lint and types one after the other, in one core; what they say is shown in one piece. */
async function check(): Promise<void> {
  for (const name of ['lint', 'types']) {
    if (interrupted) return;
    const started = performance.now();
    const env = { ...COMPILER, ...process.env };
    const { ok, output } =
      name === 'types'
        ? await types(env)
        : await run('npm', ['run', '--silent', name], env, 'gather');
    console.log(`${ok ? '✔' : '✖'} ${name} (${seconds(started)})${ok ? '' : `\n${output}`}`);
    if (!ok) failed(`✖ ${name}`);
  }
}

/** The projects of `npm run types`, each in one thread: that is no setting of the environment. */
async function types(env: NodeJS.ProcessEnv): Promise<{ ok: boolean; output: string }> {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: { types: string } };
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  for (const command of scripts.types.split(' && ')) {
    const args = [tsc, ...command.split(' ').slice(1), '--singleThreaded'];
    const one = await run(process.execPath, args, env, 'gather');
    if (!one.ok) return one;
  }
  return { ok: true, output: '' };
}

async function built(): Promise<boolean> {
  const started = performance.now();
  try {
    const anew = await buildIfStale();
    console.log(`✔ build (${anew ? seconds(started) : 'up to date'})`);
    return true;
  } catch (error) {
    console.log(`✖ build\n${String(error)}`);
    failed('✖ build');
    return false;
  }
}

function failed(what: string): void {
  totals.failed += 1;
  failures.push(what);
}

/**
 * Each process says what it has to say when it ends, in one piece. On CI one that failed is run once
 * more when the others are over, and what passed only then is said. `noneWaits` hears when all have begun.
 */
async function unitTests(
  environment: NodeJS.ProcessEnv,
  files: string[],
  noneWaits?: () => void,
): Promise<Totals> {
  const found = globSync(files.length ? files : UNIT_TESTS, { cwd: root }).sort();
  const waiting = processesOf(found).entries();
  const sum: Totals = { passed: 0, failed: found.length ? 0 : 1 };
  const again: [number, string[], string[]?][] = [];
  const started = performance.now();
  const lane = async () => {
    for (const [nth, own] of waiting) {
      if (interrupted) return;
      const one = await testProcess(environment, own, nth);
      if (one.failed && TRIED_AGAIN) again.push([nth, own, one.names]);
      else tell(sum, one, own);
    }
    noneWaits?.();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  for (const [nth, own, names] of again) {
    if (interrupted) break;
    const one = await testProcess(environment, own, nth);
    tell(sum, one, own);
    if (!one.failed) failures.push(`Passed only when tried again: ${called(names, own)}`);
  }
  console.log(
    `Unit and HTTP tests: ${sum.passed} passed, ${sum.failed} failed (${seconds(started)})`,
  );
  return sum;
}

function tell(sum: Totals, { passed, failed, names }: Totals, files: string[]): void {
  sum.passed += passed;
  sum.failed += failed;
  if (failed) failures.push(`✖ ${called(names, files)}`);
}

/** The tests by name; a process that ended without its report is known by its files alone. */
function called(names: string[] | undefined, files: string[]): string {
  return (names?.length ? names : files).join('\n  ');
}

async function testProcess(
  environment: NodeJS.ProcessEnv,
  files: string[],
  nth: number,
): Promise<Totals> {
  const report = join(reports, `unit-${nth}.json`);
  const { ok, output } = await run(
    process.execPath,
    [
      '--test',
      ...(files.length > 1 ? ['--test-isolation=none'] : []),
      '--test-timeout=300000',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${new URL('test-reporter.ts', import.meta.url).href}`,
      `--test-reporter-destination=${report}`,
      ...(files.length > 1 ? [TOGETHER] : files),
    ],
    {
      ...environment,
      // where UTC's day and the clock's differ, and by no whole hour
      TZ: 'America/St_Johns',
      ...(files.length > 1 && { PAYDESK_TEST_FILES: JSON.stringify(files) }),
    },
    'gather',
    PROCESS_MS,
  );
  const totals = counted(ok, () => JSON.parse(readFileSync(report, 'utf8')) as Totals);
  console.log(output.replace(/^ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo) .*\n/gm, ''));
  if (totals.failed) console.log(`✖ ${totals.failed} failed of ${files.join(' ')}\n`);
  return totals;
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { annotations: { description?: string }[] }[] }[];
}

interface PlaywrightReport extends Pick<PlaywrightSuite, 'suites'> {
  errors: unknown[];
  stats: { expected: number; flaky: number; unexpected: number };
}

/** The journeys for which there was no time. */
function notRun(suites: PlaywrightSuite[] = []): string[] {
  return suites.flatMap(({ suites: inner, specs }) => [
    ...specs
      .filter(({ tests }) =>
        tests.some((one) => one.annotations.some((told) => told.description === TIME_IS_UP)),
      )
      .map(({ title }) => title),
    ...notRun(inner),
  ]);
}

async function browserTests(
  environment: NodeJS.ProcessEnv,
  args: string[],
  build: boolean | Promise<boolean>,
): Promise<Totals> {
  if (interrupted || !(await build)) return { passed: 0, failed: 0 };
  const report = join(reports, 'e2e.json');
  const manifest = createRequire(import.meta.url).resolve('@playwright/test/package.json');
  const { ok } = await run(
    process.execPath,
    [join(dirname(manifest), 'cli.js'), 'test', '-c', 'e2e/playwright.config.ts', ...args],
    {
      ...environment,
      E2E_REPORT: report,
      // Node reads our TypeScript itself, and keeps what it has read: Playwright's compiler is nobody's (ADR 190)
      PW_DISABLE_TS_ESM: '1',
    },
  );
  return counted(ok, () => {
    const said = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport;
    const { stats, errors } = said;
    const left = notRun(said.suites);
    if (left.length)
      failures.push(`${left.length} NOT RUN. ${TIME_IS_UP}:`, ...left.map((title) => `  ${title}`));
    if (stats.flaky) console.log(`${stats.flaky} passed only when tried again`);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
  });
}

/** A runner that fails without naming a failed test, or leaves no report, is itself a failure. */
function counted(ok: boolean, read: () => Totals): Totals {
  let result: Totals = { passed: 0, failed: 0 };
  try {
    result = read();
  } catch {
    ok = false;
  }
  return { ...result, failed: ok ? result.failed : Math.max(1, result.failed) };
}

async function run(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  output: 'show' | 'gather' = 'show',
  timeout = 0,
): Promise<{ ok: boolean; output: string }> {
  const child = spawn(command, args, {
    cwd: root,
    env,
    timeout,
    killSignal: 'SIGKILL',
    stdio: output === 'show' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    // npm is a script on Windows.
    shell: process.platform === 'win32' && command === 'npm',
  });
  children.add(child);
  const said: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      console.error(String(error));
      resolve(null);
    });
    child.on('close', resolve);
  });
  children.delete(child);
  return { ok: code === 0, output: Buffer.concat(said).toString() };
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
