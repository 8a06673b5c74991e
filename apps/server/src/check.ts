import { resolve } from 'node:path';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { startEmbedded } from './platform/db/embedded.ts';
import { wrongDays } from './resources/business-days/counters.ts';
import { wrongCounts } from './resources/transactions/counters.ts';

/**
 * npm run check: compares the counters of the database that DATABASE_URL names, or of the embedded
 * one, with the rows themselves. Changes nothing; ends with status 1 where they differ.
 */

const say = (line: string) => process.stderr.write(`${line}\n`);

const config = readConfig(process.env);
const embedded = config.DATABASE_URL
  ? null
  : await startEmbedded({
      dataDir: resolve(config.DATA_DIR),
      log: { debug() {}, info() {}, warn: say, error: say },
    });
const database = openDatabase(config.DATABASE_URL ?? embedded!.url, {
  statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
});
try {
  const wrong = await wrongCounts(database);
  for (const { merchant_id, day, status, kind, counted, there } of wrong)
    say(`${day} ${merchant_id} ${status} ${kind}: counted ${counted}, there ${there}`);
  const days = await wrongDays(database);
  for (const { merchant_id, day, kind, counted, there } of days)
    say(`business day ${day} ${merchant_id} ${kind}: counted ${counted}, there ${there}`);
  const found = wrong.length + days.length;
  process.stdout.write(found ? `${found} counts are wrong\n` : 'Counters agree\n');
  process.exitCode = found ? 1 : 0;
} finally {
  await database.close();
  await embedded?.stop();
}
