import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxAcquirer } from '../gateways/acquirer-sandbox.ts';
import type { Acquirer } from '../gateways/acquirer.ts';
import { sandboxInstitution } from '../gateways/financing-institution-sandbox.ts';
import { sandboxScreening } from '../gateways/screening-sandbox.ts';
import { readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createLog } from '../platform/log.ts';
import { outbound } from '../platform/outbound.ts';
import type { Services } from '../platform/services.ts';
import { startTasks } from '../platform/tasks.ts';
import { tasksOf } from '../resources.ts';
import { testEncryption } from './encryption.ts';

/** So that a kill meets money under way. */
const LINE_MS = 15;

/** These tasks of a server, in a process of their own, without its calls and with their pauses short. */
export function work(databaseUrl: string, names: readonly string[]): void {
  const config = readConfig({ DATABASE_URL: databaseUrl, CALLBACK_ALLOW: '127.0.0.1' });
  const services: Services = {
    config,
    demo: true,
    database: openDatabase(databaseUrl, { statementTimeoutMs: config.STATEMENT_TIMEOUT_MS }),
    acquirer: slow(sandboxAcquirer({ databaseUrl, timeoutMs: config.ACQUIRER_TIMEOUT_MS })),
    institution: sandboxInstitution({ databaseUrl }),
    screening: sandboxScreening(),
    mailer: null,
    encryption: testEncryption,
    outbound: outbound({ allow: config.CALLBACK_ALLOW }),
    log: createLog('silent'),
    publicUrl: () => 'http://127.0.0.1:3000',
    now: () => new Date(),
  };
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
