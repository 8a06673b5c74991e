import { randomUUIDv7 } from 'node:crypto';
import type { SecondPersonKind } from '@paydesk/contract/kernel/second-person.ts';
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

/** A call of a merchant's person that waits: an administrator to be invited. */
export async function insertWaiting(server: TestServer, merchantId: string): Promise<string> {
  const by = (await insertUser(server.pool, { userRole: 'MERCHANT_ADMIN', merchantId })).id;
  const id = randomUUIDv7();
  const sealed = {
    body: {
      firstName: 'Ieva',
      lastName: 'Kalna',
      email: `${id}@waits.test`,
      phoneNumber: '+371 2000 0000',
      userRole: 'MERCHANT_ADMIN',
      merchantId,
    },
    idempotencyKey: null,
    version: null,
  };
  await server.pool.query(
    `insert into approvals (id, kind, entity_type, entity_id, merchant_id, of_merchant_id, reason, status,
       asked_by_id, created_by, created_date, expires_date, call, sealed, repeat_key)
     values ($1, 'ADMINISTRATOR', 'USER', $1, $2, $2, 'Two of us', 'PENDING', $3, 'Test Person', now(),
       now() + interval '1 hour', 'POST /api/user-merchant/employees', $4, 'one')`,
    [id, merchantId, by, server.services.encryption.seal(JSON.stringify(sealed), `approval:${id}`)],
  );
  return id;
}

/** From where on a second person has to agree. */
export async function insertThreshold(
  server: TestServer,
  given: {
    kind?: SecondPersonKind;
    amountCents?: bigint | null;
    counts?: 'EACH' | 'DAY';
    userRole?: string | null;
    merchantId?: string | null;
  } = {},
): Promise<string> {
  const { kind = 'IBAN', amountCents = null, counts = 'EACH' } = given;
  const { userRole = null, merchantId = null } = given;
  const id = randomUUIDv7();
  await server.pool.query(
    `insert into approval_thresholds (id, kind, amount_cents, counts, user_role, merchant_id, set_by,
       created_date, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, now(), 'Test Person')`,
    [id, kind, amountCents, counts, userRole, merchantId, merchantId ? 'MERCHANT' : 'STAFF'],
  );
  return id;
}
