import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm run bench -- start`: seconds from `npm start` to the line that says it is ready. */

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paydesk-bench-'));

async function start(): Promise<{ seconds: number; child: ChildProcess }> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('ready at')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
  return { seconds: (performance.now() - began) / 1000, child };
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

const say = (what: string, seconds: number, limit: number) =>
  console.log(`${what.padEnd(44)} ${seconds.toFixed(2).padStart(6)} s   limit ${limit} s`);

rmSync(join(root, 'apps/web/dist'), { recursive: true, force: true });
try {
  const first = await start();
  say('first start: build, cluster, demo data', first.seconds, 15);
  await end(first.child, 'SIGTERM');
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const again = await start();
    say('start on existing data', again.seconds, 2);
    await end(again.child, signal);
  }
  const killed = await start();
  say('start after SIGKILL', killed.seconds, 2);
  await end(killed.child, 'SIGTERM');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
