import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../repo/sources.ts';
import { copyOfTheRepository } from '../testing/copy.ts';
import { fittingTests, type Fitting } from './fitting.ts';
import type { Place } from './places.ts';

/** Who caught it, or nobody. */
export interface Verdict {
  by: string | null;
  seconds: number;
}

const FILE_MS = 900_000;
/** How long a file may go on after its first failure, to put its database away. */
const REST_MS = 10_000;

/** A copy of the tree in which one fault after the other is put in and looked for. */
export function judge(databaseUrl: string) {
  const copy = copyOfTheRepository();
  const { DATABASE_URL: _, ...shell } = process.env;
  const env = {
    ...shell,
    TEST_DATABASE_URL: databaseUrl,
    TZ: 'America/St_Johns',
    NODE_COMPILE_CACHE: join(copy, 'node_modules/.cache/node'),
  };

  /** True where it went well; the first failed test of a file ends it. */
  const passes = (command: string, args: string[]) =>
    new Promise<boolean>((resolve) => {
      const child = spawn(command, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'ignore'] });
      let failed = false;
      let rest: NodeJS.Timeout | undefined;
      const end = () => child.kill('SIGKILL');
      const longest = setTimeout(() => ((failed = true), end()), FILE_MS);
      child.stdout.on('data', (chunk: Buffer) => {
        if (rest || !/^\s*not ok /m.test(chunk.toString())) return;
        failed = true;
        rest = setTimeout(end, REST_MS);
      });
      child.on('close', (code) => {
        clearTimeout(longest);
        clearTimeout(rest);
        resolve(!failed && code === 0);
      });
    });

  const bin = (name: string) => join(copy, 'node_modules/.bin', name);

  async function catcher(place: Place, most: number): Promise<string | null> {
    const projects = place.file.startsWith('packages/')
      ? ['packages/contract', 'apps/server']
      : ['apps/server'];
    for (const project of projects)
      if (!(await passes(bin('tsc'), ['-p', project]))) return 'types';
    if (place.kind === 'await' && !(await passes(bin('oxlint'), ['--deny-warnings', place.file])))
      return 'lint';
    // twice: what a busy machine makes fail catches nothing
    for (const test of fittingTests(place, most))
      if (!(await runs(test)) && (await isSound(place, test)) && !(await runs(test)))
        return test.path;
    return null;
  }

  const runs = ({ path, titles }: Fitting) =>
    passes(process.execPath, [
      '--test-reporter=tap',
      ...(titles ? [`--test-name-pattern=/${titles}/`] : []),
      path,
    ]);
  const sound = new Map<string, boolean>();

  /** A test that fails without the fault too proves nothing. */
  async function isSound(place: Place, test: Fitting): Promise<boolean> {
    const key = `${test.path} ${test.titles ?? ''}`;
    const known = sound.get(key);
    if (known !== undefined) return known;
    const path = join(copy, place.file);
    const faulty = readFileSync(path, 'utf8');
    writeFileSync(path, readFileSync(join(root, place.file), 'utf8'));
    const passed = await runs(test);
    writeFileSync(path, faulty);
    sound.set(key, passed);
    if (!passed) console.log(`${test.path} fails without a fault and is left out`);
    return passed;
  }

  async function verdict(place: Place, most: number): Promise<Verdict> {
    const started = performance.now();
    const path = join(copy, place.file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, place.start) + place.text + text.slice(place.end));
    try {
      const by = await catcher(place, most);
      return { by, seconds: Math.round((performance.now() - started) / 1000) };
    } finally {
      writeFileSync(path, text);
    }
  }

  return { verdict, close: () => rmSync(copy, { recursive: true, force: true }) };
}
