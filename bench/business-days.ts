import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { EVERY_MERCHANT } from '../apps/server/src/platform/list/counters.ts';
import { wrongDays } from '../apps/server/src/resources/business-days/counters.ts';
import { fromCounters, fromRows } from '../apps/server/src/resources/business-days/report.ts';
import { measuredDatabase, startServer, tokenOf } from './server.ts';
import { median, quantile } from '../scripts/quantile.ts';

/**
 * `npm run bench -- business-days [rounds]` on the database of DATABASE_URL or DATA_DIR, which
 * `npm run seed` fills before: the report of business days for all merchants and the largest one, by
 * SQL and over HTTP, one caller at a time, and beside it the same figures added up from the rows.
 * Then what a change of BUSINESS_TIME_ZONE takes. The rows printed are Markdown; what misses its bar
 * ends with a !.
 */

const BARS: Readonly<Record<number, number>> = { 30: 5, 365: 30 };

const rounds = Number(process.argv[3] ?? 200);
const measured = await measuredDatabase();
const database = openDatabase(measured.url, { statementTimeoutMs: 600_000 });
const server = await startServer(measured.url);
let missed = 0;

const figure = (value: number) => value.toFixed(value < 10 ? 2 : 0);

async function timed(times: number, run: () => Promise<unknown>) {
  // once unmeasured, so that connections and caches are warm; a single run is what it is
  if (times > 1) await run();
  const all: number[] = [];
  for (let nth = 0; nth < times; nth++) {
    const began = performance.now();
    await run();
    all.push(performance.now() - began);
  }
  return { median: median(all), p95: quantile(all, 0.95) };
}

const one = async <T>(text: string): Promise<T> =>
  (await database.pool.query<{ value: T }>(text)).rows[0]!.value;

try {
  const transactions = await one<bigint>('select count(*) as value from transactions');
  const last = await one<string>(`
    select max(day)::text as value from business_day_counts where merchant_id = '${EVERY_MERCHANT}'`);
  const largest = await one<string>(`
    select merchant_id as value from business_day_counts where merchant_id <> '${EVERY_MERCHANT}'
    group by 1 order by sum(transactions) desc limit 1`);
  const token = await tokenOf(server.url, 'admin@paydesk.test');
  console.log(
    `${transactions} transactions; ${rounds} rounds; bars: 30 days 5 ms, 365 days 30 ms\n`,
  );
  console.log(
    '| merchants | days | SQL ms: median, p95 | HTTP ms: median, p95 | from the rows, ms |',
  );
  console.log('| --- | --- | --- | --- | --- |');
  for (const [who, merchant] of [
    ['all merchants', EVERY_MERCHANT],
    ['the largest', largest],
  ] as const)
    for (const days of [30, 365]) {
      const from = Temporal.PlainDate.from(last)
        .subtract({ days: days - 1 })
        .toString();
      const range = { from, to: last };
      const sql = await timed(rounds, () => database.run(fromCounters(merchant, range), 'all'));
      const rows = await timed(1, () => database.run(fromRows(merchant, range, 'UTC'), 'all'));
      const query = new URLSearchParams({
        ...range,
        ...(merchant === EVERY_MERCHANT ? {} : { f_merchantId: merchant }),
      });
      const http = await timed(rounds, async () => {
        const answer = await fetch(`${server.url}/api/reports/business-days?${query}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const body = (await answer.json()) as unknown[];
        if (body.length !== days) throw new Error(`${body.length} days`);
      });
      const misses = sql.p95 > BARS[days]!;
      if (misses) missed++;
      console.log(
        `| ${who} | ${days} | ${figure(sql.median)}, ${figure(sql.p95)}${misses ? '!' : ''} ` +
          `| ${figure(http.median)}, ${figure(http.p95)} | ${figure(rows.median)} |`,
      );
    }
  const rebuilt = await timed(1, () =>
    database.pool.query(`select rebuild_business_days('Europe/Riga')`),
  );
  await database.pool.query(`select rebuild_business_days('UTC')`);
  const wrong = await wrongDays(database);
  if (wrong.length) missed++;
  console.log(
    `\nAnother time zone: counted anew in ${(rebuilt.median / 1000).toFixed(1)} s; ` +
      `${wrong.length} days are not what the rows say\n${missed} figures miss their bar`,
  );
} finally {
  await server.stop();
  await database.close();
  await measured.stop();
}
