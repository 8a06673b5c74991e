import type { Tx } from './db/database.ts';
import type { Services } from './services.ts';
import type { Repeating } from './tasks.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 300_000;
/** What is left then is the next run's. */
const MOST_PORTIONS = 500;

interface Work {
  name: string;
  /** How many at most in one transaction. */
  size?: number;
  /** Does at most so many in the transaction; gives how many there were. */
  portion: (tx: Tx, size: number) => Promise<number>;
}

/** An hourly task that works in short transactions until nothing is left to do. */
export const inPortions = (
  { database }: Pick<Services, 'database'>,
  { name, size = 50, portion }: Work,
): Repeating => ({
  name,
  everyMs: HOUR_MS,
  firstAfterMs: SOON_MS,
  async run(stopping) {
    let processed = 0;
    for (let nth = 0; nth < MOST_PORTIONS; nth++) {
      if (stopping?.aborted) break;
      const done = await database.transaction('all', (tx) => portion(tx, size));
      processed += done;
      if (done < size) break;
    }
    return { processed, failed: 0 };
  },
});
