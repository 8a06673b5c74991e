import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../apps/server/src/platform/db/embedded/address.ts';
import { buildIfStale } from './build.ts';

/**
 * npm run dev: the web app with hot reload on PORT, and behind it the server, which starts anew when
 * one of its files changes, and the checkout, which is built anew: its page is the server's, policy
 * included. Settings are those of `npm start`; Ctrl-C stops all, database included.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const port = process.env['PORT'] || '3000';
const host = process.env['HOST'] || '127.0.0.1';
const behind = await freePort();
const children = new Set<ChildProcess>();

// the server has a page to serve for whatever asks it directly
await buildIfStale();

run(['--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.ts')], root, {
  PORT: String(behind),
  HOST: '127.0.0.1',
  PUBLIC_URL: process.env['PUBLIC_URL'] || `http://${host}:${port}`,
  // nobody's balancer waits for a server that starts anew
  DRAIN_SECONDS: '0',
});

const web = join(root, 'apps/web');
const checkout = join(root, 'apps/checkout');
const manifest = createRequire(join(web, 'package.json')).resolve('vite/package.json');
run([join(dirname(manifest), 'bin/vite.js'), '--port', port, '--host', host, '--strictPort'], web, {
  DEV_SERVER: `http://127.0.0.1:${behind}`,
});

run(
  [join(dirname(manifest), 'bin/vite.js'), 'build', '--watch', '--logLevel', 'warn'],
  checkout,
  {},
);

let stopping = false;
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop(0, name));

/** One that ends takes the others with it. */
function run(args: string[], cwd: string, settings: Record<string, string>): void {
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, args, { cwd, env, stdio: 'inherit' });
  children.add(child);
  child.on('close', (code) => {
    children.delete(child);
    stop(code ?? 0, 'SIGTERM');
  });
}

function stop(code: number, signal: NodeJS.Signals): void {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of children) child.kill(signal);
}
