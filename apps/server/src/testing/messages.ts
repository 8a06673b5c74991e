import { randomUUIDv7 } from 'node:crypto';
import { insertPurchase } from '../seed/factories.ts';
import { insertExchangeLog } from '../seed/factories/payments.ts';

/** A pool of a test, or the one connection of a browser's. */
interface Asked {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** A message of this merchant’s that nobody took; what stands in it no test reads. */
export async function insertMessage(
  { pool }: { pool: Asked },
  merchantId: string,
  given: { kind?: string; givenUp?: boolean; usefulForHours?: number } = {},
): Promise<string> {
  const { kind = 'CALLBACK', givenUp = true, usefulForHours = -1 } = given;
  const id = randomUUIDv7();
  await pool.query(
    `insert into outbox (id, kind, payload, merchant_id, created_date, due_date, attempts, error,
       expires_date, given_up_date)
     values ($1, $2, '\\x00', $3, now() - interval '25 hours', now() + interval '1 hour', 9,
       'The address answered 500', now() + make_interval(hours => $4),
       case when $5 then now() end)`,
    [id, kind, merchantId, usefulForHours, givenUp],
  );
  return id;
}

/** A callback of one of this merchant’s purchases that nobody took, and what the logs say of it, under one id. */
export async function insertFailedCallback(
  server: { pool: Parameters<typeof insertPurchase>[0] & Asked },
  merchantId: string,
): Promise<{ id: string; purchaseId: string }> {
  const { id: purchaseId } = await insertPurchase(server.pool, {
    merchantId,
    lastCallbackStatus: 'ERROR',
  });
  const id = await insertMessage(server, merchantId);
  await insertExchangeLog(server.pool, {
    id,
    merchantId,
    purchaseId,
    xmlType: 'PURCHCOMPLREQ',
    xml: '<purchcomplreq><status>SETTLED</status></purchcomplreq>',
    outcome: 'FAILED',
    outcomeDetail: 'The address answered 500',
    outcomeDate: new Date(),
    attempts: 9,
  });
  return { id, purchaseId };
}
