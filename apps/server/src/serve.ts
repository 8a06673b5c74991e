import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { typedAddress, compose } from './compose.ts';
import { chooseGateways } from './gateways/choice.ts';
import { backUp } from './platform/backup.ts';
import { archiveLog, type LogArchive } from './platform/backup/log-archive.ts';
import { archiveFolder, archiveId } from './platform/backup/log-files.ts';
import { backUpSoon } from './platform/backup/schedule.ts';
import { dropLogSlot } from './platform/db/backup/log-slot.ts';
import { clockMoves } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { prepareClock } from './platform/db/clock.ts';
import type { EmbeddedDatabase } from './platform/db/embedded.ts';
import type { Prepared } from './platform/db/prepare.ts';
import type { Log } from './platform/log.ts';
import { cannotListen } from './platform/port.ts';
import type { Services } from './platform/services.ts';
import { startTasks } from './platform/tasks.ts';
import { tasksOf } from './resources.ts';
import { openSetup } from './resources/session/setup.ts';
import { openShop, type Shop } from './sandbox/shop.ts';
import { startSandboxes } from './sandbox/start.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from './seed/seed.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../web/dist');
/** For the answers under way once nothing is accepted any more; a file that takes longer is cut. */
const LAST_ANSWERS_MS = 10_000;

export interface Options {
  webReady?: Promise<void>;
  /** Opens the sandbox shop beside a demo. */
  shop?: boolean;
  callsAMinute?: number;
}

/** Serves a database that is prepared, and resolves when it listens. */
export async function serve(
  config: Config,
  log: Log,
  { addresses, encryption, demo }: Prepared,
  embedded: EmbeddedDatabase | null,
  options: Options,
): Promise<void> {
  // a pooler hands on no settings of a session
  const clock = clockMoves(config, demo, options.shop === true) && addresses.direct === undefined;
  if (clock) await prepareClock(addresses.owner, config.CLOCK_OFFSET_SECONDS);
  await options.webReady;

  let draining = false;
  let archive: LogArchive | null = null;
  const beside = Object.values(chooseGateways(config, demo)).includes('sandbox')
    ? startSandboxes({
        log,
        databaseUrl: addresses.direct ?? addresses.server,
        timeoutMs: config.ACQUIRER_TIMEOUT_MS,
        pagesHost: config.HOST,
        publicUrl: () => services.publicUrl(),
      })
    : null;
  const shop: Shop | null = options.shop
    ? await openShop({
        config,
        log,
        demo,
        databaseUrl: addresses.direct ?? addresses.server,
        dispute: beside?.dispute ?? null,
        services: () => services,
      })
    : null;
  const { services, app, close } = await compose({
    config: shop?.allowed(config) ?? config,
    instead: shop?.instead,
    log,
    demo,
    encryption,
    databaseUrl: addresses.server,
    directUrl: addresses.direct,
    readUrl: addresses.read,
    clock,
    draining: () => draining,
    backUp: (to) => backUp(config, addresses.owner, to),
    logArchive: () => archive?.figures() ?? null,
    webFolder: existsSync(WEB_FOLDER) ? WEB_FOLDER : null,
    sandboxes: beside?.sandboxes ?? null,
    ...(options.callsAMinute && { callsAMinute: options.callsAMinute }),
  });
  if (embedded) archive = await archiveOf(services, addresses.owner);
  await app.listen({ port: config.PORT, host: config.HOST }).catch((error: unknown) => {
    throw cannotListen(error, config) ?? error;
  });
  beside?.begin();
  // a shop that does not open stops nothing
  await shop?.begin().catch((error: unknown) => log.warn({ err: error }, 'the shop did not open'));
  const tasks = startTasks(tasksOf(services), services);

  const hurry = new AbortController();
  async function stop() {
    if (draining) return;
    draining = true;
    log.info({ seconds: hurry.signal.aborted ? 0 : config.DRAIN_SECONDS }, 'stopping');
    const resting = tasks.stop();
    await wait(config.DRAIN_SECONDS * 1000, undefined, { signal: hurry.signal }).catch(() => {});
    const deadline = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS);
    // an answer whose head was sent before the stop leaves its connection open
    const idle = setInterval(() => app.server.closeIdleConnections(), 100);
    await app.close();
    clearInterval(idle);
    clearTimeout(deadline);
    await resting;
    await close();
    await shop?.stop();
    await beside?.stop();
    // it ends with all that was written; PostgreSQL would wait for it
    await archive?.stop();
    await embedded?.stop();
    log.info('stopped');
    process.exit(0);
  }
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => {
    hurry.abort();
    return void stop();
  });
  announce(config, (app.server.address() as AddressInfo).port, {
    demo,
    setup: await openSetup(services.database),
    shop: shop?.address ?? null,
  });
}

/** The archive of the embedded database's log, where one is asked for; where none is, nothing is kept for it. */
async function archiveOf(services: Services, ownerUrl: string): Promise<LogArchive | null> {
  const { config, log } = services;
  const { BACKUP_DIR, BACKUP_WAL } = config;
  if (!BACKUP_DIR || !BACKUP_WAL) {
    await dropLogSlot(ownerUrl);
    return null;
  }
  const dataDir = resolve(config.DATA_DIR);
  const folder = archiveFolder(resolve(BACKUP_DIR), archiveId(dataDir));
  return archiveLog({ ownerUrl, dataDir, folder, log, backUpSoon: () => backUpSoon(services) });
}

/** For the person at the terminal; the log lines are for machines. */
function announce(
  config: Config,
  port: number,
  { demo, setup, shop }: { demo: boolean; setup: string | null; shop: string | null },
) {
  const address = typedAddress(config, port);
  const signIns = DEMO_SIGN_INS.map(({ email, words }) => `  ${email.padEnd(28)} ${words}`);
  const people = demo ? `\n\nPassword of all: ${DEMO_PASSWORD}\n${signIns.join('\n')}` : '';
  const open = shop ? `\nA shop that takes payments is at ${shop}` : '';
  const first = setup
    ? `\n\nNobody can sign in yet. Set it up here; the link works once, for an hour:\n  ${address}/setup?token=${setup}`
    : '';
  process.stdout.write(`Paydesk is ready at ${address}${open}${people}${first}\n`);
}
