import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keep } from './prove/kept.ts';

/**
 * npm run prove -- clocks [--at=WORD] [--before=SECONDS] [files]: the unit and HTTP tests, or files of them, once at
 * each of the hours that tests have fallen over, or at those with the word in their name; tests, servers and database
 * have the same moved clock. How each hour ended is kept in docs/proof.md as soon as it is over. That takes
 * libfaketime, which npm does not bring (Debian: `apt install libfaketime`; or, with no rights, `apt-get download
 * libfaketime`, `dpkg -x` it, and its library's path in LIBFAKETIME). Chromium's pages stand still under it, so
 * journeys are left out.
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
/** The first tests of a whole run are under way by then; a file or two want less. */
const BEFORE_SECONDS = '90';

export async function clocks(given: string[]): Promise<boolean> {
  const { values, positionals: files } = parseArgs({
    args: given,
    options: {
      at: { type: 'string', default: '' },
      before: { type: 'string', default: BEFORE_SECONDS },
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
  const ended: string[] = [];
  const fell: string[] = [];
  for (const [nth, [name, instant]] of hours.entries()) {
    const from = Date.parse(instant) - Number(values.before) * 1000;
    console.log(`\n[${nth + 1} of ${hours.length}] ${name}: from ${new Date(from).toISOString()}`);
    const begun = performance.now();
    const { code, passed, failed, names } = await suiteAt(from, library, files);
    const minutes = (performance.now() - begun) / 60_000;
    if (code !== 0) fell.push(name);
    const what = files.length ? `${files.length} named: ${files.join(', ')}` : 'all of them';
    const said = [what, ...names.map((one) => `failed: ${one}`)];
    keep(`clocks, ${name}`, { minutes, passed, failed: code === 0 ? 0 : failed || 1, said });
    ended.push(`${name}: ${passed} passed, ${failed} failed, ${minutes.toFixed(1)} minutes`);
    console.log(`\n${ended.join('\n')}`);
  }
  console.log(fell.length ? `Failed: ${fell.join(', ')}` : 'Passed at every hour');
  return fell.length === 0;
}

/** The tests from a moment on; what they say is shown as it comes. */
async function suiteAt(from: number, library: string, files: string[]) {
  const offset = Math.round((from - Date.now()) / 1000);
  const child = spawn(process.execPath, ['scripts/test.ts', 'unit', ...files], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      ...process.env,
      LD_PRELOAD: library,
      FAKETIME: `${offset < 0 ? '' : '+'}${offset}s`,
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
  const names = /^Unit and HTTP tests: .*\n([^]*?)^\d+ passed, /m.exec(output)?.[1] ?? '';
  return {
    code,
    passed: Number(passed ?? 0),
    failed: Number(failed ?? 0),
    names: names.split('\n').flatMap((line) => line.replace(/^✖?\s+/, '') || []),
  };
}
