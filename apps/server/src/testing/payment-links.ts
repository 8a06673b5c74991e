import { randomUUID } from 'node:crypto';
import type { TestServer } from './server.ts';

/** What a merchant's people make a link of. */
export const paymentLink = () => ({ purpose: 'Deposit', amount: 250, uses: 'ONE' as const });

/** An active one. */
export async function insertLink(
  server: Pick<TestServer, 'pool'>,
  merchantId: string,
  purpose = 'Deposit',
): Promise<string> {
  const id = randomUUID();
  await server.pool.query(
    `insert into payment_links (id, merchant_id, purpose, amount_cents, currency, uses,
       created_date, created_by) values ($1, $2, $3, 25000, 'EUR', 'ONE', now(), 'Anna Ozola')`,
    [id, merchantId, purpose],
  );
  return id;
}
