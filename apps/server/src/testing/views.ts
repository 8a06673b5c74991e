import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';

/** A private view of this person's transactions; gives its id. */
export async function insertView(pool: Pool, userId: string): Promise<string> {
  const id = randomUUIDv7();
  await pool.query(
    `insert into saved_views (id, user_id, owner_name, merchant_id, list, name, search, shared, created_date)
     select $1::uuid, id, first_name, merchant_id, 'transactions', $1::text, 'f_status=FAILED', false, now()
     from users where id = $2`,
    [id, userId],
  );
  return id;
}
