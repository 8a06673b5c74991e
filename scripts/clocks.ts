import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isAsNow, keep, keptFigures } from './prove/kept.ts';

/**
 * npm run prove -- clocks [--at=WORD] [--before=SECONDS] [--continue] [unit | e2e | files]: the unit and HTTP tests and the
 * journeys, or one of the two, or files of them, once at each of the hours that tests have fallen over, or at those with
 * the word in their name; tests, servers, database and browser have the same moved clock. How each hour ended is kept in
 * docs/proof.md as soon as it is over; `--continue` leaves out those that have passed on this commit. That takes two things that npm does not bring: a C compiler (`cc`), and
 * libfaketime (Debian: `apt install libfaketime`; or, with no rights, `apt-get download libfaketime`, `dpkg -x` it, and
 * its library's path in LIBFAKETIME).
 */

/** What a run goes over, from a little before. UTC. */
const CLOCKS: Readonly<Record<string, string>> = {
  midnight: '2027-01-21T00:00:00Z',
  'three in the morning': '2027-01-21T03:11:30Z',
  'end of a month and year': '2028-01-01T00:00:00Z',
  '29 February': '2028-02-29T00:00:00Z',
  'summer time begins': '2027-03-28T01:00:00Z',
  'summer time ends': '2027-10-31T01:00:00Z',
};
const PARTS = ['unit', 'e2e'];
/** The first tests of a whole run are under way by then; a file or two want less. */
const BEFORE_SECONDS = '90';

export async function clocks(given: string[]): Promise<boolean> {
  const { values, positionals: files } = parseArgs({
    args: given,
    options: {
      at: { type: 'string', default: '' },
      before: { type: 'string', default: BEFORE_SECONDS },
      continue: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const hours = Object.entries(CLOCKS).filter(([name]) => name.includes(values.at));
  if (!hours.length) {
    console.error(`No such hour; there are: ${Object.keys(CLOCKS).join(', ')}`);
    return false;
  }
  const [library] = globSync(
    process.env['LIBFAKETIME'] ?? [
      '/usr/lib/*/faketime/libfaketimeMT.so.1',
      '/usr/{lib,local/lib,lib64}/faketime/libfaketimeMT.so.1',
    ],
  );
  if (!library) {
    console.error(
      'The clock can’t be moved: libfaketime is not installed (apt install libfaketime), nor is its library named by LIBFAKETIME',
    );
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-clocks-'));
  try {
    // PostgreSQL runs as somebody else, and reads it too
    chmodSync(folder, 0o755);
    const waits = join(folder, 'waits.so');
    const source = fileURLToPath(new URL('clocks/waits.c', import.meta.url));
    const made = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', waits, source, '-ldl'], {
      stdio: 'inherit',
    });
    if (made.status !== 0) {
      console.error('The clock can’t be moved: no C compiler (cc) has made scripts/clocks/waits.c');
      return false;
    }
    return await hoursPass(hours, `${waits}:${library}`, values, files);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function hoursPass(
  hours: [string, string][],
  libraries: string,
  { before, continue: goesOn }: { before: string; continue: boolean },
  given: string[],
): Promise<boolean> {
  const ended: string[] = [];
  const fell: string[] = [];
  const named = given.filter((word) => !PARTS.includes(word));
  const turns = hours.flatMap((hour) =>
    PARTS.flatMap((part) => {
      const files = named.filter((file) => file.endsWith('.spec.ts') === (part === 'e2e'));
      const asked = named.length ? files.length : !given.length || given.includes(part);
      return asked ? [{ hour, part, files }] : [];
    }),
  );
  for (const [nth, { hour, part, files }] of turns.entries()) {
    const [name, instant] = hour;
    const row = `clocks, ${name}${part === 'e2e' ? ', journeys' : ''}`;
    const what = files.length ? `${files.length} named: ${files.join(', ')}` : 'all of them';
    const last = keptFigures()[row];
    if (goesOn && last?.said[0] === what && last.failed === 0 && isAsNow(last.commit)) {
      console.log(`${row}: passed on this commit`);
      continue;
    }
    const from = Date.parse(instant) - Number(before) * 1000;
    console.log(`\n[${nth + 1} of ${turns.length}] ${name}: from ${new Date(from).toISOString()}`);
    const begun = performance.now();
    const { code, passed, failed, names, again } = await testsAt(from, libraries, [part, ...files]);
    const minutes = (performance.now() - begun) / 60_000;
    if (code !== 0) fell.push(row);
    const said = [
      what,
      ...names.map((one) => `failed: ${one}`),
      ...again.map((one) => `passed when tried again: ${one}`),
    ];
    keep(row, { minutes, passed, failed: code === 0 ? 0 : failed || 1, said });
    ended.push(`${row}: ${passed} passed, ${failed} failed, ${minutes.toFixed(1)} minutes`);
    console.log(`\n${ended.join('\n')}`);
  }
  console.log(fell.length ? `Failed: ${fell.join('; ')}` : 'Passed at every hour');
  return fell.length === 0;
}

/** The tests of a part from a moment on; what they say is shown as it comes. */
async function testsAt(from: number, libraries: string, words: string[]) {
  const offset = Math.round((from - Date.now()) / 1000);
  const child = spawn(process.execPath, ['scripts/test.ts', ...words], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      ...process.env,
      LD_PRELOAD: libraries,
      FAKETIME: `${offset < 0 ? '' : '+'}${offset}s`,
      // a journey that fails is tried once more, as the checks do: of an hour is what fails at it twice
      CI: 'true',
      // waits and time-outs are as long as ever
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    output += text;
  });
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', resolve);
  });
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
  // above the total, a line for each; those of one process are indented below the first
  const named = /^Unit and HTTP tests: .*\n([^]*?)^\d+ passed, /m.exec(output)?.[1] ?? '';
  const journeys = (sign: string) =>
    namesOf(output, `^ +${sign} +\\d+ (.+) \\(retry #1\\) \\(.+\\)$`);
  return {
    code,
    passed: Number(passed ?? 0),
    failed: Number(failed ?? 0),
    names: [
      ...named.split('\n').flatMap((line) => line.replace(/^✖?\s+/, '') || []),
      ...journeys('✘'),
    ],
    again: journeys('✓'),
  };
}

const namesOf = (output: string, line: string) =>
  Array.from(output.matchAll(new RegExp(line, 'gm')), ([, name]) => name!);
