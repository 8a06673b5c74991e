import { resolve } from 'node:path';
import { reasonOf } from './cannot-start.ts';
import type { Config } from './config.ts';
import { reachEmbedded } from './db/embedded.ts';
import { prepareDatabase } from './db/prepare.ts';
import { Refusal } from './errors.ts';

/** For the person at the terminal; what a command gives goes to the other stream. */
export const say = (line: string) => process.stderr.write(`${line}\n`);

type Prepared = Awaited<ReturnType<typeof prepareDatabase>>;

/** Work on the database of DATABASE_URL, or on the embedded one of DATA_DIR, beside a running server too. */
export async function onDatabase(
  config: Config,
  work: (prepared: Prepared) => Promise<void>,
): Promise<void> {
  const embedded = config.DATABASE_URL
    ? null
    : await reachEmbedded({
        dataDir: resolve(config.DATA_DIR),
        log: { debug() {}, info() {}, warn: say, error: say },
      });
  try {
    await work(await prepareDatabase(config, embedded?.url, async () => {}));
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
