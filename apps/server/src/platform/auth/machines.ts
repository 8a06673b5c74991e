import { createHash } from 'node:crypto';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Sight } from '../db/reading.ts';
import { theRow } from '../db/rows.ts';
import { unauthorized } from '../errors.ts';
import type { Services } from '../services.ts';
import { hashApiKey, isApiKey } from './api-keys.ts';
import { isFrom, noteNamedUse } from './named-keys.ts';
import { isSignedBy, readSignature, type SignedCall } from './signatures.ts';

/** A system of a merchant's, as the database knows it at this call; in the audit log it stands as the user. */
export interface Machine {
  /** The id of the API key or of the certificate. */
  userId: string;
  userName: string;
  merchantId: string;
  address: string;
  sight: Sight;
  /** The groups of calls that its key is held to; null: all of them. */
  opens: readonly string[] | null;
}

interface Found {
  id: string;
  name: string;
  merchant_id: string;
  public_key: string;
  used_lately: boolean;
  /** Of a named key alone. */
  opens?: string[] | null;
}

interface FoundKey extends Found {
  named: string | null;
  addresses: string | null;
}

/** The same for a key that is unknown, replaced, disabled or expired, and for a wrong signature. */
const REFUSED = 'The API key or the signature is not accepted';

/**
 * Who calls, by `Authorization: Bearer` with the API key or by a signature with a certificate's key;
 * a 401 for everybody else. What is disabled or replaced, or whose merchant is, opens nothing from the
 * next call on (SB-31..33, SB-43).
 */
export async function authenticateMachine(
  services: Services,
  call: SignedCall,
  address: string,
): Promise<Machine> {
  const signed = call.header('signature-input') ?? call.header('signature');
  const { database, realNow } = services;
  const found =
    signed === null
      ? await byApiKey(services, call, address)
      : await bySignature(database, call, realNow());
  if (!found) throw unauthorized(REFUSED);
  return {
    userId: found.id,
    userName: found.name,
    merchantId: found.merchant_id,
    address,
    sight: { merchantId: found.merchant_id, userId: found.id },
    opens: found.opens ?? null,
  };
}

const mayCall = sql`m.status in ('APPROVED', 'ACTIVE')`;
const usedLately = sql`coalesce(last_used_date > pg_catalog.now() - interval '1 minute', false)`;

/**
 * The one key of the specification, or a named one. What is expired, revoked, or comes from elsewhere than it may
 * is refused by the same words, after the same statement, as a key that never was.
 */
async function byApiKey(
  services: Services,
  { header }: SignedCall,
  address: string,
): Promise<Found | null> {
  const [, key] = /^Bearer (\S+)$/i.exec(header('authorization') ?? '') ?? [];
  if (!key || !isApiKey(key)) return null;
  const hash = hashApiKey(key);
  const { database } = services;
  const [found] = await database.run(
    sql<FoundKey>`
      select k.id, k.name, k.merchant_id, '' as public_key, k.opens, k.named, k.addresses,
        ${usedLately} and coalesce(k.last_used_address = ${address}, k.named is null) as used_lately
      from (
        select id, merchant_id, 'API key …' || last_four as name, null::text[] as opens, null as named,
          null as addresses, last_used_date, null as last_used_address
        from api_keys where key_hash = ${hash}
        union all
        select id, merchant_id, 'API key ' || name, array(select opens from (values
            ('readsOrders', reads_orders), ('makesOrders', makes_orders),
            ('readsRecurring', reads_recurring), ('changesRecurring', changes_recurring)
          ) as v (opens, may) where may), name, addresses, last_used_date, last_used_address
        from named_api_keys where key_hash = ${hash} and revoked_date is null
          and (expiration_date is null or expiration_date > pg_catalog.now())
      ) k join merchants m on m.id = k.merchant_id
      where ${mayCall}`,
    'all',
  );
  if (!found || (found.addresses && !isFrom(found.addresses, address))) return null;
  if (found.used_lately) return found;
  if (found.named === null) await noteUsed(database, 'api_keys', found);
  else await noteNamedUse(services, { ...found, name: found.named }, address);
  return found;
}

async function bySignature(database: Database, call: SignedCall, now: Date): Promise<Found | null> {
  const signature = readSignature(call, now);
  if (!isUuid(signature.keyId)) return null;
  const [found] = await database.run(
    sql<Found>`
      select c.id, 'Certificate ' || c.name as name, c.merchant_id, c.public_key, ${usedLately} as used_lately
      from certificates c join merchants m on m.id = c.merchant_id
      where c.id = ${signature.keyId}::uuid and c.disabled_date is null
        and c.expiration_date > pg_catalog.now() and ${mayCall}`,
    'all',
  );
  if (!found || !isSignedBy(signature, found.public_key)) return null;
  if (call.method !== 'GET') await refuseReplay(database, signature.bytes);
  if (!found.used_lately) await noteUsed(database, 'certificates', found);
  return found;
}

/** Only a signature that is right is remembered, so that nobody else can fill the table. */
async function refuseReplay(database: Database, bytes: Buffer): Promise<void> {
  const { numInsertedOrUpdatedRows } = await database.kysely
    .insertInto('seen_signatures')
    .values({
      signature_hash: createHash('sha256').update(bytes).digest(),
      seen_date: sql`pg_catalog.now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows)
    throw unauthorized('The signature has been used already: sign each call anew, with a nonce');
}

/** To the minute: calls do not write each time. */
export async function noteUsed(
  database: Database,
  table: 'api_keys' | 'certificates',
  { id, merchant_id }: Pick<Found, 'id' | 'merchant_id'>,
) {
  await database.kysely
    .updateTable(table)
    .set({ last_used_date: sql`pg_catalog.now()` })
    .where(theRow(id, merchant_id))
    .where(
      sql<boolean>`(last_used_date is null or last_used_date <= pg_catalog.now() - interval '1 minute')`,
    )
    .execute();
}
