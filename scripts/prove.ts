import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startScratchCluster } from '../apps/server/src/platform/db/testing/cluster.ts';

/**
 * npm run prove: the proofs that `npm test` runs in a short form, in their full form, one after the
 * other; each prints its figures beneath its name.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const PROOFS = [
  'packages/*/src/**/money.test.ts',
  'apps/server/src/**/*.property.test.ts',
  'apps/server/src/processes.test.ts',
];

const files = globSync(PROOFS, { cwd: root }).sort();
const started = performance.now();
const database = await startScratchCluster();
const { DATABASE_URL: _, ...shell } = process.env;
const child = spawn(
  process.execPath,
  ['--test', '--test-concurrency=1', '--test-timeout=3600000', '--test-reporter=spec', ...files],
  {
    cwd: root,
    env: { ...shell, TEST_DATABASE_URL: database.url, PROVE: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const code = await new Promise<number | null>((resolve) => {
  child.on('error', () => resolve(1));
  child.on('close', resolve);
});
await database.stop();
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
console.log(code === 0 ? `Proved in ${minutes} minutes` : 'Not proved');
process.exitCode = code ?? 1;
