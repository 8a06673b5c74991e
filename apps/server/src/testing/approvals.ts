import { randomUUIDv7 } from 'node:crypto';
import { insertUser } from '../seed/factories.ts';
import type { UserRow } from '../seed/tables.ts';
import type { TestServer } from './server.ts';

/** Somebody with a second factor, proved a day ago; its secret opens nothing. */
export async function withFactor(
  server: TestServer,
  given: Partial<UserRow> = {},
): Promise<string> {
  const { id } = await insertUser(server.pool, given);
  await giveFactor(server, id);
  return id;
}

export const giveFactor = (server: TestServer, id: string) =>
  server.pool.query(
    `insert into second_factors (user_id, secret, created_date, confirmed_date)
     values ($1, '', now() - interval '1 day', now() - interval '1 day')`,
    [id],
  );

/** A request that waits to take a second factor off, by an administrator who is nobody else's caller. */
export async function insertApproval(
  server: TestServer,
  given: { about?: string; by?: string } = {},
): Promise<string> {
  const by = given.by ?? (await insertUser(server.pool, { userRole: 'BACKOFFICE_ADMIN' })).id;
  const about = given.about ?? (await withFactor(server, { userRole: 'BACKOFFICE_TECHNICAL' }));
  const id = randomUUIDv7();
  await server.pool.query(
    `insert into approvals (id, kind, entity_type, entity_id, reason, status, asked_by_id, created_by,
       created_date, expires_date)
     values ($1, 'FACTOR_OFF', 'USER', $2, 'Lost the phone', 'PENDING', $3, 'Ieva Kalna', now(),
       now() + interval '1 hour')`,
    [id, about, by],
  );
  return id;
}
