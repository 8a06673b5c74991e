import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from '@playwright/test';
import chromium, { inflate } from '@sparticuz/chromium';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Chromium for the browser tests: an installed one where CHROME_PATH names it, else the one npm
 * brought, with the libraries and a font that a bare machine lacks.
 */
export async function launchOptions(): Promise<LaunchOptions> {
  const installed = process.env['CHROME_PATH'];
  const home = installed ? undefined : await unpacked();
  const sandbox = canSandbox();
  return {
    executablePath: installed ?? join(home ?? '', 'chromium'),
    chromiumSandbox: sandbox,
    // Of the package's own flags only these: --single-process crashes on a plain machine, and
    // --disable-web-security and its like would hide what the tests are to find.
    // No graphics card is emulated, and what draws is no process of its own: a tenth of the journeys' time (ADR 178).
    args: [
      '--font-render-hinting=none',
      '--disable-gpu',
      '--in-process-gpu',
      ...(sandbox ? [] : ['--no-zygote']),
    ],
    ...(home ? { env: withLibraries(home) } : {}),
  };
}

/** Root has no sandbox in Chromium, nor has anyone without user namespaces. */
function canSandbox(): boolean {
  if (process.platform !== 'linux') return true;
  return process.getuid?.() !== 0 && spawnSync('unshare', ['--user', 'true']).status === 0;
}

function withLibraries(home: string): Record<string, string> {
  const given = process.env['LD_LIBRARY_PATH'];
  return {
    ...(process.env as Record<string, string>),
    LD_LIBRARY_PATH: [join(home, 'al2023/lib'), ...(given ? [given] : [])].join(':'),
    FONTCONFIG_PATH: join(home, 'fonts'),
  };
}

/**
 * The package unpacks into the system's temporary folder, under names anyone can take, and counts
 * a half written file as whole. So it unpacks into a draft folder of ours, renamed when whole.
 */
async function unpacked(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'npm brings a Chromium for Linux on x64 only: set CHROME_PATH to an installed one',
    );
  }
  const manifest = join(packageFolder(), 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const home = join(root, 'node_modules/.cache', `chromium-${version}`);
  if (existsSync(home)) return home;

  const draft = `${home}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const temporary = process.env['TMPDIR'];
  process.env['TMPDIR'] = draft;
  try {
    await chromium.executablePath();
    await inflate(join(packageFolder(), 'bin/al2023.tar.br'));
  } finally {
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
  }
  writeFileSync(join(draft, 'fonts/fonts.conf'), fontsConfiguration(home));
  try {
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
  return home;
}

function packageFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  return dirname(dirname(entry));
}

function fontsConfiguration(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
