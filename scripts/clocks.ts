import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * npm run prove -- clocks [--at=WORD] [files]: the unit and HTTP tests, or files of them, once at each of the
 * hours that tests have fallen over, or at those with the word in their name; tests, servers and database
 * have the same moved clock. That takes libfaketime, which npm does not bring (Debian: `apt install
 * libfaketime`; or, with no rights, `apt-get download libfaketime`, `dpkg -x` it, and its library's path in
 * LIBFAKETIME). Chromium's pages stand still under it, so journeys are left out.
 */

/** A little before each: the run goes over it. UTC. */
const CLOCKS: Readonly<Record<string, string>> = {
  midnight: '2027-01-20T23:58:30Z',
  'three in the morning': '2027-01-21T03:10:00Z',
  'end of a month and year': '2027-12-31T23:58:30Z',
  '29 February': '2028-02-28T23:58:30Z',
  'summer time begins': '2027-03-28T00:58:30Z',
  'summer time ends': '2027-10-31T00:58:30Z',
};

export async function clocks(given: string[]): Promise<boolean> {
  const { values, positionals: files } = parseArgs({
    args: given,
    options: { at: { type: 'string', default: '' } },
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
  const failed: string[] = [];
  for (const [name, instant] of hours) {
    console.log(`\n${name}: from ${instant}`);
    const offset = Math.round((Date.parse(instant) - Date.now()) / 1000);
    const child = spawn(process.execPath, ['scripts/test.ts', 'unit', ...files], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: {
        ...process.env,
        LD_PRELOAD: library,
        FAKETIME: `${offset < 0 ? '' : '+'}${offset}s`,
        // waits and time-outs are as long as ever
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const code = await new Promise<number | null>((resolve) => {
      child.on('error', () => resolve(1));
      child.on('close', resolve);
    });
    if (code !== 0) failed.push(name);
  }
  console.log(failed.length ? `Failed: ${failed.join(', ')}` : 'Passed at every hour');
  return failed.length === 0;
}
