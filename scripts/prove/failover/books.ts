import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DEMO_PASSWORD } from '../../../apps/server/src/seed/seed.ts';
import { booksAgree, insertPayment } from '../../../apps/server/src/testing/money.ts';
import { call } from '../../../apps/server/src/testing/processes.ts';
import type { Load } from './load.ts';

export async function signIn(url: string, username: string): Promise<string> {
  const { text } = await call(`${url}/api/login`, {
    method: 'POST',
    body: { username, password: DEMO_PASSWORD },
  });
  return (JSON.parse(text) as { token: string }).token;
}

/** So many payments of 1,000,000.00 each of the demo's shop. */
export async function paymentsOf(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select merchant_id as id from users where email = 'owner@amber.test'`,
  );
  const made: string[] = [];
  for (let nth = 0; nth < count; nth++)
    made.push(
      await insertPayment(
        { pool: pool as never },
        { merchantId: rows[0]!.id, amountCents: 100_000_000n },
      ),
    );
  return made;
}

/** What was acknowledged against what stands in the books: how many refunds disagree; fails where books do. */
export async function books(pool: pg.Pool, load: Load): Promise<number> {
  const all = async <T extends object>(text: string) => (await pool.query(text)).rows as T[];
  for (let tries = 0; ; tries++) {
    const [open] = await all<{ n: string }>(
      `select count(*) as n from money_operations where status = 'PENDING'`,
    );
    if (open!.n === '0') break;
    if (tries > 600) throw new Error(`${open!.n} operations stay open`);
    await sleep(200);
  }
  await booksAgree({ all });
  const { rows } = await pool.query<{ key: string | null; approved: boolean; cents: string }>(
    `select k.key, o.status = 'APPROVED' as approved, o.amount_cents as cents
     from money_operations o left join idempotency_keys k on k.operation_id = o.id
     where o.transaction_id = any($1)`,
    [load.payments],
  );
  const ofKey = Map.groupBy(rows, ({ key }) => key ?? 'none');
  const approved = (key: string) => ofKey.get(key)?.filter((one) => one.approved).length ?? 0;
  const wrong = [
    ...load.done
      .filter((key) => approved(key) !== 1)
      .map((key) => `${key}: 200, and not done once`),
    ...load.refused.filter((key) => approved(key)).map((key) => `${key}: refused, and done`),
    ...load.open.filter((key) => approved(key) > 1).map((key) => `${key}: 202, and done twice`),
  ];
  const asked = new Set([...load.done, ...load.open, ...load.refused]);
  for (const key of ofKey.keys()) if (!asked.has(key)) wrong.push(`${key}: nobody asked for it`);
  const [{ cents } = { cents: '0' }] = await all<{ cents: string }>(
    `select sum(refunded_cents)::text as cents from transactions
     where id in (${load.payments.map((id) => `'${id}'`).join()})`,
  );
  const paid = rows.filter((one) => one.approved).reduce((sum, one) => sum + Number(one.cents), 0);
  if (Number(cents) !== paid) wrong.push(`${cents} cents refunded, ${paid} cents of operations`);
  for (const line of wrong) console.log(line);
  return wrong.length;
}
