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

/** What was acknowledged against what stands in the books: how many payments disagree; fails where books do. */
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
  const ofPayment = Map.groupBy(load.done, ({ of }) => of);
  let wrong = 0;
  for (const [payment, done] of ofPayment) {
    const ids = new Set(done.map(({ id }) => id));
    const { rows } = await pool.query<{ cents: string; refunds: string[] }>(
      `select t.refunded_cents as cents, array(
         select r.id::text from transactions r where r.refunded_transaction_id = t.id) as refunds
       from transactions t where t.id = $1`,
      [payment],
    );
    const { cents, refunds } = rows[0]!;
    if (Number(cents) !== done.length * 100 || refunds.length !== done.length) {
      wrong++;
      console.log(
        `${payment}: ${done.length} acknowledged (${ids.size} ids), ${refunds.length} done, ${cents} cents`,
      );
    }
  }
  return wrong;
}
