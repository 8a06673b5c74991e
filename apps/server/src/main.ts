import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { table } from '@paydesk/contract/index.ts';
import { sandboxAcquirer } from './gateways/acquirer-sandbox.ts';
import { sandboxInstitution } from './gateways/financing-institution-sandbox.ts';
import { sandboxScreening } from './gateways/screening-sandbox.ts';
import { smtpMailer } from './gateways/mail.ts';
import { maskedAnswers } from './platform/card-numbers.ts';
import { readConfig, type Config } from './platform/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { startEmbedded } from './platform/db/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { encryption, keyOf, type Encryption } from './platform/encryption.ts';
import { buildApp } from './platform/http/app.ts';
import { createLog } from './platform/log.ts';
import { outbound } from './platform/outbound.ts';
import type { Services } from './platform/services.ts';
import { startTasks } from './platform/tasks.ts';
import { handlersOf, lists, pagesOf, tasksOf } from './resources.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS, seed } from './seed/seed.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../web/dist');
/** For the answers under way once nothing is accepted any more; a file that takes longer is cut. */
const LAST_ANSWERS_MS = 10_000;

/**
 * Starts Paydesk: database, migrations, demo data into an empty database, server. Resolves when it
 * listens. SIGTERM stops it: ready turns 503, calls are served on for DRAIN_SECONDS so that a
 * balancer sees it, then nothing is accepted and what is under way is answered; the database stops
 * last. SIGINT does the same without the wait.
 */
export async function main(
  options: { webReady?: Promise<void>; callsAMinute?: number } = {},
): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const embedded = config.DATABASE_URL
    ? null
    : await startEmbedded({ dataDir: resolve(config.DATA_DIR), log });
  const databaseUrl = config.DATABASE_URL ?? embedded!.url;
  const sealing = encryption(keyOf(config.ENCRYPTION_KEY, config.DATA_DIR));
  await prepare(databaseUrl, config, sealing);
  await options.webReady;

  const database = openDatabase(databaseUrl, { statementTimeoutMs: config.STATEMENT_TIMEOUT_MS });
  const acquirer = sandboxAcquirer({ databaseUrl, timeoutMs: config.ACQUIRER_TIMEOUT_MS });
  const institution = sandboxInstitution({ databaseUrl });
  const services: Services = {
    config,
    database,
    acquirer: maskedAnswers(acquirer),
    institution: maskedAnswers(institution),
    screening: maskedAnswers(sandboxScreening()),
    mailer: config.SMTP_URL ? smtpMailer(config.SMTP_URL, config.MAIL_FROM) : null,
    encryption: sealing,
    outbound: outbound({ allow: config.CALLBACK_ALLOW }),
    log,
    publicUrl: () => publicUrl(config, (app.server.address() as AddressInfo).port),
    now: () => new Date(),
  };
  let draining = false;
  const app = await buildApp({
    services,
    table,
    handlers: handlersOf(services),
    lists,
    pages: pagesOf(services),
    draining: () => draining,
    webFolder: existsSync(WEB_FOLDER) ? WEB_FOLDER : null,
    ...(options.callsAMinute && { callsAMinute: options.callsAMinute }),
  });
  await app.listen({ port: config.PORT, host: config.HOST });
  const tasks = startTasks(tasksOf(services), services);

  const hurry = new AbortController();
  async function stop() {
    if (draining) return;
    draining = true;
    const resting = tasks.stop();
    await wait(config.DRAIN_SECONDS * 1000, undefined, { signal: hurry.signal }).catch(() => {});
    const deadline = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS);
    // an answer whose head was sent before the stop leaves its connection open
    const idle = setInterval(() => app.server.closeIdleConnections(), 100);
    await app.close();
    clearInterval(idle);
    clearTimeout(deadline);
    await resting;
    await acquirer.close();
    await institution.close();
    await database.close();
    await embedded?.stop();
    process.exit(0);
  }
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => {
    hurry.abort();
    void stop();
  });
  announce(config, (app.server.address() as AddressInfo).port);
}

async function prepare(databaseUrl: string, config: Config, sealing: Encryption) {
  await migrate(databaseUrl);
  if (config.SEED === 'demo')
    await seed(databaseUrl, {
      clock: new Date(config.SEED_CLOCK ?? Date.now()),
      encryption: sealing,
    });
}

function publicUrl(config: Config, port: number): string {
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return config.PUBLIC_URL ?? `http://${host}:${port}`;
}

/** For the person at the terminal; the log lines are for machines. */
function announce(config: Config, port: number) {
  const signIns = DEMO_SIGN_INS.map(({ email, words }) => `  ${email.padEnd(28)} ${words}`);
  const demo =
    config.SEED === 'demo' ? `\n\nPassword of all: ${DEMO_PASSWORD}\n${signIns.join('\n')}` : '';
  process.stdout.write(`Paydesk is ready at ${publicUrl(config, port)}${demo}\n`);
}

if (import.meta.main) await main();
