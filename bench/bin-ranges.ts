import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { binsOf } from '../apps/server/src/domain/rules/bins.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { loadRanges } from '../apps/server/src/resources/bin-ranges/load.ts';
import { measuredDatabase } from './server.ts';
import { median, quantile } from '../scripts/quantile.ts';

/**
 * `npm run bench -- bin-ranges [rows]` on the database of DATABASE_URL or DATA_DIR, whose ranges it
 * replaces: a CSV file of a million rows is loaded twice, into what is there and in place of itself, and ranges
 * are looked up in between and after; the same rows by plain COPY stand beside, since a machine that is busy is slow
 * at both. Bars: a minute for a million rows, 1 ms for a look-up. What
 * misses its bar ends with a !.
 */

const ROWS = Number(process.argv[3] ?? 1_000_000);
const BAR_S = 60 * (ROWS / 1_000_000);
const BAR_MS = 1;
const LOOKUPS = 5000;
const BY = { userId: null, userName: 'bench', address: null };
const SCHEMES = ['VISA', 'MASTERCARD', 'AMEX', 'MAESTRO'];

const folder = mkdtempSync(join(tmpdir(), 'bin-ranges-'));
const path = join(folder, 'ranges.csv');
const file = createWriteStream(path);
file.write('from,to,scheme,issuer,country,product,type\n');
// in no order, with gaps, none overlapping
for (let nth = 0; nth < ROWS; nth++) {
  const at = 10_000_000 + ((nth * 7_919) % ROWS) * Math.floor(80_000_000 / ROWS);
  const row = `${at},${at + Math.floor(80_000_000 / ROWS / 2)},${SCHEMES[nth % 4]},Bank ${nth % 5000},${['LV', 'LT', 'EE', 'FI'][nth % 4]},Product ${nth % 40},DEBIT\n`;
  if (!file.write(row)) await once(file, 'drain');
}
file.end();
await once(file, 'finish');

const measured = await measuredDatabase();
const database = openDatabase(measured.url, { statementTimeoutMs: 600_000 });
let missed = 0;
const judged = (value: number, bar: number, unit: string) => {
  if (value > bar) missed++;
  return `${value.toFixed(unit === 's' ? 1 : 3)} ${unit}${value > bar ? '!' : ''}`;
};
async function lookUp(digits: number) {
  const took: number[] = [];
  for (let nth = 0; nth < LOOKUPS; nth++) {
    const bin = String(10_000_000 + Math.floor(Math.random() * 80_000_000)).slice(0, digits);
    const began = performance.now();
    await binsOf(database.kysely, [bin]);
    took.push(performance.now() - began);
  }
  return [median(took), quantile(took, 0.95)] as const;
}
/** The same rows by COPY into a table with the same columns and indexes: the least that writing them takes. */
async function copied() {
  const client = new Client(measured.url);
  await client.connect();
  await client.query('create table bench_copy (like bin_ranges including all)');
  const { rows } = await client.query<{ row: string }>(
    `select concat_ws(E'\t', id, range_from, range_to, scheme, card_type, issuer, country_code, product,
      't', created_date) as row from bin_ranges order by range_from`,
  );
  const text = rows.map(({ row }) => row);
  const began = performance.now();
  const stream = client.query(
    copyFrom(`copy bench_copy (id, range_from, range_to, scheme, card_type, issuer, country_code, product,
      active, created_date) from stdin`),
  );
  for (let at = 0; at < text.length; at += 1000)
    if (!stream.write(`${text.slice(at, at + 1000).join('\n')}\n`)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
  const seconds = (performance.now() - began) / 1000;
  await client.query('drop table bench_copy');
  await client.end();
  return seconds;
}
try {
  const took: number[] = [];
  for (const turn of ['first', 'again']) {
    const began = performance.now();
    const how = { check: false, skipRefused: false };
    const { good } = await loadRanges(database, BY, createReadStream(path), how);
    const seconds = (performance.now() - began) / 1000;
    took.push(seconds);
    console.log(`${good} rows loaded, ${turn}: ${judged(seconds, BAR_S, 's')}`);
    for (const digits of [6, 8]) {
      const [usual, p95] = await lookUp(digits);
      console.log(
        `  ${digits} digits looked up: median ${judged(usual, BAR_MS, 'ms')}, p95 ${p95.toFixed(3)} ms`,
      );
    }
  }
  const copy = await copied();
  const times = took.map((seconds) => (seconds / copy).toFixed(1)).join(' and ');
  console.log(
    `plain COPY of the same rows: ${copy.toFixed(1)} s; a load takes ${times} times that`,
  );
  console.log(`${missed} figures miss their bar`);
} finally {
  await database.close();
  await measured.stop();
  rmSync(folder, { recursive: true });
}
