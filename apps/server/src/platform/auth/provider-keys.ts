import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { unauthorized } from '../errors.ts';

/** A core of the provider's own, as the database knows its key at this call. */
export interface Core {
  /** The id of its key: as whom it stands in the audit log. */
  userId: string;
  userName: string;
  address: string;
  /** On whose word it writes: who made the key. */
  onWordOf: string;
  /** The kinds of rows that it may send. */
  writes: readonly string[];
}

/** It says what it is, so that whoever finds one lying about knows whose trouble it means. */
const PREFIX = 'pdp_';

const hashed = (key: string) => createHash('sha256').update(key).digest();

/** A key and what is kept of it: nobody reads it out of the database again. */
export function newProviderKey() {
  const key = PREFIX + randomBytes(32).toString('base64url');
  return { key, kept: { key_hash: hashed(key), last_four: key.slice(-4) } };
}

interface Found {
  id: string;
  name: string;
  made_by: string;
  writes: string[];
  used_lately: boolean;
}

/** Who calls, by `Authorization: Bearer`; a 401 for a key that is unknown, replaced or disabled alike. */
export async function authenticateCore(
  database: Database,
  authorization: string | undefined,
  address: string,
): Promise<Core> {
  const [, key = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  if (!/^pdp_[A-Za-z0-9_-]{43}$/.test(key)) throw unauthorized(REFUSED);
  const [found] = await database.run(
    sql<Found>`
      select id, name, made_by,
        array(select kind from (values ('merchants', writes_merchants), ('customers', writes_customers),
          ('purchases', writes_purchases), ('transactions', writes_transactions),
          ('loans', writes_loans)) as v (kind, may) where may) as writes,
        coalesce(last_used_date > pg_catalog.now() - interval '1 minute', false) as used_lately
      from provider_keys where key_hash = ${hashed(key)} and status = 'ACTIVE'`,
    'all',
  );
  if (!found) throw unauthorized(REFUSED);
  // to the minute: calls do not write each time
  if (!found.used_lately)
    await database.kysely
      .updateTable('provider_keys')
      .set({ last_used_date: sql`pg_catalog.now()` })
      .where('id', '=', found.id)
      .execute();
  return {
    userId: found.id,
    userName: `Provider key ${found.name}`,
    address,
    onWordOf: found.made_by,
    writes: found.writes,
  };
}

const REFUSED = 'The key is not accepted';
