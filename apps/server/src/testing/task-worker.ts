import { setTimeout as sleep } from 'node:timers/promises';
import { compose } from '../compose.ts';
import type { Acquirer } from '../gateways/acquirer.ts';
import { sandboxesInProcess } from '../gateways/sandboxes.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { startTasks } from '../platform/tasks.ts';
import { tasksOf } from '../resources.ts';
import { testEncryption } from './encryption.ts';

/** So that a kill meets money under way. */
const LINE_MS = 15;

/** These tasks of a server, in a process of their own, without its calls and with their pauses short. */
export async function work(
  databaseUrl: string,
  names: readonly string[],
  clock = false,
): Promise<void> {
  // of a run that was stopped nobody is left
  process.once('disconnect', () => process.exit(1));
  const { services } = await compose(
    {
      config: readConfig({ DATABASE_URL: databaseUrl, CALLBACK_ALLOW: '127.0.0.1' }),
      sandboxes: sandboxesInProcess({ databaseUrl }),
      log: createLog('silent'),
      demo: true,
      encryption: testEncryption,
      databaseUrl,
      clock,
      draining: () => false,
      webFolder: null,
    },
    { acquirer: slow, publicUrl: () => 'http://127.0.0.1:3000' },
  );
  const wanted = tasksOf(services).filter(({ name }) => names.includes(name));
  const often = wanted.map((task) => ({ ...task, everyMs: 100, firstAfterMs: 0 }));
  startTasks(often, services);
}

/** Asked late and answered late, as over a line. */
function slow(acquirer: Acquirer): Acquirer {
  return {
    ...acquirer,
    async move(request) {
      await sleep(Math.random() * LINE_MS);
      const answer = await acquirer.move(request);
      await sleep(Math.random() * LINE_MS);
      return answer;
    },
  };
}
