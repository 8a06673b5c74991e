import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { reasonOf } from '../platform/cannot-start.ts';
import { readConfig } from '../platform/config.ts';
import { startEmbedded } from '../platform/db/embedded.ts';
import { keyFor } from '../platform/db/installation.ts';
import { migrate } from '../platform/db/migrate.ts';
import { ownerOf } from '../platform/db/prepare.ts';
import { mustMakeRoles } from '../platform/db/roles.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS, seed } from './seed.ts';

/**
 * npm run seed -- --transactions 5000000: migrates and fills the database that DATABASE_URL names,
 * or the embedded one, for measuring; the demo sign-ins included.
 */

const USAGE = 'Usage: npm run seed -- [--transactions N] [--seed-number N]';

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`--${name} takes a whole number\n${USAGE}`);
}

/** What one transaction fills from empty needs no second copy in the log of writes. */
const LOADING = { wal_level: 'minimal', max_wal_senders: 0, max_wal_size: '4GB' };

const say = (line: string) => process.stderr.write(`${line}\n`);
const log = { debug() {}, info() {}, warn: say, error: say };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { transactions: { type: 'string' }, 'seed-number': { type: 'string' } },
  });
  const transactions = wholeNumber('transactions', values.transactions);
  const seedNumber = wholeNumber('seed-number', values['seed-number']);
  const config = readConfig(process.env);
  const embedded = config.DATABASE_URL
    ? null
    : await startEmbedded({ dataDir: resolve(config.DATA_DIR), log, flags: LOADING });
  try {
    const url = ownerOf(config, embedded?.url);
    await mustMakeRoles(url);
    const encryption = await keyFor(url, config);
    await migrate(url);
    const clock = new Date(config.SEED_CLOCK ?? Date.now());
    const seeded = await seed(url, {
      clock,
      encryption,
      ...(transactions === undefined ? {} : { transactions }),
      ...(seedNumber === undefined ? {} : { seedNumber }),
    });
    if (!seeded) throw new Error('The database is in use already; nothing was changed');
    report(seeded.rows, seeded.seconds);
  } finally {
    await embedded?.stop();
  }
}

function report(rows: Partial<Record<string, number>>, seconds: number): void {
  const all = Object.values(rows).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const made = rows['transactions'] ?? 0;
  const lines = [
    ...Object.entries(rows).map(([table, count]) => `${String(count).padStart(10)} ${table}`),
    `${made} transactions in ${seconds.toFixed(1)} s: ${Math.round(made / seconds)} a second, ` +
      `${Math.round(all / seconds)} rows a second in all tables, indexes and vacuum included`,
    `Sign in as ${DEMO_SIGN_INS[0]!.email} or ${DEMO_SIGN_INS[2]!.email}: ${DEMO_PASSWORD}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  await main();
} catch (error) {
  say(reasonOf(error) ?? (error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
