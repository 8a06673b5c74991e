import { resolve } from 'node:path';
import { reasonOf } from './cannot-start.ts';
import type { Config } from './config.ts';
import { reachEmbedded } from './db/embedded.ts';
import { ownerOf, prepareDatabase } from './db/prepare.ts';
import { Refusal } from './errors.ts';

/** For the person at the terminal; what a command gives goes to the other stream. */
export const say = (line: string) => process.stderr.write(`${line}\n`);

type Prepared = Awaited<ReturnType<typeof prepareDatabase>>;

/** Work on the database of DATABASE_URL, or on the embedded one of DATA_DIR, beside a running server too. */
export const onDatabase = (config: Config, work: (prepared: Prepared) => Promise<void>) =>
  reached(config, async (url) => work(await prepareDatabase(config, url, async () => {})));

/** The same as its owner and as it stands: nothing of it is brought to this version first. */
export const onOwnersDatabase = (config: Config, work: (ownerUrl: string) => Promise<void>) =>
  reached(config, async (url) => work(ownerOf(config, url)));

async function reached(config: Config, work: (embeddedUrl: string | undefined) => Promise<void>) {
  const embedded = config.DATABASE_URL
    ? null
    : await reachEmbedded({
        dataDir: resolve(config.DATA_DIR),
        log: { debug() {}, info() {}, warn: say, error: say },
      });
  try {
    await work(embedded?.url);
  } finally {
    await embedded?.stop();
  }
}

type FieldError = Refusal['errors'][number];

/** A command to its end: what stops it is said without a stack, a refusal by the words of its fields. */
export async function runCommand(
  main: () => Promise<void>,
  wordsOf: (error: FieldError) => string = ({ message }) => message,
): Promise<void> {
  try {
    await main();
  } catch (error) {
    const refused = error instanceof Refusal ? error.errors.map(wordsOf).join('\n') : '';
    say(refused || (reasonOf(error) ?? (error instanceof Error ? error.message : String(error))));
    process.exitCode = 1;
  }
}
