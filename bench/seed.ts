import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { openCluster } from './server.ts';

/**
 * `npm run bench -- seed [transactions]`: so many are seeded into a new embedded database, and the rows of
 * all its tables are then written again by COPY in one transaction, in its binary form out of files: into
 * bare tables, and into ones with the same indexes, which is what the seed leaves. The bar is a quarter of
 * that one's rate. What misses it ends with a !.
 */

const TRANSACTIONS = process.argv[3] ?? '300000';
const BAR = 0.25;
const AT_ONCE = 1024 * 1024;
const cli = fileURLToPath(new URL('../apps/server/src/seed/cli.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paydesk-seed-'));
const { DATABASE_URL: _, ...shell } = process.env;

/** The same rows into tables like these, in seconds. */
async function copied(client: Client, tables: readonly string[], like: string): Promise<number> {
  await client.query('drop schema if exists copies cascade; create schema copies');
  const began = performance.now();
  await client.query('begin');
  for (const table of tables) {
    await client.query(`create table copies."${table}" (like public."${table}" including ${like})`);
    await pipeline(
      createReadStream(join(folder, table), { highWaterMark: AT_ONCE }),
      client.query(copyFrom(`copy copies."${table}" from stdin (format binary, freeze)`)),
    );
  }
  await client.query('commit');
  return (performance.now() - began) / 1000;
}

try {
  const data = join(folder, 'data');
  const seeded = spawnSync(process.execPath, [cli, '--transactions', TRANSACTIONS], {
    env: { ...shell, DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  const [, made, took] = /(\d+) transactions in ([\d.]+) s/.exec(seeded.stdout) ?? [];
  if (seeded.status !== 0 || !took) throw new Error('The seed failed');
  const cluster = await openCluster(data);
  const client = new Client(cluster.url);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; rows: number }>(
      `select c.relname as name, c.reltuples::bigint::int as rows from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples > 0
       order by 1`,
    );
    const tables = rows.map(({ name }) => name);
    for (const table of tables)
      await pipeline(
        client.query(copyTo(`copy public."${table}" to stdout (format binary)`)),
        createWriteStream(join(folder, table)),
      );
    const all = rows.reduce((sum, one) => sum + one.rows, 0);
    const rate = (seconds: number) => `${Math.round(all / seconds)} rows a second`;
    console.log(`${made} transactions, about ${all} rows in ${tables.length} tables`);
    console.log(`seed, with indexes and vacuum: ${took} s, ${rate(Number(took))}`);
    const bare = await copied(client, tables, 'generated');
    console.log(`COPY into bare tables: ${bare.toFixed(1)} s, ${rate(bare)}`);
    const indexed = await copied(client, tables, 'all');
    const [ofBare, ratio] = [bare, indexed].map((seconds) => seconds / Number(took));
    const missed = ratio! < BAR;
    console.log(
      `COPY into the same indexes: ${indexed.toFixed(1)} s, ${rate(indexed)}; the seed has ` +
        `${ratio!.toFixed(2)}${missed ? '!' : ''} of it (bar ${BAR}), ${ofBare!.toFixed(2)} of bare tables`,
    );
    console.log(`${Number(missed)} figures miss their bar`);
  } finally {
    await client.end();
    await cluster.stop();
  }
} finally {
  rmSync(folder, { recursive: true });
}
