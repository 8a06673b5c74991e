import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ON_ONE_MACHINE, type OnOneMachine } from './one-machine.ts';

/** The HTTP and SQL tests where rows are spread: each file that asks a database, but what is of one machine by its nature. */

const root = join(import.meta.dirname, '../../..');
const ASKS = /\b(?:testServer|testDatabase|demoOfTests|startProcess)\b/;

const FILES = 'apps/server/src/**/*.test.ts';

/** Those that ask a database. */
export const filesOnDatabase = (): string[] =>
  globSync(FILES, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => ASKS.test(readFileSync(join(root, file), 'utf8')))
    .toSorted();

/** What is run there, and what is left out of it: whole files, and tests by what their titles begin with. */
export function chosen(
  files: readonly string[] = filesOnDatabase(),
  left: readonly OnOneMachine[] = ON_ONE_MACHINE,
) {
  const without = new Set(left.flatMap(({ file, tests }) => (tests ? [] : [file])));
  return {
    files: files.filter((file) => !without.has(file)),
    skipped: left.flatMap(({ tests }) => tests ?? []),
  };
}

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/"]/g, '.');

/** What came of a run of tests. */
export interface Outcome {
  said: string;
  passed: number;
  failed: number;
}

/** Runs them, or only some, and says what came of it. */
export async function suite(
  coordinator: string,
  workers: readonly string[],
  only?: readonly string[],
): Promise<Outcome> {
  const { files, skipped } = chosen(only);
  const skip = skipped.map((title) => `--test-skip-pattern="/^${literal(title)}/"`).join(' ');
  const came = await testsThere(['unit', ...files], coordinator, workers, { NODE_OPTIONS: skip });
  const out = ON_ONE_MACHINE.filter(({ tests }) => !tests).length;
  return {
    ...came,
    said: `${files.length} files of HTTP and SQL tests: ${came.said}; of one machine by their nature ${out} files and ${skipped.length} tests (scripts/prove/citus/one-machine.ts)`,
  };
}

/** The browser's walk in its short form: every route by every role that may open it. */
export async function walk(coordinator: string, workers: readonly string[]): Promise<Outcome> {
  const came = await testsThere(['e2e', 'walk.spec.ts'], coordinator, workers);
  return {
    ...came,
    said: `every route in the browser, by each role that may open it: ${came.said}`,
  };
}

async function testsThere(
  which: readonly string[],
  coordinator: string,
  workers: readonly string[],
  settings: Record<string, string> = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, ['scripts/test.ts', ...which], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: coordinator,
      TEST_CITUS_WORKERS: workers.join(','),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    told = (told + chunk.toString()).slice(-1000);
  });
  await new Promise((resolve) => child.on('close', resolve));
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(told) ?? [];
  return {
    said: `${passed ?? 0} passed, ${failed ?? 'an unknown number'} failed`,
    passed: Number(passed ?? 0),
    failed: Number(failed ?? 1),
  };
}
