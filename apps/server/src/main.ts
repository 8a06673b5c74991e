import { resolve } from 'node:path';
import { chooseGateways } from './gateways/choice.ts';
import { reasonOf } from './platform/cannot-start.ts';
import { mistyped, readConfig, type Config } from './platform/config.ts';
import { startEmbedded, type EmbeddedDatabase } from './platform/db/embedded.ts';
import { isDemo } from './platform/db/installation.ts';
import { prepareDatabase } from './platform/db/prepare.ts';
import type { Encryption } from './platform/encryption.ts';
import { createLog } from './platform/log.ts';
import { mustBeFree } from './platform/port.ts';
import type { Options } from './serve.ts';

/**
 * Starts Paydesk: database, migrations, demo data into an empty database, server. Resolves when it
 * listens. SIGTERM stops it: ready turns 503, calls are served on for DRAIN_SECONDS so that a
 * balancer sees it, then nothing is accepted and what is under way is answered; the database stops
 * last. SIGINT does the same without the wait.
 */
export async function main(options: Options = {}): Promise<void> {
  let embedded: EmbeddedDatabase | null = null;
  try {
    const config = readConfig(process.env);
    await mustBeFree(config);
    const log = createLog(config.LOG_LEVEL);
    for (const { name, meant } of mistyped(process.env))
      log.warn(`${name} is no setting and changes nothing: is ${meant} meant?`);
    // Node would write the whole error, with what of whom the database quotes in it
    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'ended by a fault');
      process.exit(1);
    });
    if (!config.DATABASE_URL)
      embedded = await startEmbedded({ dataDir: resolve(config.DATA_DIR), log });
    const prepared = await prepareDatabase(config, embedded?.url, fill(config));
    // what is refused before is refused without the reading of the whole server
    const { serve } = await import('./serve.ts');
    await serve(config, log, prepared, embedded, options);
  } catch (error) {
    await embedded?.stop();
    const why = reasonOf(error);
    if (!why) throw error;
    process.stderr.write(`${why}\n`);
    process.exit(1);
  }
}

/** What an owner puts into a database that is empty, and what the sandboxes keep their books in where there are any. */
const fill = (config: Config) => async (ownerUrl: string, encryption: Encryption) => {
  if (config.SEED === 'demo') {
    const { seed } = await import('./seed/seed.ts');
    const { typedAddress } = await import('./compose.ts');
    await seed(ownerUrl, {
      clock: new Date(config.SEED_CLOCK ?? Date.now()),
      encryption,
      publicUrl: config.PUBLIC_URL ?? typedAddress(config, config.PORT),
    });
  }
  const choice = chooseGateways(config, await isDemo(ownerUrl));
  if (!Object.values(choice).includes('sandbox')) return;
  const { prepareSandboxes } = await import('./gateways/sandboxes.ts');
  await prepareSandboxes(ownerUrl);
};

if (import.meta.main) await main();
