import { spawn, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const READY_MS = 120_000;

/**
 * Installs a peer from its own lock into a folder that is thrown away, and starts it on that database; in words why
 * not, where it can't be. None of what it needs becomes a part of Paydesk's tree.
 */
export async function startPeer(name: string, folder: string, databaseUrl: string) {
  const to = join(folder, name);
  cpSync(fileURLToPath(new URL(name, import.meta.url)), to, { recursive: true });
  const install = spawnSync('npm', ['ci', '--prefix', to, '--no-audit', '--no-fund'], {
    cwd: to,
    encoding: 'utf8',
  });
  if (install.status !== 0) return `not installed: ${lastLine(install.stderr ?? 'no npm')}`;
  const child = spawn(process.execPath, ['--max-old-space-size=4096', 'server.mjs'], {
    cwd: to,
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-4000)));
  const ended = new Promise<null>((ready) => child.once('exit', () => ready(null)));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const address = new Promise<string>((ready) =>
    child.stdout.on('data', (part: Buffer) => {
      const url = /ready at (http:\S+)/.exec(part.toString())?.[1];
      if (url) ready(url);
    }),
  );
  const late = setTimeout(() => child.kill('SIGKILL'), READY_MS);
  const url = await Promise.race([address, ended]);
  clearTimeout(late);
  return url ? { url, stop, pid: child.pid! } : `not started: ${lastLine(said)}`;
}

const lastLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /error/i.test(line))
    .at(0) ?? 'it said nothing';
