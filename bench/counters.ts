import { randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { wrongDays } from '../apps/server/src/resources/business-days/counters.ts';
import { COUNTS_OF_ROWS, wrongCounts } from '../apps/server/src/resources/transactions/counters.ts';
import { seed } from '../apps/server/src/seed/seed.ts';
import { TEST_KEY, testEncryption } from '../apps/server/src/testing/encryption.ts';
import { openCluster, startServer } from './server.ts';
import { median } from '../scripts/quantile.ts';

/**
 * `npm run bench -- counters [seconds] [rounds]`: what the counters behind the totals
 * and the business days cost whoever
 * writes transactions. 16 connections insert into a demo database of its own, with the counters'
 * triggers and without them in turn, while a Paydesk beside them folds. After every round
 * with triggers the counters are compared with the rows.
 */

const WRITERS = 16;
const BAR = 0.5;
const seconds = Number(process.argv[3] ?? 2);
const rounds = Number(process.argv[4] ?? 5);

/** Rows of today, most of them of few merchants: the days and counters that everybody writes at once. */
const INSERT = {
  name: 'insert',
  text: `
    insert into transactions (id, merchant_id, date, status, amount_cents, currency, description,
      card_pan, account_statement_reference)
    select id, ($2::uuid[])[1 + floor(power(random(), 2) * cardinality($2::uuid[]))],
      now(), case when random() < 0.9 then 'SUCCESS' else 'DECLINED' end, 1 + floor(random() * 900000),
      'EUR', 'Order AO-' || floor(random() * 100000), '424242******' || floor(1000 + random() * 9000),
      'ASR' || floor(random() * 1000000000)
    from unnest($1::uuid[]) as id`,
};

/** After rows that no trigger counted. */
const COUNT_ANEW = `
  alter table transactions enable trigger count_inserted;
  alter table transactions enable trigger count_inserted_days;
  select rebuild_business_days(zone, true) from business_day_zone;
  truncate transaction_counts, transaction_count_deltas;
  insert into transaction_count_deltas (merchant_id, day, status, kind, transactions, amount_cents)
  ${COUNTS_OF_ROWS}`;

const folder = mkdtempSync(join(tmpdir(), 'paydesk-bench-'));
const cluster = await openCluster(join(folder, 'data'));
await migrate(cluster.url);
await seed(cluster.url, { clock: new Date(), encryption: testEncryption });
const server = await startServer(cluster.url, { ENCRYPTION_KEY: TEST_KEY });
const database = openDatabase(cluster.url, { statementTimeoutMs: 600_000, asOwner: true });
const writers = new pg.Pool({ connectionString: cluster.url, max: WRITERS });
const merchants = (await writers.query<{ id: string }>('select id from merchants')).rows.map(
  ({ id }) => id,
);

/** Rows a second of 16 writers that commit so many rows at a time. */
async function rate(rows: number): Promise<number> {
  let made = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (performance.now() < end) {
        const ids = Array.from({ length: rows }, () => randomUUIDv7());
        await writers.query({ ...INSERT, values: [ids, merchants] });
        made += rows;
      }
    }),
  );
  return (made * 1000) / (performance.now() - began);
}

async function round(rows: number, counted: boolean): Promise<number> {
  if (counted) {
    const reached = await rate(rows);
    await agree();
    return reached;
  }
  await database.pool.query(`
    alter table transactions disable trigger count_inserted;
    alter table transactions disable trigger count_inserted_days`);
  const reached = await rate(rows);
  await database.pool.query(COUNT_ANEW);
  return reached;
}

async function agree(): Promise<void> {
  const wrong = [...(await wrongCounts(database)), ...(await wrongDays(database))];
  if (wrong.length) throw new Error(`${wrong.length} counters are not what the rows say`);
}

try {
  console.log(`${WRITERS} writers, ${rounds} rounds of ${seconds} s each way; bar: ratio ${BAR}`);
  for (const rows of [1, 100]) {
    const rates = { counted: [] as number[], bare: [] as number[] };
    // once unmeasured, so that connections and caches are warm
    await round(rows, false);
    for (let nth = 0; nth < rounds; nth++)
      for (const counted of nth % 2 ? [true, false] : [false, true])
        rates[counted ? 'counted' : 'bare'].push(await round(rows, counted));
    await agree();
    const [counted, bare] = [median(rates.counted), median(rates.bare)];
    console.log(
      [
        `${String(rows).padStart(3)} a commit`,
        `counted ${counted.toFixed(0).padStart(6)} rows/s`,
        `bare ${bare.toFixed(0).padStart(6)} rows/s`,
        `ratio ${(counted / bare).toFixed(2)}${counted / bare < BAR ? '  MISSED' : ''}`,
        'counters agree with the rows',
      ].join('  '),
    );
  }
} finally {
  await writers.end();
  await database.close();
  await server.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
