import { randomUUIDv7 } from 'node:crypto';
import { insertCustomer } from '../seed/factories.ts';
import type { TestServer } from './server.ts';

/** A case that nobody has read. */
export async function insertCase(
  { pool }: Pick<TestServer, 'pool'>,
  risk: 'LOW' | 'MEDIUM' | 'HIGH' = 'LOW',
): Promise<string> {
  const { id: customerId } = await insertCustomer(pool, { status: 'ACTIVE' });
  const id = randomUUIDv7();
  await pool.query(
    `insert into screening_cases (id, customer_id, list, source, entry, listed_name, person_name, score,
       risk_class, status, created_date)
     values ($1::uuid, $2, 'SANCTIONS', 'OFAC', $1::uuid::text, 'Somebody Else', 'Some Body', 90, $3, 'OPEN', now())`,
    [id, customerId, risk],
  );
  return id;
}
