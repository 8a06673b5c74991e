import { resolve } from 'node:path';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { startEmbedded } from './platform/db/embedded.ts';
import { checkSeals, type Anchor } from './platform/seals.ts';
import { wrongDays } from './resources/business-days/counters.ts';
import { wrongCounts } from './resources/transactions/counters.ts';
import { wrongEntries } from './resources/transactions/journal-check.ts';

/**
 * npm run check: compares, in the database that DATABASE_URL names or in the embedded one, the
 * counters with the rows and the audit log with its seals. Changes nothing; ends with status 1 where
 * something is wrong. `npm run check -- 41:9f86d0…` also holds seals against what the server's log
 * says of them, any number of them.
 */

const anchors = process.argv.slice(2).map((text): Anchor => {
  const [, number, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!number || !hash) throw new Error(`${text}: a seal is written as NUMBER:HASH`);
  return [BigInt(number), hash];
});

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
  const counts = wrong.length + days.length;
  process.stdout.write(counts ? `${counts} counts are wrong\n` : 'Counters agree\n');
  const books = await wrongEntries(database);
  for (const { what, id } of books.wrong) say(`money journal, ${what}: ${id}`);
  process.stdout.write(
    books.wrong.length
      ? `The money journal has ${books.wrong.length} faults\n`
      : `The money journal agrees in ${books.entries} entries\n`,
  );
  let faults = 0;
  const { seals, last } = await checkSeals(
    database,
    (fault) => {
      faults++;
      say(fault);
    },
    anchors,
  );
  const upTo = last ? `, the last is ${last.join(':')}` : '';
  process.stdout.write(
    faults
      ? `The audit log has ${faults} faults\n`
      : `The audit log agrees with its ${seals} seals${upTo}\n`,
  );
  process.exitCode = counts || books.wrong.length || faults ? 1 : 0;
} finally {
  await database.close();
  await embedded?.stop();
}
