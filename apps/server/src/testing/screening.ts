import { randomUUIDv7 } from 'node:crypto';
import { insertCustomer } from '../seed/factories.ts';
import type { TestServer } from './server.ts';

/** A case that nobody has read. */
export async function insertCase(
  { pool }: Pick<TestServer, 'pool'>,
  risk: 'LOW' | 'MEDIUM' | 'HIGH' = 'LOW',
  of?: { id: string; name: string },
): Promise<string> {
  const customerId = of?.id ?? (await insertCustomer(pool, { status: 'ACTIVE' })).id;
  const id = randomUUIDv7();
  await pool.query(
    `insert into screening_cases (id, customer_id, list, source, entry, listed_name, person_name, score,
       risk_class, status, created_date)
     values ($1::uuid, $2, 'SANCTIONS', 'OFAC', $1::uuid::text, 'Somebody Else', $4, 90, $3, 'OPEN', now())`,
    [id, customerId, risk, of?.name ?? 'Some Body'],
  );
  return id;
}
