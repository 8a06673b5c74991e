import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { takeApart } from '../apart.ts';
import { tablesOf } from './rows.ts';

/** Whose payment is the nth of another one. */
const copyOf = (id: string) => `md5(${id}::text || n)::uuid`;

/** Of payments that are paid or came to nothing and that nothing else tells of. */
const PLAIN = `
  select t.*, n from transactions t, generate_series(1, $1::int) n
  where t.refunded_transaction_id is null and t.recurring_payment_id is null and t.status <> 'PROCESSING'
    and t.refunded_cents + t.pending_refund_cents + t.reversed_cents + t.pending_reversal_cents = 0`;

/** As many payments as asked for, whatever shape they have at the time, each with an entry of its log; they are counted as others are. */
export async function multiply(client: Client, to: number): Promise<number> {
  await client.query('set row_security = off; set search_path = public');
  const tables = await tablesOf(client);
  const copied = async (table: string, own: Record<string, string>, from: string, most: number) => {
    const { columns } = tables.find(({ name }) => name === table)!;
    const values = columns.map((column) => own[column] ?? `t.${column}`);
    const { rowCount } = await client.query(
      `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from (${from}) t`,
      [most],
    );
    return rowCount ?? 0;
  };
  const { rows } = await client.query<{ there: number }>(
    `select count(*)::int as there from (${PLAIN}) t`,
    [1],
  );
  const each = Math.ceil(to / rows[0]!.there);
  await client.query('begin');
  const putTogether = await takeApart(client, []);
  const payments = await copied(
    'transactions',
    { id: copyOf('t.id'), date: `t.date - n * interval '37 seconds'` },
    PLAIN,
    each,
  );
  await copied(
    'transaction_logs',
    { id: copyOf('t.id'), transaction_id: copyOf('t.transaction_id') },
    `select l.*, p.n from (${PLAIN}) p, lateral (
       select * from transaction_logs where transaction_id = p.id order by id limit 1) l`,
    each,
  );
  await putTogether();
  await client.query('commit');
  await client.query('vacuum analyze transactions, transaction_logs');
  return payments;
}

/** What held tables of a database longest while something ran, of what keeps others from reading or writing. */
export async function watchLocks(
  url: string,
  work: () => Promise<void>,
): Promise<{ locked: string; lockedMs: number }> {
  const client = new Client(url);
  await client.connect();
  const since = new Map<string, number>();
  let longest = { locked: '', lockedMs: 0 };
  const over = new AbortController();
  const done = work().finally(() => over.abort());
  try {
    while (!over.signal.aborted) {
      const { rows } = await client.query<{ name: string }>(
        `select distinct c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
         where l.granted and l.pid <> pg_backend_pid() and c.relkind = 'r'
           and c.relnamespace = 'public'::regnamespace and c.relname !~ '^kysely_'
           and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
      );
      const now = performance.now();
      const held = new Set(rows.map(({ name }) => name));
      for (const name of since.keys()) if (!held.has(name)) since.delete(name);
      for (const name of held) {
        if (!since.has(name)) since.set(name, now);
        const lockedMs = now - since.get(name)!;
        if (lockedMs >= longest.lockedMs) longest = { locked: name, lockedMs };
      }
      await sleep(2);
    }
    await done;
  } finally {
    await client.end();
  }
  return longest;
}
