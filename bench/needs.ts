import { refund } from '../apps/server/src/testing/money.ts';
import { openCheckout, payBy } from '../apps/server/src/testing/payments.ts';
import { testServer } from '../apps/server/src/testing/server.ts';

/**
 * `npm run bench -- needs [payments]`: what payments leave in the database. So many are paid on the sandbox's page and
 * captured, with order, callback, receipt and logs, and one in ten is refunded; then by how much each table, its
 * indexes and the log of writes have grown, by 1,000 payments. Nothing is aged out, and space that updates left is
 * counted; the sandbox's own books are not. And the memory of this process, which is server and callers in one.
 */
const payments = Number(process.argv[3] ?? 1000);
const AT_ONCE = 8;
const SHOWN = 20;
const KB = 1000;

interface Size {
  name: string;
  rows: number;
  indexes: number;
}

const server = await testServer({ settings: { LOG_LEVEL: 'warn' } });

async function sizes(): Promise<Map<string, Size>> {
  await server.pool.query('vacuum');
  const all = await server.all<Size>(
    `select relname as name, pg_table_size(oid)::float as rows, pg_indexes_size(oid)::float as indexes
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  return new Map(all.map((one) => [one.name, one]));
}

async function logEnd(): Promise<number> {
  const { at } = await server.one<{ at: number }>(
    `select (pg_current_wal_lsn() - '0/0')::float as at`,
  );
  return at;
}

const line = (...cells: (string | number)[]) =>
  console.log(
    `| ${cells.map((one) => (typeof one === 'number' ? one.toFixed(0) : one)).join(' | ')} |`,
  );

try {
  const merchantId = await server.merchantId('Amber & Oak');
  const owner = await server.as('owner@amber.test');
  const before = await sizes();
  const from = await logEnd();
  const paid: string[] = [];
  let left = payments;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        const { checkoutId } = await openCheckout(server, { merchantId });
        paid.push(await payBy(server, checkoutId));
      }
    }),
  );
  let refunded = 0;
  for (const id of paid.filter((_, nth) => nth % 10 === 0)) {
    // on a busy machine one may still be asked about
    const { status } = await refund(owner, id, 1);
    if (status <= 202) refunded++;
  }
  await server.settleEverything();
  const written = (await logEnd()) - from;
  const by = 1000 / payments / KB;
  const grown = [...(await sizes()).values()]
    .map(({ name, rows, indexes }) => {
      const then = before.get(name) ?? { rows: 0, indexes: 0 };
      return { name, rows: (rows - then.rows) * by, indexes: (indexes - then.indexes) * by };
    })
    .toSorted((a, b) => b.rows + b.indexes - a.rows - a.indexes);
  const sum = (of: 'rows' | 'indexes') => grown.reduce((all, one) => all + one[of], 0);
  console.log(`${payments} payments, ${refunded} refunded; kB by 1,000 payments\n`);
  line('table', 'rows', 'indexes', 'together');
  line('---', '---', '---', '---');
  for (const { name, rows, indexes } of grown.slice(0, SHOWN))
    line(name, rows, indexes, rows + indexes);
  line('all', sum('rows'), sum('indexes'), sum('rows') + sum('indexes'));
  line('the log of writes', '', '', written * by);
  const { rss, heapUsed } = process.memoryUsage();
  console.log(
    `\nMemory of server and callers in one process: ${(rss / 1e6).toFixed(0)} MB, heap ${(heapUsed / 1e6).toFixed(0)} MB`,
  );
} finally {
  await server.close().catch((error: unknown) => console.error(error));
}
